// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/cli_run.h"
#include "tests/cli/damage.h"
#include "tests/cli/small_traces.h"
#include "tests/support/made_database.h"
#include "tests/unit/import_db/made_rank.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// A damaged file of a job: it is named with a reason or its faults are counted, and the rest of the job opens.
class TestCliDamage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void texts_data();
    void texts();
    void databases_data();
    void databases();
    void notAFile_data();
    void notAFile();
    void bombs_data();
    void bombs();
    void membersAreNoPaths();

private:
    QString inJob(const QString& name) const { return m_job.filePath(u"job/r0_ascend_pt/"_s + name); }
    void verifyJob(const QString& name, bool isFile = true);

    Sample m_sample;
    QTemporaryDir m_job; // rank 0 is damaged, rank 1 stays whole
    QJsonObject m_whole; // what info says of the job before
};

namespace {

constexpr int kSecondsAtMost = 15; // for what ends at once on an idle machine

bool copyBelow(const QString& from, const QString& to)
{
    bool ok = QDir().mkpath(to);
    for (const QFileInfo& entry : QDir(from).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot)) {
        const QString target = to + u'/' + entry.fileName();
        ok &= entry.isDir() ? copyBelow(entry.filePath(), target) : QFile::copy(entry.filePath(), target);
    }
    return ok;
}

CliResult info(const QString& path)
{
    return run({{u"info"_s, path, u"--json"_s}});
}

QJsonObject entryOf(const QJsonObject& document, const QString& ending)
{
    for (const QJsonValue& file : document[u"files"].toArray()) {
        if (file[u"path"].toString().endsWith(ending))
            return file.toObject();
    }
    return {};
}

QJsonObject rankOf(const QJsonObject& document, int number)
{
    for (const QJsonValue& rank : document[u"ranks"].toArray()) {
        if (rank[u"rank"].toInt(-1) == number)
            return rank.toObject();
    }
    return {};
}

/// What a rank holds, without where it lies on the axis and in the list of tracks.
QStringList contentOf(const QJsonObject& rank)
{
    QStringList lines{QString::fromUtf8(QJsonDocument(rank[u"tables"].toObject()).toJson(QJsonDocument::Compact))};
    for (const QJsonValue& track : rank[u"tracks"].toArray())
        lines.append(u"%1 %2 %3"_s.arg(track[u"name"].toString())
                         .arg(track[u"slices"].toInteger())
                         .arg(track[u"busy_ns"].toInteger()));
    return lines;
}

bool isTold(const QJsonObject& document, const QString& name)
{
    const QJsonObject entry = entryOf(document, name);
    if (entry.isEmpty())
        return false;
    if (entry[u"status"].toString() != u"ok"_s)
        return !entry[u"reason"].toString().isEmpty();
    const QString file = name.section(u'/', -1);
    for (const QJsonValue& issue : document[u"issues"].toArray()) {
        if (issue[u"first"].toString().contains(file))
            return true;
    }
    return entry[u"rows"].isDouble() && entry[u"rows"].toInteger() == 0; // "0 rows" is said there
}

bool sameFigures(const QJsonObject& one, const QJsonObject& other)
{
    return contentOf(rankOf(one, 0)) == contentOf(rankOf(other, 0)) && one[u"totals"] == other[u"totals"];
}

/// "error: what: where. what next", or a document.
bool isAnswer(const CliResult& result)
{
    if (result.code == 0)
        return !result.json().isEmpty();
    return (result.code == 3 || result.code == 4) && result.err.startsWith("tideline-cli: error: ")
           && result.err.count('\n') == 1;
}

} // namespace

void TestCliDamage::initTestCase()
{
    QVERIFY(m_sample.make());
    for (int rank = 0; rank < 2; ++rank)
        QVERIFY(copyBelow(QFileInfo(m_sample.ranks().value(rank)).path(),
                          m_job.filePath(u"job/r%1_ascend_pt"_s.arg(rank))));
    const CliResult whole = info(m_job.filePath(u"job"_s));
    QVERIFY2(whole.code == 0, whole.text());
    m_whole = whole.json();
    QVERIFY(m_whole[u"issues"].toArray().isEmpty());
    QVERIFY(contentOf(rankOf(m_whole, 1)).size() > 5);
}

void TestCliDamage::verifyJob(const QString& name, bool isFile)
{
    const CliResult result = info(m_job.filePath(u"job"_s));
    QVERIFY2(result.code == 0, result.text());
    const QJsonObject document = result.json();
    QCOMPARE(contentOf(rankOf(document, 1)), contentOf(rankOf(m_whole, 1)));
    const bool told = !isFile || isTold(document, u"r0_ascend_pt/"_s + name);
    QVERIFY2(told || sameFigures(document, m_whole), result.text());
}

void TestCliDamage::texts_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("damage");
    const QString output = u"ASCEND_PROFILER_OUTPUT/"_s;
    const QStringList names{u"profiler_info_0.json"_s,
                            u"profiler_metadata.json"_s,
                            output + u"trace_view.json"_s,
                            output + u"communication.json"_s,
                            output + u"communication_matrix.json"_s,
                            output + u"kernel_details.csv"_s,
                            output + u"step_trace_time.csv"_s,
                            output + u"operator_details.csv"_s,
                            output + u"operator_memory.csv"_s,
                            output + u"memory_record.csv"_s,
                            output + u"op_statistic.csv"_s,
                            output + u"api_statistic.csv"_s};
    const QList<Damage> kinds = damages();
    for (const QString& name : names) {
        for (int i = 0; i < kinds.size(); ++i) {
            if (!kinds[i].tablesOnly || name.endsWith(u".csv"))
                QTest::newRow(qPrintable(name.section(u'/', -1) + u", "_s + QLatin1String(kinds[i].name))) << name << i;
        }
    }
}

void TestCliDamage::texts()
{
    QFETCH(QString, name);
    QFETCH(int, damage);
    const QByteArray whole = readFile(inJob(name));
    QVERIFY(whole.size() > 100);
    QVERIFY(writeFile(inJob(name), damages()[damage].apply(whole)));
    verifyJob(name);
    const CliResult alone = info(inJob(name));
    QVERIFY(writeFile(inJob(name), whole));
    QVERIFY2(isAnswer(alone), alone.text());
}

void TestCliDamage::databases_data()
{
    QTest::addColumn<int>("damage");
    const QList<Damage> kinds = damages();
    for (int i = 0; i < kinds.size(); ++i) {
        if (!kinds[i].tablesOnly)
            QTest::newRow(kinds[i].name) << i;
    }
}

/// A job of a rank in a database and a rank in text.
void TestCliDamage::databases()
{
    QFETCH(int, damage);
    const QTemporaryDir dir;
    const QString name = u"r3_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db"_s;
    QVERIFY(copyBelow(m_job.filePath(u"job/r1_ascend_pt"_s), dir.filePath(u"r1_ascend_pt"_s)));
    QVERIFY(writeFile(dir.filePath(u"r3_ascend_pt/profiler_info_3.json"_s), "{}"));
    QVERIFY(QDir(dir.path()).mkpath(QFileInfo(name).path()));
    {
        MadeDatabase database(dir.filePath(name).toStdString());
        database.makeProfileTables(Schema::First);
        MadeRank(database, Schema::First).all();
    }
    const CliResult whole = info(dir.path());
    QVERIFY2(whole.code == 0 && whole.json()[u"ranks"].toArray().size() == 2, whole.text());
    QVERIFY(writeFile(dir.filePath(name), damages()[damage].apply(readFile(dir.filePath(name)))));
    const CliResult result = info(dir.path());
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(contentOf(rankOf(result.json(), 1)), contentOf(rankOf(m_whole, 1)));
    const bool same = contentOf(rankOf(result.json(), 3)) == contentOf(rankOf(whole.json(), 3));
    QVERIFY2(same || isTold(result.json(), name), result.text());
    const CliResult alone = info(dir.filePath(name));
    QVERIFY2(isAnswer(alone), alone.text());
}

void TestCliDamage::notAFile_data()
{
    QTest::addColumn<QString>("kind");
    for (const QString& kind : {u"directory"_s, u"pipe"_s, u"dangling link"_s, u"link to itself"_s,
                                u"link to its directory"_s, u"device"_s, u"socket"_s})
        QTest::newRow(qPrintable(kind)) << kind;
}

/// What stands where a file should be is passed over with a word, and never waited for.
void TestCliDamage::notAFile()
{
    QFETCH(QString, kind);
    for (const QString& name : {u"kernel_details.csv"_s, u"trace_view.json"_s, u"communication.json"_s}) {
        const QString path = inJob(u"ASCEND_PROFILER_OUTPUT/"_s + name);
        const QString aside = m_job.filePath(name);
        QVERIFY(QFile::rename(path, aside));
        const QByteArray native = QFile::encodeName(path);
        if (kind == u"directory"_s)
            QVERIFY(QDir().mkdir(path));
        else if (kind == u"pipe"_s)
            QCOMPARE(::mkfifo(native.constData(), 0600), 0);
        else if (kind == u"socket"_s)
            QCOMPARE(::mknod(native.constData(), S_IFSOCK | 0600, 0), 0);
        else
            QVERIFY(QFile::link(kind == u"dangling link"_s    ? u"nowhere"_s
                                : kind == u"link to itself"_s ? path
                                : kind == u"device"_s         ? u"/dev/zero"_s
                                                              : QFileInfo(path).path(),
                                path));
        QElapsedTimer clock;
        clock.start();
        verifyJob(u"ASCEND_PROFILER_OUTPUT/"_s + name, !kind.contains(u"directory"_s));
        const CliResult alone = info(path);
        QVERIFY(clock.elapsed() < kSecondsAtMost * 1000);
        QVERIFY(kind == u"directory"_s ? QDir().rmdir(path) : ::unlink(native.constData()) == 0);
        QVERIFY(QFile::rename(aside, path));
        QVERIFY2(alone.code == 3 || (alone.code == 0 && kind == u"link to its directory"_s), alone.text());
    }
}

void TestCliDamage::bombs_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("gzip of one member") << u"bomb.json.gz"_s;
    QTest::newRow("gzip of 64 members") << u"bombs.json.gz"_s;
}

/// Gigabytes in a few megabytes: refused soon, nothing is left in the cache directory, the rest of the job opens.
void TestCliDamage::bombs()
{
    QFETCH(QString, name);
    QTemporaryDir dir;
    const QByteArray member = packed("[" + QByteArray(name == u"bomb.json.gz"_s ? 256 << 20 : 40 << 20, ' '));
    QVERIFY(writeFile(dir.filePath(u"job/"_s + name), name == u"bomb.json.gz"_s ? member : member.repeated(64)));
    QVERIFY(writeFile(dir.filePath(u"job/good.json"_s), chromeTrace({{u"k"_s, 10, 20}})));
    QElapsedTimer clock;
    clock.start();
    CliCall alone({u"info"_s, dir.filePath(u"job/"_s + name)});
    const CliResult refused = run(alone.with(u"XDG_CACHE_HOME"_s, dir.filePath(u"cache"_s)));
    QVERIFY2(refused.code == 3 || refused.code == 4, refused.text());
    QVERIFY2(refused.err.contains("more than the limit"), refused.text());
    CliCall together({u"info"_s, dir.filePath(u"job"_s), u"--json"_s});
    const CliResult rest = run(together.with(u"XDG_CACHE_HOME"_s, dir.filePath(u"cache"_s)));
    QVERIFY(clock.elapsed() < 2 * kSecondsAtMost * 1000);
    QVERIFY2(rest.code == 0 && isTold(rest.json(), name), rest.text());
    QCOMPARE(rest.json()[u"totals"][u"slices"].toInteger(), 1);
    for (const QString& line : listing(dir.filePath(u"cache"_s)))
        QVERIFY2(!line.contains(u"unpack"_s), qPrintable(line));
}

/// Names inside an archive lead nowhere: nothing is written beside it, above it or where an absolute name points.
void TestCliDamage::membersAreNoPaths()
{
    QTemporaryDir dir;
    const QString absolute = dir.filePath(u"absolute.json"_s);
    const QByteArray trace = chromeTrace({{u"k"_s, 10, 20}});
    const QByteArray archive = zipped({{"../../up.json", trace},
                                       {QFile::encodeName(absolute), trace},
                                       {"a/../../b.json", trace},
                                       {"..\\c.json", trace}});
    QVERIFY(writeFile(dir.filePath(u"x/y/paths.zip"_s), archive));
    const QStringList before = listing(dir.path());
    const CliResult result = run({{u"info"_s, dir.filePath(u"x/y/paths.zip"_s), u"--json"_s}});
    QVERIFY2(result.code == 0, result.text());
    QCOMPARE(result.json()[u"totals"][u"slices"].toInteger(), 4);
    QCOMPARE(listing(dir.path()), before);
}

QTEST_GUILESS_MAIN(TestCliDamage)
#include "test_cli_damage.moc"
