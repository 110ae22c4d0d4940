// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/archive/unpack.h"
#include "core/decode/json/json_array_reader.h"

using namespace tideline;

namespace {

/// Keeps offset and name of each object; one worker's share.
class Recorder final : public JsonArrayVisitor {
public:
    simdjson::error_code object(simdjson::ondemand::object& object, std::uint64_t offset) override
    {
        std::string name;
        for (auto item : object) {
            simdjson::ondemand::field field;
            if (const auto error = std::move(item).get(field))
                return error;
            if (field.key() == "name") {
                std::string_view text;
                if (const auto error = field.value().get_string().get(text))
                    return error;
                name = text;
            }
        }
        objects.emplace_back(offset, name);
        return simdjson::SUCCESS;
    }
    void trouble(JsonTrouble kind, std::uint64_t) override { ++troubles[kind]; }

    std::vector<std::pair<std::uint64_t, std::string>> objects;
    std::map<JsonTrouble, int> troubles;
};

struct Reading {
    std::vector<std::pair<std::uint64_t, std::string>> objects;
    std::map<JsonTrouble, int> troubles;
    JsonArrayOutcome outcome;
    bool failed = false;

    std::string names() const
    {
        std::string text;
        for (const auto& [offset, name] : objects)
            text += name + ' ';
        return text;
    }
    int count(JsonTrouble kind) const
    {
        const auto it = troubles.find(kind);
        return it == troubles.end() ? 0 : it->second;
    }
};

Reading readAll(const std::string& text, std::size_t block = 1 << 18, unsigned threads = 1,
                std::size_t maxObject = std::size_t{1} << 28)
{
    std::vector<Recorder> recorders(threads);
    std::vector<JsonArrayVisitor*> visitors;
    for (Recorder& recorder : recorders)
        visitors.push_back(&recorder);
    JsonArrayOptions options;
    options.blockBytes = block;
    options.maxObjectBytes = maxObject;
    const auto outcome = readJsonArray(*memorySource(text), options, visitors, {});
    Reading reading;
    reading.failed = !outcome.ok();
    if (outcome)
        reading.outcome = *outcome;
    for (const Recorder& recorder : recorders) {
        reading.objects.insert(reading.objects.end(), recorder.objects.begin(), recorder.objects.end());
        for (const auto& [kind, count] : recorder.troubles)
            reading.troubles[kind] += count;
    }
    std::sort(reading.objects.begin(), reading.objects.end());
    return reading;
}

std::string eventText(const std::string& name, const std::string& more = {})
{
    return "{\"ph\":\"X\",\"name\":\"" + name + "\",\"args\":{\"s\":\"}{][\\\\\\\"\",\"n\":[1,{}]}" + more + "}";
}

std::string manyEvents(int count)
{
    std::string text = "[";
    for (int i = 0; i < count; ++i)
        text += (i ? ", " : "") + eventText("e" + std::to_string(i));
    return text + "]";
}

} // namespace

class TestJsonReader : public QObject {
    Q_OBJECT

private slots:
    void anyBlockAndThreadCount();
    void membersAroundTheArray();
    void emptyDocuments();
    void oneBadEventCostsOnlyItself_data();
    void oneBadEventCostsOnlyItself();
    void troubleIsCounted();
    void cutAtEveryByte();
    void largeEvent();
    void deepNesting();
    void cancelled();
};

void TestJsonReader::anyBlockAndThreadCount()
{
    const std::string text = manyEvents(500);
    const Reading expected = readAll(text);
    QCOMPARE(expected.objects.size(), std::size_t(500));
    for (const std::size_t block : {64u, 65u, 100u, 127u, 500u, 4096u, 65536u}) {
        for (const unsigned threads : {1u, 2u, 4u}) {
            const Reading reading = readAll(text, block, threads);
            QCOMPARE(reading.objects, expected.objects);
            QVERIFY(reading.troubles.empty());
            QVERIFY(!reading.outcome.truncated);
        }
    }
}

void TestJsonReader::membersAroundTheArray()
{
    const std::string large(2 << 20, 'x');
    const std::string text = "\xEF\xBB\xBF {\"schemaVersion\":1, \"big\":{\"t\":\"" + large
                             + "\"},\"s\":\"a]b\\\"\", \"traceEvents\": [" + eventText("a") + "," + eventText("b")
                             + "\n], \"distributedInfo\": {\"rank\": 3}, \"n\":-1.5}";
    for (const std::size_t block : {64u, 1000u, 262144u}) {
        const Reading reading = readAll(text, block, 2);
        QCOMPARE(reading.names(), std::string("a b "));
        QVERIFY(!reading.outcome.truncated);
        QCOMPARE(reading.outcome.members.at("schemaVersion"), std::string("1"));
        QCOMPARE(reading.outcome.members.at("distributedInfo"), std::string("{\"rank\": 3}"));
        QCOMPARE(reading.outcome.members.at("n"), std::string("-1.5"));
        QCOMPARE(reading.outcome.members.at("s"), std::string("\"a]b\\\"\""));
        QCOMPARE(reading.outcome.members.count("big"), std::size_t(0));
    }
}

void TestJsonReader::emptyDocuments()
{
    QVERIFY(readAll("").failed);
    QVERIFY(readAll(" \n").failed);
    QVERIFY(readAll("hello").failed);
    QVERIFY(readAll("[]").outcome.arrayFound);
    QVERIFY(!readAll("[]").outcome.truncated);
    QVERIFY(readAll("[").outcome.truncated);
    QVERIFY(!readAll("{}").outcome.arrayFound);
    QVERIFY(!readAll("{\"a\":[{}]}").outcome.arrayFound);
}

void TestJsonReader::oneBadEventCostsOnlyItself_data()
{
    QTest::addColumn<QByteArray>("bad");
    QTest::newRow("word") << QByteArray(R"({"ph":"X","name":bad word})");
    QTest::newRow("no colon") << QByteArray(R"({"ph":"X","name" "x"})");
    QTest::newRow("stray quote") << QByteArray(R"({"ph":"X","name":"a"b","tid":1})");
    QTest::newRow("open quote") << QByteArray(R"({"ph":"X","name":"a})");
    QTest::newRow("open brace") << QByteArray(R"({"ph":"X","name":"a","args":{"x":1})");
    QTest::newRow("closed twice") << QByteArray(R"({"ph":"X","name":1}})");
    QTest::newRow("bracket for brace") << QByteArray(R"({"ph":"X","name":5])");
    QTest::newRow("trailing comma") << QByteArray(R"({"ph":"X","name":"a",})");
}

void TestJsonReader::oneBadEventCostsOnlyItself()
{
    QFETCH(QByteArray, bad);
    std::string text = "[";
    std::string names;
    for (int i = 0; i < 40; ++i) {
        if (i == 13 || i == 29)
            text += bad.toStdString() + ',';
        text += eventText(std::to_string(i)) + (i < 39 ? "," : "]");
        names += std::to_string(i) + ' ';
    }
    for (const std::size_t block : {64u, 300u, 1000u, 65536u}) {
        const Reading reading = readAll(text, block, 2);
        QCOMPARE(reading.names(), names);
        QVERIFY(reading.count(JsonTrouble::BadObject) + reading.count(JsonTrouble::Junk) >= 2);
    }
}

void TestJsonReader::troubleIsCounted()
{
    const Reading junk = readAll("[" + eventText("a") + ",null,17,\"x\",[1]," + eventText("b") + "]");
    QCOMPARE(junk.names(), std::string("a b "));
    QCOMPARE(junk.count(JsonTrouble::Junk), 4);
    const Reading commas = readAll("[," + eventText("a") + ",,," + eventText("b") + ",]");
    QCOMPARE(commas.names(), std::string("a b "));
    QCOMPARE(commas.count(JsonTrouble::StrayComma), 4);
    const Reading controls = readAll("[" + eventText("a") + "," + eventText("t\tb\x01") + "," + eventText("c") + "]");
    QCOMPARE(controls.names(), std::string("a t␉b␁ c "));
    QCOMPARE(controls.count(JsonTrouble::ControlCharacters), 1);
    const Reading bytes = readAll("[" + eventText("a") + "," + eventText("\xB2\xE2") + "," + eventText("c") + "]");
    QCOMPARE(bytes.names(), std::string("a \xEF\xBF\xBD\xEF\xBF\xBD c "));
    QCOMPARE(bytes.count(JsonTrouble::InvalidUtf8), 1);
    const Reading numbers = readAll("[" + eventText("a", ",\"ts\":NaN,\"dur\":-Infinity") + "]");
    QCOMPARE(numbers.names(), std::string("a "));
}

void TestJsonReader::cutAtEveryByte()
{
    std::string text = "[";
    std::vector<std::size_t> ends;
    for (int i = 0; i < 6; ++i) {
        text += (i ? ",\n" : "\n") + eventText("e" + std::to_string(i));
        ends.push_back(text.size());
    }
    text += "\n]";
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
        const auto complete = std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= cut; });
        for (const std::size_t block : {64u, 4096u}) {
            const Reading reading = readAll(text.substr(0, cut), block, cut % 2 == 0 ? 1 : 2);
            QCOMPARE(reading.objects.size(), std::size_t(complete));
            QVERIFY(reading.outcome.truncated);
            QCOMPARE(reading.count(JsonTrouble::Truncated), 1);
            QCOMPARE(reading.count(JsonTrouble::BadObject), 0);
        }
    }
}

void TestJsonReader::largeEvent()
{
    const std::string large = eventText("large", ",\"x\":\"" + std::string(3 << 20, 'y') + "\"");
    const std::string text = "[" + eventText("a") + "," + large + "," + eventText("b") + "]";
    QCOMPARE(readAll(text, 4096, 2).names(), std::string("a large b "));
    const Reading limited = readAll(text, 4096, 2, 100'000);
    QCOMPARE(limited.names(), std::string("a b "));
    QCOMPARE(limited.count(JsonTrouble::BadObject), 1);
}

void TestJsonReader::deepNesting()
{
    const std::string deep =
        "{\"ph\":\"X\",\"name\":\"d\",\"args\":{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}}";
    const Reading reading = readAll("[" + eventText("a") + "," + deep + "," + eventText("b") + "]", 4096, 1);
    QVERIFY(reading.names() == "a b " || reading.names() == "a d b ");
}

void TestJsonReader::cancelled()
{
    std::stop_source stop;
    stop.request_stop();
    Recorder recorder;
    JsonArrayVisitor* const visitors[] = {&recorder};
    const auto outcome = readJsonArray(*memorySource(manyEvents(10)), {}, visitors, Progress(stop.get_token()));
    QVERIFY(!outcome.ok());
    QVERIFY(outcome.error().code == ErrorCode::Cancelled);
    QVERIFY(recorder.objects.empty());
}

QTEST_APPLESS_MAIN(TestJsonReader)
#include "test_json_reader.moc"
