// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

#include "core/export/chrome/chrome_writer.h"
#include "core/import/standard_input.h"
#include "tests/cases/case_profile.h"

using namespace tideline;
using namespace tideline::test;

namespace fs = std::filesystem;

namespace {

std::string named(const char* pid, const std::string& name)
{
    return std::string(R"({"ph":"M","name":"process_name","pid":)") + pid + R"(,"tid":0,"args":{"name":")" + name
           + "\"}}";
}

std::string deviceTrace()
{
    return array({named("4", "Ascend Hardware"), complete("Conv", "\"1690000000000100.500\"", "12", "3", "4")});
}

std::set<std::string> everythingIn(const fs::path& directory)
{
    std::set<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(directory))
        found.insert(entry.path().string()
                     + (entry.is_regular_file() ? ' ' + std::to_string(entry.file_size()) : std::string()));
    return found;
}

/// Takes all rights from a path while it lives; for everybody, even if the test runs as root.
class Locked {
public:
    explicit Locked(fs::path path) : m_path(std::move(path))
    {
        fs::permissions(m_path, fs::perms::none);
        if (::geteuid() == 0)
            m_lowered = ::seteuid(65534) == 0;
    }
    ~Locked()
    {
        if (m_lowered)
            (void)::seteuid(0);
        fs::permissions(m_path, fs::perms::owner_all);
    }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    fs::path m_path;
    bool m_lowered = false;
};

std::uint64_t issueCount(const ImportIssues& issues, IssueKind kind)
{
    return issues.countOf(kind);
}

} // namespace

class TestCasesProfiles : public QObject {
    Q_OBJECT

private slots:
    void case011_rawDataOnly();
    void case012_noDeviceSide();
    void case015_oneRankBroken();
    void case048_traceWithoutRank();
    void case060_pathsOfAllKinds_data();
    void case060_pathsOfAllKinds();
    void case063_tableWithMarkAndLineEnds();
    void case065_cellsWithoutValue();
    void lockedOutputDirectory();
    void lockedTimeline();
    void oneBadFileIsOneIssue();
    void eventCountsOfEmptyTraces();
    void streamAboveTheLimit();
    void exportedRanksComeBack();
    void exportedRanksOfOneNumberComeBack();
};

/// A profile that was never analysed: the error says so, names what is missing and how to make it, and writes nothing.
void TestCasesProfiles::case011_rawDataOnly()
{
    const CaseProfile in;
    const fs::path rank = "node_77_20260101_ascend_pt";
    in.write(rank / "profiler_info_3.json", R"({"config":{}})");
    in.write(rank / "FRAMEWORK/torch.memory_usage", "raw");
    in.write(rank / "PROF_000002_20260101_BBBB/host/data/x", "raw");
    const auto before = everythingIn(in.root());
    const Opened opened = openPaths({in.root() / rank});
    QVERIFY(!opened.ok());
    const std::string text = opened.error().text();
    QVERIFY2(text.find("raw records only") != std::string::npos, text.c_str());
    QVERIFY2(text.find("ASCEND_PROFILER_OUTPUT is missing") != std::string::npos, text.c_str());
    QVERIFY2(text.find("analyse(") != std::string::npos, text.c_str());
    QVERIFY(everythingIn(in.root()) == before);
}

/// Host data alone opens; the device side is missing in words, never a 0.
void TestCasesProfiles::case012_noDeviceSide()
{
    CaseProfile in;
    in.write("h_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
             array({named("2", "Python"),
                    complete("aten::add", "\"1690000000000000.000\"", "30", "2", "2", R"(,"cat":"cpu_op")"),
                    named("3", "CANN"), complete("AscendCL@wait", "\"1690000000000050.000\"", "400", "2", "3")}));
    in.open({in.root() / "h_ascend_pt"});
    QCOMPARE(in.totals().slices, std::uint64_t(2));
    for (const TrackInfo& track : in.trace().tracks())
        QVERIFY(track.kind == TrackKind::HostThread);
    QCOMPARE(in.issue(IssueKind::NoDeviceData), std::uint64_t(1));
    QVERIFY(issueText(IssueKind::NoDeviceData).find("no device data") != std::string_view::npos);
    for (const RankingOf of : {RankingOf::Kernels, RankingOf::Communication}) {
        RankingOptions options;
        options.of = of;
        const auto ranking = in.session().ranking(options);
        QVERIFY(!ranking.ok() || ranking->rows.empty());
        if (of == RankingOf::Kernels)
            QCOMPARE(ranking.error().what, std::string("no device data collected"));
    }
    for (const RankingMetric metric : {RankingMetric::Utilization, RankingMetric::MemoryBandwidth}) {
        RankingOptions options;
        options.metric = metric;
        const auto ranking = in.session().ranking(options);
        QVERIFY(!ranking.ok());
        QCOMPARE(ranking.error().what, std::string("no device data collected"));
        QVERIFY(!ranking.error().advice.empty());
    }
    for (const StepRow& row : in.session().steps())
        QVERIFY(!row.computing && !row.communication && !row.free);
}

/// One broken rank costs no other; it is listed with its file and the reason.
void TestCasesProfiles::case015_oneRankBroken()
{
    CaseProfile in;
    for (const int rank : {4, 5, 6}) {
        const fs::path root = "j" + std::to_string(rank) + "_ascend_pt";
        in.write(root / ("profiler_info_" + std::to_string(rank) + ".json"),
                 "{\"rank_id\":" + std::to_string(rank) + "}");
        in.write(root / "ASCEND_PROFILER_OUTPUT/trace_view.json", rank == 5 ? "" : deviceTrace());
    }
    in.open({in.root()});
    QCOMPARE(in.trace().ranks().size(), std::size_t(2));
    QCOMPARE(in.trace().ranks()[0].rank, std::optional<std::int64_t>(4));
    QCOMPARE(in.trace().ranks()[1].rank, std::optional<std::int64_t>(6));
    QCOMPARE(in.totals().slices, std::uint64_t(2));
    const auto& files = in.session().files();
    QVERIFY(std::any_of(files.begin(), files.end(), [](const FileReport& file) {
        return file.path.filename() == "trace_view.json" && file.path.string().find("j5_") != std::string::npos
               && file.status == FileStatus::Skipped && file.reason == "empty file";
    }));
    QCOMPARE(in.issue(IssueKind::UnreadableFile), std::uint64_t(1));
    const std::string place = in.places(IssueKind::UnreadableFile);
    QVERIFY2(place.find("trace_view.json: empty file") != std::string::npos, place.c_str());
}

/// A trace that names no rank is one rank without a number; nothing invents one.
void TestCasesProfiles::case048_traceWithoutRank()
{
    const CaseProfile in(R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"Card"}],"traceEvents":)"
                         + array({complete("Sgd", "700", "40", "5", "0", R"(,"cat":"kernel")"),
                                  complete("aten::mul", "650", "11", "44", "31", R"(,"cat":"cpu_op")")})
                         + "}");
    QCOMPARE(in.trace().ranks().size(), std::size_t(1));
    QVERIFY(!in.trace().ranks()[0].rank);
    QCOMPARE(in.trace().ranks()[0].format, std::string("chrome-trace"));
    QVERIFY(in.track("Sgd").kind == TrackKind::Stream);
    RankingOptions options;
    options.scope.ranks = {0};
    const auto ranking = in.session().ranking(options);
    QVERIFY(!ranking.ok() || ranking->rows.empty());
    QVERIFY(in.session().ranking({}).ok());
}

void TestCasesProfiles::case060_pathsOfAllKinds_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"two words", "\u5206\u6790 \u7ED3\u679C #7", "50% 'q' \"d\"", "a&b;c", "-dash", "star*?[x]"})
        QTest::addRow("%s", name) << QString::fromUtf8(name);
}

/// Paths with blanks, signs and Chinese characters open, relative and through links too; results go there as well.
void TestCasesProfiles::case060_pathsOfAllKinds()
{
    QFETCH(QString, name);
    const fs::path folder = name.toStdString();
    CaseProfile in;
    in.write(folder / "rank 9_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", deviceTrace());
    const fs::path root = in.root() / folder / "rank 9_ascend_pt";
    fs::create_directory_symlink(root, in.root() / "link");
    const fs::path here = fs::current_path();
    for (const fs::path& path : {root, root / "ASCEND_PROFILER_OUTPUT", in.root() / "link", in.root() / folder}) {
        in.open({path});
        QCOMPARE(in.totals().slices, std::uint64_t(1));
    }
    QCOMPARE(in.trace().ranks()[0].rank, std::optional<std::int64_t>(9));
    fs::current_path(in.root());
    in.open({"./" / folder / "rank 9_ascend_pt"});
    fs::current_path(here);
    QCOMPARE(in.totals().slices, std::uint64_t(1));
    TextCollector text;
    QVERIFY(writeChromeTrace(in.trace(), text, Progress{}).ok());
    in.open({in.write(folder / name.toStdString().append(".json"), text.out)});
    QCOMPARE(in.start("Conv"), std::int64_t(1'690'000'000'000'100'500));
}

/// A byte order mark, CRLF and a tab behind a number belong to no cell.
void TestCasesProfiles::case063_tableWithMarkAndLineEnds()
{
    CaseProfile in;
    in.write("t_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
             "\xEF\xBB\xBFStep Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start "
             "Time(us),Duration(us),Wait Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes\r\n"
             "8,0,4294967295,1,2,aclnnAdd_Add,Add,dynamic,AI_VECTOR_CORE,1690000000000007.431\t,19.125,0.0,24,N/A,NO,"
             "\"\"\"5,6;7\"\"\"\r\n");
    in.open({in.root() / "t_ascend_pt"});
    const KernelColumns& kernels = in.trace().kernels();
    QCOMPARE(kernels.size(), std::uint32_t(1));
    QCOMPARE(kernels.step.at(0), std::int64_t(8));
    QCOMPARE(kernels.duration.at(0).ns, std::int64_t(19'125));
    QCOMPARE(kernels.start.at(0).ns, std::int64_t(1'690'000'000'000'007'431));
    QCOMPARE(in.trace().text(kernels.inputShapes.at(0)), std::string_view("5,6;7"));
    QCOMPARE(*in.file("kernel_details.csv")->rows, std::uint64_t(1));
    QVERIFY(in.file("kernel_details.csv")->status == FileStatus::Ok);
}

/// N/A, NA and nothing are no value: no part of an average, and last in any order.
void TestCasesProfiles::case065_cellsWithoutValue()
{
    CaseProfile in;
    in.open({in.write("op_summary_5.csv",
                      "Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),"
                      "Block Dim,aicore_time(us),aic_mac_ratio,aiv_time(us),cube_utilization(%)\n"
                      "0,L1,MatMul,AI_CORE,1690000000000000.000\t,60.5,0,20,55.0,0.75,N/A,40\n"
                      "0,L2,MatMul,AI_CORE,1690000000000100.000\t,7.25,2.5,40,NA,N/A,6.5,N/A\n"
                      "0,L3,MatMul,AI_CORE,1690000000000150.000\t,9.25,0,20,50,,N/A,30\n"
                      "0,hcom_broadcast_,N/A,COMMUNICATION,1690000000000200.880\t,30.0,0,N/A,N/A,N/A,N/A,NA\n")});
    const KernelColumns& kernels = in.trace().kernels();
    QCOMPARE(kernels.size(), std::uint32_t(4));
    std::int64_t total = 0;
    for (std::uint32_t i = 0; i < kernels.size(); ++i)
        total += kernels.duration.at(i).ns;
    QCOMPARE(total, std::int64_t(107'000));
    const auto ratio = std::find_if(kernels.metrics.begin(), kernels.metrics.end(),
                                    [](const NamedColumn& column) { return column.name == "aic_mac_ratio"; });
    QVERIFY(ratio != kernels.metrics.end());
    QCOMPARE(ratio->values.at(0), 0.75);
    for (std::uint32_t i = 1; i < 4; ++i)
        QVERIFY(std::isnan(ratio->values.at(i)));
    QCOMPARE(kernels.start.at(0).ns, std::int64_t(1'690'000'000'000'000'000));
    for (const bool descending : {true, false}) {
        RankingOptions options;
        options.metric = RankingMetric::Utilization;
        options.descending = descending;
        const auto ranking = in.session().ranking(options);
        QVERIFY(ranking.ok());
        std::string order;
        for (const RankingRow& row : ranking->rows)
            order += row.utilization ? row.name + ' ' : std::string("- ");
        QVERIFY2(QByteArray::fromStdString(order).startsWith(descending ? "L1 L3" : "L3 L1"), order.c_str());
    }
    RankingOptions byType;
    byType.by = RankingBy::Type;
    byType.metric = RankingMetric::Utilization;
    const auto grouped = in.session().ranking(byType);
    QVERIFY(grouped.ok());
    const double mean = (60.5 * 0.40 + 9.25 * 0.30) / (60.5 + 9.25);
    QVERIFY(std::abs(*grouped->rows[0].utilization - mean) < 1e-9);
}

/// A result directory that may not be read is named as such, not as a profile without a timeline.
void TestCasesProfiles::lockedOutputDirectory()
{
    const CaseProfile in;
    const fs::path output = in.write("z_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", deviceTrace()).parent_path();
    fs::permissions(in.root(), fs::perms::all);
    const Locked lock(output);
    const Opened opened = openPaths({in.root() / "z_ascend_pt"});
    QVERIFY(!opened.ok());
    QVERIFY2(opened.error().code == ErrorCode::PermissionDenied, opened.error().text().c_str());
    QVERIFY(opened.error().where.find("ASCEND_PROFILER_OUTPUT") != std::string::npos);
    QVERIFY(opened.error().what.find("cannot be read") != std::string::npos);
}

/// The same for the timeline itself.
void TestCasesProfiles::lockedTimeline()
{
    const CaseProfile in;
    const fs::path trace = in.write("z_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", deviceTrace());
    fs::permissions(in.root(), fs::perms::all);
    const Locked lock(trace);
    const Opened opened = openPaths({in.root() / "z_ascend_pt"});
    QVERIFY(!opened.ok());
    const std::string text = opened.error().text();
    QVERIFY2(text.find("trace_view.json") != std::string::npos, text.c_str());
    QVERIFY2(text.find("ermission") != std::string::npos, text.c_str());
}

/// However deep the reader that noticed it, one bad file is one issue.
void TestCasesProfiles::oneBadFileIsOneIssue()
{
    for (const std::string& bad : {std::string(), std::string("{\"no\":\"events\"}"), std::string("\x1F\x8B broken")}) {
        CaseProfile in;
        in.write("a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", deviceTrace());
        in.write("b_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", bad);
        in.open({in.root()});
        QCOMPARE(in.issue(IssueKind::UnreadableFile), std::uint64_t(1));
        const auto& files = in.session().files();
        QCOMPARE(std::count_if(files.begin(), files.end(),
                               [](const FileReport& file) {
                                   return file.path.filename() == "trace_view.json"
                                          && file.status == FileStatus::Skipped;
                               }),
                 1);
    }
    CaseProfile plain;
    plain.open({plain.write("a.json", array({complete("k", "1", "2")})),
                plain.write("b.json", R"({"displayTimeUnit":"ns"})")});
    QCOMPARE(plain.issue(IssueKind::UnreadableFile), std::uint64_t(1));
}

/// An event trace without events counts no phase; a table has none to count.
void TestCasesProfiles::eventCountsOfEmptyTraces()
{
    const CaseProfile empty("[]");
    QVERIFY(empty.totals().fromEvents);
    QVERIFY(empty.totals().eventsByPhase.empty());
    CaseProfile table;
    table.open({table.write("k.csv", "Name,Type,Start Time(us),Duration(us)\nk,T,10,5\n")});
    QVERIFY(!table.totals().fromEvents);
}

/// Standard input is kept while it is read: there is a limit, and it is named.
void TestCasesProfiles::streamAboveTheLimit()
{
    const std::string text = array({complete("k", "1", "2")}) + std::string(2 << 20, ' ');
    const CaseProfile in;
    for (const bool limited : {true, false}) {
        std::FILE* const file = std::fopen(in.write("in.json", text).c_str(), "rb");
        QVERIFY(file);
        ImportOptions options;
        if (limited)
            options.maxStreamBytes = std::uint64_t{1} << 20;
        const auto inputs = readStream(::fileno(file), options, Progress{});
        (void)std::fclose(file);
        QCOMPARE(inputs.ok(), !limited);
        if (!limited)
            continue;
        QVERIFY(inputs.error().code == ErrorCode::TooLarge);
        QVERIFY(inputs.error().text().find("limit of 1 MiB") != std::string::npos);
    }
}

namespace {

std::string rankTrace(const std::string& number, const std::string& base)
{
    return "{" + number + R"("baseTimeNanoseconds":)" + base + R"(,"traceEvents":)"
           + array({named("7", "python"), complete("call", "10", "5", "7", "7"),
                    traceEvent("s", "go", "11", R"(,"id":1,"cat":"c")", "7", "7"),
                    complete("kernel", "40", "9", "2", "0", R"(,"cat":"kernel")"),
                    traceEvent("f", "go", "40", R"(,"id":1,"cat":"c","bp":"e")", "2", "0"),
                    traceEvent("C", "load", "12", R"(,"args":{"v":3})", "0", "7"),
                    traceEvent("B", "open", "44", "", "7", "7"),
                    traceEvent("b", "span", "13", R"(,"id":9,"cat":"net")", "7", "7"),
                    traceEvent("e", "span", "17", R"(,"id":9,"cat":"net")", "7", "7"),
                    traceEvent("i", "mark", "18", "", "7", "7")})
           + "}";
}

} // namespace

/// Several ranks written into one trace are several ranks again: numbers, processes, arrows and the common axis.
void TestCasesProfiles::exportedRanksComeBack()
{
    CaseProfile in;
    in.open({in.write("a.json", rankTrace(R"("distributedInfo":{"rank":3},)", "1600000000000000000")),
             in.write("b.json", rankTrace(R"("distributedInfo":{"rank":12},)", "1600000000000500000"))});
    TextCollector text;
    QVERIFY(writeChromeTrace(in.trace(), text, Progress{}).ok());
    CaseProfile back;
    back.open({back.write("both.json", text.out)});
    QCOMPARE(back.trace().ranks().size(), std::size_t(2));
    QCOMPARE(back.trace().ranks()[0].rank, std::optional<std::int64_t>(3));
    QCOMPARE(back.trace().ranks()[1].rank, std::optional<std::int64_t>(12));
    QCOMPARE(back.trace().tracks().size(), in.trace().tracks().size());
    QCOMPARE(back.trace().processes().size(), in.trace().processes().size());
    for (std::size_t i = 0; i < in.trace().tracks().size(); ++i) {
        const TrackInfo& old = in.trace().tracks()[i];
        const TrackInfo& now = back.trace().tracks()[i];
        QCOMPARE(now.rank, old.rank);
        QCOMPARE(now.name, old.name);
        QVERIFY(now.kind == old.kind);
        QCOMPARE(back.trace().process(now.process).pid, in.trace().process(old.process).pid);
        QCOMPARE(now.extent->shifted(back.trace().ranks()[now.rank.row].axisShift).start.ns,
                 old.extent->shifted(in.trace().ranks()[old.rank.row].axisShift).start.ns);
    }
    QCOMPARE(back.totals().slices, in.totals().slices);
    QCOMPARE(back.totals().asyncSpans, in.totals().asyncSpans);
    QCOMPARE(back.totals().instants, in.totals().instants);
    QCOMPARE(back.totals().counterSamples, in.totals().counterSamples);
    QCOMPARE(back.totals().beginUnmatched, in.totals().beginUnmatched);
    QCOMPARE(back.arrows(), in.arrows());
    for (std::uint32_t i = 0; i < back.trace().flows().size(); ++i)
        QCOMPARE(back.trace().track(back.trace().flows().fromTrack.at(i)).rank.row, i);
}

/// Ranks that share a number, or have none, stay apart as well.
void TestCasesProfiles::exportedRanksOfOneNumberComeBack()
{
    CaseProfile in;
    const std::string five = R"("distributedInfo":{"rank":5},)";
    in.open({in.write("x.json", rankTrace(five, "1600000000000000000")),
             in.write("y.json", rankTrace(five, "1600000000000000000")),
             in.write("z.json", rankTrace("", "1600000000000000000"))});
    TextCollector text;
    QVERIFY(writeChromeTrace(in.trace(), text, Progress{}).ok());
    CaseProfile back;
    back.open({back.write("all.json", text.out)});
    QCOMPARE(back.trace().ranks().size(), std::size_t(3));
    QCOMPARE(back.trace().ranks()[0].rank, std::optional<std::int64_t>(5));
    QCOMPARE(back.trace().ranks()[1].rank, std::optional<std::int64_t>(5));
    QVERIFY(!back.trace().ranks()[2].rank);
    QCOMPARE(back.totals().slices, in.totals().slices);
    QCOMPARE(back.trace().tracks().size(), in.trace().tracks().size());
    QCOMPARE(issueCount(back.session().issues(), IssueKind::DuplicateRank), std::uint64_t(1));
}

QTEST_APPLESS_MAIN(TestCasesProfiles)
#include "test_cases_profiles.moc"
