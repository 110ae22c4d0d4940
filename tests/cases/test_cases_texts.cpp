// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <set>

#include <zlib.h>

#include "core/base/utf8.h"
#include "core/export/csv/ranking_csv.h"
#include "core/export/csv/table_csv.h"
#include "core/scene/timeline_scene.h"
#include "tests/cases/case_profile.h"

using namespace tideline;
using namespace tideline::test;

namespace {

std::string gzipMember(const std::string& text)
{
    std::string out(text.size() + 1024, '\0');
    z_stream stream = {};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string slicesCsv(const CaseProfile& in)
{
    TextCollector csv;
    return writeSlicesCsv(in.trace(), {}, csv, Progress{}).ok() ? csv.out : std::string();
}

} // namespace

class TestCasesTexts : public QObject {
    Q_OBJECT

private slots:
    void case021_controlCharactersInNames();
    void case023_openAndStrayCommas_data();
    void case023_openAndStrayCommas();
    void case044_manyEvents();
    void case044_manyEventsCancelled();
    void case046_gzipOfManyMembers();
    void case054_eventsWithoutIds();
    void case055_bareArrays();
    void case056_namesAreLiteral();
    void escapedKeys_data();
    void escapedKeys();
    void textBehindGzip_data();
    void textBehindGzip();
    void halfSurrogates();
    void eventAboveTheLimit();
};

/// Raw control bytes in a name are tolerated with one warning and shown as marks: a table row stays one line.
void TestCasesTexts::case021_controlCharactersInNames()
{
    const CaseProfile in(
        "{\"traceEvents\":" + array({complete("two\x03parts", "6", "9"), complete("new\nline", "40", "9")}) + "}");
    QCOMPARE(in.totals().slices, std::uint64_t(2));
    QVERIFY(in.issue(IssueKind::ControlCharacters) > 0);
    const auto issues = in.session().issues().list();
    QCOMPARE(std::count_if(issues.begin(), issues.end(),
                           [](const ImportIssue& issue) { return issueSeverity(issue.kind) == Severity::Warning; }),
             1);
    QVERIFY(in.slice("two\u2403parts").valid());
    QVERIFY(in.slice("new\u240Aline").valid());
    const std::string csv = slicesCsv(in);
    QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 3);
    QVERIFY(csv.find("new\u240Aline") != std::string::npos);
}

void TestCasesTexts::case023_openAndStrayCommas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("truncated");
    const QByteArray one = QByteArray::fromStdString(complete("one", "3", "5"));
    const QByteArray two = QByteArray::fromStdString(complete("two", "9", "5"));
    QTest::addRow("no bracket") << QByteArray("[\n" + one + ",\n" + two + ",\n") << true;
    QTest::addRow("no comma, no bracket") << QByteArray("[\n" + one + ",\n" + two) << true;
    QTest::addRow("cut inside an event") << QByteArray("[" + one + "," + two + R"(,{"ph":"X","pi)") << true;
    QTest::addRow("leading comma") << QByteArray("[," + one + "\n," + two + "]") << false;
}

/// Commas too many and a missing end cost no event; a file that ends early says so.
void TestCasesTexts::case023_openAndStrayCommas()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, truncated);
    const CaseProfile in(text.toStdString());
    QCOMPARE(in.totals().slices, std::uint64_t(2));
    QVERIFY(in.slice("one").valid() && in.slice("two").valid());
    QCOMPARE(in.issue(IssueKind::Truncated), std::uint64_t(truncated ? 1 : 0));
    QVERIFY(in.file("trace.json")->status == (truncated ? FileStatus::Partial : FileStatus::Ok));
}

/// A large file reports its progress, keeps every event, stays small in memory and is not an empty picture.
void TestCasesTexts::case044_manyEvents()
{
    constexpr int kEvents = 200'000;
    std::string text = "{\"traceEvents\":[\n";
    for (int i = 0; i < kEvents; ++i)
        text += (i > 0 ? "," : "")
                + complete("job" + std::to_string(i % 501), std::to_string(1'600'000'000'000'000 + i * 4), "2.250",
                           std::to_string(i % 11).c_str(), std::to_string(i % 3).c_str(),
                           R"(,"args":{"n":)" + std::to_string(i) + "}")
                + "\n";
    CaseProfile in;
    OpenOptions options;
    options.paths = {in.write("large.json", text + "]}")};
    options.threads = 2;
    std::mutex lock;
    std::set<std::uint64_t> seen;
    std::set<Stage> stages;
    bool beyond = false;
    const auto sink = [&](const ProgressUpdate& update) {
        const std::lock_guard guard(lock);
        stages.insert(update.stage);
        if (update.stage == Stage::Parse)
            seen.insert(update.done);
        beyond = beyond || (update.total > 0 && update.done > update.total);
    };
    const auto opened = Session::open(options, Progress({}, sink));
    QVERIFY(opened.ok());
    const Trace& trace = (*opened)->trace();
    QCOMPARE(trace.totals().slices, std::uint64_t(kEvents));
    QVERIFY(seen.size() >= 10);
    QVERIFY(!beyond);
    QVERIFY(stages.contains(Stage::Parse) && stages.contains(Stage::Build) && stages.contains(Stage::Ready));
    QVERIFY(trace.residentBytes() < std::size_t{100} * kEvents);
    CategoryCache categories(trace);
    const TimelineLayout layout(trace);
    const TimelineScene scene = buildTimelineScene({trace, &(*opened)->index(), categories}, layout,
                                                   {trace.axisExtent(), 500}, 1, 0, layout.height());
    QVERIFY(std::any_of(scene.lanes.begin(), scene.lanes.end(),
                        [](const LaneScene& lane) { return !lane.track.boxes.empty(); }));
}

/// Cancelled while it reads, an import ends with that word and with nothing opened.
void TestCasesTexts::case044_manyEventsCancelled()
{
    std::vector<std::string> events;
    for (int i = 0; i < 60'000; ++i)
        events.push_back(complete("job", std::to_string(i * 4), "2"));
    CaseProfile in;
    OpenOptions options;
    options.paths = {in.write("large.json", array(events))};
    options.threads = 2;
    std::stop_source stop;
    const auto sink = [&stop](const ProgressUpdate& update) {
        if (update.stage == Stage::Parse)
            stop.request_stop();
    };
    const auto opened = Session::open(options, Progress(stop.get_token(), sink));
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().code == ErrorCode::Cancelled);
}

/// All members of a gzip file are one text.
void TestCasesTexts::case046_gzipOfManyMembers()
{
    std::string text = "[";
    std::vector<std::size_t> cuts;
    for (int i = 0; i < 240; ++i) {
        text += (i > 0 ? "," : "") + complete("g" + std::to_string(i), std::to_string(i * 3), "1");
        if (i % 60 == 59)
            cuts.push_back(text.size() - 5); // inside an event
    }
    text += "]";
    std::string packed;
    std::size_t from = 0;
    for (const std::size_t cut : cuts) {
        packed += gzipMember(text.substr(from, cut - from));
        from = cut;
    }
    packed += gzipMember(text.substr(from));
    CaseProfile in;
    in.open({in.write("t.json.gz", packed)});
    QCOMPARE(in.totals().slices, std::uint64_t(240));
    QVERIFY(in.slice("g239").valid());
    QVERIFY(in.file("t.json.gz")->status == FileStatus::Ok);
    QCOMPARE(in.issue(IssueKind::Truncated) + in.issue(IssueKind::BadEvent), std::uint64_t(0));
}

/// What has no process or thread belongs to 0; 5 and "5" are one; other texts stay as names.
void TestCasesTexts::case054_eventsWithoutIds()
{
    const CaseProfile in(array({R"({"ph":"C","name":"use","ts":4,"args":{"v":2}})",
                                R"({"ph":"X","name":"no process","tid":9,"ts":4,"dur":3})",
                                R"({"ph":"X","name":"no thread","pid":9,"ts":4,"dur":3})",
                                R"({"ph":"X","name":"words","pid":"unit3","tid":"MTE1","ts":4,"dur":3})",
                                R"({"ph":"X","name":"number","pid":5,"tid":"5","ts":4,"dur":3})",
                                R"({"ph":"X","name":"text","pid":"5","tid":5,"ts":11,"dur":3})"}));
    QCOMPARE(in.totals().slices, std::uint64_t(5));
    QCOMPARE(in.totals().counterSamples, std::uint64_t(1));
    QCOMPARE(in.trace().counters().size(), std::size_t(1));
    const auto pid = [&in](const TrackInfo& track) { return in.trace().process(track.process).pid; };
    QCOMPARE(pid(in.track("no process")), std::string("0"));
    QCOMPARE(in.track("no process").tid, std::string("9"));
    QCOMPARE(in.track("no thread").tid, std::string("0"));
    QCOMPARE(in.trace().process(in.trace().counters()[0].process).pid, std::string("0"));
    QVERIFY(in.trace().trackOf(in.slice("number")) == in.trace().trackOf(in.slice("text")));
    QCOMPARE(pid(in.track("words")), std::string("unit3"));
    QVERIFY(in.track("words").name.find("MTE1") != std::string::npos);
}

/// An array without an object around it is a trace; empty objects are nothing, other junk is one note.
void TestCasesTexts::case055_bareArrays()
{
    const CaseProfile plain(array({R"({"name":"Begin","cat":"","ph":"X","pid":31,"tid":32,"ts":5,"dur":40})"}));
    QCOMPARE(plain.totals().slices, std::uint64_t(1));
    QCOMPARE(plain.length("Begin"), std::int64_t(40'000));
    QCOMPARE(plain.issue(IssueKind::JunkElement), std::uint64_t(0));
    const CaseProfile empty("[" + complete("one", "3", "5") + ",{},{}," + complete("two", "9", "5") + ",{}]");
    QCOMPARE(empty.totals().slices, std::uint64_t(2));
    QCOMPARE(empty.issue(IssueKind::JunkElement), std::uint64_t(0));
    const CaseProfile junk("[" + complete("one", "3", "5") + ",{},null,5.5,\"word\",[1]," + complete("two", "9", "5")
                           + "]");
    QCOMPARE(junk.totals().slices, std::uint64_t(2));
    QCOMPARE(junk.issue(IssueKind::JunkElement), std::uint64_t(4));
    const auto notes = junk.session().issues().list();
    QCOMPARE(std::count_if(notes.begin(), notes.end(),
                           [](const ImportIssue& issue) { return issue.kind == IssueKind::JunkElement; }),
             1);
    QVERIFY(issueSeverity(IssueKind::JunkElement) == Severity::Note);
}

/// Names are kept byte for byte, "" too, in the ranking and in the tables written out.
void TestCasesTexts::case056_namesAreLiteral()
{
    const std::vector<std::string> names = {"void run<8, Less<float>>(int)", "<a href=x>y</a>", "<frozen>(2): <run>",
                                            "\u77E9\u9635/\u4E58 \u00E8 \U0001F680 \u202Ezyx", "x&lt;y 'p' %1 {0}"};
    std::vector<std::string> events{traceEvent("X", "", "900", R"(,"name":"","dur":4)")};
    for (std::size_t i = 0; i < names.size(); ++i)
        events.push_back(complete(names[i], std::to_string(i * 20), "7"));
    const CaseProfile in(array(events));
    const auto totals = in.totalsByName();
    QCOMPARE(totals.size(), names.size() + 1);
    QCOMPARE(totals.at(""), std::int64_t(4'000));
    const std::string csv = slicesCsv(in);
    RankingOptions options;
    const auto ranking = in.session().ranking(options);
    QVERIFY(ranking.ok());
    TextCollector top;
    QVERIFY(writeRankingCsv(in.trace(), *ranking, options, top).ok());
    for (const std::string& name : names) {
        QCOMPARE(totals.at(name), std::int64_t(7'000));
        QVERIFY2(csv.find(name) != std::string::npos, name.c_str());
        QVERIFY2(top.out.find(name) != std::string::npos, name.c_str());
    }
}

void TestCasesTexts::escapedKeys_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addRow("name") << QByteArray(R"({"ph":"X","\u006eame":"k","pid":4,"tid":6,"ts":10,"dur":3})");
    QTest::addRow("phase") << QByteArray(R"({"p\u0068":"X","name":"k","pid":4,"tid":6,"ts":10,"dur":3})");
    QTest::addRow("ids") << QByteArray(R"({"ph":"X","name":"k","p\u0069d":4,"t\u0069d":6,"ts":10,"dur":3})");
    QTest::addRow("times") << QByteArray(R"({"ph":"X","name":"k","pid":4,"tid":6,"\u0074s":10,"du\u0072":3})");
    QTest::addRow("all") << QByteArray(
        R"({"\u0070\u0068":"X","nam\u0065":"k","\u0070id":4,"ti\u0064":6,"t\u0073":10,"d\u0075r":3,"\"":1,"\\u":2})");
}

/// A key written with escapes is the key that it spells.
void TestCasesTexts::escapedKeys()
{
    QFETCH(QByteArray, text);
    const CaseProfile in("[" + text.toStdString() + "]");
    QCOMPARE(in.totals().slices, std::uint64_t(1));
    QCOMPARE(in.start("k"), std::int64_t(10'000));
    QCOMPARE(in.length("k"), std::int64_t(3'000));
    QCOMPARE(in.track("k").tid, std::string("6"));
    QCOMPARE(in.trace().process(in.track("k").process).pid, std::string("4"));
    QCOMPARE(in.issue(IssueKind::JunkElement), std::uint64_t(0));
}

void TestCasesTexts::textBehindGzip_data()
{
    QTest::addColumn<QByteArray>("behind");
    QTest::addColumn<bool>("counted");
    QTest::addRow("nothing") << QByteArray() << false;
    QTest::addRow("padding") << QByteArray(700, '\0') << false;
    QTest::addRow("words") << QByteArray("left over") << true;
    QTest::addRow("one byte") << QByteArray("x") << true;
    QTest::addRow("words behind padding") << QByteArray(QByteArray(300'000, '\0') + "x") << true;
}

/// What stands behind the end of gzip data is not read, and said.
void TestCasesTexts::textBehindGzip()
{
    QFETCH(QByteArray, behind);
    QFETCH(bool, counted);
    CaseProfile in;
    in.open({in.write("t.json.gz", gzipMember(array({complete("one", "3", "5")})) + behind.toStdString())});
    QCOMPARE(in.totals().slices, std::uint64_t(1));
    QCOMPARE(in.issue(IssueKind::BadEvent), std::uint64_t(counted ? 1 : 0));
    QVERIFY(in.file("t.json.gz")->status == (counted ? FileStatus::Partial : FileStatus::Ok));
}

/// Half of a surrogate pair is no character: it is replaced and counted, by event; whole pairs are not.
void TestCasesTexts::halfSurrogates()
{
    const CaseProfile in(
        array({complete(R"(high \ud83d end)", "0", "5"), complete(R"(high \ud83d end)", "10", "5"),
               complete(R"(low \ude80)", "20", "5"), complete(R"(pair \ud83d\ude80 \\ud83d)", "30", "5"),
               traceEvent("C", R"(c\udfff)", "1", R"(,"args":{"v":1})"),
               R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"t\ud800"}})"}));
    QCOMPARE(in.issue(IssueKind::InvalidUtf8), std::uint64_t(5));
    QVERIFY(in.slice("high \uFFFD end").valid());
    QVERIFY(in.slice("pair \U0001F680 \\ud83d").valid());
    QVERIFY(in.places(IssueKind::InvalidUtf8).find("surrogate") != std::string::npos);
}

/// An event above the limit is left out and counted, and the file is not called whole.
void TestCasesTexts::eventAboveTheLimit()
{
    const std::string text =
        array({complete("one", "3", "5"),
               complete("huge", "9", "5", "1", "1", R"(,"args":{"t":")" + std::string(3 << 20, 'x') + "\"}"),
               complete("two", "20", "5")});
    for (const bool limited : {true, false}) {
        CaseProfile in;
        ImportOptions options;
        if (limited)
            options.maxEventBytes = std::size_t{1} << 20;
        TaskPool pool(2);
        const auto read = importPaths({in.write("t.json", text)}, options, pool, Progress{});
        QVERIFY(read.ok());
        QCOMPARE(read->trace->totals().slices, std::uint64_t(limited ? 2 : 3));
        QCOMPARE(read->issues.countOf(IssueKind::BadEvent), std::uint64_t(limited ? 1 : 0));
        QVERIFY(read->files[0].status == (limited ? FileStatus::Partial : FileStatus::Ok));
        QCOMPARE(read->files[0].reason.find("1 MiB") != std::string::npos, limited);
    }
}

QTEST_APPLESS_MAIN(TestCasesTexts)
#include "test_cases_texts.moc"
