// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include <random>
#include <string>
#include <vector>

#include "core/store/event_texts.h"

using namespace tideline;

namespace {

using Members = std::vector<std::string_view>;

EventTextBlock blockOf(const std::vector<std::pair<std::uint64_t, Members>>& events)
{
    EventTextPacker packer;
    for (const auto& [offset, members] : events)
        packer.add(offset, members);
    return *packer.take();
}

/// Three stretches of a source, two of them by one worker, handed over out of order.
CollectedTexts threeBlocks()
{
    return CollectedTexts({blockOf({{9000, {"\"args\":{\"a\":1}"}}}),
                           blockOf({{0, {"\"args\":{}", "\"id\":\"7\""}}, {300, {}}, {555, {"\"x\":[1,{}]"}}}),
                           blockOf({{4096, {"\"args\":{\"b\":2}"}}, {4200, {"\"args\":{\"c\":3}"}}})});
}

} // namespace

class TestEventTexts : public QObject {
    Q_OBJECT

private slots:
    void places_data();
    void places();
    void storesGiveTheSame();
    void emptyPacker();
    void foreignBytes_data();
    void foreignBytes();
    void randomBytes();
};

void TestEventTexts::places_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<QString>("text"); // empty: no event
    QTest::newRow("first") << quint64(0) << R"({"args":{},"id":"7"})";
    QTest::newRow("says nothing more") << quint64(300) << "{}";
    QTest::newRow("between two") << quint64(301) << "";
    QTest::newRow("last of a block") << quint64(555) << R"({"x":[1,{}]})";
    QTest::newRow("behind a block") << quint64(556) << "";
    QTest::newRow("second block") << quint64(4096) << R"({"args":{"b":2}})";
    QTest::newRow("third block") << quint64(9000) << R"({"args":{"a":1}})";
    QTest::newRow("behind all") << quint64(9001) << "";
    QTest::newRow("far behind") << quint64(1) << "";
}

void TestEventTexts::places()
{
    QFETCH(quint64, offset);
    QFETCH(QString, text);
    const auto found = threeBlocks().at(offset);
    QCOMPARE(found.has_value(), !text.isEmpty());
    QCOMPARE(QString::fromStdString(found.value_or("")), text);
}

void TestEventTexts::storesGiveTheSame()
{
    const QTemporaryDir dir;
    const std::filesystem::path root = dir.path().toStdString();
    const CollectedTexts texts = threeBlocks();
    auto writer = StoreWriter::create(root / "a.tld");
    auto second = StoreWriter::create(root / "b.tld");
    QVERIFY(writer && second);
    const auto pager = std::make_shared<FramePager>((*writer)->file(), 1 << 20);
    const StoredTexts stored(pager, storeTexts(texts, **writer, {}));
    const std::uint64_t bytes = (*writer)->bytesWritten();
    QCOMPARE(storeTexts(stored, **writer, {}).firsts, stored.blocks().firsts);
    QCOMPARE((*writer)->bytesWritten(), bytes); // they are there already
    const StoredTexts again(std::make_shared<FramePager>((*second)->file(), 1 << 20), storeTexts(stored, **second, {}));
    QVERIFY(again.blocks().valid());
    for (std::uint64_t offset = 0; offset < 9100; ++offset) {
        QVERIFY(stored.at(offset) == texts.at(offset));
        QVERIFY(again.at(offset) == texts.at(offset));
    }
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(storeTexts(texts, **second, Progress(stop.get_token())).blobs.empty());
}

void TestEventTexts::emptyPacker()
{
    EventTextPacker packer;
    QVERIFY(!packer.take());
    packer.add(5, Members{});
    QCOMPARE(packer.take()->first, std::uint64_t(5));
    QVERIFY(!packer.take());
}

void TestEventTexts::foreignBytes_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<bool>("good");
    const auto raw = [](std::initializer_list<int> bytes) {
        QByteArray out;
        for (const int byte : bytes)
            out += static_cast<char>(byte);
        return out;
    };
    QTest::newRow("good") << raw({2, 0, 3, 2, 2, '{', '}', '{', '}'}) << true;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("no events") << raw({0}) << false;
    QTest::newRow("more events than bytes") << raw({200, 1, 0}) << false;
    QTest::newRow("two at one place") << raw({2, 0, 0, 2, 2, '{', '}', '{', '}'}) << false;
    QTest::newRow("first is elsewhere") << raw({1, 4, 2, '{', '}'}) << false;
    QTest::newRow("texts end early") << raw({2, 0, 3, 2, 2, '{', '}'}) << false;
    QTest::newRow("bytes are left") << raw({1, 0, 2, '{', '}', '!'}) << false;
    QTest::newRow("number without end") << raw({1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1})
                                        << false;
    QTest::newRow("place beyond any file")
        << raw({2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 2, 2, '{', '}', '{', '}'}) << false;
}

void TestEventTexts::foreignBytes()
{
    QFETCH(QByteArray, raw);
    QFETCH(bool, good);
    const auto table = EventTextTable::decode(raw.toStdString(), 100);
    QCOMPARE(table != nullptr, good);
    if (good)
        QCOMPARE(std::string(*table->at(103)), std::string("{}"));
}

void TestEventTexts::randomBytes()
{
    std::mt19937_64 random(4);
    int decoded = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string raw(random() % 24, '\0');
        for (char& byte : raw)
            byte = static_cast<char>(random() % 4 ? random() % 6 : random());
        if (const auto table = EventTextTable::decode(raw, 0)) {
            ++decoded;
            QVERIFY(table->at(0).has_value());
            QVERIFY(table->bytes() < 1000);
        }
    }
    QVERIFY(decoded > 0);
}

QTEST_APPLESS_MAIN(TestEventTexts)
#include "test_event_texts.moc"
