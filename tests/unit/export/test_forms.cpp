// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/export/test_forms.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTest>

#include <memory>

#include "app/common/collect_output.h"
#include "core/capture/pmu.h"
#include "core/export/torch_npu/pmu_cells.h"
#include "core/export/torch_npu/text.h"
#include "core/export/torch_npu/text_writer.h"
#include "core/export/torch_npu_db/db_writer.h"
#include "core/session/session.h"
#include "tests/unit/collect/recording_sink.h"

using namespace tideline;
using namespace Qt::StringLiterals;

namespace {

collect::CollectOptions twoRanks()
{
    collect::CollectOptions options;
    options.ranks = 2;
    options.steps = 2;
    options.seed = 5;
    options.level = capture::TraceLevel::Full;
    return options;
}

/// One collection in a directory of its own.
class Collection {
public:
    Collection(const std::vector<ExportForm>& forms, const collect::CollectOptions& options)
    {
        output.forms = forms;
        output.directory = path().toStdString();
        m_options = options;
    }
    bool run()
    {
        const auto summary = collectTo(output, m_options, {});
        if (!summary)
            qWarning("%s", summary.error().text().c_str());
        return summary.ok();
    }
    QString path() const { return m_folder.filePath(u"deep/out"_s); }
    QMap<QString, QByteArray> files() const
    {
        QMap<QString, QByteArray> out;
        QDirIterator walk(path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            QFile file(walk.next());
            if (file.open(QIODevice::ReadOnly))
                out.insert(QDir(path()).relativeFilePath(file.fileName()), file.readAll());
        }
        return out;
    }
    /// The content of the only file whose path ends so.
    QByteArray only(const QString& ending) const
    {
        QByteArray found;
        const QMap<QString, QByteArray> all = files();
        for (auto file = all.cbegin(); file != all.cend(); ++file)
            if (file.key().endsWith(ending))
                found = found.isEmpty() ? file.value() : QByteArray("more than one");
        return found;
    }
    QStringList names(const QString& part) const { return files().keys().filter(part); }
    QString folder() const { return m_folder.path(); }

    CollectOutput output;

private:
    QTemporaryDir m_folder;
    collect::CollectOptions m_options;
};

std::shared_ptr<const Session> opened(const QString& path)
{
    OpenOptions options;
    options.paths = {path.toStdString()};
    auto session = Session::open(options, {});
    if (!session)
        qWarning("%s", session.error().text().c_str());
    return session ? *session : nullptr;
}

/// One kernel whose counters all differ, as text or as a database.
bool writeOneKernel(const std::filesystem::path& root, bool text, capture::PmuGroup group)
{
    capture::RankInfo rank;
    rank.hostName = "node";
    rank.pid = 4711;
    rank.pmuGroup = group;
    rank.clock = {1'000'000, 1'700'000'000'000'000'000, 5'000'000, 50'000'000};
    capture::KernelInfo info;
    info.name = "kernel";
    info.type = "MatMulV2";
    capture::KernelRecord kernel;
    kernel.info = &info;
    kernel.startNs = 6'000'000;
    kernel.endNs = 6'010'000;
    kernel.pipes = {1800, 900, 9.5, 4.25, .5, .25, .125, .5, .25, .125, .5, .25, .125, .5, .0625, 66.5};
    kernel.pmu.group = group;
    for (std::size_t i = 0; i < kernel.pmu.values.size(); ++i)
        kernel.pmu.values[i] = static_cast<double>(i + 1) / 32; // shares stay below 1
    std::unique_ptr<capture::RecordSink> sink = std::make_unique<torch_npu::DbWriter>(root);
    if (text)
        sink = std::make_unique<torch_npu::TextWriter>(root);
    if (!sink->begin(rank))
        return false;
    sink->kernel(kernel);
    sink->step({0, 1, 1'000'000, 2'000'000});
    return sink->finish().ok();
}

const std::vector<ExportForm> kAll = {ExportForm::Text,    ExportForm::Database,    ExportForm::Msprof,
                                      ExportForm::Cluster, ExportForm::ChromeTrace, ExportForm::Tasks};

} // namespace

void TestForms::bytesDependOnTheSeedAlone()
{
    Collection first(kAll, twoRanks());
    Collection again(kAll, twoRanks());
    QVERIFY(first.run() && again.run());
    const QMap<QString, QByteArray> files = first.files();
    QVERIFY(files.size() > 40);
    const QMap<QString, QByteArray> others = again.files();
    QCOMPARE(others.keys(), files.keys());
    const QByteArray here = QSysInfo::machineHostName().toUtf8();
    for (auto file = files.cbegin(); file != files.cend(); ++file) {
        QVERIFY2(others[file.key()] == file.value(), qPrintable(file.key()));
        QVERIFY2(!file.value().contains(first.folder().toUtf8()), qPrintable(file.key()));
        QVERIFY(here.size() < 6 || !file.value().contains(here));
    }
    collect::CollectOptions options = twoRanks();
    options.seed = 6;
    Collection seeded(kAll, options);
    QVERIFY(seeded.run());
    const QMap<QString, QByteArray> different = seeded.files();
    QCOMPARE(different.size(), files.size());
    QVERIFY(different.values() != files.values());
    for (const QString& name : {u"ascend_pytorch_profiler_0.db"_s, u"cluster_communication.json"_s})
        QVERIFY2(first.only(name) != seeded.only(name) && !first.only(name).isEmpty(), qPrintable(name));
}

void TestForms::clusterSumsAreThoseOfTheRanks()
{
    Collection ranks({ExportForm::Text, ExportForm::Cluster}, twoRanks());
    QVERIFY(ranks.run());
    const auto whole = opened(ranks.path());
    const auto sums = opened(ranks.path() + u"/cluster_analysis_output"_s);
    QVERIFY(whole && sums);
    QCOMPARE(sums->steps().size(), whole->steps().size());
    QCOMPARE(sums->steps().size(), std::size_t{4});
    for (std::size_t i = 0; i < sums->steps().size(); ++i) {
        const StepRow& a = sums->steps()[i];
        const StepRow& b = whole->steps()[i];
        QCOMPARE(a.step, b.step);
        QCOMPARE(a.computing, b.computing);
        QCOMPARE(a.communication, b.communication);
        QCOMPARE(a.overlapped, b.overlapped);
        QCOMPARE(a.free, b.free);
        QCOMPARE(a.preparing, b.preparing);
    }
    // What a reader of the whole directory sees are the ranks alone.
    QCOMPARE(whole->trace().ranks().size(), std::size_t{2});
}

void TestForms::clusterCommunicationIsThatOfTheRanks()
{
    Collection ranks({ExportForm::Text, ExportForm::Cluster}, twoRanks());
    QVERIFY(ranks.run());
    const auto whole = opened(ranks.path());
    const auto sums = opened(ranks.path() + u"/cluster_analysis_output"_s);
    QVERIFY(whole && sums);
    const auto& a = whole->trace().records();
    const auto& b = sums->trace().records();
    std::map<std::string, std::int64_t> expected;
    std::map<std::string, std::int64_t> actual;
    const auto add = [](const Trace& trace, std::map<std::string, std::int64_t>& into) {
        const auto& rows = trace.records().communication;
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const CommRecord row = rows.at(i);
            if (!row.total)
                into[std::to_string(*trace.rank(row.rank).rank) + std::to_string(row.step)
                     + std::string(trace.text(row.name)) + (row.pointToPoint ? "p" : "c")] =
                    row.elapse.ns * 1'000'000 + row.transit.ns % 1'000'000;
        }
    };
    add(whole->trace(), expected);
    add(sums->trace(), actual);
    QVERIFY(expected.size() > 4);
    QCOMPARE(actual.size(), expected.size());
    QVERIFY(actual == expected);
    QVERIFY(a.links.size() > 0);
    QVERIFY(b.links.size() > 0);
    const QJsonObject groups = QJsonDocument::fromJson(ranks.only(u"communication_group.json"_s)).object();
    const QJsonArray plan = groups[u"comm_group_parallel_info"_s].toArray();
    QCOMPARE(plan.size(), qsizetype{1});
    QCOMPARE(plan[0][u"rank_set"_s].toArray(), (QJsonArray{0, 1}));
    QCOMPARE(plan[0][u"pg_name"_s].toString(), u"default_group"_s);
}

void TestForms::tasksAreTheKernels()
{
    collect::CollectOptions options = twoRanks();
    options.ranks = 1;
    Collection tasks({ExportForm::Tasks}, options);
    QVERIFY(tasks.run());
    const test::Recording run = test::record(options).front();
    const auto session = opened(tasks.path());
    QVERIFY(session);
    const SliceColumns& slices = session->trace().slices();
    QCOMPARE(std::size_t(slices.size()), run.kernels.size());
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> found;
    for (std::uint32_t i = 0; i < slices.size(); ++i)
        found[{slices.start.at(i).ns, slices.duration.at(i).ns}] = session->trace().text(slices.name.at(i));
    for (const auto& [kernel, info] : run.kernels) {
        const std::pair place{kernel.startNs - run.rank.clock.deviceCounterNs, kernel.endNs - kernel.startNs};
        QVERIFY2(found.contains(place), info.name.c_str());
        QCOMPARE(found[place], info.name);
    }
    const QJsonArray list = QJsonDocument::fromJson(tasks.only(u".json"_s)).object()[u"tasks"_s].toArray();
    QVERIFY(list.isEmpty()); // more than one file ends so
    const QJsonObject file = QJsonDocument::fromJson(tasks.only(u"tasks_rank_0.json"_s)).object();
    QCOMPARE(std::size_t(file[u"tasks"_s].toArray().size()), run.kernels.size());
    qint64 bytes = 0;
    for (const QJsonValue& task : file[u"tasks"_s].toArray())
        bytes += task[u"memory_read_bytes"_s].toInteger();
    qint64 expected = 0;
    for (const auto& [kernel, info] : run.kernels)
        expected += kernel.hbmReadBytes;
    QCOMPARE(bytes, expected);
}

void TestForms::counterGroupsAreColumns_data()
{
    QTest::addColumn<int>("group");
    for (int group = 0; group < 8; ++group)
        QTest::addRow("%s", std::string(capture::pmuGroupName(static_cast<capture::PmuGroup>(group))).c_str()) << group;
}

/// Every column of the group is in the table and, under the same name, in what is read from the database.
void TestForms::counterGroupsAreColumns()
{
    QFETCH(int, group);
    const auto counted = static_cast<capture::PmuGroup>(group);
    std::map<std::string, std::map<std::string, double>> sums;
    for (const bool text : {true, false}) {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        QVERIFY(writeOneKernel(root, text, counted));
        const auto session = opened(folder.path());
        QVERIFY(session);
        QCOMPARE(session->trace().kernels().size(), 1U);
        for (const NamedColumn& column : session->trace().kernels().metrics)
            sums[text ? "text" : "db"][column.name] = column.values.at(0);
    }
    capture::RankInfo rank;
    rank.pmuGroup = counted;
    const QString header = QString::fromStdString(torch_npu::pmuHeader(rank));
    const QStringList columns = header.mid(1).split(u',');
    QVERIFY(columns.size() >= 4);
    for (const QString& column : columns) {
        const std::string name = column.toStdString();
        QVERIFY2(sums["text"].contains(name), name.c_str());
        if (name == "cube_utilization(%)")
            continue; // the database has none
        QVERIFY2(sums["db"].contains(name), name.c_str());
        const double text = sums["text"][name];
        QVERIFY2(text > 0 || column.contains(u"aiv"_s), name.c_str());
        QVERIFY2(std::abs(text - sums["db"][name]) <= 1e-3, name.c_str());
    }
}

void TestForms::severalGroupsArePasses()
{
    collect::CollectOptions options = twoRanks();
    options.ranks = 1;
    Collection passes({ExportForm::Text}, options);
    passes.output.groups = {capture::PmuGroup::Memory, capture::PmuGroup::L2Cache};
    QVERIFY(passes.run());
    const QStringList tables = passes.names(u"kernel_details"_s);
    QCOMPARE(tables.size(), qsizetype{2});
    QVERIFY(tables[0].startsWith(u"pass1_Memory/node-"_s));
    QVERIFY(tables[1].startsWith(u"pass2_L2Cache/node-"_s));
    const QMap<QString, QByteArray> files = passes.files();
    QVERIFY(files[tables[0]].contains("aic_main_mem_read_bw(GB/s)"));
    QVERIFY(files[tables[1]].contains("aic_write_cache_hit"));
    QVERIFY(files.contains(u"ground_truth.json"_s));
}

/// Opening the directory of all passes shows the first, with the counters of the others.
void TestForms::passesAreJoined()
{
    for (const ExportForm form : {ExportForm::Text, ExportForm::Database}) {
        Collection passes({form}, twoRanks());
        passes.output.groups = {capture::PmuGroup::Memory, capture::PmuGroup::L2Cache};
        QVERIFY(passes.run());
        const auto all = opened(passes.path());
        const auto second = opened(passes.path() + u"/pass2_L2Cache"_s);
        QVERIFY(all && second);
        QCOMPARE(all->trace().ranks().size(), std::size_t{2});
        const auto sumOf = [](const Session& session, const std::string& name) {
            double sum = 0;
            for (const NamedColumn& column : session.trace().kernels().metrics)
                for (std::uint32_t row = 0; column.name == name && row < column.values.size(); ++row)
                    sum += std::isnan(column.values.at(row)) ? 0 : column.values.at(row);
            return sum;
        };
        QVERIFY(sumOf(*all, "aic_main_mem_read_bw(GB/s)") > 0);
        const double hits = sumOf(*second, "aic_r0_read_cache_hit");
        QVERIFY(hits > 0);
        QCOMPARE(sumOf(*all, "aic_r0_read_cache_hit"), hits);
        QCOMPARE(all->trace().kernels().size(), second->trace().kernels().size());
    }
}

/// A kernel that has another name in the second pass keeps what the first one counted, and gets nothing else.
void TestForms::otherKernelsGetNoCounters()
{
    collect::CollectOptions options = twoRanks();
    options.ranks = 1;
    Collection passes({ExportForm::Text}, options);
    passes.output.groups = {capture::PmuGroup::Memory, capture::PmuGroup::L2Cache};
    QVERIFY(passes.run());
    const auto counted = [&passes](const std::string& name) {
        const auto session = opened(passes.path());
        int rows = 0;
        for (const NamedColumn& column : session->trace().kernels().metrics)
            for (std::uint32_t row = 0; column.name == name && row < column.values.size(); ++row)
                rows += std::isnan(column.values.at(row)) ? 0 : 1;
        return rows;
    };
    const int before = counted("aic_r0_read_cache_hit");
    QVERIFY(before > 10);
    QFile table(passes.path() + u'/' + passes.names(u"kernel_details"_s).value(1));
    QVERIFY(table.open(QIODevice::ReadWrite));
    QByteArray text = table.readAll();
    const qsizetype name = text.indexOf("aclnn");
    QVERIFY(name > 0);
    text[name] = 'x';
    table.seek(0);
    QCOMPARE(table.write(text), text.size());
    table.close();
    QCOMPARE(counted("aic_r0_read_cache_hit"), before - 1);
    QCOMPARE(counted("aic_main_mem_read_bw(GB/s)"), before);
}

void TestForms::missingRankLeavesNoFiles()
{
    collect::CollectOptions options = twoRanks();
    const auto fault = collect::parseFault("missing-rank:rank=1");
    QVERIFY(fault.ok());
    options.faults = {*fault};
    options.ranks = 4;
    Collection lacking({ExportForm::Text, ExportForm::Database}, options);
    QVERIFY(lacking.run());
    QStringList ranks = lacking.names(u"profiler_info"_s);
    for (QString& name : ranks)
        name = name.section(u'/', 1);
    ranks.sort();
    QCOMPARE(ranks, (QStringList{u"profiler_info_0.json"_s, u"profiler_info_2.json"_s, u"profiler_info_3.json"_s}));
    QCOMPARE(lacking.names(u".db"_s).size(), qsizetype{6});
}

void TestForms::truncatedTimelineIsShort()
{
    Collection whole({ExportForm::Text, ExportForm::Msprof}, twoRanks());
    QVERIFY(whole.run());
    collect::CollectOptions options = twoRanks();
    const auto fault = collect::parseFault("truncated-slice:rank=1,percent=50");
    QVERIFY(fault.ok());
    options.faults = {*fault};
    Collection cut({ExportForm::Text, ExportForm::Msprof}, options);
    QVERIFY(cut.run());
    const QMap<QString, QByteArray> before = whole.files();
    const QMap<QString, QByteArray> after = cut.files();
    int shorter = 0;
    for (auto file = before.cbegin(); file != before.cend(); ++file) {
        if (file.key().endsWith(u"ground_truth.json"_s) || file.value() == after[file.key()])
            continue;
        ++shorter;
        QVERIFY(file.key().endsWith(u".json"_s));
        QCOMPARE(after[file.key()], file.value().left(file.value().size() / 2));
        const QString rank = file.key().section(u'/', 0, 0);
        QVERIFY(before.contains(rank + u"/profiler_info_1.json"_s));
    }
    QCOMPARE(shorter, 2); // one timeline of each form
}

/// As it is planted by default: of 60 % of the text what is whole is read, and that it ends early is counted.
void TestForms::truncatedTimelineIsAnIssue()
{
    collect::CollectOptions options = twoRanks();
    Collection whole({ExportForm::Text}, options);
    QVERIFY(whole.run());
    options.faults = {*collect::parseFault("truncated-slice")};
    Collection cut({ExportForm::Text}, options);
    QVERIFY(cut.run());
    const QMap<QString, QByteArray> before = whole.files();
    const QMap<QString, QByteArray> after = cut.files();
    for (auto file = before.cbegin(); file != before.cend(); ++file)
        if (file.key().endsWith(u"trace_view.json"_s) && file.value() != after[file.key()])
            QCOMPARE(after[file.key()].size(), file.value().size() * 60 / 100);
    const auto sound = opened(whole.path());
    const auto damaged = opened(cut.path());
    QVERIFY(sound && damaged);
    QCOMPARE(sound->issues().countOf(IssueKind::Truncated), std::uint64_t{0});
    QCOMPARE(damaged->issues().countOf(IssueKind::Truncated), std::uint64_t{1});
    QVERIFY(damaged->trace().slices().size() < sound->trace().slices().size());
    QVERIFY(damaged->trace().slices().size() > sound->trace().slices().size() / 2);
}

void TestForms::communicationLevelSetsTheDetail()
{
    for (const int level : {1, 2, 3, 11, 12, 13}) // and with trace level 1, to which they add
        communicationLevelIsSet(level % 10, level > 10 ? capture::TraceLevel::Kernels : capture::TraceLevel::Full);
}

void TestForms::communicationLevelIsSet(int level, capture::TraceLevel traced)
{
    collect::CollectOptions options = twoRanks();
    options.level = traced;
    Collection one({ExportForm::Text}, options);
    one.output.communicationLevel = level;
    QVERIFY(one.run());
    QCOMPARE(one.names(u"communication.json"_s).size(), qsizetype{level > 1 ? 2 : 0});
    QCOMPARE(one.names(u"communication_matrix.json"_s).size(), qsizetype{level > 1 ? 2 : 0});
    const auto session = opened(one.path());
    QVERIFY(session);
    bool planes = false;
    bool operations = false;
    for (const TrackInfo& track : session->trace().tracks()) {
        planes = planes || track.kind == TrackKind::CommPlane;
        operations = operations || (track.kind == TrackKind::CommGroup && track.slices.size() > 0);
    }
    QCOMPARE(planes, level == 3);
    QVERIFY(operations);
}

void TestForms::secondPlaceHasTheJsonOfCollectives()
{
    Collection one({ExportForm::Text}, twoRanks());
    const QTemporaryDir second;
    one.output.communicationDirectory = second.filePath(u"hccl"_s).toStdString();
    QVERIFY(one.run());
    QStringList copies;
    QDirIterator walk(second.path(), QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext())
        copies.append(QDir(second.filePath(u"hccl"_s)).relativeFilePath(walk.next()));
    copies.sort();
    QStringList expected = one.names(u"communication"_s);
    expected.sort();
    QCOMPARE(copies, expected);
    QCOMPARE(copies.size(), qsizetype{4});
}

void TestForms::markersPairHostAndDevice()
{
    collect::CollectOptions options = twoRanks();
    options.ranks = 1;
    options.syncMarkers = true;
    const test::Recording run = test::record(options).front();
    QVERIFY(run.rank.syncMarkers);
    for (const ExportForm form : {ExportForm::Text, ExportForm::Database}) {
        Collection one({form}, options);
        QVERIFY(one.run());
        const auto session = opened(one.path());
        QVERIFY(session);
        const FlowColumns& flows = session->trace().flows();
        int pairs = 0;
        for (std::uint32_t i = 0; i < flows.size(); ++i)
            pairs += session->trace().text(flows.category.at(i)) == "MsTx" ? 1 : 0;
        QVERIFY2(pairs >= 2, form == ExportForm::Text ? "text" : "db");
    }
}

void TestForms::truthLiesBesideTheRanks()
{
    Collection one({ExportForm::Text}, twoRanks());
    QVERIFY(one.run());
    const QJsonObject truth = QJsonDocument::fromJson(one.files()[u"ground_truth.json"_s]).object();
    QCOMPARE(truth[u"schema_version"_s].toInt(), 1);
    QVERIFY(truth[u"expected"_s].isObject());
    const auto session = opened(one.path());
    QVERIFY(session);
    QCOMPARE(session->trace().ranks().size(), std::size_t{2}); // no importer took it for a rank
    Collection without({ExportForm::Text}, twoRanks());
    without.output.truth = false;
    QVERIFY(without.run());
    QVERIFY(!without.files().contains(u"ground_truth.json"_s));
}

/// A stop leaves neither the directory nor what was written before.
void TestForms::failureLeavesNothing()
{
    const QTemporaryDir folder;
    CollectOutput output;
    output.directory = folder.filePath(u"out"_s).toStdString();
    output.forms = kAll;
    std::stop_source stop;
    int steps = 0;
    const Progress progress(stop.get_token(), [&](const ProgressUpdate& update) {
        QCOMPARE(update.total, std::uint64_t{2 * 40});
        if (++steps == 3)
            stop.request_stop();
    });
    collect::CollectOptions options = twoRanks();
    options.steps = 40;
    const auto summary = collectTo(output, options, progress);
    QVERIFY(!summary);
    QCOMPARE(summary.error().code, ErrorCode::Cancelled);
    QVERIFY(steps >= 3);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
}

void TestForms::decimals_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("places");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << 3 << u"0.0"_s;
    QTest::newRow("cut") << 0.186 << 3 << u"0.186"_s;
    QTest::newRow("rounded") << 0.18649 << 3 << u"0.186"_s;
    QTest::newRow("carried") << 0.9996 << 3 << u"1.0"_s;
    QTest::newRow("negative") << -2.5 << 3 << u"-2.5"_s;
    QTest::newRow("no zero before") << 12.05 << 3 << u"12.05"_s;
    QTest::newRow("large") << 1e15 << 3 << u"1000000000000000.0"_s;
    QTest::newRow("many places") << 0.5 << 20 << u"0.5"_s;
}

void TestForms::decimals()
{
    QFETCH(double, value);
    QFETCH(int, places);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(torch_npu::decimal(value, places)), text);
}

void TestForms::binaryDecimals()
{
    QCOMPARE(torch_npu::binaryDecimal(0, 20), std::string("0.0"));
    QCOMPARE(torch_npu::binaryDecimal(1048576, 20), std::string("1.0"));
    QCOMPARE(torch_npu::binaryDecimal(512, 20), std::string("0.00048828125"));
    QCOMPARE(torch_npu::binaryDecimal(1, 20), std::string("0.00000095367431640625"));
    QCOMPARE(torch_npu::binaryDecimal(-1536, 10), std::string("-1.5"));
}
