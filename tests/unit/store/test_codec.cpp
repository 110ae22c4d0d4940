// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/store/frame_codec.h"
#include "core/store/packer.h"
#include "core/store/string_pool.h"
#include "core/store/trace_fields.h"

using namespace tideline;

/// Values become bytes and come back; bytes that nobody wrote are refused without harm.
class TestCodec : public QObject {
    Q_OBJECT

private slots:
    void planes_data();
    void planes();
    void planesOfWrongSize();
    void compresses_data();
    void compresses();
    void refusesDamaged();
    void hashKnowsThePlace();
    void packs();
    void packedCut();
    void packedHostile();
    void poolRefuses_data();
    void poolRefuses();
};

namespace {

constexpr std::size_t kCounts[] = {0, 1, 2, 7, 255, 4096, 65536};

/// Bytes of a kind: of small numbers, of any numbers, extremes that make the greatest deltas, all alike.
std::string bytesOf(const QByteArray& kind, std::size_t bytes, std::mt19937_64& random)
{
    std::string out(bytes, '\0');
    for (std::size_t at = 0; at < bytes; at += 8) {
        std::uint64_t word = 0;
        if (kind == "random")
            word = random();
        else if (kind == "small")
            word = random() % 100;
        else if (kind == "extreme")
            word = random() % 2 ? std::uint64_t{1} << 63 : ~(std::uint64_t{1} << 63);
        else if (kind == "rising")
            word = 1'700'000'000'000'000'000 + at * 1000 + random() % 500;
        else
            word = ~std::uint64_t{0};
        std::memcpy(out.data() + at, &word, std::min<std::size_t>(8, bytes - at));
    }
    return out;
}

struct Everything {
    std::int64_t number = -5;
    bool yes = true;
    double real = 0.25;
    std::string text = "text";
    std::filesystem::path path = "/a/b";
    std::pair<std::uint32_t, std::string> pair{7, "seven"};
    std::optional<std::string> some = "some";
    std::optional<std::int64_t> none;
    std::vector<std::string> list{"a", "", "ccc"};
    std::map<std::string, Duration> map{{"x", Duration{1}}, {"y", Duration{-1}}};
    std::vector<std::uint32_t> columns{1, 0x01020304, ~0U};
    bool operator==(const Everything&) const = default;
};

void fields(Packer& packer, Everything& value)
{
    packer(value.number, value.yes, value.real, value.text, value.path, value.pair, value.some, value.none, value.list,
           value.map);
    packer.planes(value.columns);
}

} // namespace

void TestCodec::planes_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("delta");
    QTest::addColumn<QByteArray>("kind");
    for (const int width : {1, 2, 3, 4, 8, 16, 24, 56, 104, 255}) {
        for (const char* kind : {"random", "small", "extreme", "rising", "alike"}) {
            QTest::addRow("%d bytes, %s", width, kind) << width << false << QByteArray(kind);
            if (width == 8)
                QTest::addRow("deltas, %s", kind) << width << true << QByteArray(kind);
        }
    }
}

void TestCodec::planes()
{
    QFETCH(int, width);
    QFETCH(bool, delta);
    QFETCH(QByteArray, kind);
    std::mt19937_64 random(static_cast<unsigned>(width));
    const FrameFormat format{static_cast<std::uint8_t>(width), delta ? FrameCoding::DeltaPlanes : FrameCoding::Planes};
    for (const std::size_t count : kCounts) {
        const std::string values = bytesOf(kind, count * format.width, random);
        const std::string planes = toPlanes(values.data(), count, format);
        QCOMPARE(planes.size(), values.size());
        // All first bytes, all second bytes, …: stores of other machines have them so, too.
        for (std::size_t i = 0; !delta && i < values.size(); ++i)
            QVERIFY(planes[i % format.width * count + i / format.width] == values[i]);
        std::string back(values.size(), '?');
        QVERIFY(fromPlanes(planes, back.data(), count, format));
        QVERIFY(back == values);
        if (kind == "rising" && delta && count > 1000)
            QVERIFY(compressed(planes).size() < values.size() / 2);
    }
}

void TestCodec::planesOfWrongSize()
{
    const FrameFormat format{4};
    std::vector<std::uint32_t> values(10, 7);
    const std::string planes = toPlanes(values.data(), values.size(), format);
    for (std::size_t size = 0; size < planes.size(); ++size)
        QVERIFY(!fromPlanes(planes.substr(0, size), values.data(), values.size(), format));
    QVERIFY(!fromPlanes(planes + 'x', values.data(), values.size(), format));
}

void TestCodec::compresses_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<bool>("shrinks");
    QTest::newRow("noise") << QByteArray("random") << false;
    QTest::newRow("small numbers") << QByteArray("small") << true;
    QTest::newRow("alike") << QByteArray("alike") << true;
}

void TestCodec::compresses()
{
    QFETCH(QByteArray, kind);
    QFETCH(bool, shrinks);
    std::mt19937_64 random(3);
    for (const std::size_t bytes : kCounts) {
        const std::string raw = bytesOf(kind, bytes, random);
        const std::string packed = compressed(raw);
        QVERIFY(packed.size() <= raw.size());
        QVERIFY(bytes < 4096 || shrinks == (packed.size() < raw.size()));
        const auto back = decompressed(packed, raw.size());
        QVERIFY(back && *back == raw);
    }
}

void TestCodec::refusesDamaged()
{
    std::mt19937_64 random(4);
    const std::string raw = bytesOf("small", 3000, random);
    const std::string good = compressed(raw);
    QVERIFY(!decompressed(good, raw.size() + 1));
    QVERIFY(!decompressed(good, raw.size() - 1));
    for (std::size_t size = 0; size < good.size(); ++size)
        QVERIFY(!decompressed(std::string_view(good).substr(0, size), raw.size()));
    for (int i = 0; i < 5000; ++i) {
        std::string bad = good;
        for (std::uint64_t n = random() % 4 + 1; n > 0; --n)
            bad[random() % bad.size()] = static_cast<char>(random());
        if (const auto back = decompressed(bad, raw.size()))
            QCOMPARE(back->size(), raw.size()); // a checksum outside tells whether it is right
    }
}

void TestCodec::hashKnowsThePlace()
{
    QVERIFY(blobHash("abc", 1) == blobHash("abc", 1));
    QVERIFY(blobHash("abc", 1) != blobHash("abc", 2));
    QVERIFY(blobHash("abc", 1) != blobHash("abd", 1));
    QVERIFY(blobHash("", 1) != blobHash("", 2));
}

void TestCodec::packs()
{
    Everything value;
    const auto back = unpacked<Everything>(packed(value));
    QVERIFY(back && *back == value);
    QVERIFY(!unpacked<Everything>(packed(value) + 'x'));
    std::vector<double> gaps{1, std::numeric_limits<double>::quiet_NaN(), -0.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::denorm_min()};
    const auto again = unpacked<std::vector<double>>(packed(gaps));
    QVERIFY(again && again->size() == gaps.size());
    QCOMPARE(std::memcmp(again->data(), gaps.data(), gaps.size() * sizeof(double)), 0);
}

void TestCodec::packedCut()
{
    const std::string bytes = packed(Everything{});
    for (std::size_t size = 0; size < bytes.size(); ++size)
        QVERIFY(!unpacked<Everything>(std::string_view(bytes).substr(0, size)));
}

/// Whatever the bytes are, reading them ends, and takes no more memory than they can describe.
void TestCodec::packedHostile()
{
    std::mt19937_64 random(5);
    const std::string good = packed(Everything{});
    for (int i = 0; i < 20'000; ++i) {
        std::string bad = good;
        if (i % 2)
            bad = bytesOf("random", random() % 200, random);
        else
            for (std::uint64_t n = random() % 3 + 1; n > 0; --n)
                bad[random() % bad.size()] = static_cast<char>(random() % 3 ? 0xFF : random());
        (void)unpacked<Everything>(bad);
        (void)unpacked<std::vector<RankInfo>>(bad);
        (void)unpacked<TrackInfo>(bad);
        (void)unpacked<StringPool>(bad);
        (void)unpacked<TraceTotals>(bad);
    }
    std::uint64_t many = ~std::uint64_t{0};
    QVERIFY(!unpacked<std::string>(packed(many)));
    QVERIFY(!unpacked<std::vector<std::uint64_t>>(packed(many)));
    Packer packer(std::string_view(reinterpret_cast<const char*>(&many), sizeof(many)));
    std::vector<std::uint64_t> columns;
    packer.planes(columns);
    QVERIFY(!packer.ok() && columns.empty());
}

void TestCodec::poolRefuses_data()
{
    QTest::addColumn<QByteArray>("all");
    QTest::addColumn<QList<int>>("lengths");
    QTest::addColumn<bool>("good");
    QTest::newRow("good") << QByteArray("abbccc") << QList<int>{0, 1, 2, 3} << true;
    QTest::newRow("only the empty text") << QByteArray() << QList<int>{0} << true;
    QTest::newRow("no text") << QByteArray() << QList<int>{} << false;
    QTest::newRow("the first is not empty") << QByteArray("a") << QList<int>{1} << false;
    QTest::newRow("too short") << QByteArray("ab") << QList<int>{0, 3} << false;
    QTest::newRow("too long") << QByteArray("abcd") << QList<int>{0, 3} << false;
    QTest::newRow("lengths that overflow") << QByteArray("ab") << QList<int>{0, -1, -1, 4} << false;
}

void TestCodec::poolRefuses()
{
    QFETCH(QByteArray, all);
    QFETCH(QList<int>, lengths);
    QFETCH(bool, good);
    std::vector<std::uint32_t> sizes;
    for (const int length : lengths)
        sizes.push_back(static_cast<std::uint32_t>(length));
    const auto pool = StringPool::fromTexts(all.toStdString(), sizes);
    QCOMPARE(pool.has_value(), good);
    if (good && sizes.size() > 1) {
        QCOMPARE(pool->text(StringId{2}), std::string_view("bb"));
        QCOMPARE(pool->find("ccc").row, 3U);
        QVERIFY(!pool->find("d").valid());
    }
}

QTEST_APPLESS_MAIN(TestCodec)
#include "test_codec.moc"
