// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include "core/decode/archive/peek.h"
#include "core/decode/archive/unpack.h"
#include "core/decode/decimal.h"
#include "core/decode/json/boundary_scanner.h"
#include "core/decode/json/raw_json.h"

using namespace tideline;

namespace {

void writeZip(const std::string& path, const std::vector<std::pair<std::string, std::string>>& members)
{
    struct archive* zip = archive_write_new();
    archive_write_set_format_zip(zip);
    archive_write_open_filename(zip, path.c_str());
    for (const auto& [name, text] : members) {
        struct archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0644);
        archive_write_header(zip, entry);
        archive_write_data(zip, text.data(), text.size());
        archive_entry_free(entry);
    }
    archive_write_free(zip);
}

std::string gzipped(const std::string& text)
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

std::filesystem::path written(const QTemporaryDir& dir, const char* name, const std::string& bytes)
{
    const std::filesystem::path path = std::filesystem::path(dir.path().toStdString()) / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

std::string all(const ByteSource& source)
{
    std::string text(static_cast<std::size_t>(source.size()), '\0');
    text.resize(source.readAt(0, text.data(), text.size()));
    return text;
}

std::string noise(std::size_t bytes)
{
    std::mt19937 random(7);
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i)
        text += static_cast<char>(random() & 0xFF);
    return text;
}

/// Those that this processor has.
const std::vector<ScanWidth> kWidths = [] {
    std::vector<ScanWidth> widths{ScanWidth::Scalar};
    for (const ScanWidth width : {ScanWidth::Sse2, ScanWidth::Avx2}) {
        if (width <= widestScan())
            widths.push_back(width);
    }
    return widths;
}();

/// Micros with `decimals` digits to ns, half to even, in 128 bits.
std::int64_t reference(std::int64_t units, int decimals)
{
    __extension__ using Wide = __int128;
    Wide numerator = static_cast<Wide>(units) * 1000;
    Wide divisor = 1;
    for (int i = 0; i < decimals; ++i)
        divisor *= 10;
    const bool negative = numerator < 0;
    numerator = negative ? -numerator : numerator;
    Wide quotient = numerator / divisor;
    const Wide twice = (numerator % divisor) * 2;
    if (twice > divisor || (twice == divisor && (quotient & 1) != 0))
        ++quotient;
    return static_cast<std::int64_t>(negative ? -quotient : quotient);
}

/// Borders and the end by the plainest reading of the text.
struct NaiveScan {
    std::vector<std::uint64_t> borders;
    std::size_t consumed = 0;
    bool ended = false;
};

NaiveScan naiveScan(const std::string& text)
{
    NaiveScan scan;
    bool inString = false;
    bool escaped = false;
    std::int64_t depth = 0;
    for (; scan.consumed < text.size() && !scan.ended; ++scan.consumed) {
        const char c = text[scan.consumed];
        const bool taken = escaped; // a backslash takes the meaning of a quote or backslash, not of a brace
        escaped = c == '\\' && !taken;
        if (c == '"' && !taken) {
            inString = !inString;
        } else if (!inString && (c == '{' || c == '[')) {
            ++depth;
        } else if (!inString && (c == '}' || c == ']')) {
            --depth;
            if (depth == 0)
                scan.borders.push_back(scan.consumed + 1);
            scan.ended = depth < 0;
        }
    }
    return scan;
}

std::string randomJsonish(std::mt19937& random, std::size_t length)
{
    static constexpr std::string_view kBytes = "{}[]\"\\,: a{}\"";
    std::string text;
    for (std::size_t i = 0; i < length; ++i)
        text += kBytes[random() % kBytes.size()];
    return text;
}

} // namespace

class TestDecode : public QObject {
    Q_OBJECT

private slots:
    void decimals_data();
    void decimals();
    void decimalsAgainstReference();
    void masksAgree();
    void scannerAgreesWithPlainReading();
    void scannerAtEverySplit();
    void rawMembers();
    void escapes_data();
    void escapes();
    void plainFile();
    void gzipMembersAreJoined();
    void gzipCutShort();
    void zipMembers();
    void zipIsJudgedByTheMemberThatMayBeJson();
    void bombsAreRefused();
    void manyMembersShareTheLimits();
    void largeContentGoesToScratch();
    void cancelled();
};

void TestDecode::decimals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<qint64>("ns");
    const auto row = [](const char* text, bool valid, qint64 ns) {
        QTest::newRow(*text ? text : "empty") << QByteArray(text) << valid << ns;
    };
    row("0", true, 0);
    row("5", true, 5000);
    row("-2.5", true, -2500);
    row("1736408883688177.930", true, 1736408883688177930);
    row(" \t12.25\t ", true, 12250);
    row("72994.4384375", true, 72994438);
    row("0.0005", true, 0);
    row("0.0015", true, 2);
    row("0.0025", true, 2);
    row("0.00250000000000000000000000000000001", true, 3);
    row("0.0024999999999999999999999999999999", true, 2);
    row("-0.0015", true, -2);
    row("1.7e15", true, 1700000000000000000);
    row("1701234567890.1235e3", true, 1701234567890123500);
    row("12345E-2", true, 123450);
    row("1e-9", true, 0);
    row("1e-999999999999999999", true, 0);
    row("0e999999999", true, 0);
    row("00000000000000000000000000000001", true, 1000);
    row("+3", true, 3000);
    row(".5", true, 500);
    row("5.", true, 5000);
    row("2305843009213693.952", true, kTimeLimitNs);
    row("-2305843009213693.952", true, -kTimeLimitNs);
    row("2305843009213693.953", false, 0);
    row("99999999999999999999", false, 0);
    row("1e400", false, 0);
    row("", false, 0);
    row(" ", false, 0);
    row("NaN", false, 0);
    row("Infinity", false, 0);
    row("-", false, 0);
    row(".", false, 0);
    row("1e", false, 0);
    row("1.2.3", false, 0);
    row("0x10", false, 0);
    row("1 2", false, 0);
    row("1\n", false, 0);
}

void TestDecode::decimals()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    QFETCH(qint64, ns);
    const auto result = nanosFromMicros({text.constData(), static_cast<std::size_t>(text.size())});
    QCOMPARE(result.has_value(), valid);
    if (valid)
        QCOMPARE(qint64(*result), ns);
}

void TestDecode::decimalsAgainstReference()
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 200'000; ++i) {
        const int decimals = static_cast<int>(random() % 8);
        auto units = static_cast<std::int64_t>(random() >> (1 + random() % 60));
        units = (random() & 1) != 0 ? -units : units;
        std::string digits = std::to_string(units < 0 ? -units : units);
        if (decimals > 0) {
            if (digits.size() <= static_cast<std::size_t>(decimals))
                digits.insert(0, static_cast<std::size_t>(decimals) + 1 - digits.size(), '0');
            digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".");
        }
        const std::string text = (units < 0 ? "-" : "") + digits;
        __extension__ using Wide = __int128;
        Wide whole = static_cast<Wide>(units) * 1000;
        for (int k = 0; k < decimals; ++k)
            whole /= 10;
        const auto result = nanosFromMicros(text);
        if (whole > kTimeLimitNs + 1 || whole < -kTimeLimitNs - 1) {
            QVERIFY2(!result, text.c_str());
        } else if (result) {
            QVERIFY2(*result == reference(units, decimals), text.c_str());
        } else {
            QVERIFY2(whole >= kTimeLimitNs - 1 || whole <= -kTimeLimitNs + 1, text.c_str());
        }
    }
}

void TestDecode::masksAgree()
{
    const std::string bytes = noise(64 * 1000);
    for (std::size_t at = 0; at + 64 <= bytes.size(); at += 7)
        for (const ScanWidth width : kWidths)
            QVERIFY(jsonMasks(bytes.data() + at, width) == jsonMasks(bytes.data() + at, ScanWidth::Scalar));
}

void TestDecode::scannerAgreesWithPlainReading()
{
    std::mt19937 random(3);
    for (int round = 0; round < 3000; ++round) {
        const std::string text = randomJsonish(random, 1 + random() % 400);
        const NaiveScan expected = naiveScan(text);
        for (const ScanWidth width : kWidths) {
            BoundaryScanner scanner(width);
            const auto scan = scanner.feed(text);
            QCOMPARE(scan.ended, expected.ended);
            QCOMPARE(scan.consumed, expected.consumed);
            std::vector<std::uint64_t> borders;
            scanner.lastBorders(borders);
            QVERIFY(borders.size() <= expected.borders.size());
            QVERIFY(std::equal(borders.rbegin(), borders.rend(), expected.borders.rbegin()));
            QCOMPARE(borders.empty(), expected.borders.empty());
        }
    }
}

void TestDecode::scannerAtEverySplit()
{
    std::mt19937 random(4);
    const std::string text = randomJsonish(random, 300);
    const NaiveScan expected = naiveScan(text);
    for (std::size_t split = 0; split <= text.size(); ++split) {
        for (const ScanWidth width : kWidths) {
            BoundaryScanner scanner(width);
            auto scan = scanner.feed(std::string_view(text).substr(0, split));
            std::size_t consumed = scan.consumed;
            if (!scan.ended) {
                scan = scanner.feed(std::string_view(text).substr(split));
                consumed += scan.consumed;
            }
            QCOMPARE(consumed, expected.consumed);
            QCOMPARE(scan.ended, expected.ended);
        }
    }
}

void TestDecode::rawMembers()
{
    RawMembers members(R"({"a" : 1 , "b":"x\"}","c":{"d":[1,{"e":2}]},"f":null} tail)");
    std::vector<std::string> seen;
    while (members.next())
        seen.push_back(std::string(members.key()) + '=' + std::string(members.value()));
    const std::vector<std::string> expected = {"a=1", R"(b="x\"}")", R"(c={"d":[1,{"e":2}]})", "f=null"};
    QCOMPARE(seen, expected);
    QVERIFY(!RawMembers("{\"a\":").next());
    QVERIFY(!RawMembers("{}").next());
    QVERIFY(!RawMembers("").next());
}

void TestDecode::escapes_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("none") << QByteArray("abc") << QByteArray("abc");
    QTest::newRow("simple") << QByteArray(R"(a\"b\\c\/d\n)") << QByteArray("a\"b\\c/d\n");
    QTest::newRow("unicode") << QByteArray(R"(\u4e2d\u00e9)") << QByteArray("中é");
    QTest::newRow("pair") << QByteArray(R"(\ud83d\ude00)") << QByteArray("😀");
    QTest::newRow("lone surrogate") << QByteArray(R"(\ud83dx)") << QByteArray("\xEF\xBF\xBDx");
    QTest::newRow("unknown escape") << QByteArray(R"(\q)") << QByteArray(R"(\q)");
}

void TestDecode::escapes()
{
    QFETCH(QByteArray, raw);
    QFETCH(QByteArray, text);
    QCOMPARE(QByteArray::fromStdString(unescapedJson(raw.toStdString())), text);
}

void TestDecode::plainFile()
{
    const QTemporaryDir dir;
    const auto members = openMembers(written(dir, "a.json", "[1]"), {}, {});
    QVERIFY(members.ok());
    QCOMPARE(members->size(), std::size_t(1));
    QCOMPARE(all(*members->front().data), std::string("[1]"));
    QVERIFY(!openMembers(dir.path().toStdString(), {}, {}).ok());
    QVERIFY(openMembers("/nonexistent/file", {}, {}).error().code == ErrorCode::NotFound);
}

void TestDecode::gzipMembersAreJoined()
{
    const QTemporaryDir dir;
    const auto path = written(dir, "trace.bin", gzipped("[one,") + gzipped("two,") + gzipped("three]"));
    const auto members = openMembers(path, {}, {});
    QVERIFY(members.ok());
    QCOMPARE(all(*members->front().data), std::string("[one,two,three]"));
    QVERIFY(!members->front().truncated);
    QCOMPARE(*firstUnpackedBytes(path, 6), std::string("[one,t"));
}

void TestDecode::gzipCutShort()
{
    const QTemporaryDir dir;
    const std::string text = noise(500'000);
    const std::string packed = gzipped(text);
    const auto members = openMembers(written(dir, "cut.gz", packed.substr(0, packed.size() / 2)), {}, {});
    QVERIFY(members.ok());
    QVERIFY(members->front().truncated);
    QVERIFY(!members->front().note.empty());
    const std::string got = all(*members->front().data);
    QVERIFY(got.size() > 100'000);
    QCOMPARE(got, text.substr(0, got.size()));
}

void TestDecode::zipMembers()
{
    const QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("two.zip")).toStdString();
    writeZip(path, {{"../a.json", "[1]"}, {"b.json", "[2]"}});
    const auto members = openMembers(path, {}, {});
    QVERIFY(members.ok());
    QCOMPARE(members->size(), std::size_t(2));
    QCOMPARE((*members)[1].name, std::string("b.json"));
    QCOMPARE(all(*(*members)[0].data), std::string("[1]"));
    QCOMPARE(all(*(*members)[1].data), std::string("[2]"));
}

void TestDecode::zipIsJudgedByTheMemberThatMayBeJson()
{
    const QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("readme-first.zip")).toStdString();
    writeZip(path, {{"README.txt", "about"}, {"trace.json", "\n[1]"}});
    QCOMPARE(*firstUnpackedBytes(path, 4), std::string("\n[1]"));
    writeZip(path, {{"README.txt", "about"}});
    QCOMPARE(*firstUnpackedBytes(path, 4), std::string("abou"));
}

/// With the limits of every day: what deflate makes of nothing but blanks is no trace.
void TestDecode::bombsAreRefused()
{
    const QTemporaryDir dir;
    const std::string blanks(std::size_t{80} << 20, ' ');
    const auto path = written(dir, "bomb.gz", gzipped(blanks));
    QVERIFY(openMembers(path, {}, {}).error().code == ErrorCode::TooLarge);
    UnpackLimits limits;
    limits.maxBytes = 1000;
    QVERIFY(openMembers(path, limits, {}).error().code == ErrorCode::TooLarge);
    const std::string zip = dir.filePath(QStringLiteral("bomb.zip")).toStdString();
    writeZip(zip, {{"a.json", "[]"}, {"b.json", blanks}});
    QVERIFY(openMembers(zip, {}, {}).error().code == ErrorCode::TooLarge);
}

/// Members count together, for the size as for the memory.
void TestDecode::manyMembersShareTheLimits()
{
    const QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("many.zip")).toStdString();
    const std::string text = noise(2'000'000);
    writeZip(path, {{"a.json", text}, {"b.json", text}, {"c.json", "[]"}});
    UnpackLimits limits;
    limits.maxBytes = 5'000'000;
    QVERIFY(openMembers(path, limits, {}).ok());
    limits.maxBytes = 3'000'000;
    QVERIFY(openMembers(path, limits, {}).error().code == ErrorCode::TooLarge);
    limits = {};
    limits.memoryBytes = 3'000'000;
    QVERIFY(openMembers(path, limits, {}).error().code == ErrorCode::TooLarge); // nowhere to put the second one
    limits.scratchDir = dir.filePath(QStringLiteral("scratch")).toStdString();
    const auto members = openMembers(path, limits, {});
    QVERIFY(members.ok());
    QCOMPARE(members->size(), std::size_t(3));
    QCOMPARE(all(*(*members)[1].data), text);
    QVERIFY(std::filesystem::is_empty(limits.scratchDir));
}

void TestDecode::largeContentGoesToScratch()
{
    const QTemporaryDir dir;
    const std::string text = noise(300'000);
    const auto path = written(dir, "large.gz", gzipped(text));
    UnpackLimits limits;
    limits.memoryBytes = 1000;
    QVERIFY(openMembers(path, limits, {}).error().code == ErrorCode::TooLarge);
    limits.scratchDir = dir.filePath(QStringLiteral("scratch")).toStdString();
    const auto members = openMembers(path, limits, {});
    QVERIFY(members.ok());
    QCOMPARE(all(*members->front().data), text);
    QVERIFY(std::filesystem::is_empty(limits.scratchDir));
    limits.scratchDir = "/proc/nowhere"; // cannot be made: the system's directory for temporary files serves too
    const auto elsewhere = openMembers(path, limits, {});
    QVERIFY(elsewhere.ok());
    QCOMPARE(all(*elsewhere->front().data), text);
}

void TestDecode::cancelled()
{
    const QTemporaryDir dir;
    std::stop_source stop;
    stop.request_stop();
    const auto members = openMembers(written(dir, "a.gz", gzipped("[]")), {}, Progress(stop.get_token()));
    QVERIFY(members.error().code == ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestDecode)
#include "test_decode.moc"
