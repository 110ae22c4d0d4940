// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMap>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// `top` against figures that the test adds up from the kernel tables itself.
class TestCliRanking : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void groups_data();
    void groups();
    void instances();
    void scopeOfOneRankAndStep();
    void orders_data();
    void orders();
    void topCuts();
    void slicesOfASmallTrace();
    void csvSaysTheSame_data();
    void csvSaysTheSame();
    void articleColumns_data();
    void articleColumns();
    void missingDataIsSaid_data();
    void missingDataIsSaid();

private:
    struct Kernel {
        qint64 rank = 0;
        qint64 step = 0;
        QMap<QString, QString> cells;
        qint64 startNs = 0;
        qint64 durationNs = 0;
        qint64 waitNs = 0;
        bool communication() const { return cells[u"Accelerator Core"_s] == u"HCCL"; }
    };
    struct Group {
        qint64 calls = 0;
        qint64 totalNs = 0;
        qint64 minNs = std::numeric_limits<qint64>::max();
        qint64 maxNs = 0;
        qint64 waitNs = 0;
        double weightedUse = 0; ///< of the cube, where the kernel runs on it
        qint64 cubeNs = 0;
        bool communication = false;
    };

    QMap<QString, Group> grouped(const QStringList& columns) const;
    CliResult top(const QStringList& words) const;

    QTemporaryDir m_folder;
    Sample m_sample;
    QList<Kernel> m_kernels;
};

namespace {

/// Decimal microseconds as whole nanoseconds, digit by digit.
qint64 nanoseconds(const QString& text)
{
    const QString digits = text.trimmed();
    const QString fraction = digits.section(u'.', 1).leftJustified(3, u'0').left(3);
    return digits.section(u'.', 0, 0).toLongLong() * 1000 + fraction.toLongLong();
}

/// The shape as the table means it: without the quotes that the file puts around it.
QString bare(QString text)
{
    return text.remove(u'"');
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

} // namespace

void TestCliRanking::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
    for (int rank = 0; rank < 2; ++rank) {
        const QList<QStringList> rows = csvRows(readFile(m_sample.file(rank, u"kernel_details.csv"_s)));
        QVERIFY(rows.size() > 100);
        for (const QStringList& row : rows.mid(1)) {
            Kernel kernel;
            for (qsizetype i = 0; i < row.size(); ++i)
                kernel.cells[rows[0][i]] = row[i];
            kernel.rank = rank;
            kernel.step = kernel.cells[u"Step Id"_s].toLongLong();
            kernel.startNs = nanoseconds(kernel.cells[u"Start Time(us)"_s]);
            kernel.durationNs = nanoseconds(kernel.cells[u"Duration(us)"_s]);
            kernel.waitNs = nanoseconds(kernel.cells[u"Wait Time(us)"_s]);
            m_kernels.append(kernel);
        }
    }
}

QMap<QString, TestCliRanking::Group> TestCliRanking::grouped(const QStringList& columns) const
{
    QMap<QString, Group> groups;
    for (const Kernel& kernel : m_kernels) {
        QStringList key;
        for (const QString& column : columns)
            key.append(column == u"Input Shapes" ? bare(kernel.cells[column]) : kernel.cells[column]);
        Group& group = groups[key.join(u'|')];
        ++group.calls;
        group.totalNs += kernel.durationNs;
        group.minNs = std::min(group.minNs, kernel.durationNs);
        group.maxNs = std::max(group.maxNs, kernel.durationNs);
        group.waitNs += kernel.waitNs;
        group.communication = kernel.communication();
        if (kernel.cells[u"Accelerator Core"_s] == u"AI_CORE") {
            group.cubeNs += kernel.durationNs;
            group.weightedUse += kernel.cells[u"cube_utilization(%)"_s].toDouble() / 100 * double(kernel.durationNs);
        }
    }
    return groups;
}

CliResult TestCliRanking::top(const QStringList& words) const
{
    return run({QStringList{u"top"_s, m_sample.path(), u"--json"_s, u"--top"_s, u"0"_s} + words});
}

void TestCliRanking::groups_data()
{
    QTest::addColumn<QString>("by");
    QTest::addColumn<QStringList>("columns");
    QTest::addColumn<QStringList>("keys");
    QTest::newRow("name") << u"name"_s << QStringList{u"Name"_s} << QStringList{u"name"_s};
    QTest::newRow("type") << u"type"_s << QStringList{u"Type"_s, u"Accelerator Core"_s}
                          << QStringList{u"type"_s, u"core"_s};
    QTest::newRow("shape") << u"name-shape"_s << QStringList{u"Name"_s, u"Input Shapes"_s}
                           << QStringList{u"name"_s, u"shape"_s};
}

void TestCliRanking::groups()
{
    QFETCH(QString, by);
    QFETCH(QStringList, columns);
    QFETCH(QStringList, keys);
    const QMap<QString, Group> expected = grouped(columns);
    qint64 compute = 0;
    for (const Group& group : expected)
        compute += group.communication ? 0 : group.totalNs;
    const QJsonArray rows = top({u"--by"_s, by}).rows();
    QCOMPARE(rows.size(), expected.size());
    qint64 previous = std::numeric_limits<qint64>::max();
    for (const QJsonValue& row : rows) {
        QStringList key;
        for (const QString& name : keys)
            key.append(row[name].toString());
        // A communication row has no shape; the table writes N/A there.
        const QString text = key.join(u'|');
        const auto found = expected.contains(text) ? expected.find(text) : expected.find(text + u"N/A"_s);
        QVERIFY2(found != expected.end(), qPrintable(text));
        QCOMPARE(row[u"calls"].toInteger(), found->calls);
        QCOMPARE(row[u"total_ns"].toInteger(), found->totalNs);
        QCOMPARE(row[u"min_ns"].toInteger(), found->minNs);
        QCOMPARE(row[u"max_ns"].toInteger(), found->maxNs);
        QCOMPARE(row[u"wait_ns"].toInteger(), found->waitNs);
        QVERIFY(near(row[u"avg_ns"].toDouble(), double(found->totalNs) / double(found->calls)));
        QCOMPARE(row[u"ratio"].isNull(), found->communication);
        QVERIFY(found->communication || near(row[u"ratio"].toDouble(), double(found->totalNs) / double(compute)));
        QCOMPARE(row[u"utilization_ratio"].isNull(), found->cubeNs == 0);
        if (found->cubeNs > 0)
            QVERIFY(near(row[u"utilization_ratio"].toDouble(), found->weightedUse / double(found->cubeNs)));
        QVERIFY(row[u"total_ns"].toInteger() <= previous);
        previous = row[u"total_ns"].toInteger();
    }
}

void TestCliRanking::instances()
{
    const QJsonArray rows = top({u"--by"_s, u"instance"_s}).rows();
    QCOMPARE(rows.size(), m_kernels.size());
    QSet<QString> left;
    const auto key = [](qint64 rank, qint64 step, qint64 start, qint64 duration, const QString& name) {
        return u"%1 %2 %3 %4 %5"_s.arg(rank).arg(step).arg(start).arg(duration).arg(name);
    };
    for (const Kernel& kernel : m_kernels)
        left.insert(key(kernel.rank, kernel.step, kernel.startNs, kernel.durationNs, kernel.cells[u"Name"_s]));
    QCOMPARE(left.size(), m_kernels.size());
    for (const QJsonValue& row : rows) {
        QCOMPARE(row[u"calls"].toInteger(), 1);
        const QString one = key(row[u"rank"].toInteger(), row[u"step"].toInteger(), row[u"start_ns"].toInteger(),
                                row[u"total_ns"].toInteger(), row[u"name"].toString());
        QVERIFY2(left.remove(one), qPrintable(one));
    }
}

void TestCliRanking::scopeOfOneRankAndStep()
{
    qint64 calls = 0;
    qint64 total = 0;
    const qint64 step = m_kernels.last().step;
    for (const Kernel& kernel : m_kernels) {
        const bool in = kernel.rank == 1 && kernel.step == step;
        calls += in ? 1 : 0;
        total += in ? kernel.durationNs : 0;
    }
    const CliResult result = top({u"--scope"_s, u"rank:1 step:%1"_s.arg(step)});
    QVERIFY2(result.code == 0, result.text());
    for (const QJsonValue& row : result.rows()) {
        calls -= row[u"calls"].toInteger();
        total -= row[u"total_ns"].toInteger();
    }
    QCOMPARE(calls, 0);
    QCOMPARE(total, 0);
}

void TestCliRanking::orders_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("key");
    QTest::newRow("duration") << QStringList{u"--metric=duration"_s} << u"total_ns"_s;
    QTest::newRow("count") << QStringList{u"--metric=count"_s} << u"calls"_s;
    QTest::newRow("wait") << QStringList{u"--metric=wait"_s} << u"wait_ns"_s;
    QTest::newRow("utilization") << QStringList{u"--metric=utilization"_s} << u"utilization_ratio"_s;
    QTest::newRow("self") << QStringList{u"--metric=self"_s} << u"self_ns"_s;
    QTest::newRow("self of host calls") << QStringList{u"--metric=self"_s, u"--of=apis"_s} << u"self_ns"_s;
    QTest::newRow("communication") << QStringList{u"--metric=communication_duration"_s} << u"total_ns"_s;
    QTest::newRow("one by one") << QStringList{u"--metric=duration"_s, u"--by=instance"_s} << u"total_ns"_s;
}

void TestCliRanking::orders()
{
    QFETCH(QStringList, words);
    QFETCH(QString, key);
    const auto given = [&](const QString& order) {
        QList<double> figures;
        const CliResult result = top(words + QStringList{u"--sort"_s, order});
        bool ended = false; // rows without the figure come last
        for (const QJsonValue& row : result.rows()) {
            if (!row[key].isNull() && ended)
                return QList<double>();
            ended = row[key].isNull();
            if (!ended)
                figures.append(row[key].toDouble());
        }
        return figures;
    };
    const QList<double> down = given(u"descending"_s);
    QList<double> up = given(u"ascending"_s);
    QVERIFY(down.size() > 1 || words.contains(u"--metric=communication_duration"_s));
    QVERIFY(!down.isEmpty());
    QVERIFY(std::is_sorted(down.begin(), down.end(), std::greater<>()));
    QVERIFY(std::is_sorted(up.begin(), up.end()));
    std::reverse(up.begin(), up.end());
    QCOMPARE(up, down);
}

void TestCliRanking::topCuts()
{
    const QJsonArray all = top({}).rows();
    QVERIFY(all.size() > 20);
    for (const int count : {1, 5, 20, 10'000}) {
        const CliResult cut = run({{u"top"_s, m_sample.path(), u"--json"_s, u"--top"_s, QString::number(count)}});
        QCOMPARE(cut.rows().size(), std::min<qsizetype>(count, all.size()));
        for (qsizetype i = 0; i < cut.rows().size(); ++i)
            QCOMPARE(cut.rows()[i], all[i]);
    }
}

void TestCliRanking::slicesOfASmallTrace()
{
    const QString path = m_folder.filePath(u"nested.json"_s);
    QVERIFY(writeFile(path, chromeTrace({{u"outer"_s, 0, 100'000},
                                         {u"inner"_s, 10'000, 70'000},
                                         {u"inner"_s, 85'000, 5'000},
                                         {u""_s, 0, 40'000, 2}})));
    const QJsonArray rows = run({{u"top"_s, path, u"--json"_s, u"--metric=self"_s}}).rows();
    QCOMPARE(rows.size(), 3);
    const QList<std::tuple<QString, qint64, qint64, qint64>> expected = {
        {u"inner"_s, 2, 75'000, 75'000}, {u""_s, 1, 40'000, 40'000}, {u"outer"_s, 1, 100'000, 25'000}};
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const auto& [name, calls, total, self] = expected[i];
        QCOMPARE(rows[i][u"name"].toString(), name);
        QCOMPARE(rows[i][u"calls"].toInteger(), calls);
        QCOMPARE(rows[i][u"total_ns"].toInteger(), total);
        QCOMPARE(rows[i][u"self_ns"].toInteger(), self);
        QVERIFY(near(rows[i][u"ratio"].toDouble(), double(self) / 140'000.0));
    }
}

void TestCliRanking::csvSaysTheSame_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("kernels") << QStringList{};
    QTest::newRow("instances") << QStringList{u"--by=instance"_s};
    QTest::newRow("slices") << QStringList{u"--of=slices"_s, u"--metric=count"_s, u"--sort=ascending"_s};
}

void TestCliRanking::csvSaysTheSame()
{
    QFETCH(QStringList, words);
    const QJsonArray json = top(words).rows();
    const QStringList line = QStringList{u"top"_s, m_sample.path(), u"--top=0"_s} + words;
    const CliResult result = run({line + QStringList{u"--csv"_s}});
    const QList<QStringList> csv = csvRows(result.out);
    QCOMPARE(csv.size(), json.size() + 1);
    for (const QString& unit :
         {u"total_ns"_s, u"avg_ns"_s, u"wait_ns"_s, u"utilization_ratio"_s, u"read_bytes_per_s"_s})
        QVERIFY2(csv[0].contains(unit), qPrintable(unit));
    for (qsizetype i = 0; i < json.size(); ++i) {
        QCOMPARE(csv[i + 1].size(), csv[0].size());
        for (qsizetype c = 0; c < csv[0].size(); ++c) {
            const QJsonValue value = json[i][csv[0][c]];
            const QString& cell = csv[i + 1][c];
            const bool same = value.isNull()     ? cell.isEmpty()
                              : value.isString() ? cell == value.toString()
                                                 : near(cell.toDouble(), value.toDouble());
            QVERIFY2(same, qPrintable(csv[0][c] + u": "_s + cell));
        }
    }
    const QString target = m_folder.filePath(u"table.csv"_s);
    QCOMPARE(run({line + QStringList{u"-o"_s, target}}).code, 0);
    QCOMPARE(readFile(target), result.out);
}

void TestCliRanking::articleColumns_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("first");
    QTest::newRow("slowest") << QStringList{u"--metric=duration"_s}
                             << QByteArray("rank,operator_name,duration_ms,aic_utilization,l2_cache_hit_rate") << 1;
    QTest::newRow("communication") << QStringList{u"--metric=communication_duration"_s}
                                   << QByteArray("rank,operator_name,duration_ms,communication_volume_GB") << 0;
}

void TestCliRanking::articleColumns()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, header);
    QFETCH(int, first);
    const QJsonArray json = top(words).rows();
    const CliResult result =
        run({QStringList{u"top"_s, m_sample.path(), u"--csv"_s, u"--columns"_s, u"article"_s, u"--top=0"_s} + words});
    QVERIFY2(result.out.startsWith(header + '\n'), result.text());
    const QList<QStringList> csv = csvRows(result.out);
    QCOMPARE(csv.size(), json.size() + 1);
    for (qsizetype i = 0; i < json.size(); ++i) {
        const QStringList& row = csv[i + 1];
        QCOMPARE(row[0].toLongLong(), i + first);
        QCOMPARE(row[1], json[i][u"name"].toString());
        QVERIFY(near(row[2].toDouble(), json[i][u"total_ns"].toDouble() / 1e6));
        if (first == 1)
            QCOMPARE(row[3].isEmpty(), json[i][u"utilization_ratio"].isNull());
        if (first == 1 && !row[3].isEmpty())
            QVERIFY(near(row[3].toDouble(), json[i][u"utilization_ratio"].toDouble()));
    }
}

void TestCliRanking::missingDataIsSaid_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("says");
    const QStringList bandwidth = {u"memory traffic"_s, u"aic_metrics=AiCMetrics.Memory"_s};
    const QStringList noDevice = {u"no device data"_s, u"ProfilerActivity.NPU"_s};
    QTest::newRow("bandwidth of kernels") << u"sample"_s << QStringList{u"--metric=memory_bandwidth"_s} << bandwidth;
    QTest::newRow("bandwidth of slices") << u"stream"_s << QStringList{u"--metric=memory_bandwidth"_s} << bandwidth;
    QTest::newRow("utilization") << u"stream"_s << QStringList{u"--metric=utilization"_s}
                                 << QStringList{u"utilisation"_s, u"AiCMetrics.PipeUtilization"_s};
    QTest::newRow("wait") << u"stream"_s << QStringList{u"--metric=wait"_s}
                          << QStringList{u"wait times"_s, u"kernel_details.csv"_s, u"ProfilerActivity.NPU"_s};
    QTest::newRow("kernels") << u"stream"_s << QStringList{u"--of=kernels"_s}
                             << QStringList{u"kernel table"_s, u"--of slices"_s, u"ProfilerActivity.NPU"_s};
    QTest::newRow("communication") << u"host"_s << QStringList{u"--metric=communication_duration"_s}
                                   << QStringList{u"communication operators"_s, u"ProfilerActivity.NPU"_s};
    QTest::newRow("wait, host alone") << u"host"_s << QStringList{u"--metric=wait"_s} << noDevice;
    QTest::newRow("kernels, host alone") << u"host"_s << QStringList{u"--of=kernels"_s} << noDevice;
    QTest::newRow("shapes") << u"host"_s << QStringList{u"--by=name-shape"_s}
                            << QStringList{u"no shapes"_s, u"kernel table"_s};
}

void TestCliRanking::missingDataIsSaid()
{
    QFETCH(QString, input);
    QFETCH(QStringList, words);
    QFETCH(QStringList, says);
    QByteArray trace = chromeTrace({{u"a"_s, 0, 5'000}, {u"b"_s, 9'000, 1'000}});
    if (input == u"stream")
        trace.replace("[\n", R"([{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"Stream 2"}},)");
    const QString path = m_folder.filePath(input + u".json"_s);
    QVERIFY(writeFile(path, trace));
    const QStringList line = QStringList{u"top"_s, input == u"sample" ? m_sample.path() : path} + words;
    const CliResult json = run({line + QStringList{u"--json"_s}});
    QVERIFY2(json.code == 0, json.text());
    QVERIFY(json.json().contains(u"rows") && json.rows().isEmpty());
    for (const QString& part : says)
        QVERIFY2(json.err.contains(part.toUtf8()), json.text());
    const CliResult csv = run({line + QStringList{u"--csv"_s}});
    QVERIFY2(csv.code == 0 && csv.out.count('\n') == 1 && csv.out.startsWith("rank_no,"), csv.text());
    const CliResult text = run({line});
    QVERIFY2(text.code == 0 && !text.err.isEmpty(), text.text());
    QVERIFY(run({line + QStringList{u"--quiet"_s}}).err.isEmpty());
}

QTEST_GUILESS_MAIN(TestCliRanking)
#include "test_cli_ranking.moc"
