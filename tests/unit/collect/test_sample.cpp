// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/test_sample.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QSet>
#include <QTest>

#include "app/common/sample.h"
#include "core/export/torch_npu/step_times.h"
#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/trace_view.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;

namespace {

/// Exact ns of a decimal number of microseconds.
qint64 nsOf(const QString& micros)
{
    const QString text = micros.trimmed();
    const QString fraction = text.section(QLatin1Char('.'), 1, 1).leftJustified(3, QLatin1Char('0'));
    const qint64 whole = text.section(QLatin1Char('.'), 0, 0).toLongLong();
    return whole * 1000 + fraction.toLongLong();
}

qint64 nsOf(const QJsonValue& value)
{
    return value.isString() ? nsOf(value.toString()) : qRound64(value.toDouble() * 1000.0);
}

QMap<QString, QByteArray> contentOf(const QString& folder)
{
    QMap<QString, QByteArray> out;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            out.insert(QDir(folder).relativeFilePath(file.fileName()), file.readAll());
    }
    return out;
}

QVector<TimeRange> ranges(const QByteArray& text)
{
    QVector<TimeRange> out;
    for (const QByteArray& part : text.split(' ')) {
        const QList<QByteArray> ends = part.split('-');
        if (ends.size() == 2)
            out.append(TimeRange{{ends[0].toLongLong()}, {ends[1].toLongLong()}});
    }
    return out;
}

} // namespace

void TestSample::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_sample = m_folder.filePath(QStringLiteral("sample"));
    const auto written = writeSample(m_sample.toStdString(), false, {});
    QVERIFY2(written.ok(), written ? "" : written.error().text().c_str());
}

QString TestSample::firstRank() const
{
    for (const QString& name : QDir(m_sample).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        if (QFile::exists(m_sample + QLatin1Char('/') + name + QStringLiteral("/profiler_info_0.json")))
            return m_sample + QLatin1Char('/') + name;
    return {};
}

QByteArray TestSample::read(const QString& name) const
{
    QFile file(firstRank() + QStringLiteral("/ASCEND_PROFILER_OUTPUT/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestSample::bytesDependOnTheSeedAlone()
{
    const QString other = m_folder.filePath(QStringLiteral("a/quite/different place"));
    QVERIFY(writeSample(other.toStdString(), false, {}).ok());
    const QMap<QString, QByteArray> content = contentOf(m_sample);
    QVERIFY(content.size() >= 16);
    QCOMPARE(contentOf(other), content);
    const QByteArray here = QSysInfo::machineHostName().toUtf8();
    for (const QByteArray& file : content) {
        QVERIFY(!file.contains(m_folder.path().toUtf8()));
        QVERIFY(here.size() < 6 || !file.contains(here));
    }
    collect::CollectOptions options = sampleOptions();
    options.seed = 99;
    const QString seeded = m_folder.filePath(QStringLiteral("seeded"));
    QVERIFY(collectInto(seeded.toStdString(), options, false, {}).ok());
    QVERIFY(contentOf(seeded) != content);
}

void TestSample::sampleIsSmall()
{
    qint64 bytes = 0;
    for (const QByteArray& file : contentOf(m_sample))
        bytes += file.size();
    QVERIFY(bytes > 1'000'000 && bytes < 12'000'000);
}

void TestSample::traceIsOneArrayOfKnownEvents()
{
    const QByteArray text = read(QStringLiteral("trace_view.json"));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    QCOMPARE(error.error, QJsonParseError::NoError);
    QSet<QString> processes;
    QSet<QString> lanes;
    for (const QJsonValue& value : document.array()) {
        const QJsonObject event = value.toObject();
        const QString phase = event.value(QStringLiteral("ph")).toString();
        QVERIFY(QStringLiteral("MXCsf").contains(phase));
        if (phase != QStringLiteral("M"))
            QVERIFY(event.value(QStringLiteral("ts")).toString().section(QLatin1Char('.'), 1).size() == 3);
        const QString name = event.value(QStringLiteral("args")).toObject().value(QStringLiteral("name")).toString();
        if (event.value(QStringLiteral("name")) == QStringLiteral("process_name"))
            processes.insert(name);
        if (event.value(QStringLiteral("name")) == QStringLiteral("thread_name"))
            lanes.insert(name);
    }
    const QSet<QString> expected = {QStringLiteral("Python"),
                                    QStringLiteral("CANN"),
                                    QStringLiteral("Ascend Hardware"),
                                    QStringLiteral("HCCL"),
                                    QStringLiteral("Overlap Analysis"),
                                    QStringLiteral("AI Core Freq"),
                                    QStringLiteral("HBM"),
                                    QStringLiteral("LLC"),
                                    QStringLiteral("NPU MEM")};
    QCOMPARE(processes, expected);
    QVERIFY(lanes.contains(QStringLiteral("Group 0 Communication")));
    QVERIFY(lanes.contains(QStringLiteral("Communication(Not Overlapped)")));
}

void TestSample::flowsBindToSlices()
{
    const QJsonArray events = QJsonDocument::fromJson(read(QStringLiteral("trace_view.json"))).array();
    QSet<QString> starts;
    QMap<QString, QVector<qint64>> begun;
    QMap<QString, QVector<qint64>> ended;
    const auto place = [](const QJsonObject& event) {
        return QStringLiteral("%1/%2/%3")
            .arg(event.value(QStringLiteral("pid")).toInteger())
            .arg(event.value(QStringLiteral("tid")).toInteger())
            .arg(nsOf(event.value(QStringLiteral("ts"))));
    };
    for (const QJsonValue& value : events)
        if (value.toObject().value(QStringLiteral("ph")) == QStringLiteral("X"))
            starts.insert(place(value.toObject()));
    for (const QJsonValue& value : events) {
        const QJsonObject event = value.toObject();
        const QString phase = event.value(QStringLiteral("ph")).toString();
        if (phase != QStringLiteral("s") && phase != QStringLiteral("f"))
            continue;
        const QString category = event.value(QStringLiteral("cat")).toString();
        const QString key = category + event.value(QStringLiteral("id")).toVariant().toString();
        (phase == QStringLiteral("s") ? begun : ended)[key].append(nsOf(event.value(QStringLiteral("ts"))));
        if (phase == QStringLiteral("f") || category != QStringLiteral("HostToDevice"))
            QVERIFY2(starts.contains(place(event)), qPrintable(key));
    }
    QVERIFY(begun.size() > 4000);
    QCOMPARE(begun.keys(), ended.keys());
    for (auto flow = begun.constBegin(); flow != begun.constEnd(); ++flow) {
        QCOMPARE(flow.value().size(), qsizetype{1});
        QVERIFY2(ended[flow.key()].front() > flow.value().front(), qPrintable(flow.key()));
    }
}

void TestSample::flowIdOfAKernelIsAPack()
{
    QCOMPARE(torch_npu::computeFlowId(0, 0), std::string("4294967295"));
    QCOMPARE(torch_npu::computeFlowId(0, 1), std::string("281479271677951"));
    QCOMPARE(torch_npu::computeFlowId(2, 11053), std::string("40004631069296951295"));
}

void TestSample::kernelRowsAreTheKernels()
{
    const std::vector<test::Recording> run = test::record(sampleOptions());
    const QList<QByteArray> lines = read(QStringLiteral("kernel_details.csv")).trimmed().split('\n');
    QCOMPARE(std::size_t(lines.size() - 1), run[0].kernels.size() + run[0].collectives.size());
    const auto columns = lines.front().count(',');
    qint64 lastStart = 0;
    qint64 total = 0;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        // Quoted cells hold commas: outside quotes every line has as many as the header.
        qsizetype outside = 0;
        bool inside = false;
        for (const char c : lines[i]) {
            inside ^= c == '"';
            outside += !inside && c == ',' ? 1 : 0;
        }
        QCOMPARE(outside, columns);
        const QList<QByteArray> cells = lines[i].split(',');
        QVERIFY(cells[8].endsWith('\t'));
        const qint64 start = nsOf(QString::fromLatin1(cells[8]));
        QVERIFY(start >= lastStart);
        lastStart = start;
        total += nsOf(QString::fromLatin1(cells[9]));
    }
    qint64 expected = 0;
    for (const auto& [kernel, info] : run[0].kernels)
        expected += kernel.endNs - kernel.startNs;
    for (const capture::CommRecord& operation : run[0].collectives)
        expected += operation.endNs - operation.startNs;
    QCOMPARE(total, expected);
}

void TestSample::stepRowsEqualTheTimeModel()
{
    const test::Recording run = test::record(sampleOptions()).front();
    const QList<QByteArray> lines = read(QStringLiteral("step_trace_time.csv")).trimmed().split('\n');
    QCOMPARE(lines.size(), qsizetype{4});
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const QList<QByteArray> cells = lines[i].trimmed().split(',');
        const auto cell = [&cells](int column) { return nsOf(QString::fromLatin1(cells[column])); };
        const capture::StepRecord& step = run.steps[static_cast<std::size_t>(i - 1)];
        QCOMPARE(cells[0].toUInt(), step.step);
        // Brute force: one mark a ns would be too much, so sweep over all borders.
        std::map<qint64, std::pair<int, int>> borders;
        for (const auto& [kernel, info] : run.kernels) {
            if (kernel.step == step.step) {
                ++borders[run.rank.clock.wallOfDevice(kernel.startNs)].first;
                --borders[run.rank.clock.wallOfDevice(kernel.endNs)].first;
            }
        }
        for (const capture::CommRecord& comm : run.collectives) {
            if (comm.step == step.step) {
                ++borders[run.rank.clock.wallOfDevice(comm.startNs)].second;
                --borders[run.rank.clock.wallOfDevice(comm.endNs)].second;
            }
        }
        qint64 c = 0, n = 0, both = 0, free = 0, last = borders.begin()->first;
        int computing = 0, communicating = 0;
        for (const auto& [at, change] : borders) {
            const qint64 length = at - last;
            c += computing > 0 ? length : 0;
            n += communicating > 0 ? length : 0;
            both += computing > 0 && communicating > 0 ? length : 0;
            free += computing == 0 && communicating == 0 ? length : 0;
            computing += change.first;
            communicating += change.second;
            last = at;
        }
        QCOMPARE(cell(1), c);
        QCOMPARE(cell(2), n - both);
        QCOMPARE(cell(3), both);
        QCOMPARE(cell(4), n);
        QCOMPARE(cell(5), free);
        QCOMPARE(cell(6), c + n - both + free);
        QCOMPARE(cell(9), borders.begin()->first - qint64(run.rank.clock.wallOfHost(step.startNs)));
        QVERIFY(qAbs(double(cell(9)) * 1e-6 - 45.0) < 1.5); // loader and copy
        QVERIFY(qAbs(double(c) * 1e-6 - 55.0) < 2.0);
    }
}

void TestSample::operatorRowsAddUp()
{
    const test::Recording run = test::record(sampleOptions()).front();
    const QByteArray text = read(QStringLiteral("operator_details.csv"));
    qint64 self = 0;
    qint64 rows = -1;
    QByteArray line;
    for (const QByteArray& part : text.trimmed().split('\n')) {
        line += part;
        if (line.count('"') % 2 != 0)
            continue;
        const QList<QByteArray> cells = line.split(',');
        if (++rows > 0) {
            self += nsOf(QString::fromLatin1(cells[cells.size() - 4]));
            QVERIFY(nsOf(QString::fromLatin1(cells[cells.size() - 6])) >= 0);
        }
        line.clear();
    }
    qint64 expected = 0;
    for (const auto& [kernel, info] : run.kernels)
        expected += kernel.endNs - kernel.startNs;
    for (const capture::CopyRecord& copy : run.copies)
        expected += copy.endNs - copy.startNs;
    for (const capture::CommRecord& comm : run.collectives)
        expected += comm.endNs - comm.startNs;
    QCOMPARE(self, expected);
    const auto operators = std::count_if(run.host.begin(), run.host.end(), [](const auto& entry) {
        return entry.second.layer == capture::HostLayer::Operator && !entry.second.name.starts_with("ProfilerStep#");
    });
    QCOMPARE(rows, qint64(operators));
}

void TestSample::stepTimesOfSmallCases_data()
{
    QTest::addColumn<QByteArray>("computing");
    QTest::addColumn<QByteArray>("communication");
    QTest::addColumn<QVector<qint64>>("expected"); // C, N, both, N only, free, preparing
    QTest::newRow("nothing") << QByteArray() << QByteArray() << QVector<qint64>{0, 0, 0, 0, 0, 0};
    QTest::newRow("kernels alone") << QByteArray("10-20 15-30 40-50") << QByteArray()
                                   << QVector<qint64>{30, 0, 0, 0, 10, 10};
    QTest::newRow("hidden") << QByteArray("10-50") << QByteArray("20-30") << QVector<qint64>{40, 10, 10, 0, 0, 10};
    QTest::newRow("around") << QByteArray("20-30 40-50") << QByteArray("10-60")
                            << QVector<qint64>{20, 50, 20, 30, 0, 10};
    QTest::newRow("one after the other") << QByteArray("10-20") << QByteArray("20-30 35-45")
                                         << QVector<qint64>{10, 20, 0, 20, 5, 10};
}

void TestSample::stepTimesOfSmallCases()
{
    QFETCH(QByteArray, computing);
    QFETCH(QByteArray, communication);
    QFETCH(QVector<qint64>, expected);
    const auto unionFrom = [](const QByteArray& text) {
        const QVector<TimeRange> list = ranges(text);
        return torch_npu::unionOf({list.begin(), list.end()});
    };
    const torch_npu::StepTimes times = torch_npu::stepTimes(unionFrom(computing), unionFrom(communication), {0});
    const QVector<qint64> got = {times.computing.ns,     times.communication.ns, times.overlapped.ns,
                                 times.notOverlapped.ns, times.free.ns,          times.preparing.ns};
    QCOMPARE(got, expected);
    QCOMPARE(times.stage.ns, times.computing.ns + times.notOverlapped.ns + times.free.ns);
}

void TestSample::timesAreWrittenExactly()
{
    QCOMPARE(torch_npu::micros(1'736'412'474'725'417'508), std::string("1736412474725417.508"));
    QCOMPARE(torch_npu::micros(-1'005), std::string("-1.005"));
    QCOMPARE(torch_npu::microsNumber(12'340), std::string("12.34"));
    QCOMPARE(torch_npu::microsNumber(100'000), std::string("100"));
    QCOMPARE(torch_npu::microsNumber(0), std::string("0"));
    QCOMPARE(torch_npu::jsonString("a\"b\\\n"), std::string("\"a\\\"b\\\\\\u000a\""));
    QCOMPARE(torch_npu::compactDate(1'735'689'600'123'000'000), std::string("20250101000000123"));
}

void TestSample::targetIsNeverHarmed()
{
    const QString target = m_folder.filePath(QStringLiteral("mine"));
    QVERIFY(QDir().mkpath(target));
    QFile file(target + QStringLiteral("/letter.txt"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("dear");
    file.close();
    const auto refused = writeSample(target.toStdString(), false, {});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, ErrorCode::NotWritable);
    QCOMPARE(contentOf(target).size(), qsizetype{1});
    QVERIFY(writeSample(target.toStdString(), true, {}).ok());
    QVERIFY(writeSample(target.toStdString(), true, {}).ok());
    QMap<QString, QByteArray> content = contentOf(target);
    QCOMPARE(content.take(QStringLiteral("letter.txt")), QByteArray("dear"));
    QCOMPARE(content, contentOf(m_sample));
    const auto onFile = writeSample(file.fileName().toStdString(), true, {});
    QVERIFY(!onFile.ok());
}

void TestSample::cancellingLeavesNothing()
{
    const QString parent = m_folder.filePath(QStringLiteral("cancelled"));
    std::stop_source stop;
    const Progress progress(stop.get_token(), [&stop](const ProgressUpdate&) { stop.request_stop(); });
    collect::CollectOptions options = sampleOptions();
    options.steps = 30;
    const auto summary = collectInto((parent + QStringLiteral("/out")).toStdString(), options, false, progress);
    QVERIFY(!summary.ok());
    QCOMPARE(summary.error().code, ErrorCode::Cancelled);
    QVERIFY(QDir(parent).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).isEmpty());
}
