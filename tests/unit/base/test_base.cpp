// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <atomic>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <vector>

#include "core/base/mapped_file.h"
#include "core/base/result.h"
#include "core/base/task_pool.h"
#include "core/base/time.h"
#include "core/base/utf8.h"

using namespace tideline;

class TestBase : public QObject {
    Q_OBJECT

private slots:
    void rangesAreHalfOpen_data();
    void rangesAreHalfOpen();
    void clippingNeverTurnsARangeAround();
    void errorTextNamesPlaceAndAdvice();
    void poolRunsEachIndexOnce_data();
    void poolRunsEachIndexOnce();
    void poolCanBeUsedAgain();
    void utf8IsJudged_data();
    void utf8IsJudged();
    void repairKeepsWhatIsWellFormed();
    void fileIsReadByPosition();
    void mappingShowsTheContent();
    void unreadablePathsAreErrors_data();
    void unreadablePathsAreErrors();
};

void TestBase::rangesAreHalfOpen_data()
{
    QTest::addColumn<qint64>("t");
    QTest::addColumn<bool>("inside");
    QTest::newRow("before") << qint64(9) << false;
    QTest::newRow("start") << qint64(10) << true;
    QTest::newRow("last") << qint64(19) << true;
    QTest::newRow("end") << qint64(20) << false;
}

void TestBase::rangesAreHalfOpen()
{
    QFETCH(qint64, t);
    QFETCH(bool, inside);
    QCOMPARE((TimeRange{Instant{10}, Instant{20}}.contains(Instant{t})), inside);
}

void TestBase::clippingNeverTurnsARangeAround()
{
    const TimeRange a{Instant{0}, Instant{10}};
    const TimeRange b{Instant{20}, Instant{30}};
    QVERIFY(a.clippedTo(b).empty());
    QVERIFY(b.clippedTo(a).empty());
    QVERIFY(!a.intersects(b));
    QVERIFY((a.clippedTo({Instant{5}, Instant{50}}) == TimeRange{Instant{5}, Instant{10}}));
}

void TestBase::errorTextNamesPlaceAndAdvice()
{
    const Result<int> result = Error{ErrorCode::NotFound, "no such file", "a/b.json", "Check the path"};
    QVERIFY(!result.ok());
    QCOMPARE(result.error().text(), std::string("no such file: a/b.json. Check the path"));
    QCOMPARE(*Result<int>(7), 7);
}

void TestBase::poolRunsEachIndexOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("count");
    QTest::newRow("one thread") << 1 << 100;
    QTest::newRow("two threads") << 2 << 1000;
    QTest::newRow("more threads than work") << 8 << 3;
    QTest::newRow("nothing to do") << 4 << 0;
}

void TestBase::poolRunsEachIndexOnce()
{
    QFETCH(int, threads);
    QFETCH(int, count);
    TaskPool pool(static_cast<unsigned>(threads));
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(count));
    pool.forEach(seen.size(), [&](std::size_t i) { seen[i].fetch_add(1); });
    for (const auto& times : seen)
        QCOMPARE(times.load(), 1);
}

void TestBase::poolCanBeUsedAgain()
{
    TaskPool pool(3);
    std::atomic<std::size_t> sum{0};
    for (int round = 0; round < 200; ++round)
        pool.forEach(10, [&](std::size_t i) { sum += i; });
    QCOMPARE(sum.load(), std::size_t{200 * 45});
}

void TestBase::utf8IsJudged_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("valid");
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("ascii") << QByteArray("MatMul") << true;
    QTest::newRow("two, three and four bytes") << QByteArray("\xC3\xA9\xE7\xAE\x97\xF0\x9F\x9A\x80") << true;
    QTest::newRow("lone tail") << QByteArray("a\x80") << false;
    QTest::newRow("cut short") << QByteArray("\xE7\xAE") << false;
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF") << false;
    QTest::newRow("overlong three bytes") << QByteArray("\xE0\x80\xAF") << false;
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << false;
    QTest::newRow("above the last plane") << QByteArray("\xF4\x90\x80\x80") << false;
}

void TestBase::utf8IsJudged()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, valid);
    const std::string text = bytes.toStdString();
    QCOMPARE(isValidUtf8(text), valid);
    QVERIFY(isValidUtf8(repairedUtf8(text)));
    QCOMPARE(repairedUtf8(text) == text, valid);
}

void TestBase::repairKeepsWhatIsWellFormed()
{
    QCOMPARE(repairedUtf8("a\xFF"
                          "b\xC3"),
             std::string("a\xEF\xBF\xBD"
                         "b\xEF\xBF\xBD"));
}

void TestBase::fileIsReadByPosition()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("数据 #1.txt")).toStdString();
    std::ofstream(path) << "0123456789";
    auto reader = FileReader::open(path);
    QVERIFY(reader.ok());
    QCOMPARE(reader->size(), std::uint64_t{10});
    std::array<char, 8> buffer{};
    QCOMPARE(reader->readAt(7, buffer.data(), buffer.size()), std::size_t{3});
    QCOMPARE(std::string(buffer.data(), 3), std::string("789"));
    QCOMPARE(reader->readAt(10, buffer.data(), buffer.size()), std::size_t{0});
}

void TestBase::mappingShowsTheContent()
{
    QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("a.txt")).toStdString();
    std::ofstream(path) << std::string(100'000, 'x') << "end";
    auto file = MappedFile::open(path);
    QVERIFY(file.ok());
    QVERIFY(file->text().ends_with("xend"));
    file->dropPages(0, file->size());
    QVERIFY(file->text().starts_with("xxx"));
    std::ofstream(dir.filePath(QStringLiteral("empty")).toStdString());
    auto empty = MappedFile::open(dir.filePath(QStringLiteral("empty")).toStdString());
    QVERIFY(empty.ok());
    QVERIFY(empty->text().empty());
}

void TestBase::unreadablePathsAreErrors_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("code");
    QTest::newRow("missing") << QStringLiteral("missing") << static_cast<int>(ErrorCode::NotFound);
    QTest::newRow("directory") << QStringLiteral("directory") << static_cast<int>(ErrorCode::InvalidArgument);
    QTest::newRow("pipe nobody writes to") << QStringLiteral("pipe") << static_cast<int>(ErrorCode::InvalidArgument);
}

void TestBase::unreadablePathsAreErrors()
{
    QFETCH(QString, kind);
    QFETCH(int, code);
    QTemporaryDir dir;
    const std::string path = dir.filePath(kind).toStdString();
    if (kind == QStringLiteral("directory"))
        QVERIFY(std::filesystem::create_directory(path));
    if (kind == QStringLiteral("pipe"))
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const auto mapped = MappedFile::open(path);
    QVERIFY(!mapped.ok());
    QCOMPARE(static_cast<int>(mapped.error().code), code);
    QCOMPARE(mapped.error().where, path);
    QVERIFY(!FileReader::open(path).ok());
}

QTEST_GUILESS_MAIN(TestBase)
#include "test_base.moc"
