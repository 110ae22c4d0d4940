// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <csignal>

#include "tests/cli/cli_run.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// The collector as scripts call it: options and variables, what they refuse, what stays after a failure.
class TestCliCollect : public QObject {
    Q_OBJECT

private slots:
    void writesWhatInfoReads();
    void listsSayWhatThereIs();
    void wrongWordsListTheRightOnes_data();
    void wrongWordsListTheRightOnes();
    void laterVersionsAreNamed_data();
    void laterVersionsAreNamed();
    void contradictionsAreUsageErrors_data();
    void contradictionsAreUsageErrors();
    void optionsBeatVariables();
    void variables_data();
    void variables();
    void laterOptionsBeatEarlier();
    void truthWords_data();
    void truthWords();
    void ratesAreSpacings_data();
    void ratesAreSpacings();
    void stepsKeepCounting();
    void configFiles_data();
    void configFiles();
    void ownMetricsAreColumnsAndCurves();
    void dumpsDescribeTensors();
    void dumpsHaveTheirPlace();
    void fullDirectoriesAreSpared();
    void fullDiskLeavesNothing();
    void interruptLeavesNothing();
    void formsAgree();
    void figuresArePrinted();
    void plantedFaultsAreFound_data();
    void plantedFaultsAreFound();

private:
    CliResult collect(const QString& name, const QStringList& words, const QString& variable = {},
                      const QString& value = {});
    QString place(const QString& name) const { return m_folder.filePath(name); }
    QStringList left() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }
    QString rankFile(const QString& name, const QString& file) const;

    QTemporaryDir m_folder;
};

namespace {

const QStringList kSmall = {u"--ranks"_s, u"1"_s, u"--steps"_s, u"1"_s};

} // namespace

CliResult TestCliCollect::collect(const QString& name, const QStringList& words, const QString& variable,
                                  const QString& value)
{
    CliCall call(QStringList{u"collect"_s} + kSmall + QStringList{u"-o"_s, place(name)} + words);
    if (!variable.isEmpty())
        call.with(variable, value);
    return run(call);
}

/// The path of a file below the first rank's directory.
QString TestCliCollect::rankFile(const QString& name, const QString& file) const
{
    const QDir folder(place(name));
    return folder.filePath(folder.entryList({u"*_ascend_pt"_s}, QDir::Dirs, QDir::Name).value(0)) + u'/' + file;
}

void TestCliCollect::writesWhatInfoReads()
{
    const CliResult made = run({{u"collect"_s, u"--scenario"_s, u"resnet50-train"_s, u"--ranks"_s, u"2"_s, u"--steps"_s,
                                 u"2"_s, u"-o"_s, place(u"two"_s)}});
    QVERIFY2(made.code == 0, made.text());
    QCOMPARE(QString::fromUtf8(made.out).trimmed(), place(u"two"_s));
    QVERIFY2(made.err.contains("resnet50-train on 910b-24: 2 ranks, 2 steps"), made.text());
    QVERIFY(QFile::exists(place(u"two/ground_truth.json"_s)));
    QVERIFY(QFile::exists(rankFile(u"two"_s, u"profiler_metadata.json"_s)));
    const CliResult info = run({{u"info"_s, place(u"two"_s), u"--json"_s}});
    QVERIFY2(info.code == 0, info.text());
    QCOMPARE(info.json()[u"ranks"_s].toArray().size(), qsizetype{2});
    const CliResult quiet = collect(u"quiet"_s, {u"--quiet"_s});
    QVERIFY2(quiet.code == 0 && quiet.out.isEmpty() && quiet.err.isEmpty(), quiet.text());
}

void TestCliCollect::listsSayWhatThereIs()
{
    for (const auto& [option, word] :
         {std::pair{u"--list-scenarios"_s, "resnet50-train"}, std::pair{u"--list-devices"_s, "article-1200"},
          std::pair{u"--list-faults"_s, "slow-rank"}}) {
        const CliResult result = run({{u"collect"_s, option}});
        QVERIFY2(result.code == 0 && result.out.contains(word) && result.err.isEmpty(), result.text());
    }
}

void TestCliCollect::wrongWordsListTheRightOnes_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("says");
    QTest::newRow("level") << u"--trace-level"_s << u"1, 2, 3"_s;
    QTest::newRow("task time") << u"--task-time"_s << u"on, off, l0, l1, l2, 1"_s;
    QTest::newRow("switch") << u"--memory"_s << u"on, off, True, False, 1, 0"_s;
    QTest::newRow("groups") << u"--aic-metrics"_s << u"PipeUtilization, ArithmeticUtilization, Memory, MemoryL0"_s;
    QTest::newRow("mode") << u"--aic-mode"_s << u"task-based, sample-based"_s;
    QTest::newRow("forms") << u"--export"_s << u"text, db, msprof, cluster, tasks, chrome-trace"_s;
    QTest::newRow("rate") << u"--freq"_s << u"from 1 to 10000"_s;
    QTest::newRow("interval") << u"--sample-interval"_s << u"from 100us to 1s"_s;
    QTest::newRow("schedule") << u"--schedule"_s << u"wait,warmup,active"_s;
    QTest::newRow("batches") << u"--num-batches"_s << u"from 1"_s;
    QTest::newRow("seed") << u"--seed"_s << u"from 0"_s;
    QTest::newRow("fault") << u"--fault"_s << u"slow-rank"_s;
    QTest::newRow("scenario") << u"--scenario"_s << u"resnet50-train"_s;
    QTest::newRow("device") << u"--device"_s << u"910b-24"_s;
}

void TestCliCollect::wrongWordsListTheRightOnes()
{
    QFETCH(QString, option);
    QFETCH(QString, says);
    const CliResult result = collect(u"never"_s, {option, u"sideways"_s});
    QVERIFY2(result.code == 2, result.text());
    QVERIFY2(result.out.isEmpty() && QString::fromUtf8(result.err).contains(says), result.text());
    QVERIFY(!left().contains(u"never"_s));
}

void TestCliCollect::laterVersionsAreNamed_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("raw") << QStringList{u"--raw"_s, u"on"_s};
    QTest::newRow("raw alone") << QStringList{u"--raw"_s};
    QTest::newRow("application") << QStringList{u"--application"_s, u"python train.py"_s};
    QTest::newRow("samples") << QStringList{u"--aic-mode"_s, u"sample-based"_s};
}

void TestCliCollect::laterVersionsAreNamed()
{
    QFETCH(QStringList, words);
    const CliResult result = collect(u"never"_s, words);
    QVERIFY2(result.code == 2 && result.err.contains("comes with a later version"), result.text());
    QVERIFY(!left().contains(u"never"_s));
}

void TestCliCollect::contradictionsAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("says");
    QTest::newRow("rate twice") << QStringList{u"--freq"_s, u"1000"_s, u"--sample-interval"_s, u"1ms"_s}
                                << u"say the same thing twice"_s;
    QTest::newRow("nothing to record") << QStringList{u"--steps"_s, u"2"_s, u"--schedule"_s, u"1,1,1"_s}
                                       << u"leaves none of 2 steps"_s;
    QTest::newRow("ranks of no plan") << QStringList{u"--ranks"_s, u"3"_s} << u"1, 2, 4, 8"_s;
    QTest::newRow("a word too much") << QStringList{u"sideways"_s} << u"sideways"_s;
}

void TestCliCollect::contradictionsAreUsageErrors()
{
    QFETCH(QStringList, words);
    QFETCH(QString, says);
    const CliResult result = collect(u"never"_s, words);
    QVERIFY2(result.code == 2 && QString::fromUtf8(result.err).contains(says), result.text());
    QVERIFY(!left().contains(u"never"_s));
    const CliResult nowhere = run({{u"collect"_s}});
    QVERIFY2(nowhere.code == 2 && nowhere.err.contains("no directory"), nowhere.text());
}

void TestCliCollect::variables_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("wrong");
    QTest::newRow("level") << u"ASCEND_PROFILING_TRACE_LEVEL"_s << u"1"_s << u"--trace-level"_s << u"4"_s;
    QTest::newRow("rate") << u"ASCEND_PROFILING_FREQ"_s << u"500"_s << u"--freq"_s << u"20000"_s;
    QTest::newRow("memory") << u"ASCEND_MEMORY_PROFILING_ENABLE"_s << u"TRUE"_s << u"--memory"_s << u"perhaps"_s;
    QTest::newRow("collectives") << u"ASCEND_HCCL_PROFILING_ENABLE"_s << u"off"_s << u"--communication"_s << u"2"_s;
    QTest::newRow("types") << u"ASCEND_PROFILING_OP_LIST"_s << u"Conv2D,Relu"_s << u"--op-list"_s << u","_s;
    QTest::newRow("level of collectives") << u"HCCL_TRACE_LEVEL"_s << u"3"_s << u""_s << u"4"_s;
    QTest::newRow("enabled") << u"ASCEND_PROFILING_ENABLE"_s << u"1"_s << u""_s << u"2"_s;
}

/// Every variable that takes effect is named, one that cannot is an error, and one that is empty is none.
void TestCliCollect::variables()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, option);
    QFETCH(QString, wrong);
    const QString folder = u"var-"_s + name;
    const CliResult result = collect(folder, {}, name, value);
    QVERIFY2(result.code == 0, result.text());
    const QString as = option.isEmpty() ? QString() : u" (as "_s + option + u')';
    QVERIFY2(QString::fromUtf8(result.err).contains(u"from the environment: "_s + name + u'=' + value + as),
             result.text());
    const CliResult bad = collect(u"never"_s, {}, name, wrong);
    QVERIFY2(bad.code == 2 && QString::fromUtf8(bad.err).contains(u"the environment variable "_s + name), bad.text());
    const CliResult empty = collect(u"empty-"_s + name, {}, name, u""_s);
    QVERIFY2(empty.code == 0 && !empty.err.contains("environment"), empty.text());
}

void TestCliCollect::optionsBeatVariables()
{
    const CliResult result =
        collect(u"beats"_s, {u"--trace-level"_s, u"3"_s}, u"ASCEND_PROFILING_TRACE_LEVEL"_s, u"1"_s);
    QVERIFY2(result.code == 0 && !result.err.contains("environment"), result.text());
    QVERIFY(readFile(rankFile(u"beats"_s, u"profiler_info_0.json"_s)).contains("\"Level2\""));
    const CliResult interval =
        collect(u"interval"_s, {u"--sample-interval"_s, u"1ms"_s}, u"ASCEND_PROFILING_FREQ"_s, u"500"_s);
    QVERIFY2(interval.code == 0 && !interval.err.contains("environment"), interval.text());
    CliCall elsewhere({u"collect"_s, u"--ranks"_s, u"1"_s, u"--steps"_s, u"1"_s});
    const CliResult there = run(elsewhere.with(u"ASCEND_PROFILING_OUTPUT_PATH"_s, place(u"there"_s)));
    QVERIFY2(there.code == 0, there.text());
    QVERIFY(QFile::exists(place(u"there/ground_truth.json"_s)));
    const CliResult off = collect(u"never"_s, {}, u"ASCEND_PROFILING_ENABLE"_s, u"False"_s);
    QVERIFY2(off.code == 2 && off.err.contains("switched off by ASCEND_PROFILING_ENABLE"), off.text());
    QVERIFY(!left().contains(u"never"_s));
}

void TestCliCollect::laterOptionsBeatEarlier()
{
    const CliResult result =
        collect(u"later"_s, {u"--trace-level"_s, u"3"_s, u"--export"_s, u"db"_s, u"--trace-level"_s, u"1"_s,
                             u"--export"_s, u"text"_s, u"--memory"_s, u"on"_s, u"--memory"_s, u"off"_s});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY(readFile(rankFile(u"later"_s, u"profiler_info_0.json"_s)).contains("\"Level0\""));
    QVERIFY(QFile::exists(rankFile(u"later"_s, u"ASCEND_PROFILER_OUTPUT/trace_view.json"_s)));
    QVERIFY(!QFile::exists(rankFile(u"later"_s, u"ASCEND_PROFILER_OUTPUT/analysis.db"_s)));
    QVERIFY(!QFile::exists(rankFile(u"later"_s, u"ASCEND_PROFILER_OUTPUT/memory_record.csv"_s)));
}

void TestCliCollect::truthWords_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("on");
    QTest::newRow("alone") << QStringList{u"--memory"_s} << true;
    for (const QString& word : {u"on"_s, u"ON"_s, u"True"_s, u"1"_s})
        QTest::newRow(qPrintable(word)) << QStringList{u"--memory"_s, word} << true;
    for (const QString& word : {u"off"_s, u"Off"_s, u"FALSE"_s, u"0"_s})
        QTest::newRow(qPrintable(word)) << QStringList{u"--memory="_s + word} << false;
}

void TestCliCollect::truthWords()
{
    QFETCH(QStringList, words);
    QFETCH(bool, on);
    const QString name = u"truth-"_s + words.join(u'-').remove(u'=');
    const CliResult result = collect(name, words);
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(QFile::exists(rankFile(name, u"ASCEND_PROFILER_OUTPUT/memory_record.csv"_s)), on);
}

void TestCliCollect::ratesAreSpacings_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("micros");
    QTest::newRow("default") << QStringList{} << 1000;
    QTest::newRow("rate") << QStringList{u"--freq"_s, u"10000"_s} << 100;
    QTest::newRow("interval") << QStringList{u"--sample-interval"_s, u"100us"_s} << 100;
    QTest::newRow("in ms") << QStringList{u"--sample-interval"_s, u"2.5ms"_s} << 2500;
    QTest::newRow("in s") << QStringList{u"--sample-interval"_s, u"0.01s"_s} << 10'000;
}

void TestCliCollect::ratesAreSpacings()
{
    QFETCH(QStringList, words);
    QFETCH(int, micros);
    const QString name = u"rate"_s + words.join(u'-');
    const CliResult result = collect(name, words + QStringList{u"--export"_s, u"text"_s});
    QVERIFY2(result.code == 0, result.text());
    const QByteArray trace = readFile(rankFile(name, u"ASCEND_PROFILER_OUTPUT/trace_view.json"_s));
    QList<double> times;
    for (const QJsonValue& event : QJsonDocument::fromJson(trace).array())
        if (event[u"name"_s] == u"HBM 0/Read"_s)
            times.append(event[u"ts"_s].toString().mid(6).toDouble()); // what a double still tells apart
    QVERIFY(times.size() > 3);
    for (qsizetype i = 1; i < times.size(); ++i)
        QVERIFY(std::abs(times[i] - times[i - 1] - micros) < 0.05 * micros);
}

void TestCliCollect::stepsKeepCounting()
{
    const CliResult all = run({{u"collect"_s, u"--ranks"_s, u"1"_s, u"--steps"_s, u"5"_s, u"--export"_s, u"text"_s,
                                u"-o"_s, place(u"all"_s)}});
    const CliResult some = run({{u"collect"_s, u"--ranks"_s, u"1"_s, u"--schedule"_s, u"1,2,2"_s, u"--export"_s,
                                 u"text"_s, u"-o"_s, place(u"some"_s)}});
    QVERIFY2(all.code == 0 && some.code == 0, some.text());
    const QString table = u"ASCEND_PROFILER_OUTPUT/step_trace_time.csv"_s;
    const QList<QByteArray> five = readFile(rankFile(u"all"_s, table)).trimmed().split('\n');
    const QList<QByteArray> two = readFile(rankFile(u"some"_s, table)).trimmed().split('\n');
    QCOMPARE(five.size(), qsizetype{6});
    QCOMPARE(two.size(), qsizetype{3});
    QCOMPARE(two[1], five[4]); // the same steps of the same seed
    QCOMPARE(two[2], five[5]);
}

void TestCliCollect::configFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says"); // empty: it is taken
    QTest::newRow("groups") << QByteArray(R"({"profiler":{"switch":"on","aic_metrics":"Memory","aicpu":"cpu_op"}})")
                            << QString();
    QTest::newRow("no JSON") << QByteArray("{nothing") << u"(byte 3)"_s;
    QTest::newRow("unknown group") << QByteArray(R"({"profiler":{"aic_metrics":"Speed"}})") << u"PipeUtilization"_s;
    QTest::newRow("unknown key") << QByteArray(R"({"profiler":{"speed":1}})") << u"#/profiler/speed"_s;
    QTest::newRow("unknown part") << QByteArray(R"({"speed":1})") << u"#/speed"_s;
    QTest::newRow("switch") << QByteArray(R"({"profiler":{"switch":"perhaps"}})") << u"#/profiler/switch"_s;
    const auto row = [](const char* name, const char* text, const QString& says) {
        QTest::newRow(name) << QByteArray(text) << says;
    };
    row("no object", R"([])", u"this is not an object (character 1)"_s);
    row("place", R"({ "profiler": {"speed": 1}})", u"(character 25)"_s);
    row("place after signs of two bytes", "{\"profiler\":{\"aicpu\":\"\u00e9\",\"speed\":1}}", u"#/profiler/aicpu"_s);
    row("dump list", R"({"dump":[]})", u"#/dump"_s);
    row("dump mode", R"({"dump":{"dump_mode":"some"}})", u"input, output, all (character 22)"_s);
    row("dump key", R"({"dump":{"path":"x"}})", u"#/dump/path"_s);
    row("dump path upwards", R"({"dump":{"dump_path":"../x"}})", u"leaves the directory"_s);
    row("metrics object", R"({"metrics":{}})", u"this is not a list (character 12)"_s);
    row("metric text", R"({"metrics":["a"]})", u"this is not an object (character 13)"_s);
    row("no name", R"({"metrics":[{"expr":"aic_mac_time"}]})", u"has no name"_s);
    row("bad name", R"({"metrics":[{"name":"a b","expr":"aic_mac_time"}]})", u"#/metrics/0/name"_s);
    row("name of a counter", R"({"metrics":[{"name":"aic_mac_ratio","expr":"aic_mac_time"}]})",
        u"a counter has this"_s);
    row("twice", R"({"metrics":[{"name":"a","expr":"aic_mac_ratio"},{"name":"A","expr":"aic_mac_ratio"}]})",
        u"another metric has this name (character 57)"_s);
    row("neither", R"({"metrics":[{"name":"a"}]})", u"either expr, or op and value"_s);
    row("both", R"({"metrics":[{"name":"a","op":"*","expr":"aic_mac_time"}]})", u"either expr, or op and value"_s);
    row("number", R"({"metrics":[{"name":"a","expr":1}]})", u"#/metrics/0/expr"_s);
    row("unknown counter", R"({"metrics":[{"name":"a","expr":"aic_mac_time / aic_speed"}]})",
        u"aic_speed (character 16 of the text)"_s);
    row("formula", R"({"metrics":[{"name":"a","expr":"(aic_mac_time"}]})", u"(character 1 of the text)"_s);
    row("value", R"({"metrics":[{"name":"a","op":"MatMul*","value":"speed"}]})", u"#/metrics/0/value"_s);
    row("no counter", R"({"metrics":[{"name":"a","expr":"1 + 2"}]})", u"names no counter"_s);
    row("other group", R"({"metrics":[{"name":"a","expr":"aic_cube_fops"}]})", u"ArithmeticUtilization"_s);
    row("many", R"({"metrics":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]})", u"more than 16"_s);
}

void TestCliCollect::configFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const QString file = place(u"aic.json"_s);
    QVERIFY(writeFile(file, text));
    const CliResult result = collect(u"config"_s, {u"--export"_s, u"text"_s, u"--aic-config"_s, file});
    if (says.isEmpty()) {
        QVERIFY2(result.code == 0, result.text());
        QVERIFY(readFile(rankFile(u"config"_s, u"ASCEND_PROFILER_OUTPUT/kernel_details.csv"_s))
                    .contains("aic_main_mem_read_bw(GB/s)"));
        return;
    }
    QVERIFY2(result.code == 2, result.text());
    QVERIFY2(QString::fromUtf8(result.err).contains(says.chopped(says.endsWith(u": ") ? 2 : 0)), result.text());
}

void TestCliCollect::ownMetricsAreColumnsAndCurves()
{
    const QString file = place(u"own.json"_s);
    QVERIFY(writeFile(file, R"({"metrics":[{"name":"mm_cycles","op":"MatMul*","value":"total_cycles"},
                                {"name":"intensity","expr":"aic_mac_time / aic_mte2_time"}]})"));
    const CliResult made =
        run({{u"collect"_s, u"--scenario"_s, u"healthy"_s, u"--ranks"_s, u"1"_s, u"--steps"_s, u"1"_s, u"--export"_s,
              u"text,db"_s, u"--aic-config"_s, file, u"-o"_s, place(u"own"_s)}});
    QVERIFY2(made.code == 0, made.text());
    const QList<QByteArray> rows =
        readFile(rankFile(u"own"_s, u"ASCEND_PROFILER_OUTPUT/kernel_details.csv"_s)).trimmed().split('\n');
    QVERIFY(rows.first().trimmed().endsWith("cube_utilization(%),mm_cycles,intensity"));
    const QList<QByteArray> names = rows.first().split(',');
    int products = 0;
    int others = 0;
    for (const QByteArray& row : rows.mid(1)) {
        const bool product = row.contains(",MatMulV");
        const QByteArray own = row.trimmed().split(',').at(row.trimmed().count(',') - 1);
        QCOMPARE(own == "N/A", !product);
        ++(product ? products : others);
    }
    QVERIFY(products > 0 && others > 0);
    const QByteArray trace = readFile(rankFile(u"own"_s, u"ASCEND_PROFILER_OUTPUT/trace_view.json"_s));
    QCOMPARE(trace.count("{\"name\": \"mm_cycles\""), products);
    QVERIFY(trace.count("{\"name\": \"intensity\"") > products);
}

void TestCliCollect::dumpsDescribeTensors()
{
    const QString file = place(u"dump.json"_s);
    QVERIFY(writeFile(file, R"({"dump":{"dump_mode":"output"}})"));
    const auto collected = [&](const QString& name, const QStringList& more) {
        return run({QStringList{u"collect"_s, u"--scenario"_s, u"healthy"_s, u"--ranks"_s, u"2"_s, u"--steps"_s, u"2"_s,
                                u"--export"_s, u"text"_s, u"--aic-config"_s, file, u"-o"_s, place(name)}
                    + more});
    };
    QVERIFY(collected(u"sound"_s, {}).code == 0);
    QVERIFY(collected(u"spoilt"_s, {u"--fault"_s, u"overflow"_s}).code == 0);
    const QByteArray sound = readFile(place(u"sound/dump/tensor_statistics_1.csv"_s));
    QVERIFY(
        sound.startsWith("Step,Layer,Operator,Pass,Side,Index,Data Type,Shape,Elements,Min,Max,Mean,L2 Norm,NaN,Inf,"
                         "Zeros\n"));
    QVERIFY(sound.contains(",forward,output,") && sound.contains(",backward,output,") && !sound.contains(",input,"));
    QVERIFY(sound != readFile(place(u"spoilt/dump/tensor_statistics_1.csv"_s)));
    QVERIFY(QFile::exists(place(u"sound/dump/tensor_statistics_0.csv"_s)));
    const CliResult info = run({{u"info"_s, place(u"sound"_s)}});
    QVERIFY2(info.code == 0, info.text());
}

void TestCliCollect::dumpsHaveTheirPlace()
{
    QTemporaryDir elsewhere; // what lies beside the file of settings must not change
    const QString apartPath = elsewhere.filePath(u"apart"_s);
    const auto collected = [&](const QString& path, const QStringList& more = {}) {
        const QString file = place(u"dump.json"_s);
        writeFile(file, "{\"dump\":{\"dump_path\":\"" + path.toUtf8() + "\"}}");
        return collect(u"placed"_s, QStringList{u"--export"_s, u"text"_s, u"--aic-config"_s, file} + more);
    };
    const CliResult below = collected(u"tensors/all"_s);
    QVERIFY2(below.code == 0, below.text());
    QVERIFY(QFile::exists(place(u"placed/tensors/all/tensor_statistics_0.csv"_s)));
    const CliResult apart = collected(apartPath, {u"--force"_s});
    QVERIFY2(apart.code == 0, apart.text());
    QVERIFY(QFile::exists(apartPath + u"/tensor_statistics_0.csv"_s));
    QVERIFY(QDir(place(u"placed"_s)).removeRecursively());
    const CliResult again = collected(apartPath); // nothing of a user's is written over
    QVERIFY2(again.code == 5 && again.err.contains("not empty"), again.text());
    QVERIFY(!QFile::exists(place(u"placed"_s)));
    const CliResult inside = collected(place(u"placed/dump"_s));
    QVERIFY2(inside.code == 2 && inside.err.contains("relative"), inside.text());
    const CliResult upwards = collected(u"a/../../b"_s);
    QVERIFY2(upwards.code == 2 && upwards.err.contains("leaves the directory"), upwards.text());
}

void TestCliCollect::fullDirectoriesAreSpared()
{
    QVERIFY(writeFile(place(u"full/mine.txt"_s), "kept"));
    const CliResult refused = collect(u"full"_s, {});
    QVERIFY2(refused.code == 5 && refused.err.contains("not empty"), refused.text());
    QCOMPARE(QDir(place(u"full"_s)).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{u"mine.txt"_s});
    const CliResult forced = collect(u"full"_s, {u"--force"_s});
    QVERIFY2(forced.code == 0, forced.text());
    QCOMPARE(readFile(place(u"full/mine.txt"_s)), QByteArray("kept"));
    QVERIFY(QFile::exists(place(u"full/ground_truth.json"_s)));
    const QStringList once = listing(place(u"full"_s));
    QVERIFY2(collect(u"full"_s, {u"--force"_s}).code == 0, "again");
    QCOMPARE(listing(place(u"full"_s)).size(), once.size());
}

/// A limit of the shell stands for a disk that is full.
void TestCliCollect::fullDiskLeavesNothing()
{
    for (const QString& form : {u"text"_s, u"db"_s, u"msprof"_s, u"chrome-trace"_s}) {
        CliCall call(QStringList{u"collect"_s, u"--ranks"_s, u"2"_s, u"--steps"_s, u"2"_s, u"--export"_s, form, u"-o"_s,
                                 place(u"disk"_s)});
        call.through = {u"sh"_s, u"-c"_s, u"trap '' XFSZ; ulimit -f 100; exec \"$@\""_s, u"sh"_s};
        const QStringList before = left();
        const CliResult result = run(call);
        QVERIFY2(result.code == 5, result.text());
        QVERIFY2(result.err.contains("cannot write the"), result.text());
        QCOMPARE(left(), before);
    }
}

void TestCliCollect::interruptLeavesNothing()
{
    const QStringList before = left();
    QProcess process;
    process.start(cliProgram(), {u"collect"_s, u"--ranks"_s, u"8"_s, u"--steps"_s, u"2000"_s, u"--export"_s, u"text"_s,
                                 u"-o"_s, place(u"stopped"_s)});
    QVERIFY(process.waitForStarted());
    QElapsedTimer waited;
    waited.start();
    while (left() == before && waited.elapsed() < 10'000)
        QThread::msleep(10);
    QVERIFY(left() != before); // it writes
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(left(), before);
}

/// The documents of `steps` and `top` are the same whichever form they come from.
void TestCliCollect::formsAgree()
{
    QMap<QString, QJsonArray> steps;
    QMap<QString, QJsonArray> heaviest;
    for (const QString& form : {u"text"_s, u"db"_s}) {
        const QString name = u"agree-"_s + form;
        const CliResult made = run(
            {{u"collect"_s, u"--ranks"_s, u"2"_s, u"--steps"_s, u"2"_s, u"--export"_s, form, u"-o"_s, place(name)}});
        QVERIFY2(made.code == 0, made.text());
        const CliResult stepRows = run({{u"steps"_s, place(name), u"--json"_s}});
        const CliResult top = run({{u"top"_s, place(name), u"--json"_s, u"--by"_s, u"type"_s, u"--top"_s, u"0"_s}});
        QVERIFY2(stepRows.code == 0 && top.code == 0, top.text());
        for (const QJsonValue& row : stepRows.rows()) {
            QJsonObject object = row.toObject();
            // A phase ends where a launch begins in one form and where it was half done in the other.
            for (const char* key : {"file", "differs", "source", "phases"})
                object.remove(QLatin1String(key));
            steps[form].append(object);
        }
        for (const QJsonValue& row : top.rows()) {
            const QJsonObject object = row.toObject();
            heaviest[form].append(QJsonArray{object[u"type"_s], object[u"calls"_s], object[u"total_ns"_s]});
        }
    }
    QCOMPARE(steps[u"text"_s].size(), qsizetype{4});
    QCOMPARE(steps[u"db"_s], steps[u"text"_s]);
    QVERIFY(heaviest[u"text"_s].size() > 5);
    QVERIFY(!heaviest[u"text"_s][0].toArray()[2].isUndefined() && !heaviest[u"text"_s][0].toArray()[2].isNull());
    QCOMPARE(heaviest[u"db"_s], heaviest[u"text"_s]);
}

void TestCliCollect::figuresArePrinted()
{
    const CliResult result = run({{u"collect"_s, u"--figures"_s, u"--scenario"_s, u"resnet50-train"_s}});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.text());
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QVERIFY(lines.size() >= 2 && lines[0].contains("target") && lines[1].startsWith("resnet50-train"));
    QVERIFY(!left().contains(u"never"_s));
}

void TestCliCollect::plantedFaultsAreFound_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("form");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("rule");
    const QStringList one{u"--ranks"_s, u"1"_s, u"--steps"_s, u"2"_s};
    const QStringList two{u"--ranks"_s, u"2"_s, u"--steps"_s, u"2"_s, u"--trace-level=3"_s};
    for (const QString& form : {u"text"_s, u"db"_s}) {
        QTest::addRow("collections, %s", qPrintable(form)) << u"gc-pause"_s << form << one << u"H06"_s;
        QTest::addRow("sizes of parts, %s", qPrintable(form)) << u"unaligned-sdma"_s << form << two << u"N06"_s;
        QTest::addRow("memory, %s", qPrintable(form)) << u"near-capacity"_s << form << two << u"M03"_s;
    }
    QTest::newRow("hit rates") << u"l2-thrash"_s << u"text"_s << one + QStringList{u"--l2-cache=on"_s} << u"C19"_s;
    QTest::newRow("links") << u"slow-link"_s << u"text"_s << QStringList{u"--ranks"_s, u"4"_s, u"--steps"_s, u"2"_s}
                           << u"N09"_s;
}

/// What the collector records of a fault, the advisor finds in the files; and nothing of it where there is none.
void TestCliCollect::plantedFaultsAreFound()
{
    QFETCH(QString, fault);
    QFETCH(QString, form);
    QFETCH(QStringList, words);
    QFETCH(QString, rule);
    for (const bool planted : {true, false}) {
        const QString target = place(fault + u'-' + form + (planted ? u""_s : u"-clean"_s));
        QStringList call =
            QStringList{u"collect"_s, u"--scenario"_s, u"healthy"_s, u"--export"_s, form, u"-o"_s, target} + words;
        if (planted)
            call += QStringList{u"--fault"_s, fault};
        const CliResult made = run({call});
        QVERIFY2(made.code == 0, made.text());
        const CliResult result = run({{u"analyze"_s, target, u"--only"_s, rule, u"--json"_s}});
        QVERIFY2(result.code == 0, result.text());
        bool loud = false;
        for (const QJsonValue& finding : result.json()[u"findings"_s].toArray())
            loud = loud || finding[u"severity"_s] != u"note"_s;
        QCOMPARE(loud, planted);
    }
}

QTEST_GUILESS_MAIN(TestCliCollect)
#include "test_cli_collect.moc"
