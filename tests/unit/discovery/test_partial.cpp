// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <set>

#include "core/session/session.h"
#include "tests/support/made_database.h"
#include "tests/unit/discovery/step_profile.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

/// Reading only what was asked for, and saying what that left out.
class TestPartial : public QObject {
    Q_OBJECT

private slots:
    void numberLists_data();
    void numberLists();
    void limitsAsText();
    void ranksByName();
    void ranksThatOnlyReadingTells();
    void ranksInOneDatabase();
    void unknownRanks_data();
    void unknownRanks();
    void oneStep();
    void severalSteps();
    void stepsOfSeveralRanks();
    void unknownStep();
    void withoutPython();
    void withoutArguments();
    void pickedParts();
    void pickedDatabase();
    void aBrokenPartKeepsItsReason();
    void preview();
};

namespace {

PartialImport partial(const char* ranks, const char* steps = "")
{
    PartialImport wanted;
    wanted.ranks = *NumberSet::parse(ranks);
    wanted.steps = *NumberSet::parse(steps);
    return wanted;
}

Result<ImportResult> read(const fs::path& path, const PartialImport& wanted)
{
    ImportOptions options;
    options.partial = wanted;
    return imported({path}, options);
}

std::vector<std::int64_t> rankNumbers(const Trace& trace)
{
    std::vector<std::int64_t> numbers;
    for (const RankInfo& rank : trace.ranks())
        numbers.push_back(rank.rank.value_or(-1));
    return numbers;
}

/// "aten::mm" and so on, each as often as it is there.
std::multiset<std::string> names(const Trace& trace)
{
    std::multiset<std::string> out;
    for (std::uint32_t i = 0; i < trace.slices().size(); ++i)
        out.emplace(trace.strings().text(trace.slices().name.at(i)));
    return out;
}

std::vector<std::int64_t> steps(const Trace& trace)
{
    std::vector<std::int64_t> out;
    for (const StepInfo& step : trace.steps())
        out.push_back(step.id);
    return out;
}

bool says(const Error& error, const char* what)
{
    return error.text().find(what) != std::string::npos;
}

} // namespace

void TestPartial::numberLists_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("again"); // "-": refused
    QTest::addColumn<QList<int>>("in");
    QTest::addColumn<QList<int>>("out");
    QTest::newRow("nothing") << u""_s << u""_s << QList<int>{} << QList<int>{0, 1};
    QTest::newRow("one") << u"3"_s << u"3"_s << QList<int>{3} << QList<int>{2, 4, 33};
    QTest::newRow("span and number") << u"0-7,12"_s << u"0-7,12"_s << QList<int>{0, 7, 12} << QList<int>{8, 11, 13};
    QTest::newRow("blanks") << u" 1 , 2 - 4 "_s << u"1,2-4"_s << QList<int>{1, 2, 4} << QList<int>{0, 5};
    for (const QString& bad : {u"a"_s, u"1,"_s, u",1"_s, u"1,,2"_s, u"5-3"_s, u"-1"_s, u"1-"_s, u"1.5"_s, u"0x3"_s,
                               u"99999999999999999999"_s, u"1-2-3"_s})
        QTest::newRow(qPrintable(bad)) << bad << u"-"_s << QList<int>{} << QList<int>{};
}

void TestPartial::numberLists()
{
    QFETCH(QString, text);
    QFETCH(QString, again);
    QFETCH(QList<int>, in);
    QFETCH(QList<int>, out);
    const auto set = NumberSet::parse(text.toStdString());
    QCOMPARE(set.ok(), again != u"-"_s);
    if (!set) {
        QVERIFY(set.error().code == ErrorCode::InvalidArgument);
        return;
    }
    QCOMPARE(QString::fromStdString(set->text()), again);
    for (const int number : in)
        QVERIFY(set->contains(number));
    for (const int number : out)
        QVERIFY(!set->contains(number));
}

void TestPartial::limitsAsText()
{
    QVERIFY(PartialImport().limitsNothing());
    PartialImport wanted = partial("0-3", "5,7");
    wanted.python = wanted.arguments = false;
    QCOMPARE(wanted.text(), std::string("--ranks 0-3 --steps 5,7 --no-python --no-args"));
    QVERIFY(!wanted.limitsNothing());
}

void TestPartial::ranksByName()
{
    const ProfileFiles files;
    for (int rank = 0; rank < 4; ++rank)
        files.writeRank("job/w" + std::to_string(rank) + "_ascend_pt", rank);
    const auto result = read(files.root(), partial("1,3"));
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{1, 3}));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(8));
    QCOMPARE(result->leftOut.parts, std::uint64_t(2));
    const auto report = reportOf(*result, "w0_ascend_pt");
    QVERIFY(report && report->status == FileStatus::Skipped);
    QCOMPARE(report->reason, std::string("left out: rank 0 was not asked for"));
    const auto& parts = result->listing.parts;
    QCOMPARE(std::count_if(parts.begin(), parts.end(),
                           [](const ListedPart& part) { return part.state == PartState::LeftOut; }),
             std::ptrdiff_t(2));
}

void TestPartial::ranksThatOnlyReadingTells()
{
    const ProfileFiles files;
    writeLateRank(files, "a.json", 4);
    writeLateRank(files, "b.json", 2);
    writeLateRank(files, "c.json", 6);
    const auto all = imported({files.root()});
    QVERIFY(all.ok());
    QCOMPARE(all->trace->ranks().size(), std::size_t(3));
    const auto result = read(files.root(), partial("2"));
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{2}));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(2000));
    QCOMPARE(result->trace->totals().eventsByPhase.at("X"), std::uint64_t(2000));
    QCOMPARE(names(*result->trace).count("k2"), std::size_t(2000));
    QCOMPARE(result->leftOut.ranks, std::uint64_t(2));
    QVERIFY(result->issues.countOf(IssueKind::LeftOut) >= 4000);
    QVERIFY(reportOf(*result, "b.json")->status == FileStatus::Ok);
    QVERIFY(reportOf(*result, "a.json")->status == FileStatus::Skipped);
    const auto none = read(files.root(), partial("2,9"));
    QVERIFY(!none.ok());
    QVERIFY2(none.error().code == ErrorCode::NotFound && says(none.error(), "no rank 9")
                 && says(none.error(), "2, 4, 6"),
             none.error().text().c_str());
}

void TestPartial::ranksInOneDatabase()
{
    const ProfileFiles files;
    const fs::path path = files.root() / "cluster_analysis.db";
    MadeDatabase(path).run(
        "CREATE TABLE ClusterStepTraceTime (step TEXT, type TEXT, [index] TEXT, computing REAL, free REAL);"
        "INSERT INTO ClusterStepTraceTime VALUES ('5','rank','0',1,2),('5','rank','1',1,2),('5','rank','2',1,2)");
    const auto all = imported({path});
    QVERIFY(all.ok());
    QCOMPARE(all->trace->fileSteps().size(), std::size_t(3));
    const auto result = read(path, partial("1"));
    QVERIFY2(result.ok(), result.ok() ? "" : result.error().text().c_str());
    QCOMPARE(result->trace->fileSteps().size(), std::size_t(1));
    QCOMPARE(result->leftOut.records, std::uint64_t(2));
}

void TestPartial::unknownRanks_data()
{
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<QString>("what"); // "": there is
    QTest::newRow("one") << u"9"_s << u"no rank 9"_s;
    QTest::newRow("one of two") << u"0,9"_s << u"no rank 9"_s;
    QTest::newRow("a span without any") << u"10-12"_s << u"no rank 10 to 12"_s;
    QTest::newRow("a span with some") << u"2-100"_s << u""_s;
}

void TestPartial::unknownRanks()
{
    QFETCH(QString, ranks);
    QFETCH(QString, what);
    const ProfileFiles files;
    for (const int rank : {0, 1, 2, 5})
        files.writeRank("job/w" + std::to_string(rank) + "_ascend_pt", rank);
    const auto result = read(files.root(), partial(ranks.toLatin1().constData()));
    QCOMPARE(result.ok(), what.isEmpty());
    if (result.ok())
        return;
    QVERIFY(result.error().code == ErrorCode::NotFound);
    QVERIFY2(says(result.error(), what.toLatin1().constData()) && says(result.error(), "0-2, 5"),
             result.error().text().c_str());
}

void TestPartial::oneStep()
{
    const ProfileFiles files;
    const fs::path rank = writeSteps(files, "r_ascend_pt", 0);
    const auto all = imported({rank});
    QVERIFY(all.ok());
    QCOMPARE(steps(*all->trace), (std::vector<std::int64_t>{5, 6, 7}));
    QCOMPARE(all->trace->flows().size(), std::uint32_t(6));
    const auto result = read(rank, partial("", "6"));
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(names(trace), (std::multiset<std::string>{"ProfilerStep#6", "aten::mm", "AscendCL@launch", "mm"}));
    QCOMPARE(steps(trace), (std::vector<std::int64_t>{6}));
    QCOMPARE(trace.kernels().size(), std::uint32_t(1));
    QCOMPARE(trace.kernels().step.at(0), std::int64_t(6));
    // The figures of a row stay with it.
    QCOMPARE(trace.kernels().metrics.front().values.at(0), 0.6);
    QVERIFY(trace.kernelOf(SliceId{0}).valid() || trace.kernelOf(SliceId{1}).valid()
            || trace.kernelOf(SliceId{2}).valid() || trace.kernelOf(SliceId{3}).valid());
    QCOMPARE(trace.flows().size(), std::uint32_t(2));
    QCOMPARE(trace.totals().flowStartsUnmatched + trace.totals().flowEndsUnmatched, std::uint64_t(0));
    QCOMPARE(trace.instants().size(), std::uint32_t(1));
    QCOMPARE(trace.samples().size(), std::uint32_t(1));
    QCOMPARE(trace.records().memory.size(), std::uint32_t(1));
    QCOMPARE(trace.records().allocations.size(), std::uint32_t(1));
    QCOMPARE(trace.fileSteps().size(), std::size_t(1));
    QCOMPARE(trace.totals().first->ns, std::int64_t(1'700'000'000'006'000'000));
    QCOMPARE(trace.totals().last->ns, std::int64_t(1'700'000'000'006'900'000)); // of the kernel
    QCOMPARE(result->leftOut.slices, std::uint64_t(8));
    QCOMPARE(result->leftOut.points, std::uint64_t(2 + 8));
    QCOMPARE(result->leftOut.samples, std::uint64_t(2));
    QCOMPARE(result->leftOut.kernels, std::uint64_t(2));
    QCOMPARE(result->leftOut.records, std::uint64_t(6));
    QCOMPARE(result->issues.countOf(IssueKind::LeftOut), result->leftOut.rows());
}

void TestPartial::severalSteps()
{
    const ProfileFiles files;
    const fs::path rank = writeSteps(files, "r_ascend_pt", 0);
    const auto ends = read(rank, partial("", "5,7"));
    QVERIFY(ends.ok());
    QCOMPARE(steps(*ends->trace), (std::vector<std::int64_t>{5, 7}));
    QCOMPARE(ends->trace->kernels().size(), std::uint32_t(2));
    QCOMPARE(ends->trace->flows().size(), std::uint32_t(4));
    const auto all = read(rank, partial("", "0-100"));
    QVERIFY(all.ok());
    QCOMPARE(all->trace->slices().size(), std::uint32_t(12));
    QCOMPARE(all->leftOut.rows(), std::uint64_t(0));
    QCOMPARE(all->issues.countOf(IssueKind::LeftOut), std::uint64_t(0));
}

void TestPartial::stepsOfSeveralRanks()
{
    const ProfileFiles files;
    for (int rank = 0; rank < 3; ++rank)
        writeSteps(files, "w" + std::to_string(rank) + "_ascend_pt", rank);
    const auto result = read(files.root(), partial("0,2", "7"));
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{0, 2}));
    QCOMPARE(steps(*result->trace), (std::vector<std::int64_t>{7, 7}));
    QCOMPARE(result->trace->slices().size(), std::uint32_t(8));
    QCOMPARE(result->trace->records().memory.size(), std::uint32_t(2));
    QCOMPARE(result->leftOut.slices, std::uint64_t(16));
}

void TestPartial::unknownStep()
{
    const ProfileFiles files;
    const fs::path rank = writeSteps(files, "r_ascend_pt", 0);
    for (const char* wanted : {"9", "5,9", "8-9"}) {
        const auto result = read(rank, partial("", wanted));
        QVERIFY(!result.ok());
        QVERIFY(result.error().code == ErrorCode::NotFound);
        QVERIFY2(says(result.error(), "It has the steps 5-7"), result.error().text().c_str());
    }
    const auto trace = read(files.write("x.json", ProfileFiles::timeline()), partial("", "7"));
    QVERIFY(trace.ok()); // marked in the trace alone
    const auto none =
        read(files.write("y.json", R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])"), partial("", "7"));
    QVERIFY(!none.ok());
    QVERIFY2(says(none.error(), "names no steps"), none.error().text().c_str());
}

void TestPartial::withoutPython()
{
    const ProfileFiles files;
    const fs::path rank = writeSteps(files, "r_ascend_pt", 0);
    PartialImport wanted;
    wanted.python = false;
    const auto result = read(rank, wanted);
    QVERIFY(result.ok());
    const Trace& trace = *result->trace;
    QCOMPARE(names(trace).count("aten::mm"), std::size_t(0));
    QCOMPARE(names(trace).count("AscendCL@launch"), std::size_t(3));
    QCOMPARE(steps(trace), (std::vector<std::int64_t>{5, 6, 7})); // their marks stay
    QCOMPARE(trace.flows().size(), std::uint32_t(3));             // from CANN
    QCOMPARE(trace.totals().flowStartsUnmatched + trace.totals().flowEndsUnmatched, std::uint64_t(0));
    QCOMPARE(result->leftOut.python, std::uint64_t(3));
    QCOMPARE(result->leftOut.slices, std::uint64_t(0));
    QCOMPARE(trace.kernels().size(), std::uint32_t(3));
    QCOMPARE(trace.records().allocations.size(), std::uint32_t(3));
}

void TestPartial::withoutArguments()
{
    const ProfileFiles files;
    OpenOptions options;
    options.paths = {writeSteps(files, "r_ascend_pt", 0)};
    const auto detailOf = [&options](const std::string& name) {
        const auto session = Session::open(options, Progress{});
        const Trace& trace = (*session)->trace();
        SliceId slice;
        for (std::uint32_t i = 0; i < trace.slices().size(); ++i) {
            if (trace.strings().text(trace.slices().name.at(i)) == name)
                slice = SliceId{i};
        }
        return (*session)->details(slice);
    };
    const auto with = detailOf("aten::mm");
    QVERIFY(with.ok());
    QVERIFY(std::any_of(with->begin(), with->end(),
                        [](const auto& detail) { return detail.first == "args.Sequence number"; }));
    options.partial.arguments = false;
    const auto without = detailOf("aten::mm");
    QVERIFY(!without.ok());
    QVERIFY2(says(without.error(), "arguments were left out"), without.error().text().c_str());
    QVERIFY(detailOf("mm").ok()); // the kernel table's columns are no arguments
}

void TestPartial::pickedParts()
{
    const ProfileFiles files;
    std::vector<fs::path> ranks;
    for (int rank = 0; rank < 3; ++rank)
        ranks.push_back(files.writeRank("job/w" + std::to_string(rank) + "_ascend_pt", rank));
    PartialImport wanted;
    wanted.parts = {ranks[0], ranks[2]};
    const auto result = read(files.root(), wanted);
    QVERIFY(result.ok());
    QCOMPARE(rankNumbers(*result->trace), (std::vector<std::int64_t>{0, 2}));
    QCOMPARE(result->leftOut.parts, std::uint64_t(1));
    QCOMPARE(reportOf(*result, "w1_ascend_pt")->reason, std::string("left out: not picked"));
    wanted.parts = {ranks[1], files.root() / "gone"};
    const auto gone = read(files.root(), wanted);
    QVERIFY(gone.ok());
    QCOMPARE(gone->issues.countOf(IssueKind::UnreadableFile), std::uint64_t(1));
}

void TestPartial::pickedDatabase()
{
    const ProfileFiles files;
    const fs::path rank = files.writeRank("r_ascend_pt", 0);
    const fs::path path = rank / "ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db";
    MadeDatabase(path).makeProfileTables(Schema::First);
    QCOMPARE(imported({files.root()})->trace->ranks().front().format, std::string("torch-npu-text"));
    PartialImport wanted;
    wanted.parts = {path};
    const auto result = read(files.root(), wanted);
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(1));
    QCOMPARE(result->trace->ranks().front().format, std::string("torch-npu-db"));
    QVERIFY(reportOf(*result, path.filename().string())->status == FileStatus::Ok);
}

void TestPartial::aBrokenPartKeepsItsReason()
{
    const ProfileFiles files;
    files.writeRank("r0_ascend_pt", 0);
    files.write("r1_ascend_pt/profiler_info_1.json", "{}");
    files.write("r1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", "");
    const auto result = read(files.root(), partial("0-1"));
    QVERIFY(result.ok());
    const bool said = std::any_of(result->files.begin(), result->files.end(),
                                  [](const FileReport& file) { return file.reason == "empty file"; });
    QVERIFY(said);
}

void TestPartial::preview()
{
    const ProfileFiles files;
    OpenOptions options;
    options.paths = {writeSteps(files, "r_ascend_pt", 0)};
    options.partial = partial("", "6");
    std::shared_ptr<const Trace> trace;
    const auto rows = Session::preview(options, Progress{}, &trace);
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(rows.front().step, std::optional<std::int64_t>(6));
}

QTEST_GUILESS_MAIN(TestPartial)
#include "test_partial.moc"
