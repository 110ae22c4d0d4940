// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <stop_token>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/session/session.h"
#include "core/store/event_texts.h"
#include "tests/unit/session/stored_figures.h"

using namespace tideline;
using namespace tideline::test;

namespace fs = std::filesystem;

/// Opening a profile with a store: what is written when, what is read again, and that nothing differs.
class TestSessionStore : public QObject {
    Q_OBJECT

private slots:
    void init();
    void uses_data();
    void uses();
    void equalInfo();
    void packed();
    void changedSources_data();
    void changedSources();
    void partialsAreApart();
    void damagedIsRebuilt_data();
    void damagedIsRebuilt();
    void settles();
    void withoutArguments_data();
    void withoutArguments();
    void spilled_data();
    void spilled();
    void manyReaders();
    void firstPart_data();
    void firstPart();
    void cancelledWrites_data();
    void cancelledWrites();
    void noRoomForStores_data();
    void noRoomForStores();

private:
    fs::path file(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    OpenOptions options(StoreUse use, const fs::path& input) const;
    std::shared_ptr<const Session> open(const OpenOptions& options) const;
    std::vector<fs::path> stores() const;
    /// A trace above the size from which profiles are kept.
    fs::path largeTrace(const std::string& name = "in/trace.json", int rank = 0, int events = 45'000) const;
    /// Directories of ranks, each with such a trace.
    fs::path job(int ranks, int events) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// An argument text that only the source of events holds.
constexpr const char* kPlanted = "planted-argument-text";
constexpr std::uint64_t kTiny = 1;

void writeTrace(const fs::path& path, int rank, int events)
{
    fs::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary);
    out << R"([{"ph":"M","pid":1,"name":"process_name","args":{"name":"Ascend Hardware"}},)"
        << R"({"ph":"M","pid":2,"name":"process_name","args":{"name":"Python"}},)";
    for (int i = 0; i < events; ++i)
        out << fmt::format(
            R"({{"ph":"X","pid":{},"tid":{},"name":"op{}","ts":"{}.5","dur":{},"args":{{"note":"{} {}"}}}},)"
            "\n",
            1 + i % 2, i % 3, (i + rank) % 40, 1000 + i * 10, 3 + i % 7, kPlanted, i);
    out << R"-({"ph":"C","pid":1,"name":"HBM","ts":1,"args":{"Read(MB/s)":5}}])-";
}

std::string contentOf(const fs::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Everything there is to know about a profile but where it was read from.
std::vector<std::string> infoOf(const Session& session)
{
    std::vector<std::string> lines = figuresText(session.trace(), session.index());
    for (const RankInfo& rank : session.trace().ranks())
        lines.push_back("rank " + std::to_string(rank.rank.value_or(-1)) + rank.format + rank.path);
    const TraceTotals& totals = session.trace().totals();
    lines.push_back("totals " + std::to_string(totals.slices) + ' ' + std::to_string(totals.counterSamples));
    for (const ImportIssue& issue : session.issues().list())
        lines.push_back("issue " + std::string(issueId(issue.kind)) + std::to_string(issue.count) + issue.first);
    for (const FileReport& report : session.files())
        lines.push_back("file " + report.path.string() + std::to_string(report.bytes)
                        + std::to_string(report.rows.value_or(0)));
    for (const ListedPart& part : session.listing().parts)
        lines.push_back("part " + part.path.string() + part.format + std::to_string(part.bytes));
    for (std::uint32_t i = 0; i < session.trace().slices().size(); i += 4'001) {
        const auto details = session.details(SliceId{i});
        std::string line = "details " + std::to_string(i);
        if (details) {
            for (const auto& [key, value] : *details)
                line += ' ' + key + '=' + value;
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

/// What differs between two profiles; empty when nothing does.
QByteArray difference(const Session& a, const Session& b)
{
    return QByteArray::fromStdString(firstDifference(infoOf(a), infoOf(b)).substr(0, 1000));
}

std::string detailsOf(const Session& session, std::uint32_t slice)
{
    std::string text;
    if (const auto details = session.details(SliceId{slice})) {
        for (const auto& [key, value] : *details)
            text += key + '=' + value + ' ';
    }
    return text;
}

} // namespace

void TestSessionStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

OpenOptions TestSessionStore::options(StoreUse use, const fs::path& input) const
{
    OpenOptions options;
    options.paths = {input};
    options.threads = 2;
    options.scratchDir = file("cache");
    options.store = use;
    options.memoryBytes = std::uint64_t{1} << 30;
    return options;
}

std::shared_ptr<const Session> TestSessionStore::open(const OpenOptions& options) const
{
    auto session = Session::open(options, Progress{});
    if (!session)
        qWarning("%s", session.error().text().c_str());
    return session ? *session : nullptr;
}

std::vector<fs::path> TestSessionStore::stores() const
{
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(file("cache/stores"), error))
        found.push_back(entry.path());
    return found;
}

fs::path TestSessionStore::largeTrace(const std::string& name, int rank, int events) const
{
    writeTrace(file(name), rank, events);
    return file(name);
}

fs::path TestSessionStore::job(int ranks, int events) const
{
    for (int i = 0; i < ranks; ++i)
        writeTrace(file(fmt::format("job/rank_{}/trace_view.json", i)), i, events);
    return file("job");
}

void TestSessionStore::uses_data()
{
    QTest::addColumn<int>("use");
    QTest::addColumn<bool>("large");
    QTest::addColumn<bool>("written"); // by the first opening
    QTest::addColumn<bool>("read");    // by the second
    const auto row = [](const char* name, StoreUse use, bool large, bool written, bool read) {
        QTest::newRow(name) << int(use) << large << written << read;
    };
    row("none", StoreUse::None, true, false, false);
    row("later", StoreUse::Later, true, false, false);
    row("now", StoreUse::Now, true, true, true);
    row("anew", StoreUse::Anew, true, true, false);
    row("now, small", StoreUse::Now, false, false, false);
    row("anew, small", StoreUse::Anew, false, true, false);
}

void TestSessionStore::uses()
{
    QFETCH(int, use);
    QFETCH(bool, large);
    QFETCH(bool, written);
    QFETCH(bool, read);
    const fs::path input = largeTrace("in/trace.json", 0, large ? 45'000 : 100);
    QCOMPARE(fs::file_size(input) > (std::uint64_t{4} << 20), large);
    const auto first = open(options(StoreUse(use), input));
    QVERIFY(first && !first->isFromStore());
    QCOMPARE(stores().size(), std::size_t(written));
    QCOMPARE(!first->storePath().empty(), written);
    const auto second = open(options(StoreUse(use), input));
    QVERIFY(second);
    QCOMPARE(second->isFromStore(), read);
    QCOMPARE(difference(*first, *second), QByteArray());
}

void TestSessionStore::equalInfo()
{
    const fs::path input = job(3, 20'000);
    const auto fresh = open(options(StoreUse::None, input));
    const auto written = open(options(StoreUse::Now, input));
    const auto read = open(options(StoreUse::Now, input));
    QVERIFY(fresh && written && read && read->isFromStore());
    for (const auto& session : {written, read}) {
        QCOMPARE(difference(*session, *fresh), QByteArray());
        QCOMPARE(session->paths(), fresh->paths());
    }
    QVERIFY(detailsOf(*read, 5).find(kPlanted) != std::string::npos);
    QVERIFY(read->verifyStore(Progress{}));
    QVERIFY(!read->trace().damaged());
}

/// A packed profile needs neither the files nor the cache.
void TestSessionStore::packed()
{
    const fs::path input = largeTrace("in/trace.json", 0, 2'000);
    std::vector<std::string> truth;
    {
        const auto session = open(options(StoreUse::None, input));
        truth = infoOf(*session);
        QVERIFY(session->pack(file("out/packed.tld"), Progress{}));
    }
    fs::rename(input, file("elsewhere.json"));
    const auto session = open(options(StoreUse::Now, file("out/packed.tld")));
    QVERIFY(session && session->isFromStore());
    const std::string differs = firstDifference(infoOf(*session), truth);
    QVERIFY2(differs.empty(), differs.c_str());
    QVERIFY(stores().empty());
    // A store may be packed again, even onto itself.
    QVERIFY(session->pack(file("out/packed.tld"), Progress{}));
    const auto again = open(options(StoreUse::Now, file("out/packed.tld")));
    QVERIFY(again && infoOf(*again) == truth);
    QVERIFY(infoOf(*session) == truth);
}

void TestSessionStore::changedSources_data()
{
    QTest::addColumn<QByteArray>("how");
    for (const char* how : {"size", "mtime", "new file", "file gone", "replaced with its size and mtime"})
        QTest::newRow(how) << QByteArray(how);
}

void TestSessionStore::changedSources()
{
    QFETCH(QByteArray, how);
    const fs::path input = job(2, 45'000);
    QVERIFY(open(options(StoreUse::Now, input)));
    QVERIFY(open(options(StoreUse::Now, input))->isFromStore());
    const fs::path trace = file("job/rank_1/trace_view.json");
    if (how == "size") {
        writeTrace(trace, 1, 45'001);
    } else if (how == "mtime") {
        fs::last_write_time(trace, fs::last_write_time(trace) + std::chrono::seconds(1));
    } else if (how == "new file") {
        writeTrace(file("job/rank_2/trace_view.json"), 2, 10);
    } else if (how == "file gone") {
        fs::remove_all(trace.parent_path());
    } else {
        const auto time = fs::last_write_time(trace);
        std::string text = contentOf(trace);
        text[text.find("op")] = 'q';
        fs::rename(trace, file("old.json")); // so that the new one has another inode
        std::ofstream(trace, std::ios::binary) << text;
        fs::last_write_time(trace, time);
    }
    const auto changed = open(options(StoreUse::Now, input));
    QVERIFY(changed && !changed->isFromStore());
    const auto fresh = open(options(StoreUse::None, input));
    QCOMPARE(difference(*changed, *fresh), QByteArray());
    QCOMPARE(stores().size(), std::size_t(1)); // the older state is gone
    QVERIFY(open(options(StoreUse::Now, input))->isFromStore());
}

void TestSessionStore::partialsAreApart()
{
    const fs::path input = job(2, 45'000);
    OpenOptions whole = options(StoreUse::Now, input);
    OpenOptions part = whole;
    part.partial.ranks = *NumberSet::parse("1");
    QVERIFY(open(whole));
    const auto first = open(part);
    QVERIFY(first && !first->isFromStore());
    QCOMPARE(first->trace().ranks().size(), std::size_t(1));
    const auto second = open(part);
    QVERIFY(second && second->isFromStore());
    QVERIFY(second->partial() == part.partial);
    QCOMPARE(second->leftOut().parts, first->leftOut().parts);
    QCOMPARE(difference(*first, *second), QByteArray());
    QCOMPARE(open(whole)->trace().ranks().size(), std::size_t(2));
    QCOMPARE(stores().size(), std::size_t(2));
}

void TestSessionStore::damagedIsRebuilt_data()
{
    QTest::addColumn<int>("at"); // per mille of its bytes; -1: cut, -2: emptied
    for (const int at : {0, 1, 10, 100, 400, 700, 999, -1, -2})
        QTest::addRow("at %d", at) << at;
}

void TestSessionStore::damagedIsRebuilt()
{
    QFETCH(int, at);
    const fs::path input = largeTrace();
    const auto first = open(options(StoreUse::Now, input));
    QCOMPARE(stores().size(), std::size_t(1));
    const fs::path store = stores().front();
    std::string bytes = contentOf(store);
    if (at >= 0)
        bytes[bytes.size() * static_cast<std::size_t>(at) / 1000] ^= 0x10;
    else
        bytes.resize(at == -1 ? bytes.size() - 1 : 0);
    std::ofstream(store, std::ios::binary) << bytes;
    const auto second = open(options(StoreUse::Now, input));
    QVERIFY(second && !second->isFromStore() && second->storeProblem().empty());
    QCOMPARE(difference(*first, *second), QByteArray());
    const auto third = open(options(StoreUse::Now, input));
    QVERIFY(third && third->isFromStore());
    QCOMPARE(difference(*first, *third), QByteArray());
}

/// A window opens first and writes or checks later.
void TestSessionStore::settles()
{
    const fs::path input = largeTrace();
    const auto first = open(options(StoreUse::Later, input));
    QVERIFY(stores().empty());
    QVERIFY(first->settleStore(Progress{}));
    QCOMPARE(stores().size(), std::size_t(1));
    const auto second = open(options(StoreUse::Later, input));
    QVERIFY(second->isFromStore() && second->settleStore(Progress{}));
    std::string bytes = contentOf(stores().front());
    bytes[bytes.size() / 3] ^= 1;
    std::ofstream(stores().front(), std::ios::binary) << bytes;
    const auto third = open(options(StoreUse::Later, input));
    QVERIFY(third && third->isFromStore());
    QVERIFY(!third->settleStore(Progress{}));
    QVERIFY(third->trace().damaged());
    QVERIFY(stores().empty());
}

void TestSessionStore::withoutArguments_data()
{
    QTest::addColumn<bool>("spills");
    QTest::newRow("in memory") << false;
    QTest::newRow("spilled") << true;
}

/// Who asks for no arguments finds none on the disk, in whatever way they could be packed.
void TestSessionStore::withoutArguments()
{
    QFETCH(bool, spills);
    const fs::path input = job(2, 25'000);
    OpenOptions with = options(StoreUse::Now, input);
    with.memoryBytes = spills ? kTiny : with.memoryBytes;
    OpenOptions without = with;
    without.partial.arguments = false;
    const auto full = open(with);
    const auto bare = open(without);
    QVERIFY(full && bare && !bare->storePath().empty());
    for (const auto& session : {full, bare}) {
        const auto stored = readProfile(session->storePath(), std::size_t{1} << 20);
        QVERIFY(stored);
        std::string texts;
        for (const SourceInfo& source : stored->import.trace->sources()) {
            for (std::uint64_t offset = 0; source.texts && offset < source.bytes; ++offset)
                texts += source.texts->at(offset).value_or("");
        }
        QCOMPARE(texts.find(kPlanted) != std::string::npos, session == full);
    }
    QVERIFY(contentOf(bare->storePath()).find(kPlanted) == std::string::npos);
    QVERIFY(fs::file_size(bare->storePath()) < fs::file_size(full->storePath()));
    QVERIFY(!bare->details(SliceId{3}));
    const auto again = open(without);
    QVERIFY(again && again->isFromStore() && !again->details(SliceId{3}));
    QVERIFY(bare->pack(file("bare.tld"), Progress{}));
    const auto packed = open(options(StoreUse::Now, file("bare.tld")));
    QVERIFY(packed && !packed->details(SliceId{3}));
    QVERIFY(contentOf(file("bare.tld")).find(kPlanted) == std::string::npos);
}

void TestSessionStore::spilled_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("use");
    QTest::newRow("one rank") << 1 << int(StoreUse::Now);
    QTest::newRow("several ranks") << 4 << int(StoreUse::Now);
    QTest::newRow("more ranks than digits") << 12 << int(StoreUse::Now);
    QTest::newRow("no store asked for") << 3 << int(StoreUse::None);
    QTest::newRow("later") << 3 << int(StoreUse::Later);
}

void TestSessionStore::spilled()
{
    QFETCH(int, ranks);
    QFETCH(int, use);
    const fs::path input = job(ranks, 6'000);
    const auto inMemory = open(options(StoreUse::None, input));
    OpenOptions little = options(StoreUse(use), input);
    little.memoryBytes = kTiny;
    int announced = 0;
    std::size_t filesThen = 1;
    little.announce = [&](const DiskNeed& need) {
        ++announced;
        filesThen = stores().size();
        QVERIFY(need.bytes > 0 && need.free > need.bytes && need.directory == file("cache/stores"));
    };
    const auto session = open(little);
    QVERIFY(session && session->trace().pager());
    QCOMPARE(announced, 1);
    QCOMPARE(filesThen, std::size_t(0)); // said before anything is written
    std::string differs = firstDifference(infoOf(*session), infoOf(*inMemory));
    QVERIFY2(differs.empty(), differs.c_str());
    QCOMPARE(stores().size(), std::size_t(use != int(StoreUse::None)));
    const auto again = open(little);
    QVERIFY(again);
    QCOMPARE(again->isFromStore(), use != int(StoreUse::None));
    differs = firstDifference(infoOf(*again), infoOf(*inMemory));
    QVERIFY2(differs.empty(), differs.c_str());
}

/// Several threads ask for everything at once, with room for hardly a frame.
void TestSessionStore::manyReaders()
{
    QVERIFY(writeStore(file("many.tld"), filledTrace({FilledRank{0, 1, 4, 9'000, 500}, FilledRank{1, 2, 3, 9'000}})));
    const auto profile = readProfile(file("many.tld"), 1);
    QVERIFY(profile);
    const auto truth = figuresText(*profile->import.trace, profile->index);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] { wrong += figuresText(*profile->import.trace, profile->index) == truth ? 0 : 1; });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(!profile->import.trace->damaged());
    QVERIFY(profile->import.trace->pager()->residentBytes() < (std::size_t{8} << 20));
}

void TestSessionStore::firstPart_data()
{
    QTest::addColumn<int>("ranks");
    QTest::addColumn<bool>("spills");
    QTest::newRow("one rank: none") << 1 << false;
    QTest::newRow("three ranks") << 3 << false;
    QTest::newRow("three ranks, spilled") << 3 << true;
    QTest::newRow("a dozen") << 12 << false;
}

void TestSessionStore::firstPart()
{
    QFETCH(int, ranks);
    QFETCH(bool, spills);
    const fs::path input = job(ranks, 1'000);
    const auto alone = open(options(StoreUse::None, file("job/rank_0")));
    OpenOptions several = options(StoreUse::None, input);
    several.memoryBytes = spills ? kTiny : several.memoryBytes;
    std::vector<std::shared_ptr<const Session>> parts;
    several.firstPart = [&](std::shared_ptr<const Session> part) { parts.push_back(std::move(part)); };
    const auto whole = open(several);
    QVERIFY(whole && !whole->isFirstPart());
    QCOMPARE(parts.size(), std::size_t(ranks > 1));
    if (ranks == 1)
        return;
    QVERIFY(parts.front()->isFirstPart());
    QCOMPARE(parts.front()->trace().ranks().size(), std::size_t(1));
    const auto figures = figuresText(parts.front()->trace(), parts.front()->index());
    const std::string differs = firstDifference(figures, figuresText(alone->trace(), alone->index()));
    QVERIFY2(differs.empty(), differs.c_str());
    QVERIFY(detailsOf(*parts.front(), 7) == detailsOf(*alone, 7));
    QVERIFY(!detailsOf(*alone, 7).empty());
}

void TestSessionStore::cancelledWrites_data()
{
    QTest::addColumn<bool>("spills");
    QTest::newRow("written at once") << false;
    QTest::newRow("spilled") << true;
}

/// Whenever it is cancelled, what lies in the cache is whole, and nothing else does.
void TestSessionStore::cancelledWrites()
{
    QFETCH(bool, spills);
    const fs::path input = job(3, 25'000);
    OpenOptions now = options(StoreUse::Anew, input);
    now.memoryBytes = spills ? kTiny : now.memoryBytes;
    const auto begin = std::chrono::steady_clock::now();
    QVERIFY(open(now));
    const auto needed = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    std::mt19937_64 random(spills);
    int cancelled = 0;
    for (int i = 0; i < 30; ++i) {
        fs::remove_all(file("cache"));
        std::stop_source stop;
        std::atomic<bool> done = false;
        std::thread stopper([&, wait = needed * static_cast<int>(random() % 1000) / 1000] {
            const auto end = std::chrono::steady_clock::now() + wait;
            while (!done && std::chrono::steady_clock::now() < end)
                std::this_thread::sleep_for(std::chrono::microseconds(200));
            stop.request_stop();
        });
        const auto session = Session::open(now, Progress(stop.get_token()));
        done = true;
        stopper.join();
        cancelled += session ? 0 : 1;
        QVERIFY(session || session.error().code == ErrorCode::Cancelled);
        for (const fs::path& store : stores()) {
            QCOMPARE(store.extension(), fs::path(".tld"));
            const auto profile = readProfile(store, 1 << 20);
            QVERIFY(profile);
            TaskPool pool(1);
            QVERIFY(verifyProfile(*profile->import.trace, profile->index, pool, Progress{}));
        }
    }
    QVERIFY(cancelled > 3);
}

void TestSessionStore::noRoomForStores_data()
{
    QTest::addColumn<QByteArray>("how");
    QTest::addColumn<bool>("spills");
    QTest::newRow("a file where the directory should be") << QByteArray("file") << false;
    QTest::newRow("the same, spilled") << QByteArray("file") << true;
    QTest::newRow("stores is a file") << QByteArray("stores") << false;
    QTest::newRow("no such file system") << QByteArray("proc") << true;
}

/// Where nothing can be written only the store is missing.
void TestSessionStore::noRoomForStores()
{
    QFETCH(QByteArray, how);
    QFETCH(bool, spills);
    const fs::path input = job(2, 25'000);
    OpenOptions now = options(StoreUse::Now, input);
    now.memoryBytes = spills ? kTiny : now.memoryBytes;
    if (how == "file") {
        std::ofstream(file("cache")) << "in the way";
    } else if (how == "stores") {
        fs::create_directory(file("cache"));
        std::ofstream(file("cache/stores")) << "in the way";
    } else {
        now.scratchDir = "/proc/nowhere";
    }
    const auto session = open(now);
    QVERIFY(session && session->storePath().empty());
    QVERIFY(spills || !session->storeProblem().empty());
    const auto fresh = open(options(StoreUse::None, input));
    QCOMPARE(difference(*session, *fresh), QByteArray());
}

QTEST_APPLESS_MAIN(TestSessionStore)
#include "test_session_store.moc"
