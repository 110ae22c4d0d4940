// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "core/import/chrome/chrome_importer.h"
#include "core/import/chrome/lane_roles.h"
#include "core/import/chrome/raw_event.h"
#include "core/import/chrome/trace_json.h"
#include "core/import/event_details.h"

using namespace tideline;

namespace {

/// A trace read from texts, each a file of one rank.
struct Imported {
    explicit Imported(const std::vector<std::string>& texts, unsigned threads = 2)
    {
        TaskPool pool(threads);
        TraceBuilder builder;
        const ImportOptions options;
        const Progress progress;
        ImportContext context{builder, issues, files, pool, progress, options};
        std::vector<std::filesystem::path> paths;
        for (const std::string& text : texts) {
            paths.push_back(dir.filePath(QString::number(paths.size())).toStdString());
            std::ofstream(paths.back(), std::ios::binary) << text;
        }
        ok = (paths.size() == 1 ? ChromeImporter().read(paths[0], context)
                                : readTraceJson(paths, builder.addRank({}), context))
                 .ok();
        trace = *TraceBuilder::freeze(std::move(builder), pool, progress);
        sniffed = looksLikeTraceJson(paths[0]);
    }
    explicit Imported(const std::string& text, unsigned threads = 2) : Imported(std::vector{text}, threads) {}

    const TraceTotals& totals() const { return trace->totals(); }
    std::uint64_t issue(IssueKind kind) const { return issues.countOf(kind); }

    /// "name start+duration row" of each slice in microseconds' nanoseconds.
    std::string slices() const
    {
        std::string text;
        for (std::uint32_t i = 0; i < trace->slices().size(); ++i) {
            text += std::string(trace->text(trace->slices().name.at(i))) + ' '
                    + std::to_string(trace->slices().start.at(i).ns) + '+'
                    + std::to_string(trace->slices().duration.at(i).ns) + " r"
                    + std::to_string(trace->rowOf(SliceId{i})) + "; ";
        }
        return text;
    }

    QTemporaryDir dir;
    std::shared_ptr<const Trace> trace;
    ImportIssues issues;
    std::vector<FileReport> files;
    bool ok = false;
    bool sniffed = false;
};

std::string x(const char* name, const char* ts, const char* dur, const char* tid = "1")
{
    return std::string(R"({"ph":"X","pid":1,"tid":)") + tid + R"(,"name":")" + name + R"(","ts":)" + ts + R"(,"dur":)"
           + dur + "}";
}

std::string ph(const char* phase, const char* name, const char* ts, const char* more = "")
{
    return std::string(R"({"ph":")") + phase + R"(","pid":1,"tid":1,"name":")" + name + R"(","ts":)" + ts + more + "}";
}

std::string list(const std::vector<std::string>& events)
{
    std::string text = "[";
    for (const std::string& event : events)
        text += (text.size() > 1 ? "," : "") + event;
    return text + "]";
}

} // namespace

class TestImportChrome : public QObject {
    Q_OBJECT

private slots:
    void beginsAndEndsAtOneTime();
    void beginsMixedWithComplete();
    void unmatchedBeginsAndEnds();
    void pairsJoinOverFiles();
    void exactTimes();
    void durations();
    void rejectedEventsAreCounted();
    void missingAndMixedIds();
    void counters();
    void counterGaps();
    void flows();
    void asyncSpans();
    void namesAnywhere();
    void kinds_data();
    void kinds();
    void units();
    void taskTypes();
    void identity();
    void phases();
    void junkAndControls();
    void truncatedFile();
    void textBehindTheDocument();
    void noArray();
    void sameResultOnAnyThreadCount();
    void details();
    void detailsOfAChangedFile();
};

void TestImportChrome::beginsAndEndsAtOneTime()
{
    const Imported in(list({ph("B", "A", "0"), ph("E", "", "100"), ph("B", "B", "100"), ph("B", "C", "120"),
                            ph("E", "other", "183"), ph("E", "", "200")}));
    QCOMPARE(in.slices(), std::string("A 0+100000 r0; B 100000+100000 r0; C 120000+63000 r1; "));
    QCOMPARE(in.totals().beginUnmatched + in.totals().endUnmatched, std::uint64_t(0));
}

void TestImportChrome::beginsMixedWithComplete()
{
    const Imported in(list({x("C0", "100", "40"), ph("B", "B0", "100"), ph("E", "", "140"), x("C1", "140", "40"),
                            ph("B", "B1", "140"), ph("E", "", "160")}));
    QCOMPARE(in.slices(),
             std::string("C0 100000+40000 r0; C1 140000+40000 r0; B0 100000+40000 r1; B1 140000+20000 r1; "));
}

void TestImportChrome::unmatchedBeginsAndEnds()
{
    const Imported in(list({ph("E", "", "1"), ph("B", "open", "5"), x("a", "10", "10", "2")}));
    QCOMPARE(in.totals().slices, std::uint64_t(1));
    QCOMPARE(in.totals().beginUnmatched, std::uint64_t(1));
    QCOMPARE(in.totals().endUnmatched, std::uint64_t(1));
    QCOMPARE(in.issue(IssueKind::UnmatchedBegin), std::uint64_t(1));
    QCOMPARE(in.issue(IssueKind::UnmatchedEnd), std::uint64_t(1));
    bool drawn = false;
    for (const TrackInfo& track : in.trace->tracks()) {
        if (track.kind == TrackKind::Unfinished) {
            drawn = true;
            QCOMPARE(in.trace->slices().duration.at(track.slices.first).ns, std::int64_t(15000));
        }
    }
    QVERIFY(drawn);
}

void TestImportChrome::pairsJoinOverFiles()
{
    const Imported in({list({ph("B", "a", "1"), ph("s", "f", "1", R"(,"id":1)")}),
                       list({ph("E", "", "5"), x("b", "7", "2"), ph("f", "f", "7", R"(,"id":1,"bp":"e")")})});
    QCOMPARE(in.slices(), std::string("a 1000+4000 r0; b 7000+2000 r0; "));
    QCOMPARE(in.totals().flows, std::uint64_t(1));
    QCOMPARE(in.files.size(), std::size_t(2));
}

void TestImportChrome::exactTimes()
{
    const Imported in(list({x("k", "\"1715555555555060.000\"", "0.98"), x("p", "1701234567890.1235e3", "5"),
                            x("s", "\"1736408883688177.930\"", "\"0.001\"")}));
    QCOMPARE(in.totals().first->ns, std::int64_t(1701234567890123500));
    QVERIFY(in.slices().find("k 1715555555555060000+980 ") != std::string::npos);
    QVERIFY(in.slices().find("s 1736408883688177930+1 ") != std::string::npos);
}

void TestImportChrome::durations()
{
    const Imported in(list({x("i", "0", "10"), x("f", "20", "10.0"), x("s", "\"40\"", "\"10\""), x("e", "60", "1e1"),
                            ph("X", "none", "80"), x("minus", "90", "-5"), x("zero", "95", "0")}));
    QCOMPARE(in.slices(),
             std::string("i 0+10000 r0; f 20000+10000 r0; s 40000+10000 r0; e 60000+10000 r0; none 80000+0 "
                         "r0; minus 90000+0 r0; zero 95000+0 r0; "));
    QCOMPARE(in.issue(IssueKind::MissingDuration), std::uint64_t(1));
    QCOMPARE(in.issue(IssueKind::NegativeDuration), std::uint64_t(1));
    QCOMPARE(in.totals().last->ns, std::int64_t(95000));
}

void TestImportChrome::rejectedEventsAreCounted()
{
    const Imported in(list({x("inf", "1", "Infinity"), x("nan", "NaN", "5"), x("far", "99999999999999999999", "5"),
                            x("ok", "10", "5"), R"({"ph":"X","name":"no ts","dur":1})"}));
    QCOMPARE(in.slices(), std::string("ok 10000+5000 r0; "));
    QCOMPARE(in.issue(IssueKind::BadTime), std::uint64_t(4));
    QCOMPARE(in.totals().eventsByPhase.at("X"), std::uint64_t(5));
    QCOMPARE(in.totals().first->ns, std::int64_t(10000));
}

void TestImportChrome::missingAndMixedIds()
{
    const Imported in(
        list({R"({"ph":"X","name":"a","pid":7,"tid":"7","ts":2,"dur":5})",
              R"({"ph":"X","name":"b","pid":"7","tid":7,"ts":9,"dur":5})", R"({"ph":"X","name":"c","ts":2,"dur":5})",
              R"({"ph":"X","name":"d","pid":"core0","tid":"MTE2","ts":2,"dur":5})"}));
    QCOMPARE(in.trace->tracks().size(), std::size_t(3));
    QCOMPARE(in.issue(IssueKind::MixedIdTypes), std::uint64_t(1));
    bool zero = false;
    for (const ProcessInfo& process : in.trace->processes())
        zero = zero || process.pid == "0";
    QVERIFY(zero);
}

void TestImportChrome::counters()
{
    const Imported in(list({ph("C", "queue", "0", R"(,"args":{"AIC":3,"AIV":"1.5","MIX":0})"),
                            ph("C", "queue", "10", R"(,"args":{"AIC":2,"AIV":4,"MIX":1})"),
                            ph("C", "Acc PMU", "0", R"(,"args":{"value":7,"acc_id":1})"),
                            ph("C", "Acc PMU", "0", R"(,"args":{"value":9,"acc_id":2})"),
                            ph("C", "Acc PMU", "10", R"(,"args":{"value":8,"acc_id":1})"), ph("C", "bare", "1"),
                            ph("C", "nested", "1", R"(,"args":{"v":{"a":1},"w":2})")}));
    QCOMPARE(in.trace->counters().size(), std::size_t(6));
    QCOMPARE(in.totals().counterSamples, std::uint64_t(10));
    std::map<std::string, std::uint32_t> found;
    for (const CounterInfo& counter : in.trace->counters())
        found[counter.name + '/' + counter.series] = counter.samples.size();
    QCOMPARE(found.at("Acc PMU acc_id 1/value"), std::uint32_t(2));
    QCOMPARE(found.at("Acc PMU acc_id 2/value"), std::uint32_t(1));
    QCOMPARE(found.at("queue/AIV"), std::uint32_t(2));
    QCOMPARE(found.at("nested/w"), std::uint32_t(1));
}

void TestImportChrome::counterGaps()
{
    const Imported in(list({ph("C", "u", "1", R"(,"args":{"v":NaN})"), ph("C", "u", "2", R"(,"args":{"v":5})"),
                            ph("C", "u", "3", R"(,"args":{"v":"Infinity"})")}));
    QCOMPARE(in.totals().counterSamples, std::uint64_t(3));
    QCOMPARE(in.issue(IssueKind::BadCounterValue), std::uint64_t(2));
    QVERIFY(std::isnan(in.trace->samples().value.at(0)));
    QCOMPARE(in.trace->counters()[0].max, 5.0);
}

void TestImportChrome::flows()
{
    const Imported in(list(
        {x("a", "0", "10"), x("b", "20", "10", "2"), ph("s", "f", "1", R"(,"cat":"h","id":"40006882869110636543")"),
         ph("s", "g", "2", R"(,"cat":"h","id":40006882869110636542)"), ph("s", "h", "3", R"(,"cat":"other","id":7)"),
         R"({"ph":"f","bp":"e","cat":"h","id":40006882869110636543,"pid":1,"tid":2,"ts":20})",
         R"({"ph":"f","bp":"e","cat":"h","id":"40006882869110636542","pid":1,"tid":2,"ts":21})",
         R"({"ph":"f","bp":"e","cat":"h","id":7,"pid":1,"tid":2,"ts":21})"}));
    QCOMPARE(in.totals().flows, std::uint64_t(2));
    QCOMPARE(in.totals().flowStartsUnmatched, std::uint64_t(1));
    QCOMPARE(in.totals().flowEndsUnmatched, std::uint64_t(1));
}

void TestImportChrome::asyncSpans()
{
    const Imported in(
        list({ph("b", "outer", "0", R"(,"cat":"net","id":1)"), ph("b", "inner", "2", R"(,"cat":"net","id":1)"),
              ph("e", "inner", "3", R"(,"cat":"net","id":1)"), ph("e", "outer", "9", R"(,"cat":"net","id":1)"),
              ph("S", "old", "1", R"(,"cat":"net","id":1)"), ph("F", "old", "4", R"(,"cat":"net","id":1)"),
              ph("b", "l", "1", R"(,"cat":"x","id2":{"local":"0x1"})"),
              R"({"ph":"e","pid":2,"tid":1,"name":"l","ts":5,"cat":"x","id2":{"local":"0x1"}})",
              ph("n", "n", "1", R"(,"cat":"net","id":1)")}));
    QCOMPARE(in.totals().asyncSpans, std::uint64_t(3));
    QCOMPARE(in.totals().slices, std::uint64_t(0));
    QCOMPARE(in.issue(IssueKind::UnmatchedBegin), std::uint64_t(1));
    QCOMPARE(in.totals().beginUnmatched, std::uint64_t(0));
    QCOMPARE(in.totals().eventsByPhase.at("n"), std::uint64_t(1));
}

void TestImportChrome::namesAnywhere()
{
    const Imported in(list({x("a", "0", "10"), R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":""}})",
                            R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"w\u00f6rker"}})",
                            R"({"ph":"M","name":"process_name","pid":"1","args":{"name":"Python"}})",
                            R"({"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":4}})"}));
    QCOMPARE(in.trace->tracks().size(), std::size_t(1));
    QCOMPARE(in.trace->tracks()[0].name, std::string("wörker"));
    QCOMPARE(in.trace->processes()[0].name, std::string("Python"));
    QCOMPARE(*in.trace->processes()[0].sortIndex, std::int64_t(4));
    QVERIFY(in.trace->tracks()[0].kind == TrackKind::HostThread);
}

void TestImportChrome::kinds_data()
{
    QTest::addColumn<QByteArray>("process");
    QTest::addColumn<QByteArray>("labels");
    QTest::addColumn<QByteArray>("thread");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* process, const char* labels, const char* thread, TrackKind kind) {
        QTest::addRow("%s %s %s", process, labels, thread)
            << QByteArray(process) << QByteArray(labels) << QByteArray(thread) << int(kind);
    };
    row("Ascend Hardware", "NPU", "Stream 12", TrackKind::Stream);
    row("Ascend Hardware", "NPU", "Step Trace(Model ID:1)", TrackKind::Other);
    row("Ascend Hardware", "", "", TrackKind::Stream);
    row("HCCL", "NPU", "Group 0 Communication", TrackKind::CommGroup);
    row("HCCL", "NPU", "Communication Kernel", TrackKind::CommGroup);
    row("Communication", "NPU", "Plane 1", TrackKind::CommPlane);
    row("CANN", "CPU", "Thread 5", TrackKind::HostThread);
    row("Overlap Analysis", "NPU", "Free", TrackKind::Overlap);
    row("python", "CPU", "thread 9", TrackKind::HostThread);
    row("python", "GPU 0", "stream 7 ", TrackKind::Stream);
    row("", "", "Stream 3", TrackKind::Stream);
    row("", "", "Streamer", TrackKind::Other);
}

void TestImportChrome::kinds()
{
    QFETCH(QByteArray, process);
    QFETCH(QByteArray, labels);
    QFETCH(QByteArray, thread);
    QFETCH(int, kind);
    const ProcessRole role = roleOfProcess(process.toStdString(), labels.toStdString());
    QCOMPARE(int(kindOfLane(role, thread.toStdString(), false)), kind);
}

void TestImportChrome::units()
{
    QCOMPARE(unitOfSeries("HBM", "Read(MB/s)"), std::string("MB/s"));
    QCOMPARE(unitOfSeries("AI Core Freq", "MHz"), std::string("MHz"));
    QCOMPARE(unitOfSeries("CPU Usage", "Usage(%)"), std::string("%"));
    QCOMPARE(unitOfSeries("LLC", "Hit Rate(%)"), std::string("ratio"));
    QCOMPARE(unitOfSeries("QoS", "value"), std::string());
}

void TestImportChrome::taskTypes()
{
    QCOMPARE(findTaskType(R"({"Model Id":1,"Task Type":"AI_CORE","x":2})"), std::string_view("\"AI_CORE\""));
    QCOMPARE(findTaskType(R"({"task type": "Memcpy"})"), std::string_view("\"Memcpy\""));
    QVERIFY(findTaskType(R"({"a":"the \"Task Type\":\"x\""})").empty());
    QVERIFY(findTaskType("{}").empty());
    const Imported in(list(
        {R"({"name":"m","pid":1,"tid":1,"ts":1,"dur":1,"args":{"Model Id":4294967295,"Task Type":"MIX_AIC"},"ph":"X"})",
         R"({"name":"n","pid":1,"tid":1,"ts":3,"dur":1,"args":{},"ph":"X"})"}));
    QCOMPARE(in.trace->text(in.trace->slices().taskType.at(0)), std::string_view("MIX_AIC"));
    QCOMPARE(in.trace->text(in.trace->slices().taskType.at(1)), std::string_view());
}

void TestImportChrome::identity()
{
    const Imported in(
        "{\"schemaVersion\":1,\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":3},\"displayTimeUnit\":\"ns\","
        "\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":1.5,\"dur\":2}],"
        "\"baseTimeNanoseconds\":1700000000000000001}");
    QVERIFY(in.sniffed);
    QCOMPARE(*in.trace->ranks()[0].rank, std::int64_t(3));
    QCOMPARE(*in.trace->ranks()[0].timeBaseNs, std::int64_t(1700000000000000001));
    QCOMPARE(in.slices(), std::string("k 1500+2000 r0; "));
    QVERIFY(in.trace->tracks()[0].kind == TrackKind::Stream);
    const Imported none("{\"traceEvents\":[" + x("a", "1", "1") + "]}");
    QVERIFY(!none.trace->ranks()[0].rank);
}

void TestImportChrome::phases()
{
    const Imported in(
        list({ph("N", "o", "-5"), ph("O", "o", "3"), ph("D", "o", "400"), ph("c", "c", "1"), ph("P", "p", "1"),
              ph("V", "v", "1"), ph("i", "i", "2"), ph("I", "i", "2"), ph("R", "r", "2"), ph("?", "q", "1"),
              ph("long", "q", "1"), R"({"name":"no phase"})", "{}"}));
    QCOMPARE(in.totals().eventsByPhase.size(), std::size_t(11));
    QCOMPARE(in.totals().eventsByPhase.at("long"), std::uint64_t(1));
    QCOMPARE(in.totals().instants, std::uint64_t(3));
    QCOMPARE(in.issue(IssueKind::UnknownPhase), std::uint64_t(2));
    QCOMPARE(in.issue(IssueKind::JunkElement), std::uint64_t(1));
    QCOMPARE(in.totals().first->ns, std::int64_t(-5000));
    QCOMPARE(in.totals().last->ns, std::int64_t(400000));
}

void TestImportChrome::junkAndControls()
{
    const Imported in("[" + x("a", "1", "2") + ",{},null,17,\"str\"," + x("tab\there", "4", "2") + ",{}]");
    QCOMPARE(in.totals().slices, std::uint64_t(2));
    QCOMPARE(in.issue(IssueKind::JunkElement), std::uint64_t(3));
    QCOMPARE(in.issue(IssueKind::ControlCharacters), std::uint64_t(1));
    QVERIFY(in.slices().find("tab␉here") != std::string::npos);
}

void TestImportChrome::truncatedFile()
{
    const Imported open("[\n" + x("a", "1", "2") + ",\n" + x("b", "4", "2") + ",\n");
    QCOMPARE(open.totals().slices, std::uint64_t(2));
    QCOMPARE(open.issue(IssueKind::Truncated), std::uint64_t(1));
    QVERIFY(open.files[0].status == FileStatus::Partial);
    const Imported leading("[," + x("a", "1", "2") + "," + x("b", "4", "2") + "]");
    QCOMPARE(leading.totals().slices, std::uint64_t(2));
    QCOMPARE(leading.issue(IssueKind::LeadingComma), std::uint64_t(1));
    QVERIFY(leading.files[0].status == FileStatus::Ok);
    QCOMPARE(*leading.files[0].rows, std::uint64_t(2));
}

void TestImportChrome::textBehindTheDocument()
{
    const std::vector<std::string> documents = {"[" + x("a", "1", "2") + "]",
                                                "{\"traceEvents\":[" + x("a", "1", "2") + "]}"};
    for (const std::string& document : documents) {
        const Imported second(document + "\n[" + x("lost", "4", "2") + "]");
        QCOMPARE(second.totals().slices, std::uint64_t(1));
        QCOMPARE(second.issue(IssueKind::BadEvent), std::uint64_t(1));
        QVERIFY(second.files[0].status == FileStatus::Partial);
        const Imported blanks(document + " \r\n");
        QCOMPARE(blanks.issue(IssueKind::BadEvent), std::uint64_t(0));
        QVERIFY(blanks.files[0].status == FileStatus::Ok);
    }
}

void TestImportChrome::noArray()
{
    const Imported empty("");
    QVERIFY(!empty.ok && !empty.sniffed);
    const Imported object("{\"a\":1}");
    QVERIFY(!object.ok && !object.sniffed);
    const Imported array("[]");
    QVERIFY(array.ok && array.sniffed);
    QCOMPARE(array.totals().slices, std::uint64_t(0));
    const Imported numbers("[1,2]");
    QVERIFY(!numbers.sniffed);
}

void TestImportChrome::sameResultOnAnyThreadCount()
{
    std::vector<std::string> events;
    for (int i = 0; i < 20'000; ++i) {
        const std::string name = "n" + std::to_string(i % 97);
        events.push_back(x(name.c_str(), std::to_string(i * 10).c_str(), "7", std::to_string(i % 13).c_str()));
        events.push_back(
            ph("C", ("c" + std::to_string(i % 5)).c_str(), std::to_string(i).c_str(), R"(,"args":{"v":1})"));
    }
    const std::string text = list(events);
    const Imported one(text, 1);
    const Imported four(text, 4);
    QCOMPARE(one.totals().slices, std::uint64_t(20'000));
    QCOMPARE(four.slices(), one.slices());
    QCOMPARE(four.totals().counterSamples, one.totals().counterSamples);
    for (std::size_t i = 0; i < one.trace->tracks().size(); ++i)
        QCOMPARE(four.trace->tracks()[i].name, one.trace->tracks()[i].name);
}

void TestImportChrome::details()
{
    const std::string large(100'000, 'y');
    const Imported in(list(
        {x("z", "0", "1"),
         R"({"ph":"X","name":"a","ts":"5","dur":1,"cname":"a\u00e9","args":{"Input Dims":"1,2;\n","n":{"d":[1, 2]},"l":")"
             + large + "\"}}"}));
    const auto details = readEventDetails(*in.trace, in.trace->slices().ref.at(0));
    QVERIFY(details.ok());
    std::map<std::string, std::string> found;
    for (std::uint32_t i = 0; i < in.trace->slices().size(); ++i) {
        const auto members = readEventDetails(*in.trace, in.trace->slices().ref.at(i));
        QVERIFY(members.ok());
        for (const auto& [key, value] : *members)
            found[key] = value;
        if (found.count("args.l") != 0)
            break;
    }
    QVERIFY(found.count("name") == 0); // a column holds it
    QCOMPARE(found.at("cname"), std::string("aé"));
    QCOMPARE(found.at("args.n.d"), std::string("[1, 2]"));
    QCOMPARE(found.at("args.l"), large);
    QVERIFY(readEventDetails(*in.trace, SourceRef()).error().code == ErrorCode::NotFound);
}

void TestImportChrome::detailsOfAChangedFile()
{
    const Imported in(list({x("z", "0", "1")}));
    const SourceRef ref = in.trace->slices().ref.at(0);
    QVERIFY(readEventDetails(*in.trace, ref).ok());
    std::ofstream(in.dir.filePath(QStringLiteral("0")).toStdString()) << "[1]";
    QVERIFY(readEventDetails(*in.trace, ref).ok()); // what was read is kept
}

QTEST_APPLESS_MAIN(TestImportChrome)
#include "test_import_chrome.moc"
