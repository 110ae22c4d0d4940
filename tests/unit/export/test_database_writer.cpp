// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/export/test_database_writer.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "core/export/sqlite/sqlite_writer.h"

using namespace tideline;

namespace {

constexpr const char* kTables = "CREATE TABLE T (start INTEGER,name TEXT,value NUMERIC);"
                                "CREATE TABLE K (key INTEGER PRIMARY KEY,value INTEGER);"
                                "CREATE TABLE R (value REAL,free INTEGER)";

/// The answer row by row, cells joined by '|'.
std::vector<std::string> ask(const std::string& path, const std::string& sql)
{
    std::vector<std::string> out;
    sqlite3* connection = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_open_v2(path.c_str(), &connection, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK
        && sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            std::string row;
            for (int i = 0; i < sqlite3_column_count(statement); ++i) {
                const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
                row += (i > 0 ? "|" : "") + std::string(text ? text : "null");
            }
            out.push_back(row);
        }
    } else {
        out.emplace_back(sqlite3_errmsg(connection));
    }
    sqlite3_finalize(statement);
    sqlite3_close(connection);
    return out;
}

std::string one(const std::string& path, const std::string& sql)
{
    const auto rows = ask(path, sql);
    return rows.size() == 1 ? rows.front() : "rows: " + std::to_string(rows.size());
}

struct Place {
    QTemporaryDir folder;
    std::string path = folder.filePath(QStringLiteral("made.db")).toStdString();
};

std::string nameOf(int row)
{
    return std::string(static_cast<std::size_t>(row % 90), static_cast<char>('a' + row % 26));
}

} // namespace

void TestDatabaseWriter::rowsComeBack_data()
{
    QTest::addColumn<int>("rows");
    QTest::newRow("none") << 0;
    QTest::newRow("one page") << 20;
    QTest::newRow("two pages") << 100;
    QTest::newRow("two levels") << 3'000;
    QTest::newRow("three levels") << 60'000;
}

void TestDatabaseWriter::rowsComeBack()
{
    QFETCH(int, rows);
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    SqliteInsert insert;
    insert.prepare(writer, "T");
    for (int i = 0; i < rows; ++i)
        insert.add(std::int64_t{1} << (i % 63), nameOf(i), i * 0.5);
    insert.finish();
    writer.run("CREATE INDEX I ON T (start,name)");
    QVERIFY(writer.close());
    QCOMPARE(one(place.path, "PRAGMA integrity_check"), std::string("ok"));
    const auto back = ask(place.path, "SELECT rowid,start,name,value FROM T ORDER BY rowid");
    QCOMPARE(back.size(), static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
        const std::string half = std::to_string(i / 2) + (i % 2 == 0 ? "" : ".5");
        QCOMPARE(back[static_cast<std::size_t>(i)], std::to_string(i + 1) + "|"
                                                        + std::to_string(std::int64_t{1} << (i % 63)) + "|" + nameOf(i)
                                                        + "|" + half);
    }
    QCOMPARE(one(place.path, "SELECT count(*) FROM T INDEXED BY I WHERE start>=0"), std::to_string(rows));
}

void TestDatabaseWriter::twoOrdersSideBySide()
{
    constexpr std::int64_t kSplit = 1'000'000;
    for (const int lower : {0, 1, 2'000})
        for (const int upper : {0, 1, 2'000}) {
            Place place;
            SqliteWriter writer;
            QVERIFY(writer.open(place.path));
            writer.run(kTables);
            SqliteInsert insert;
            insert.prepare(writer, "K", kSplit);
            for (int i = 0; i < std::max(lower, upper); ++i) {
                if (i < lower)
                    insert.add(i, i);
                if (i < upper)
                    insert.add(kSplit + i, i);
            }
            insert.finish();
            QVERIFY(writer.close());
            QCOMPARE(one(place.path, "PRAGMA integrity_check"), std::string("ok"));
            QCOMPARE(one(place.path, "SELECT count(*),sum(value) FROM K WHERE key>=1000000").substr(0, 1),
                     std::to_string(upper).substr(0, 1));
            QCOMPARE(one(place.path, "SELECT count(*) FROM K"), std::to_string(lower + upper));
            QCOMPARE(one(place.path, "SELECT count(*) FROM K WHERE value=key%1000000"), std::to_string(lower + upper));
        }
}

void TestDatabaseWriter::keysOutOfOrderFindTheirPlace()
{
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    SqliteInsert insert;
    insert.prepare(writer, "K");
    for (int i = 0; i < 4'000; ++i)
        insert.add(i ^ 1, -i); // 1, 0, 3, 2 …
    insert.finish();
    QVERIFY(writer.close());
    QCOMPARE(one(place.path, "PRAGMA integrity_check"), std::string("ok"));
    const auto back = ask(place.path, "SELECT key,value FROM K ORDER BY key");
    QCOMPARE(back.size(), std::size_t{4'000});
    for (int i = 0; i < 4'000; ++i)
        QCOMPARE(back[static_cast<std::size_t>(i)],
                 std::to_string(i) + "|" + ((i ^ 1) == 0 ? "0" : "-" + std::to_string(i ^ 1)));
}

void TestDatabaseWriter::longRowsAreKept()
{
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    SqliteInsert insert;
    insert.prepare(writer, "T");
    const std::vector<std::size_t> sizes = {1, 57, 58, 4'000, 4'050, 4'056, 4'057, 4'060, 4'096, 5'000, 100'000, 3};
    for (const std::size_t size : sizes)
        insert.add(static_cast<std::int64_t>(size), std::string(size, 'x'), 7);
    insert.finish();
    QVERIFY(writer.close());
    QCOMPARE(one(place.path, "PRAGMA integrity_check"), std::string("ok"));
    const auto back = ask(place.path, "SELECT rowid,start,length(name),value FROM T ORDER BY rowid");
    QCOMPARE(back.size(), sizes.size());
    for (std::size_t i = 0; i < sizes.size(); ++i)
        QCOMPARE(back[i],
                 std::to_string(i + 1) + "|" + std::to_string(sizes[i]) + "|" + std::to_string(sizes[i]) + "|7");
}

/// The same rows through both ways: what the library is given in a statement is what the pages hold.
void TestDatabaseWriter::valuesAreStoredAsTheLibraryDoes()
{
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    writer.run("CREATE TABLE L (value REAL,free INTEGER); INSERT INTO L VALUES (NULL,NULL); DELETE FROM L;"
               "CREATE INDEX LI ON L (free)"); // an index: rows go through the library
    const std::vector<double> values = {0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        0.5,
                                        2.0,
                                        1e300,
                                        -1e-300,
                                        9.3e18,
                                        9.1e18,
                                        127.0,
                                        128.0,
                                        -129.,
                                        1e15,
                                        1e16,
                                        std::nan(""),
                                        std::numeric_limits<double>::infinity()};
    for (const char* table : {"R", "L"}) {
        SqliteInsert insert;
        insert.prepare(writer, table);
        for (const double value : values)
            insert.add(value, std::optional<std::int64_t>());
        for (int shift = 0; shift < 63; ++shift)
            for (const std::int64_t value :
                 {std::int64_t{1} << shift, (std::int64_t{1} << shift) - 1, -(std::int64_t{1} << shift)})
                insert.add(static_cast<double>(shift) / 3, value);
        insert.add(0, std::numeric_limits<std::int64_t>::min());
        insert.finish();
    }
    QVERIFY(writer.close());
    QCOMPARE(one(place.path, "PRAGMA integrity_check"), std::string("ok"));
    const std::string all = "SELECT rowid,value,typeof(value),free,typeof(free) FROM ";
    QCOMPARE(ask(place.path, all + "R ORDER BY rowid"), ask(place.path, all + "L ORDER BY rowid"));
}

void TestDatabaseWriter::filledTablesGoOn()
{
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    writer.run("INSERT INTO T VALUES (1,'first',2)");
    SqliteInsert insert;
    insert.prepare(writer, "T");
    insert.add(3, "second", 4);
    insert.finish();
    QVERIFY(writer.close());
    QCOMPARE(ask(place.path, "SELECT rowid,* FROM T"), (std::vector<std::string>{"1|1|first|2", "2|3|second|4"}));
}

void TestDatabaseWriter::sameCallsGiveTheSameBytes()
{
    QByteArray bytes[2];
    for (QByteArray& into : bytes) {
        Place place;
        SqliteWriter writer;
        QVERIFY(writer.open(place.path));
        writer.run(kTables);
        SqliteInsert insert;
        insert.prepare(writer, "T");
        for (int i = 0; i < 5'000; ++i)
            insert.add(i, nameOf(i), 0.25 * i);
        insert.finish();
        writer.run("CREATE INDEX I ON T (start)");
        QVERIFY(writer.close());
        QFile file(QString::fromStdString(place.path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        into = file.readAll();
    }
    QVERIFY(!bytes[0].isEmpty());
    QVERIFY(bytes[0] == bytes[1]);
}

void TestDatabaseWriter::twiceTheSameKeyIsAnError()
{
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    SqliteInsert insert;
    insert.prepare(writer, "K");
    insert.add(1, 1);
    insert.add(1, 2);
    insert.finish();
    const Status closed = writer.close();
    QVERIFY(!closed);
    QVERIFY(closed.error().what.find("UNIQUE") != std::string::npos);
}

void TestDatabaseWriter::wrongNumberOfColumnsIsAnError()
{
    Place place;
    SqliteWriter writer;
    QVERIFY(writer.open(place.path));
    writer.run(kTables);
    SqliteInsert insert;
    insert.prepare(writer, "T");
    insert.add(1, "two");
    insert.finish();
    QVERIFY(!writer.close());
}

void TestDatabaseWriter::lackingPlaceIsAnError()
{
    Place place;
    SqliteWriter writer;
    const Status opened = writer.open(place.path + "/no such directory/made.db");
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::NotWritable);
    SqliteInsert insert;
    insert.prepare(writer, "T");
    insert.add(1, "two", 3);
    insert.finish();
    QVERIFY(!writer.close());
}
