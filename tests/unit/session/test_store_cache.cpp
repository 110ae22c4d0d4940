// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include "core/session/store_cache.h"
#include "core/store/store_file.h"

using namespace tideline;

namespace fs = std::filesystem;

/// The directory of stores: what goes when, and what stays.
class TestStoreCache : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void evictsTheLongestUnused();
    void keepsTheOneJustWritten();
    void olderStatesGo();
    void leftovers();
    void clears();
    void missingDirectory();
    void names();
    void writersAtOnce();

private:
    fs::path cacheDir() const { return m_folder->path().toStdString(); }
    fs::path file(const std::string& name) const { return cacheDir() / "stores" / name; }
    /// A file of that size, used so many seconds ago.
    void add(const std::string& name, std::size_t bytes, int secondsAgo) const
    {
        fs::create_directories(cacheDir() / "stores");
        std::ofstream(file(name), std::ios::binary) << std::string(bytes, 'x');
        fs::last_write_time(file(name), fs::file_time_type::clock::now() - std::chrono::seconds(secondsAgo));
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

constexpr const char* kState = "0123456789abcdef0123456789abcdef";

StoreName name(const std::string& profile)
{
    return {profile, kState};
}

} // namespace

void TestStoreCache::evictsTheLongestUnused()
{
    const StoreCache cache(cacheDir(), 1000);
    for (int i = 0; i < 6; ++i)
        add(name("p" + std::to_string(i)).file(), 300, 100 - i);
    cache.touch(cache.pathOf(name("p0"))); // the oldest is used once more
    cache.tidy(name("p5"));
    std::vector<bool> kept;
    for (int i = 0; i < 6; ++i)
        kept.push_back(fs::exists(cache.pathOf(name("p" + std::to_string(i)))));
    QCOMPARE(kept, (std::vector<bool>{true, false, false, false, true, true}));
    QCOMPARE(cache.bytes(), std::uint64_t(900));
}

void TestStoreCache::keepsTheOneJustWritten()
{
    const StoreCache cache(cacheDir(), 1000);
    add(name("large").file(), 5000, 100);
    add(name("small").file(), 10, 1);
    cache.tidy(name("large"));
    QVERIFY(fs::exists(cache.pathOf(name("large"))));
    QVERIFY(!fs::exists(cache.pathOf(name("small"))));
}

void TestStoreCache::olderStatesGo()
{
    const StoreCache cache(cacheDir());
    add("p-" + std::string(32, 'a') + ".tld", 10, 1);
    add("q-" + std::string(32, 'a') + ".tld", 10, 1);
    add("p-notes.txt", 10, 1);
    add(name("p").file(), 10, 100);
    cache.tidy(name("p"));
    QVERIFY(fs::exists(file(name("p").file())));
    QVERIFY(!fs::exists(file("p-" + std::string(32, 'a') + ".tld")));
    QVERIFY(fs::exists(file("q-" + std::string(32, 'a') + ".tld")));
    QVERIFY(fs::exists(file("p-notes.txt"))); // not ours
}

/// Those of writers that are no more go; those of writers at work stay.
void TestStoreCache::leftovers()
{
    const StoreCache cache(cacheDir());
    add("p.tld.writing-dead00", 10, 1);
    auto living = StoreWriter::create(file(name("living").file()));
    QVERIFY(living);
    (*living)->add("text");
    fs::create_symlink("/etc/hostname", file("p.tld.writing-link00"));
    cache.tidy(name("p"));
    QVERIFY(!fs::exists(file("p.tld.writing-dead00")));
    QVERIFY(fs::exists("/etc/hostname"));
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(cacheDir() / "stores"))
        count += entry.path().string().find(".writing-") != std::string::npos && !entry.is_symlink();
    QCOMPARE(count, std::size_t(1));
    QVERIFY((*living)->finish("contents"));
    QVERIFY(fs::exists(file(name("living").file())));
    {
        const auto abandoned = StoreWriter::create(file("gone.tld"));
        QVERIFY(abandoned);
    }
    count = 0;
    for (const auto& entry : fs::directory_iterator(cacheDir() / "stores"))
        count += entry.path().filename().string().starts_with("gone");
    QCOMPARE(count, std::size_t(0));
}

void TestStoreCache::clears()
{
    const StoreCache cache(cacheDir());
    add(name("a").file(), 100, 1);
    add(name("b").file(), 50, 1);
    add("b.tld.writing-dead00", 10, 1);
    add("notes.txt", 10, 1);
    auto open = StoreFile::open(cache.pathOf(name("a")));
    QVERIFY(open);
    QCOMPARE(cache.clear(), std::uint64_t(150));
    QCOMPARE(cache.bytes(), std::uint64_t(0));
    QVERIFY(!fs::exists(file("b.tld.writing-dead00")));
    QVERIFY(fs::exists(file("notes.txt")));
    char byte = 0;
    QVERIFY((*open)->readAt(99, &byte, 1)); // who has it open reads on
}

void TestStoreCache::missingDirectory()
{
    const StoreCache cache(cacheDir() / "not" / "there");
    QCOMPARE(cache.bytes(), std::uint64_t(0));
    QCOMPARE(cache.clear(), std::uint64_t(0));
    cache.tidy(name("p"));
    cache.remove(cache.pathOf(name("p")));
    QVERIFY(!fs::exists(cacheDir() / "not"));
    QVERIFY(StoreCache::freeBytesAt(cacheDir() / "not" / "there") > 0);
}

/// The name changes with what a store was made of, and with nothing else.
void TestStoreCache::names()
{
    const fs::path input = cacheDir() / "in";
    fs::create_directories(input / "deep");
    std::ofstream(input / "a.json") << "[]";
    std::ofstream(input / "deep" / "b.json") << "[]";
    const auto first = storeName({input}, "");
    QVERIFY(first);
    QVERIFY(first == storeName({input}, ""));
    QVERIFY(first == storeName({input / "deep" / ".."}, ""));
    QVERIFY(first->profile != storeName({input}, "--no-args")->profile);
    QVERIFY(first->profile != storeName({input / "deep"}, "")->profile);
    QVERIFY(first->profile != storeName({input, input / "deep"}, "")->profile);
    std::ofstream(input / "deep" / "c.json") << "";
    const auto second = storeName({input}, "");
    QVERIFY(second && second->profile == first->profile && second->state != first->state);
    fs::remove(input / "deep" / "c.json");
    QVERIFY(first == storeName({input}, ""));
    ::chmod(input.c_str(), 0700); // says nothing about what is read
    QVERIFY(first == storeName({input}, ""));
    fs::rename(input / "a.json", input / "z.json");
    QVERIFY(first != storeName({input}, ""));
    fs::create_directory_symlink(input, input / "deep" / "loop");
    QVERIFY(storeName({input}, ""));
    QVERIFY(!storeName({"-"}, ""));
    QVERIFY(!storeName({input / "missing"}, ""));
    QCOMPARE(::mkfifo((input / "pipe").c_str(), 0600), 0);
    QVERIFY(!storeName({input / "pipe"}, ""));
}

/// Programs that write and tidy at once never take each other's files.
void TestStoreCache::writersAtOnce()
{
    const StoreCache cache(cacheDir());
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 300; ++i) {
                const StoreName own = name("p" + std::to_string(t));
                auto writer = StoreWriter::create(cache.pathOf(own));
                if (!writer) {
                    ++failed;
                    continue;
                }
                (*writer)->add("text");
                failed += (*writer)->finish("contents") ? 0 : 1;
                cache.tidy(own);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(failed.load(), 0);
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(cacheDir() / "stores")) {
        ++count;
        const auto file = StoreFile::open(entry.path());
        QVERIFY(file && (*file)->contents());
    }
    QCOMPARE(count, std::size_t(4));
}

QTEST_APPLESS_MAIN(TestStoreCache)
#include "test_store_cache.moc"
