// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <random>

#include "core/session/profile_store.h"
#include "core/session/session.h"
#include "tests/cli/cli_run.h"
#include "tests/cli/small_traces.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;
using tideline::readProfile;
using tideline::TaskPool;
using tideline::verifyProfile;

/// The program is killed at any moment of reading and of writing a store: what it leaves never opens wrong.
class TestCliKills : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void kills_data();
    void kills();

private:
    QTemporaryDir m_folder;
};

namespace {

constexpr int kKills = 100; // of each kind

QStringList filesIn(const QString& cache)
{
    return QDir(cache + u"/stores"_s).entryList(QDir::Files | QDir::Hidden);
}

/// Every store is whole and says what the files say; "" when so.
QString faultIn(const QString& cache, quint64 slices)
{
    TaskPool pool(1);
    for (const QString& name : filesIn(cache)) {
        if (!name.endsWith(u".tld"))
            continue;
        const auto profile = readProfile((cache + u"/stores/"_s + name).toStdString(), std::size_t{64} << 20);
        if (!profile)
            return name + u": "_s + QString::fromStdString(profile.error().text());
        const auto& trace = *profile->import.trace;
        if (!verifyProfile(trace, profile->index, pool, tideline::Progress{}) || trace.damaged())
            return name + u" is damaged"_s;
        if (trace.totals().slices != slices || trace.slices().size() < slices)
            return name + u" holds other rows"_s;
    }
    return {};
}

} // namespace

void TestCliKills::initTestCase()
{
    for (const QString& directory : {u"in"_s, u"job/a"_s, u"job/b"_s, u"job/c"_s})
        QVERIFY(QDir().mkpath(m_folder.filePath(directory)));
    QVERIFY(writeLargeTrace(m_folder.filePath(u"in/trace.json"_s), 20 << 20));
    for (const QString& rank : {u"a"_s, u"b"_s, u"c"_s})
        QVERIFY(writeLargeTrace(m_folder.filePath(u"job/"_s + rank + u"/trace.json"_s), 7 << 20));
}

void TestCliKills::kills_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QStringList>("more");
    QTest::newRow("in memory") << m_folder.filePath(u"in"_s) << QStringList{u"--force"_s};
    QTest::newRow("spilled") << m_folder.filePath(u"job"_s) << QStringList{u"--force"_s, u"--memory"_s, u"1MiB"_s};
}

void TestCliKills::kills()
{
    QFETCH(QString, input);
    QFETCH(QStringList, more);
    const QString cache = m_folder.filePath(u"cache"_s);
    const QStringList words = QStringList{u"index"_s, u"--json"_s, u"--cache-dir"_s, cache, input} + more;
    QElapsedTimer timer;
    timer.start();
    const CliResult whole = run({words});
    const qint64 needed = timer.nsecsElapsed() / 1000;
    QVERIFY2(whole.code == 0, whole.text());
    const auto slices = static_cast<quint64>(whole.json().value(u"slices"_s).toInteger());
    QVERIFY(slices > 10'000);
    std::mt19937_64 random(7);
    int killed = 0;
    int withLeftovers = 0;
    for (int i = 0; i < kKills; ++i) {
        if (i % 10 == 0)
            QVERIFY(QDir(cache).removeRecursively());
        QProcess process;
        process.start(cliProgram(), words);
        QVERIFY(process.waitForStarted());
        QThread::usleep(static_cast<unsigned long>(random() % static_cast<quint64>(needed)));
        process.kill();
        QVERIFY(process.waitForFinished());
        killed += process.exitStatus() == QProcess::CrashExit ? 1 : 0;
        withLeftovers += filesIn(cache).filter(u".writing-"_s).isEmpty() ? 0 : 1;
        const QString fault = faultIn(cache, slices);
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        if (i % 10 == 9) {
            const CliResult next = run({words});
            QVERIFY2(next.code == 0, next.text());
            QCOMPARE(static_cast<quint64>(next.json().value(u"slices"_s).toInteger()), slices);
            QCOMPARE(filesIn(cache).size(), 1); // the store; what the killed ones left is gone
            QCOMPARE(faultIn(cache, slices), QString());
        }
    }
    QVERIFY2(killed > kKills / 2, qPrintable(QString::number(killed)));
    QVERIFY2(withLeftovers > 0, "no kill met a store while it was written");
    QVERIFY(QDir(cache).removeRecursively());
}

QTEST_GUILESS_MAIN(TestCliKills)
#include "test_cli_kills.moc"
