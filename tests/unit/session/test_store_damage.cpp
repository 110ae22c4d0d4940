// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "core/index/index_joiner.h"
#include "core/session/session.h"
#include "core/store/trace_parts.h"
#include "core/store/trace_store.h"
#include "tests/support/forged_store.h"
#include "tests/unit/session/stored_figures.h"

using namespace tideline;
using namespace tideline::test;

namespace fs = std::filesystem;

/// A damaged store never gives a wrong figure, and a forged one does no harm.
class TestStoreDamage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void bitFlips();
    void cutOrLonger();
    void otherFiles_data();
    void otherFiles();
    void otherVersion();
    void forgedPieces_data();
    void forgedPieces();
    void forgedTracks_data();
    void forgedTracks();
    void forgedContents();
    void forgedValues();
    void withoutRanks();

private:
    fs::path file(const char* name) const { return m_folder.filePath(QLatin1String(name)).toStdString(); }
    QTemporaryDir m_folder;
    std::shared_ptr<const Trace> m_trace;
    std::vector<std::string> m_figures;
};

namespace {

constexpr std::size_t kBudget = std::size_t{1} << 20;

/// What became of a store: refused, found to be damaged, or right. Anything else is a fault.
enum class Outcome { Refused, Damaged, Right, Wrong };

Outcome judge(const fs::path& store, const std::vector<std::string>& truth, bool& verified)
{
    auto profile = readProfile(store, kBudget);
    if (!profile)
        return Outcome::Refused;
    const Trace& trace = *profile->import.trace;
    const auto figures = figuresText(trace, profile->index);
    const bool damaged = trace.damaged();
    TaskPool pool(1);
    verified = verifyProfile(trace, profile->index, pool, Progress{});
    return damaged ? Outcome::Damaged : figures == truth ? Outcome::Right : Outcome::Wrong;
}

/// Everything that can be asked of a store that may be forged.
void useAll(const fs::path& store)
{
    const auto profile = readProfile(store, kBudget);
    if (!profile)
        return;
    (void)figuresText(*profile->import.trace, profile->index);
    (void)traceText(*profile->import.trace);
    OpenOptions options;
    options.paths = {store};
    options.threads = 1;
    options.store = StoreUse::Later; // not checked before it is used
    const auto session = Session::open(options, Progress{});
    if (!session)
        return;
    for (std::uint32_t i = 0; i < (*session)->trace().slices().size(); i += 97) {
        (void)(*session)->trace().rowOf(SliceId{i});
        (void)(*session)->details(SliceId{i});
    }
    (void)(*session)->advise({});
}

std::vector<BlobRef> piecesOf(const fs::path& store)
{
    const auto profile = readProfile(store, kBudget);
    std::vector<BlobRef> pieces = storedBlobs(*profile->import.trace);
    const auto more = IndexStorer::blobs(profile->index);
    pieces.insert(pieces.end(), more.begin(), more.end());
    return pieces;
}

FilledRank smallRank()
{
    FilledRank plan;
    plan.number = 3;
    plan.tracks = 4;
    plan.slices = 150;
    plan.others = 40;
    plan.texts = 60;
    return plan;
}

} // namespace

void TestStoreDamage::initTestCase()
{
    m_trace = filledTrace({smallRank()});
    QVERIFY(writeStore(file("good.tld"), m_trace));
    TaskPool pool(1);
    m_figures = figuresText(*m_trace, TraceIndex::build(*m_trace, pool, Progress{}));
    bool verified = false;
    QCOMPARE(judge(file("good.tld"), m_figures, verified), Outcome::Right);
    QVERIFY(verified);
    const auto bytes = fs::file_size(file("good.tld"));
    QVERIFY2(bytes > 10'000 && bytes < 100'000, qPrintable(QString::number(bytes)));
}

/// One bit of every byte: the store is refused or found out, by a check of all bytes in any case, and by reading where
/// what was read is at fault.
void TestStoreDamage::bitFlips()
{
    const std::uint64_t bytes = fs::file_size(file("good.tld"));
    constexpr std::uint64_t kThreads = 2;
    std::atomic<int> wrong = 0;
    std::atomic<int> missed = 0;
    std::atomic<int> damaged = 0;
    std::vector<std::thread> threads;
    for (std::uint64_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            const fs::path copy = file(t == 0 ? "flip0.tld" : "flip1.tld");
            fs::copy_file(file("good.tld"), copy);
            const int fd = ::open(copy.c_str(), O_RDWR | O_CLOEXEC);
            std::mt19937_64 random(t);
            for (std::uint64_t at = t; at < bytes; at += kThreads) {
                char good = 0;
                const bool read = ::pread(fd, &good, 1, static_cast<off_t>(at)) == 1;
                const char bad = static_cast<char>(good ^ (1 << random() % 8));
                bool verified = false;
                missed += read && ::pwrite(fd, &bad, 1, static_cast<off_t>(at)) == 1 ? 0 : 1;
                const Outcome outcome = judge(copy, m_figures, verified);
                wrong += outcome == Outcome::Wrong ? 1 : 0;
                damaged += outcome == Outcome::Damaged ? 1 : 0;
                missed += outcome != Outcome::Refused && verified ? 1 : 0;
                missed += ::pwrite(fd, &good, 1, static_cast<off_t>(at)) == 1 ? 0 : 1;
            }
            ::close(fd);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(missed.load(), 0);
    QVERIFY(damaged.load() > 1000); // else frames were not looked at
}

void TestStoreDamage::cutOrLonger()
{
    const ForgedStore good(file("good.tld"));
    for (std::size_t size = 0; size < good.bytes.size(); size += size < 200 ? 1 : 61) {
        std::ofstream(file("cut.tld"), std::ios::binary) << good.bytes.substr(0, size);
        QVERIFY2(!readProfile(file("cut.tld"), kBudget), qPrintable(QString::number(size)));
    }
    for (const std::size_t more : {1U, 7U, 4096U}) {
        std::ofstream(file("cut.tld"), std::ios::binary) << good.bytes + std::string(more, '\0');
        QVERIFY(!readProfile(file("cut.tld"), kBudget));
    }
}

void TestStoreDamage::otherFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::newRow("empty") << QByteArray("") << int(ErrorCode::Unrecognised);
    QTest::newRow("text") << QByteArray("hello") << int(ErrorCode::Unrecognised);
    QTest::newRow("only the mark") << QByteArray("TIDELINE") << int(ErrorCode::Unrecognised);
    QTest::newRow("zeros") << QByteArray(10'000, '\0') << int(ErrorCode::Unrecognised);
    QTest::newRow("the mark and zeros") << QByteArray("TIDELINE") + QByteArray(10'000, '\0') << int(ErrorCode::Damaged);
    QTest::newRow("a directory") << QByteArray() << int(ErrorCode::InvalidArgument);
}

void TestStoreDamage::otherFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    const fs::path path = file("other.tld");
    fs::remove_all(path);
    if (text.isNull())
        fs::create_directory(path);
    else
        std::ofstream(path, std::ios::binary) << text.toStdString();
    const auto profile = readProfile(path, kBudget);
    QVERIFY(!profile);
    QCOMPARE(int(profile.error().code), code);
    QVERIFY(!profile.error().where.empty());
    OpenOptions options;
    options.paths = {path};
    QVERIFY(!Session::open(options, Progress{}));
}

void TestStoreDamage::otherVersion()
{
    ForgedStore store(file("good.tld"));
    ++store.head.layout;
    store.writeHead(file("version.tld"));
    const auto profile = readProfile(file("version.tld"), kBudget);
    QVERIFY(!profile);
    QCOMPARE(profile.error().code, ErrorCode::Unrecognised);
    OpenOptions options;
    options.paths = {file("version.tld")};
    const auto session = Session::open(options, Progress{});
    QVERIFY(!session && session.error().what.find("another version") != std::string::npos);
}

void TestStoreDamage::forgedPieces_data()
{
    QTest::addColumn<QByteArray>("how");
    for (const char* how : {"none", "empty", "too short", "too long", "bomb", "as its neighbour", "over its neighbour",
                            "behind the end", "at the end of numbers", "in the head"})
        QTest::newRow(how) << QByteArray(how);
}

/// Each piece in turn, with the right hash of the wrong thing.
void TestStoreDamage::forgedPieces()
{
    QFETCH(QByteArray, how);
    const std::vector<BlobRef> pieces = piecesOf(file("good.tld"));
    const ForgedStore good(file("good.tld"));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        ForgedStore store = good;
        const std::string raw = store.text(pieces[i]);
        BlobRef forged;
        if (how == "empty")
            forged = store.add("");
        else if (how == "too short")
            forged = store.add(raw.substr(0, raw.size() / 2));
        else if (how == "too long")
            forged = store.add(raw + raw);
        else if (how == "bomb")
            forged = store.addPacked(compressed(std::string(std::size_t{1} << 20, '\0')), 0xFFFF'FFFFU);
        else if (how == "as its neighbour")
            forged = pieces[(i + 1) % pieces.size()];
        else if (how == "over its neighbour") {
            forged = pieces[(i + 1) % pieces.size()];
            ++forged.offset;
            --forged.bytes;
            forged.hash = blobHash(std::string_view(store.bytes).substr(forged.offset, forged.bytes), forged.offset);
        } else if (how == "behind the end")
            forged = {good.bytes.size() + 100, 1, pieces[i].bytes, pieces[i].rawBytes};
        else if (how == "at the end of numbers")
            forged = {~std::uint64_t{0} - 3, 1, pieces[i].bytes, pieces[i].rawBytes};
        else if (how == "in the head")
            forged = {0, 0, 40, static_cast<std::uint32_t>(raw.size())};
        QVERIFY(store.replace(pieces[i], forged));
        store.write(file("forged.tld"));
        bool verified = false;
        const Outcome outcome = judge(file("forged.tld"), m_figures, verified);
        QVERIFY2(outcome == Outcome::Refused || outcome == Outcome::Damaged || outcome == Outcome::Right,
                 qPrintable(QString::number(i)));
        useAll(file("forged.tld"));
    }
}

void TestStoreDamage::forgedTracks_data()
{
    QTest::addColumn<int>("how");
    for (int how = 0; how < 12; ++how)
        QTest::addRow("%d", how) << how;
}

/// Lanes whose ranges and ids leave their tables, packed as the program itself would.
void TestStoreDamage::forgedTracks()
{
    QFETCH(int, how);
    const auto owner = filledTrace({smallRank()});
    Trace& mine = const_cast<Trace&>(*owner);
    TrackInfo& track = TraceParts::tracks(mine)[1];
    switch (how) {
    case 0: track.rank = RankId{1}; break;
    case 1: track.process = ProcessId{900}; break;
    case 2: track.slices.last += 1; break;
    case 3: track.slices = {track.slices.last, track.slices.first}; break;
    case 4: track.rows.front().last = 90'000; break;
    case 5: track.rows.clear(); break;
    case 6: track.instants = {0, 90'000}; break;
    case 7: track.kind = static_cast<TrackKind>(-1); break;
    case 8: track.kind = static_cast<TrackKind>(99); break;
    case 9: std::swap(TraceParts::tracks(mine)[0], TraceParts::tracks(mine)[1]); break;
    case 10: TraceParts::counters(mine)[1].samples = {5, 90'000}; break;
    case 11: TraceParts::steps(mine)[0].rank = RankId{7}; break;
    default: break;
    }
    TaskPool pool(1);
    auto writer = StoreWriter::create(file("tracks.tld"));
    QVERIFY(writer);
    const std::string contents = storeTrace(mine, KeepTexts::Yes, **writer, pool, Progress{});
    QVERIFY(!loadTrace(contents, std::make_shared<FramePager>((*writer)->file(), kBudget)));
}

/// Random bytes of the contents, with the right hash.
void TestStoreDamage::forgedContents()
{
    std::mt19937_64 random(8);
    const ForgedStore good(file("good.tld"));
    for (int i = 0; i < 3000; ++i) {
        ForgedStore store = good;
        for (std::uint64_t n = random() % 3 + 1; n > 0; --n) {
            constexpr unsigned char kBytes[] = {0, 1, 2, 0x7F, 0x80, 0xFF};
            store.contents[random() % store.contents.size()] =
                random() % 2 ? static_cast<char>(random()) : static_cast<char>(kBytes[random() % 6]);
        }
        store.write(file("contents.tld"));
        useAll(file("contents.tld"));
    }
}

/// Random bytes of the values in frames and levels of detail, with the right hash.
void TestStoreDamage::forgedValues()
{
    std::mt19937_64 random(9);
    const std::vector<BlobRef> pieces = piecesOf(file("good.tld"));
    const ForgedStore good(file("good.tld"));
    for (int i = 0; i < 3000; ++i) {
        ForgedStore store = good;
        const BlobRef& piece = pieces[random() % pieces.size()];
        std::string raw = store.text(piece);
        for (std::uint64_t n = random() % 4 + 1; n > 0; --n)
            raw[random() % raw.size()] = random() % 2 ? '\xFF' : static_cast<char>(random());
        QVERIFY(store.replace(piece, store.add(raw)));
        store.write(file("values.tld"));
        useAll(file("values.tld"));
    }
}

/// Rows that name a rank in a store that has none.
void TestStoreDamage::withoutRanks()
{
    const auto owner = filledTrace({smallRank()});
    Trace& trace = const_cast<Trace&>(*owner);
    TraceParts::ranks(trace).clear();
    TraceParts::tracks(trace).clear();
    TraceParts::processes(trace).clear();
    TraceParts::counters(trace).clear();
    TraceParts::steps(trace).clear();
    TraceParts::fileSteps(trace).clear();
    TraceParts::extraTables(trace).clear();
    TaskPool pool(1);
    auto writer = StoreWriter::create(file("ranks.tld"));
    const std::string contents = storeTrace(trace, KeepTexts::Yes, **writer, pool, Progress{});
    QVERIFY(!loadTrace(contents, std::make_shared<FramePager>((*writer)->file(), kBudget)));
}

QTEST_APPLESS_MAIN(TestStoreDamage)
#include "test_store_damage.moc"
