// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

namespace {

/// One operation as the test writes it; times in ns, sizes in bytes.
struct Operation {
    const char* name;
    const char* group;
    qint64 elapse;
    qint64 transit;
    qint64 wait;
    qint64 bytes;
    qint64 linkTime;
};

QJsonObject written(const Operation& operation)
{
    const double ms = 1e6;
    const QJsonObject moved{{u"Transit Size(MB)"_s, double(operation.bytes) / 1e6},
                            {u"Transit Time(ms)"_s, double(operation.linkTime) / ms},
                            {u"Bandwidth(GB/s)"_s, double(operation.bytes) / double(operation.linkTime)}};
    return {{u"Communication Time Info"_s,
             QJsonObject{{u"Start Timestamp(us)"_s, 1700000000000000.5},
                         {u"Elapse Time(ms)"_s, double(operation.elapse) / ms},
                         {u"Transit Time(ms)"_s, double(operation.transit) / ms},
                         {u"Wait Time(ms)"_s, double(operation.wait) / ms},
                         {u"Synchronization Time(ms)"_s, 0.0},
                         {u"Idle Time(ms)"_s, double(operation.elapse - operation.transit - operation.wait) / ms}}},
            {u"Communication Bandwidth Info"_s, QJsonObject{{u"HCCS"_s, moved}, {u"SDMA"_s, moved}}}};
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

int widest(const QByteArray& text)
{
    qsizetype most = 0;
    for (const QByteArray& line : text.split('\n'))
        most = std::max(most, QString::fromUtf8(line).size());
    return int(most);
}

} // namespace

/// `communication` against figures that the test adds up from what it wrote.
class TestCliCommunication : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void figures();
    void matrix();
    void csv();
    void scopes_data();
    void scopes();
    void textFitsTheTerminal();
    void slicesAlone();
    void nothingToSay_data();
    void nothingToSay();
    void sample();
    void help_data();
    void help();

private:
    void writeRank(int rank, const QList<Operation>& operations);
    CliResult communication(const QStringList& more) const;

    QTemporaryDir m_folder;
    QString m_job;
    QMap<int, QList<Operation>> m_operations;
};

void TestCliCommunication::writeRank(int rank, const QList<Operation>& operations)
{
    const QString root = m_job + u"/n_%1_2026_ascend_pt/"_s.arg(rank);
    QVERIFY(writeFile(root + u"profiler_info_%1.json"_s.arg(rank), "{\"rank_id\":" + QByteArray::number(rank) + "}"));
    QJsonObject table;
    for (const Operation& operation : operations)
        table[QLatin1StringView(operation.name) + u'@' + QLatin1StringView(operation.group)] = written(operation);
    const QJsonObject file{{u"step4"_s, QJsonObject{{u"p2p"_s, QJsonObject()}, {u"collective"_s, table}}}};
    QVERIFY(writeFile(root + u"ASCEND_PROFILER_OUTPUT/communication.json"_s, QJsonDocument(file).toJson()));
    const QJsonObject cell{{u"Transport Type"_s, u"HCCS"_s},
                           {u"Transit Size(MB)"_s, 6.5},
                           {u"Transit Time(ms)"_s, 0.25},
                           {u"Bandwidth(GB/s)"_s, 26.0}};
    const QJsonObject cells{{u"%1-%2"_s.arg(rank).arg(1 - rank), cell}};
    const QJsonObject links{
        {u"step4"_s,
         QJsonObject{{u"p2p"_s, QJsonObject()}, {u"collective"_s, QJsonObject{{u"allreduce-total@71"_s, cells}}}}}};
    QVERIFY(writeFile(root + u"ASCEND_PROFILER_OUTPUT/communication_matrix.json"_s, QJsonDocument(links).toJson()));
    m_operations[rank] = operations;
}

void TestCliCommunication::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_job = m_folder.filePath(u"job"_s);
    writeRank(0, {{"hcom_allReduce__71_0_1", "71", 900'000, 200'000, 50'000, 4'000'000, 300'000},
                  {"hcom_allReduce__71_1_1", "71", 100'000, 60'000, 10'000, 1'000'000, 50'000},
                  {"hcom_allGather__71_2_1", "71", 350'000, 350'000, 0, 700'000, 400'000}});
    writeRank(1, {{"hcom_allReduce__71_0_1", "71", 640'001, 250'000, 0, 4'000'000, 200'000},
                  {"hcom_allReduce__52_0_1", "52", 10'000, 1'000, 9'000, 500, 1'000}});
}

CliResult TestCliCommunication::communication(const QStringList& more) const
{
    return run({QStringList{u"communication"_s, m_job} + more});
}

void TestCliCommunication::figures()
{
    const CliResult result = communication({u"--json"_s});
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(result.json()[u"schema_version"_s].toInt(), 1);
    QCOMPARE(result.rows().size(), 4);
    qint64 all = 0;
    for (const auto& operations : m_operations) {
        for (const Operation& operation : operations)
            all += operation.elapse;
    }
    QStringList keys;
    for (const QJsonValue& row : result.rows()) {
        const QString key = row[u"group"_s].toString() + row[u"primitive"_s].toString();
        keys.append(QString::number(row[u"rank"_s].toInt()) + u' ' + key);
        qint64 calls = 0, total = 0, bytes = 0, moving = 0, linkTime = 0, transit = 0, wait = 0;
        for (const Operation& operation : m_operations[row[u"rank"_s].toInt()]) {
            const QString name = QLatin1StringView(operation.name);
            if (QLatin1StringView(operation.group) + name.section(u'_', 1, 1) != key)
                continue;
            ++calls;
            total += operation.elapse;
            bytes += operation.bytes;
            linkTime += operation.linkTime;
            moving += std::min(operation.elapse, std::max(operation.transit, operation.linkTime)); // one link
            transit += operation.transit;
            wait += operation.wait;
        }
        QCOMPARE(row[u"calls"_s].toInteger(), calls);
        QCOMPARE(row[u"total_ns"_s].toInteger(), total);
        QVERIFY(near(row[u"avg_ns"_s].toDouble(), double(total) / double(calls)));
        QVERIFY(near(row[u"share_ratio"_s].toDouble(), double(total) / double(all)));
        QCOMPARE(row[u"size_bytes"_s].toInteger(), bytes);
        QCOMPARE(row[u"transit_ns"_s].toInteger(), moving);
        QCOMPARE(row[u"wait_ns"_s].toInteger(), total - moving);
        QVERIFY(near(row[u"bandwidth_bytes_per_s"_s].toDouble(), double(bytes) / double(linkTime) * 1e9));
        QCOMPARE(row[u"file"_s][u"transit_ns"_s].toInteger(), transit);
        QCOMPARE(row[u"file"_s][u"wait_ns"_s].toInteger(), wait);
    }
    QCOMPARE(keys, (QStringList{u"0 71allReduce"_s, u"0 71allGather"_s, u"1 71allReduce"_s, u"1 52allReduce"_s}));
}

void TestCliCommunication::matrix()
{
    const QJsonArray cells = communication({u"--json"_s}).json()[u"matrix"_s].toArray();
    QCOMPARE(cells.size(), 2);
    for (int rank = 0; rank < 2; ++rank) {
        QCOMPARE(cells[rank][u"rank"_s].toInt(), rank);
        QCOMPARE(cells[rank][u"src"_s].toInt(), rank);
        QCOMPARE(cells[rank][u"dst"_s].toInt(), 1 - rank);
        QCOMPARE(cells[rank][u"transport"_s].toString(), u"HCCS"_s);
        QCOMPARE(cells[rank][u"size_bytes"_s].toInteger(), 6'500'000);
        QCOMPARE(cells[rank][u"time_ns"_s].toInteger(), 250'000);
        QVERIFY(near(cells[rank][u"bandwidth_bytes_per_s"_s].toDouble(), 26e9));
    }
}

/// The CSV holds what the document says, under headers with units, on stdout and in a file.
void TestCliCommunication::csv()
{
    const CliResult result = communication({u"--csv"_s});
    QVERIFY2(result.code == 0, result.text());
    const QList<QStringList> lines = csvRows(result.out);
    QCOMPARE(lines.value(0).join(u','), u"rank,group,primitive,calls,total_ns,avg_ns,share_ratio,size_bytes,"
                                        "transit_ns,wait_ns,bandwidth_bytes_per_s"_s);
    const QJsonArray rows = communication({u"--json"_s}).rows();
    QCOMPARE(lines.size() - 1, rows.size());
    for (qsizetype i = 0; i < rows.size(); ++i) {
        for (qsizetype column = 0; column < lines[0].size(); ++column) {
            const QJsonValue value = rows[i][lines[0][column]];
            const QString cell = lines[i + 1][column];
            QVERIFY2(value.isString() ? value.toString() == cell : near(value.toDouble(), cell.toDouble()),
                     qPrintable(lines[0][column]));
        }
    }
    const QString file = m_folder.filePath(u"c.csv"_s);
    QCOMPARE(communication({u"-o"_s, file}).code, 0);
    QCOMPARE(readFile(file), result.out);
}

void TestCliCommunication::scopes_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("cells");
    QTest::newRow("rank") << u"rank:1"_s << 2 << 1;
    QTest::newRow("step") << u"step:4"_s << 4 << 2;
    QTest::newRow("other step") << u"step:5"_s << 0 << 0;
    QTest::newRow("name") << u"name:allgather"_s << 1 << 0;
    QTest::newRow("time") << u"time:0..10"_s << 0 << 0;
}

void TestCliCommunication::scopes()
{
    QFETCH(QString, scope);
    QFETCH(int, rows);
    QFETCH(int, cells);
    const CliResult result = communication({u"--json"_s, u"--scope"_s, scope});
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(result.rows().size(), rows);
    QCOMPARE(result.json()[u"matrix"_s].toArray().size(), cells);
    QCOMPARE(result.err.contains("no communication in this scope"), rows == 0);
}

void TestCliCommunication::textFitsTheTerminal()
{
    const CliResult result = communication({});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY2(widest(result.out) <= 80, result.out);
    QVERIFY(result.out.contains("allGather") && result.out.contains("1.000 ms") && result.out.contains("26.00 GB/s"));
    QVERIFY(!result.out.contains("missing data"));
}

/// Lanes without the tables: times alone, the rest is unknown and said to be.
void TestCliCommunication::slicesAlone()
{
    const QString trace = m_folder.filePath(u"lanes.json"_s);
    QVERIFY(writeFile(trace, R"([{"ph":"M","name":"process_name","pid":8,"args":{"name":"Communication"}},
{"ph":"M","name":"thread_name","pid":8,"tid":3,"args":{"name":"Group red Communication"}},
{"ph":"X","name":"hcom_allReduce__71_0_1","pid":8,"tid":3,"ts":"10","dur":"30"},
{"ph":"X","name":"hcom_allReduce__71_1_1","pid":8,"tid":3,"ts":"50","dur":"11.5"}])"));
    const CliResult json = run({{u"communication"_s, trace, u"--json"_s}});
    QVERIFY2(json.code == 0 && json.rows().size() == 1, json.text());
    const QJsonValue row = json.rows()[0];
    QCOMPARE(row[u"group"_s].toString(), u"Group red Communication"_s);
    QCOMPARE(row[u"calls"_s].toInt(), 2);
    QCOMPARE(row[u"total_ns"_s].toInteger(), 41'500);
    for (const QString& unknown : {u"size_bytes"_s, u"transit_ns"_s, u"wait_ns"_s, u"bandwidth_bytes_per_s"_s})
        QVERIFY2(row[unknown].isNull(), qPrintable(unknown));
    QVERIFY(json.json()[u"matrix"_s].toArray().isEmpty());
    const CliResult text = run({{u"communication"_s, trace}});
    QCOMPARE(text.out.count("missing data"), 2);
    QVERIFY2(widest(text.out) <= 80, text.out);
}

void TestCliCommunication::nothingToSay_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::newRow("text") << QStringList{};
    QTest::newRow("JSON") << QStringList{u"--json"_s};
    QTest::newRow("CSV") << QStringList{u"--csv"_s};
}

/// A job of one device: no rows, a word on standard error, no failure.
void TestCliCommunication::nothingToSay()
{
    QFETCH(QStringList, more);
    const QString trace = m_folder.filePath(u"one.json"_s);
    QVERIFY(writeFile(trace, chromeTrace({{u"work"_s, 0, 100}})));
    const CliResult result = run({QStringList{u"communication"_s, trace} + more});
    QVERIFY2(result.code == 0 && result.err.contains("the profile has no communication"), result.text());
    if (more.isEmpty())
        QVERIFY(result.out.isEmpty());
    else
        QVERIFY(more.front() == u"--json" ? result.json()[u"rows"_s].isArray() : csvRows(result.out).size() == 1);
    QVERIFY(run({QStringList{u"communication"_s, trace, u"--quiet"_s} + more}).err.isEmpty());
}

/// The sample's own files, added up by hand, and the device lanes of `top`.
void TestCliCommunication::sample()
{
    Sample sample;
    QVERIFY(sample.make());
    const CliResult result = run({{u"communication"_s, sample.path(), u"--json"_s}});
    QVERIFY2(result.code == 0 && result.rows().size() == 2, result.text());
    for (int rank = 0; rank < 2; ++rank) {
        double elapse = 0;
        double megabytes = 0;
        int calls = 0;
        const QJsonObject file = QJsonDocument::fromJson(readFile(sample.file(rank, u"communication.json"_s))).object();
        for (const QJsonValue& step : file) {
            const QJsonObject operations = step[u"collective"_s].toObject();
            for (const QString& name : operations.keys()) {
                if (name.startsWith(u"Total"))
                    continue;
                ++calls;
                elapse += operations[name][u"Communication Time Info"_s][u"Elapse Time(ms)"_s].toDouble();
                megabytes +=
                    operations[name][u"Communication Bandwidth Info"_s][u"SDMA"_s][u"Transit Size(MB)"_s].toDouble();
            }
        }
        const QJsonValue row = result.rows()[rank];
        QCOMPARE(row[u"rank"_s].toInt(), rank);
        QCOMPARE(row[u"calls"_s].toInt(), calls);
        QVERIFY(calls > 0 && std::abs(double(row[u"total_ns"_s].toInteger()) - elapse * 1e6) <= calls);
        QVERIFY(std::abs(double(row[u"size_bytes"_s].toInteger()) - megabytes * 1e6) <= calls);
    }
}

void TestCliCommunication::help_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("program") << QStringList{u"--help"_s};
    QTest::newRow("communication") << QStringList{u"communication"_s, u"--help"_s};
    QTest::newRow("hotspot") << QStringList{u"hotspot"_s, u"--help"_s};
}

/// Both verbs are listed, lines fit, and every exit status of these verbs is named.
void TestCliCommunication::help()
{
    QFETCH(QStringList, words);
    const CliResult result = run({words});
    QCOMPARE(result.code, 0);
    QVERIFY2(widest(result.out) <= 80, result.out);
    const QByteArray flat = result.out.simplified();
    QVERIFY2(flat.contains("1 threshold reached"), result.out);
    if (words.size() == 1) {
        QVERIFY(verbs().contains(u"communication"_s) && verbs().contains(u"hotspot"_s));
        return;
    }
    for (const char* option : {"--scope", "--json", words[0] == u"hotspot" ? "--threshold" : "--csv"})
        QVERIFY2(flat.contains(option), option);
}

QTEST_GUILESS_MAIN(TestCliCommunication)
#include "test_cli_communication.moc"
