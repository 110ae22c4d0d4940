// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/decode/sqlite/sqlite_database.h"
#include "tests/support/file_state.h"
#include "tests/support/made_database.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 2> kColumns = {"a", "b"};

std::string bytesOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void writeBytes(const fs::path& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// Number of rows of table t, or -1 with an error.
std::int64_t rowsOf(const fs::path& path, const fs::path& scratch, ErrorCode* code = nullptr)
{
    const auto database = SqliteDatabase::open(path, {scratch}, Progress{});
    if (!database) {
        if (code)
            *code = database.error().code;
        return -1;
    }
    SqliteRows rows = database->rows("t", kColumns);
    while (rows.next()) {}
    if (!rows.status() && code)
        *code = rows.status().error().code;
    return rows.status() ? static_cast<std::int64_t>(rows.count()) : -1;
}

/// Table t(a, b) with the numbers from 0 on and a text each.
void makeNumbers(const fs::path& path, int rows, const std::string& before = {}, int textBytes = 10)
{
    MadeDatabase database(path);
    if (!before.empty())
        database.run(before);
    database.run("CREATE TABLE t (a INTEGER, b TEXT); BEGIN;"
                 "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < "
                 + std::to_string(rows) + ") INSERT INTO t SELECT i, substr('" + std::string(200, 'x') + "', 1, "
                 + std::to_string(textBytes) + ") FROM n; COMMIT");
}

/// Leaves a database whose rows are in its -wal only.
void makeLogged(const fs::path& path, int rows)
{
    const fs::path other = path.parent_path() / "other";
    fs::create_directory(other);
    {
        MadeDatabase database(other / "made.db");
        database.run("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t (a INTEGER, b TEXT)");
        for (int i = 0; i < rows; ++i)
            database.run("INSERT INTO t VALUES (" + std::to_string(i) + ", 'x')");
        fs::copy_file(other / "made.db", path);
        fs::copy_file(other / "made.db-wal", path.string() + "-wal");
    }
    fs::remove_all(other);
}

/// Leaves a database in the middle of a transaction: changed pages in the file, the old ones in its -journal.
void makeInterrupted(const fs::path& path, int rows)
{
    const fs::path other = path.parent_path() / "other";
    fs::create_directory(other);
    makeNumbers(other / "made.db", rows);
    {
        MadeDatabase database(other / "made.db");
        database.run("PRAGMA cache_size=2; BEGIN; DELETE FROM t WHERE a % 2 = 0; UPDATE t SET b = 'changed'");
        fs::copy_file(other / "made.db", path);
        fs::copy_file(other / "made.db-journal", path.string() + "-journal");
    }
    fs::remove_all(other);
}

/// Lets every inner page of tables lead to the next one only: the same leaves again and again.
void chainPages(std::string& bytes, std::size_t pageSize)
{
    std::vector<std::size_t> inner;
    for (std::size_t page = 1; page * pageSize < bytes.size(); ++page) {
        if (bytes[page * pageSize] == 5)
            inner.push_back(page);
    }
    const auto put = [&bytes](std::size_t at, std::size_t page) {
        for (int i = 0; i < 4; ++i)
            bytes[at + static_cast<std::size_t>(i)] = static_cast<char>(page >> (24 - 8 * i));
    };
    const auto at16 = [&bytes](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at])) << 8
               | static_cast<unsigned char>(bytes[at + 1]);
    };
    for (std::size_t i = 0; i + 1 < std::min<std::size_t>(inner.size(), 12); ++i) {
        const std::size_t base = inner[i] * pageSize;
        for (std::size_t cell = 0; cell < at16(base + 3); ++cell)
            put(base + at16(base + 12 + 2 * cell), inner[i + 1] + 1);
        put(base + 8, inner[i + 1] + 1);
    }
}

/// The exit code of body run as a user without rights, or -1 where that cannot be tried.
int asNobody(const std::function<int()>& body)
{
    constexpr uid_t kNobody = 65'534;
    if (::geteuid() != 0)
        return body();
    const pid_t child = ::fork();
    if (child == 0) {
        const bool dropped = ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0;
        ::_exit(dropped ? body() : 99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) != 99 ? WEXITSTATUS(status) : -1;
}

} // namespace

class TestSqlite : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_root = fs::path(m_dir->path().toStdString());
        m_data = m_root / "data";
        fs::create_directory(m_data);
        m_scratch = m_root / "scratch";
    }

    void valuesByColumn()
    {
        MadeDatabase(m_data / "v.db")
            .run("CREATE TABLE t (b, a, c)"
                 ";INSERT INTO t VALUES ('x', 1736410576375315901, 0), (NULL, '1736410576375315901', 0), (x'00', 2.0, "
                 "0),"
                 " ('', 'abc', 0), ('é', 9.5e30, 0), ('2.5', '12.0', 0)");
        const auto database = SqliteDatabase::open(m_data / "v.db", {}, Progress{});
        QVERIFY(database.ok());
        constexpr std::array<std::string_view, 3> kAsked = {"A", "b", "absent"};
        SqliteRows rows = database->rows("T", kAsked);
        QVERIFY(rows.has(0) && rows.has(1) && !rows.has(2));
        const std::array<std::optional<std::int64_t>, 6> integers = {
            1736410576375315901, 1736410576375315901, 2, {}, {}, 12};
        const std::array<std::string, 6> texts = {"x", "", "", "", "é", "2.5"};
        for (std::size_t i = 0; i < integers.size(); ++i) {
            QVERIFY(rows.next());
            QCOMPARE(rows.integer(0), integers[i]);
            QCOMPARE(std::string(rows.text(1)), texts[i]);
            QVERIFY(rows.isNull(2) && !rows.integer(2) && std::isnan(rows.number(2)));
            QCOMPARE(rows.rowId(), static_cast<std::int64_t>(i) + 1);
        }
        QCOMPARE(rows.number(1), 2.5);
        QVERIFY(!rows.next());
        QVERIFY(rows.status().ok());
        SqliteRows none = database->rows("absent", kAsked);
        QVERIFY(!none.next() && none.status().ok());
    }

    void onlyStoredTables()
    {
        MadeDatabase(m_data / "s.db")
            .run("CREATE TABLE t (a, b, g AS (a + 1)); CREATE VIEW v AS SELECT * FROM t;"
                 "CREATE TABLE k (a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO k VALUES (7, 'k');"
                 "CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; END;"
                 "CREATE TABLE \"odd \"\" name\" (a)");
        const auto database = SqliteDatabase::open(m_data / "s.db", {}, Progress{});
        QVERIFY(database.ok());
        QCOMPARE(database->tables().size(), std::size_t(3));
        QCOMPARE(database->table("t")->columns.size(), std::size_t(2));
        QVERIFY(!database->table("v"));
        QCOMPARE(*database->countRows(*database->table("odd \" name")), std::uint64_t(0));
        SqliteRows rows = database->rows("k", kColumns);
        QVERIFY(rows.next());
        QCOMPARE(rows.integer(0), std::optional<std::int64_t>(7));
    }

    void oddPaths_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("blank") << QStringLiteral("a b.db");
        QTest::newRow("percent") << QStringLiteral("50%41.db");
        QTest::newRow("question") << QStringLiteral("what?mode=rwc.db");
        QTest::newRow("hash") << QStringLiteral("#1.db");
        QTest::newRow("quote") << QStringLiteral("it's.db");
        QTest::newRow("chinese") << QStringLiteral("性能.db");
    }
    void oddPaths()
    {
        QFETCH(QString, name);
        makeNumbers(m_data / name.toStdString(), 5);
        const auto before = stateOf(m_data);
        QCOMPARE(rowsOf(m_data / name.toStdString(), m_scratch), 5);
        QVERIFY(stateOf(m_data) == before);
    }

    void pendingChanges_data()
    {
        QTest::addColumn<QString>("state");
        QTest::newRow("rows in the log only") << QStringLiteral("log");
        QTest::newRow("log mode, no log") << QStringLiteral("mode");
        QTest::newRow("empty log") << QStringLiteral("empty");
        QTest::newRow("log of nonsense") << QStringLiteral("nonsense");
        QTest::newRow("journal of a crash") << QStringLiteral("journal");
        QTest::newRow("through a link") << QStringLiteral("link");
    }
    void pendingChanges()
    {
        QFETCH(QString, state);
        const fs::path path = m_data / "p.db";
        if (state == QLatin1String("log") || state == QLatin1String("link"))
            makeLogged(path, 20);
        else if (state == QLatin1String("journal"))
            makeInterrupted(path, 20'000);
        else
            makeNumbers(path, 20, state == QLatin1String("mode") ? "PRAGMA journal_mode=WAL" : "");
        if (state == QLatin1String("empty") || state == QLatin1String("nonsense"))
            writeBytes(path.string() + "-wal", state == QLatin1String("empty") ? "" : std::string(5000, 'n'));
        fs::path opened = path;
        if (state == QLatin1String("link")) {
            opened = m_root / "link.db";
            fs::create_symlink(path, opened);
        }
        const auto before = stateOf(m_data);
        const int rows = state == QLatin1String("journal") ? 20'000 : 20;
        QCOMPARE(rowsOf(opened, m_scratch), rows);
        QVERIFY(stateOf(m_data) == before);
        QVERIFY(!fs::exists(m_scratch) || fs::is_empty(m_scratch));
    }

    void interruptedValuesAreTheOldOnes()
    {
        makeInterrupted(m_data / "p.db", 20'000);
        const auto database = SqliteDatabase::open(m_data / "p.db", {m_scratch}, Progress{});
        QVERIFY(database.ok());
        SqliteRows rows = database->rows("t", kColumns);
        while (rows.next())
            QCOMPARE(std::string(rows.text(1)), std::string(10, 'x'));
    }

    void lockedByAWriter()
    {
        const fs::path path = m_data / "l.db";
        makeNumbers(path, 50);
        MadeDatabase writer(path);
        writer.run("BEGIN EXCLUSIVE; INSERT INTO t VALUES (1, 'new')");
        QCOMPARE(rowsOf(path, m_scratch), 50);
        writer.run("ROLLBACK");
    }

    void withoutRights()
    {
        makeNumbers(m_data / "r.db", 30);
        makeLogged(m_data / "w.db", 12);
        fs::permissions(m_root, fs::perms::all);
        fs::permissions(m_data, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read
                                    | fs::perms::group_exec | fs::perms::others_read | fs::perms::others_exec);
        const auto before = stateOf(m_data);
        const int code = asNobody([this] {
            const bool inPlace = rowsOf(m_data / "r.db", m_scratch) == 30;
            const bool copied = rowsOf(m_data / "w.db", m_scratch) == 12;
            return inPlace && copied ? 0 : 1;
        });
        const bool same = stateOf(m_data) == before;
        fs::permissions(m_data, fs::perms::owner_all);
        if (code < 0)
            QSKIP("another user cannot be tried here");
        QCOMPARE(code, 0);
        QVERIFY(same);
    }

    void refused_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("code");
        QTest::newRow("absent") << QStringLiteral("absent") << int(ErrorCode::NotFound);
        QTest::newRow("empty") << QStringLiteral("empty") << int(ErrorCode::Damaged);
        QTest::newRow("text") << QStringLiteral("text") << int(ErrorCode::Damaged);
        QTest::newRow("header only") << QStringLiteral("header") << int(ErrorCode::Damaged);
        QTest::newRow("noise behind the header") << QStringLiteral("noise") << int(ErrorCode::Damaged);
        QTest::newRow("pages that repeat") << QStringLiteral("chain") << int(ErrorCode::Damaged);
        QTest::newRow("a huge row") << QStringLiteral("huge") << int(ErrorCode::TooLarge);
    }
    void refused()
    {
        QFETCH(QString, kind);
        QFETCH(int, code);
        const fs::path path = m_data / "d.db";
        if (kind == QLatin1String("empty"))
            writeBytes(path, "");
        else if (kind == QLatin1String("text"))
            writeBytes(path, "Name,Type\n1,2\n");
        else if (kind == QLatin1String("header"))
            writeBytes(path, std::string("SQLite format 3\0", 16));
        else if (kind == QLatin1String("noise"))
            writeBytes(path, std::string("SQLite format 3\0", 16) + std::string(8192, '\x5A'));
        else if (kind == QLatin1String("huge"))
            MadeDatabase(path).run("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, zeroblob(70000000))");
        if (kind == QLatin1String("chain")) {
            makeNumbers(path, 200'000, "PRAGMA page_size=512");
            std::string bytes = bytesOf(path);
            chainPages(bytes, 512);
            writeBytes(path, bytes);
        }
        ErrorCode got = ErrorCode::Internal;
        const auto begin = std::chrono::steady_clock::now();
        QCOMPARE(rowsOf(path, m_scratch, &got), -1);
        QCOMPARE(int(got), code);
        if (const auto database = SqliteDatabase::open(path, {}, Progress{}); database && database->table("t"))
            QCOMPARE(database->countRows(*database->table("t")).ok(), kind == QLatin1String("huge"));
        QVERIFY(std::chrono::steady_clock::now() - begin < std::chrono::seconds(30));
    }

    void truncatedKeepsWhatIsThere()
    {
        const fs::path path = m_data / "t.db";
        makeNumbers(path, 50'000);
        const std::string bytes = bytesOf(path);
        writeBytes(path, bytes.substr(0, bytes.size() / 2 / 4096 * 4096));
        const auto database = SqliteDatabase::open(path, {}, Progress{});
        QVERIFY(database.ok());
        QVERIFY(database->damaged());
        SqliteRows rows = database->rows("t", kColumns);
        while (rows.next())
            QCOMPARE(rows.integer(0), std::optional<std::int64_t>(static_cast<std::int64_t>(rows.count()) - 1));
        QVERIFY(rows.count() > 10'000);
        QVERIFY(!rows.status().ok());
        QVERIFY(rows.status().error().where.find("t.db:t") != std::string::npos);
    }

    void flippedBytesNeverCrash()
    {
        const fs::path path = m_data / "f.db";
        makeNumbers(path, 3000, "CREATE TABLE u (a, b); INSERT INTO u VALUES (1, 2)");
        const std::string whole = bytesOf(path);
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            std::string bytes = whole;
            for (int flips = 0; flips < 1 + round % 8; ++flips)
                bytes[random() % (round % 2 == 0 ? 4096 : bytes.size())] = static_cast<char>(random());
            writeBytes(path, bytes);
            const auto database = SqliteDatabase::open(path, {m_scratch}, Progress{});
            if (!database) {
                QVERIFY(!database.error().what.empty());
                continue;
            }
            for (const SqliteTable& table : database->tables()) {
                SqliteRows rows = database->rows(table.name, kColumns);
                while (rows.next())
                    rows.text(1);
                const auto counted = database->countRows(table);
                QVERIFY(counted.ok() || !counted.error().what.empty());
            }
        }
    }

    void cancelled()
    {
        makeNumbers(m_data / "c.db", 200'000);
        std::stop_source stop;
        const auto database = SqliteDatabase::open(m_data / "c.db", {}, Progress(stop.get_token()));
        QVERIFY(database.ok());
        SqliteRows rows = database->rows("t", kColumns);
        QVERIFY(rows.next());
        stop.request_stop();
        const auto counted = database->countRows(*database->table("t"));
        QVERIFY(!counted.ok());
        QCOMPARE(counted.error().code, ErrorCode::Cancelled);
        while (rows.next()) {}
        QVERIFY(!rows.status().ok());
        QCOMPARE(rows.status().error().code, ErrorCode::Cancelled);
    }

    void specialFiles()
    {
        QCOMPARE(::mkfifo((m_data / "fifo.db").c_str(), 0600), 0);
        QVERIFY(!SqliteDatabase::open(m_data / "fifo.db", {}, Progress{}).ok());
        QVERIFY(!SqliteDatabase::open(m_data, {}, Progress{}).ok());
    }

    void rowsOfAKey()
    {
        makeNumbers(m_data / "k.db", 100);
        const auto database = SqliteDatabase::open(m_data / "k.db", {}, Progress{});
        QVERIFY(database.ok());
        SqliteRows rows = database->rowsWhere("t", kColumns, "a", 42);
        QVERIFY(rows.next());
        QCOMPARE(rows.rowId(), std::int64_t(43));
        QVERIFY(!rows.next());
        QCOMPARE(database->guessRows(*database->table("t")), std::uint64_t(100));
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_root;
    fs::path m_data;
    fs::path m_scratch;
};

QTEST_GUILESS_MAIN(TestSqlite)
#include "test_sqlite.moc"
