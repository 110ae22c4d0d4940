// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// The keys and types of the JSON documents that scripts rely on.
class TestCliDocuments : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyDocumentHasAVersion_data();
    void everyDocumentHasAVersion();
    void infoKeys();
    void infoOfASmallTrace();
    void topKeys_data();
    void topKeys();
    void stepsKeys();
    void unknownIsNull();
    void timesAreExact();

private:
    QTemporaryDir m_folder;
    Sample m_sample;
};

namespace {

/// What a key must hold: i whole number, f number, s text, a array, o object; a question mark allows null too.
struct Key {
    const char* name;
    const char* type;
};

QByteArray kindOf(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Null: return "null";
    case QJsonValue::Bool: return "bool";
    case QJsonValue::Double: return isInteger(value) ? "i" : "f";
    case QJsonValue::String: return "s";
    case QJsonValue::Array: return "a";
    case QJsonValue::Object: return "o";
    case QJsonValue::Undefined: break;
    }
    return "missing";
}

/// What is wrong with the object; empty when nothing is.
QByteArray faults(const QJsonObject& object, const QList<Key>& keys)
{
    QByteArray out;
    for (const Key& key : keys) {
        const QByteArray wanted = key.type;
        const QByteArray kind = kindOf(object.value(QLatin1StringView(key.name)));
        const bool whole = kind == "i" && wanted.startsWith('f');
        if (kind != wanted.left(1) && !whole && !(kind == "null" && wanted.endsWith('?')))
            out += QByteArray(key.name) + " is " + kind + ", not " + wanted + "; ";
    }
    return out;
}

const QList<Key> kTotals = {{"slices", "i"},
                            {"instants", "i"},
                            {"async_spans", "i"},
                            {"counter_samples", "i"},
                            {"flows", "i"},
                            {"flow_starts_unmatched", "i"},
                            {"flow_ends_unmatched", "i"},
                            {"begin_unmatched", "i"},
                            {"end_unmatched", "i"},
                            {"events_by_phase", "o"},
                            {"first_ns", "i?"},
                            {"last_ns", "i?"},
                            {"issues", "i"}};
const QList<Key> kRank = {{"rank", "i?"},         {"device", "i?"}, {"host", "s"},  {"format", "s"}, {"path", "s"},
                          {"time_base_ns", "i?"}, {"clock", "o?"},  {"steps", "a"}, {"tables", "o"}, {"tracks", "a"}};
const QList<Key> kTables = {
    {"kernels", "i?"}, {"communication_ops", "i?"}, {"memory_records", "i?"}, {"allocations", "i?"}, {"apis", "i?"}};
const QList<Key> kTrack = {{"id", "i"},          {"kind", "s"},      {"process", "s"}, {"name", "s"},
                           {"slices", "i"},      {"samples", "i"},   {"busy_ns", "i"}, {"sum_ns", "i"},
                           {"overlapping", "i"}, {"first_ns", "i?"}, {"last_ns", "i?"}};
const QList<Key> kRow = {{"rank_no", "i"},
                         {"name", "s"},
                         {"type", "s"},
                         {"core", "s"},
                         {"shape", "s"},
                         {"calls", "i"},
                         {"total_ns", "i"},
                         {"self_ns", "i?"},
                         {"avg_ns", "f"},
                         {"min_ns", "i"},
                         {"max_ns", "i"},
                         {"ratio", "f?"},
                         {"wait_ns", "i?"},
                         {"host_ns", "i?"},
                         {"input_bytes", "i?"},
                         {"output_bytes", "i?"},
                         {"utilization_ratio", "f?"},
                         {"l2_hit_ratio", "f?"},
                         {"read_bytes_per_s", "f?"},
                         {"write_bytes_per_s", "f?"},
                         {"hbm_utilization_ratio", "f?"},
                         {"floor_ns", "i?"},
                         {"floor_ratio", "f?"}};
const QList<Key> kInstance = {{"rank", "i?"}, {"step", "i?"}, {"stream", "i?"}, {"start_ns", "i"}};
const QList<Key> kStep = {{"rank", "i?"},
                          {"step", "i?"},
                          {"wall_ns", "i?"},
                          {"computing_ns", "i?"},
                          {"communication_ns", "i?"},
                          {"overlapped_ns", "i?"},
                          {"communication_not_overlapped_ns", "i?"},
                          {"free_ns", "i?"},
                          {"preparing_ns", "i?"},
                          {"stage_ns", "i?"},
                          {"bubble_ns", "i?"},
                          {"span_ns", "i?"},
                          {"phases", "o?"},
                          {"file", "o?"}};

} // namespace

void TestCliDocuments::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
}

void TestCliDocuments::everyDocumentHasAVersion_data()
{
    QTest::addColumn<QString>("verb");
    for (const QString& verb : {u"info"_s, u"top"_s, u"steps"_s})
        QTest::newRow(qPrintable(verb)) << verb;
}

void TestCliDocuments::everyDocumentHasAVersion()
{
    QFETCH(QString, verb);
    const CliResult result = run({{verb, m_sample.path(), u"--json"_s}});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.text());
    const QByteArray start = result.out.simplified();
    QVERIFY2(start.startsWith(R"({ "schema_version": 1, "tool": "tideline", )"), start.left(80));
    QVERIFY(result.out.endsWith("}\n"));
}

void TestCliDocuments::infoKeys()
{
    const QJsonObject info = run({{u"info"_s, m_sample.path(), u"--json"_s}}).json();
    QCOMPARE(faults(info, {{"path", "s"}, {"totals", "o"}, {"ranks", "a"}, {"files", "a"}, {"issues", "a"}}), "");
    QCOMPARE(info[u"path"].toString(), m_sample.path());
    QCOMPARE(faults(info[u"totals"].toObject(), kTotals), "");
    QCOMPARE(info[u"ranks"].toArray().size(), 2);
    for (const QJsonValue& rank : info[u"ranks"].toArray()) {
        QCOMPARE(faults(rank.toObject(), kRank), "");
        QCOMPARE(faults(rank[u"tables"].toObject(), kTables), "");
        QCOMPARE(rank[u"format"].toString(), u"torch-npu-text"_s);
        QCOMPARE(rank[u"steps"].toArray().size(), 3);
        for (const QJsonValue& step : rank[u"steps"].toArray())
            QCOMPARE(faults(step.toObject(), {{"id", "i"}, {"start_ns", "i"}, {"end_ns", "i"}, {"source", "s"}}), "");
        QVERIFY(!rank[u"tracks"].toArray().isEmpty());
        for (const QJsonValue& track : rank[u"tracks"].toArray())
            QCOMPARE(faults(track.toObject(), kTrack), "");
    }
    for (const QJsonValue& file : info[u"files"].toArray())
        QCOMPARE(
            faults(file.toObject(), {{"path", "s"}, {"status", "s"}, {"reason", "s"}, {"bytes", "i"}, {"rows", "i?"}}),
            "");
    for (const QJsonValue& issue : info[u"issues"].toArray())
        QCOMPARE(
            faults(issue.toObject(), {{"kind", "s"}, {"severity", "s"}, {"count", "i"}, {"first", "s"}, {"text", "s"}}),
            "");
}

void TestCliDocuments::infoOfASmallTrace()
{
    const QByteArray trace = R"([
{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"main"}},
{"ph":"X","name":"outer","pid":1,"tid":1,"ts":10,"dur":100},
{"ph":"X","name":"inner","pid":1,"tid":1,"ts":20.5,"dur":"30.25"},
{"ph":"X","name":"negative","pid":1,"tid":2,"ts":5,"dur":-4},
{"ph":"X","name":"no time","pid":1,"tid":2,"dur":4},
{"ph":"B","name":"b","pid":1,"tid":3,"ts":1},{"ph":"E","pid":1,"tid":3,"ts":3},
{"ph":"B","name":"open","pid":1,"tid":3,"ts":4},{"ph":"E","pid":1,"tid":4,"ts":3},
{"ph":"i","name":"mark","pid":1,"tid":1,"ts":50,"s":"t"},
{"ph":"C","name":"load","pid":1,"ts":7,"args":{"a":1,"b":2}},
{"ph":"s","name":"f","cat":"c","id":1,"pid":1,"tid":1,"ts":12},
{"ph":"f","name":"f","cat":"c","id":1,"pid":1,"tid":2,"ts":60,"bp":"e"},
{"ph":"f","name":"f","cat":"c","id":2,"pid":1,"tid":2,"ts":61},
{"name":"without a phase","pid":1}])";
    const QString path = m_folder.filePath(u"small.json"_s);
    QVERIFY(writeFile(path, trace));
    const QJsonObject info = run({{u"info"_s, path, u"--json"_s}}).json();
    const QJsonObject totals = info[u"totals"].toObject();
    QCOMPARE(faults(totals, kTotals), "");
    const QMap<QString, qint64> figures = {{u"slices"_s, 4},
                                           {u"instants"_s, 1},
                                           {u"async_spans"_s, 0},
                                           {u"counter_samples"_s, 2},
                                           {u"flows"_s, 1},
                                           {u"flow_starts_unmatched"_s, 0},
                                           {u"flow_ends_unmatched"_s, 1},
                                           {u"begin_unmatched"_s, 1},
                                           {u"end_unmatched"_s, 1},
                                           {u"first_ns"_s, 1'000},
                                           {u"last_ns"_s, 110'000}};
    for (auto it = figures.begin(); it != figures.end(); ++it)
        QVERIFY2(totals[it.key()].toInteger(-1) == it.value(), qPrintable(it.key()));
    const QJsonObject phases = {{u"M"_s, 1}, {u"X"_s, 4}, {u"B"_s, 2}, {u"E"_s, 2},
                                {u"i"_s, 1}, {u"C"_s, 1}, {u"s"_s, 1}, {u"f"_s, 2}};
    QCOMPARE(totals[u"events_by_phase"].toObject(), phases);
    QStringList kinds;
    for (const QJsonValue& issue : info[u"issues"].toArray())
        kinds.append(issue[u"kind"].toString());
    for (const QString& kind : {u"negative-duration"_s, u"bad-time"_s, u"unmatched-begin"_s, u"unmatched-end"_s})
        QVERIFY2(kinds.contains(kind), qPrintable(kinds.join(u' ')));
}

void TestCliDocuments::topKeys_data()
{
    QTest::addColumn<QStringList>("words");
    for (const QString& of : {u"kernels"_s, u"slices"_s, u"apis"_s, u"communication"_s}) {
        QTest::newRow(qPrintable(of)) << QStringList{u"--of"_s, of};
        QTest::newRow(qPrintable(of + u" one by one"_s)) << QStringList{u"--of"_s, of, u"--by"_s, u"instance"_s};
    }
    QTest::newRow("by type") << QStringList{u"--by"_s, u"type"_s};
    QTest::newRow("by shape") << QStringList{u"--by"_s, u"name-shape"_s};
}

void TestCliDocuments::topKeys()
{
    QFETCH(QStringList, words);
    const CliResult result = run({QStringList{u"top"_s, m_sample.path(), u"--json"_s} + words});
    QVERIFY2(result.code == 0, result.text());
    QVERIFY(!result.rows().isEmpty() && result.rows().size() <= 20);
    int number = 0;
    for (const QJsonValue& row : result.rows()) {
        QCOMPARE(faults(row.toObject(), kRow), "");
        QCOMPARE(row[u"rank_no"].toInt(), ++number);
        if (words.contains(u"instance"_s))
            QCOMPARE(faults(row.toObject(), kInstance), "");
        else
            QVERIFY(!row.toObject().contains(u"start_ns"));
    }
}

void TestCliDocuments::stepsKeys()
{
    const QJsonArray rows = run({{u"steps"_s, m_sample.path(), u"--json"_s}}).rows();
    QCOMPARE(rows.size(), 6);
    for (const QJsonValue& row : rows) {
        QCOMPARE(faults(row.toObject(), kStep), "");
        const qint64 wall = row[u"wall_ns"].toInteger();
        QVERIFY(wall > 0 && row[u"computing_ns"].toInteger() <= wall);
        for (const QJsonValue& figure : row[u"file"].toObject())
            QVERIFY(isInteger(figure));
    }
}

void TestCliDocuments::unknownIsNull()
{
    const QString path = m_folder.filePath(u"bare.json"_s);
    QVERIFY(writeFile(path, chromeTrace({{u"only"_s, 5'000, 2'000}})));
    const QJsonArray rows = run({{u"top"_s, path, u"--json"_s}}).rows();
    QCOMPARE(rows.size(), 1);
    for (const char* key : {"wait_ns", "host_ns", "input_bytes", "output_bytes", "utilization_ratio", "l2_hit_ratio",
                            "read_bytes_per_s", "write_bytes_per_s", "hbm_utilization_ratio", "floor_ns"})
        QVERIFY2(rows[0][QLatin1StringView(key)].isNull(), key);
    const QJsonObject info = run({{u"info"_s, path, u"--json"_s}}).json();
    const QJsonValue rank = info[u"ranks"][0];
    QVERIFY(rank[u"rank"].isNull() && rank[u"device"].isNull() && rank[u"clock"].isNull());
    QVERIFY(writeFile(path, "[]"));
    const CliResult empty = run({{u"info"_s, path, u"--json"_s}});
    QVERIFY2(empty.code == 0, empty.text());
    QVERIFY(empty.json()[u"totals"][u"first_ns"].isNull() && empty.json()[u"totals"][u"last_ns"].isNull());
    QCOMPARE(empty.json()[u"issues"][0][u"kind"].toString(), u"no-slices"_s);
}

void TestCliDocuments::timesAreExact()
{
    // Nanoseconds since 1970 do not fit a double.
    constexpr qint64 kStart = 1'700'000'000'123'456'789;
    const QString path = m_folder.filePath(u"exact.json"_s);
    QVERIFY(writeFile(path, chromeTrace({{u"a"_s, kStart, 1}, {u"b"_s, kStart + 3, 123'456'789}})));
    const QJsonObject totals = run({{u"info"_s, path, u"--json"_s}}).json()[u"totals"].toObject();
    QCOMPARE(totals[u"first_ns"].toInteger(), kStart);
    QCOMPARE(totals[u"last_ns"].toInteger(), kStart + 3 + 123'456'789);
    const QJsonArray rows = run({{u"top"_s, path, u"--json"_s, u"--by=instance"_s}}).rows();
    QCOMPARE(rows[0][u"start_ns"].toInteger(), kStart + 3);
    QCOMPARE(rows[1][u"total_ns"].toInteger(), 1);
}

QTEST_GUILESS_MAIN(TestCliDocuments)
#include "test_cli_documents.moc"
