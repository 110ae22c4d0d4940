// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QElapsedTimer>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>

#include <atomic>
#include <chrono>
#include <thread>
#include <unistd.h>

#include "app/gui/message_bar.h"
#include "app/gui/progress_strip.h"
#include "tests/bench/trace_maker.h"
#include "tests/views/window/profile_maker.h"
#include "tests/views/window/window_fixture.h"
#include "views/kit/job_pool.h"
#include "views/summary/start_page.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

constexpr std::uint64_t kTraceBytes = 200'000'000;
constexpr qint64 kMostMs = 100;     // from the click to a window as it was before
constexpr int kWorkerMs = 2'000;    // until nothing runs any more; the aim is 100 ms, machines are busy
constexpr int kLongestMs = 120'000; // of an opening

using Clock = std::chrono::steady_clock;

} // namespace

/// A click on Cancel while a large profile is opened. The click is posted by another thread, at a moment that the window
/// does not choose: what it still works at counts.
class TestCancelling : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_fixture = std::make_unique<WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void theStateBeforeComesBackAtOnce_data();
    void theStateBeforeComesBackAtOnce();

private:
    MainWindow& window() { return *m_fixture->window; }
    /// Clicks Cancel some time after the opening has reached the stage; gives the milliseconds from the click until the
    /// window has turned to its next events, or nothing where the profile was opened first.
    std::optional<qint64> cancelIn(const QString& path, Stage stage, double part, int afterMs);
    /// Two ranks with the large trace each.
    QString job() const { return m_dir.filePath(u"job"_s); }

    QTemporaryDir m_dir;
    QString m_trace;
    std::unique_ptr<WindowFixture> m_fixture;
};

void TestCancelling::initTestCase()
{
    m_trace = m_dir.filePath(u"trace_view.json"_s);
    QVERIFY(bench::makeTrace(m_trace.toStdString(), kTraceBytes).bytes > kTraceBytes / 2);
    for (int rank = 0; rank < 2; ++rank) {
        const QString trace = writeRank(job(), rank) + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s;
        QVERIFY(QFile::remove(trace));
        QVERIFY(::link(QFile::encodeName(m_trace).constData(), QFile::encodeName(trace).constData()) == 0);
    }
}

std::optional<qint64> TestCancelling::cancelIn(const QString& path, Stage stage, double part, int afterMs)
{
    const auto* strip = window().findChild<ProgressStrip*>();
    QPushButton* button = strip->cancelButton();
    std::atomic<Clock::rep> clicked = 0;
    std::jthread user;
    const auto reached =
        connect(&window().loader(), &SessionLoader::progressed, this, [&](const ProgressUpdate& update) {
            const bool there = update.stage > stage
                               || (update.stage == stage
                                   && static_cast<double>(update.done) >= part * static_cast<double>(update.total));
            if (!there || user.joinable())
                return;
            user = std::jthread([&clicked, button, afterMs] {
                std::this_thread::sleep_for(std::chrono::milliseconds(afterMs));
                const QPointF centre(5, 5);
                clicked = Clock::now().time_since_epoch().count();
                for (const auto type : {QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
                    const auto held = type == QEvent::MouseButtonPress ? Qt::LeftButton : Qt::NoButton;
                    QCoreApplication::postEvent(
                        button, new QMouseEvent(type, centre, centre, Qt::LeftButton, held, Qt::NoModifier));
                }
            });
        });
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    QSignalSpy cancelled(&window().loader(), &SessionLoader::cancelled);
    window().openPaths({path});
    QElapsedTimer clock;
    clock.start();
    while (cancelled.isEmpty() && opened.isEmpty() && clock.elapsed() < kLongestMs)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
    QCoreApplication::processEvents(); // it is painted
    const auto ended = Clock::now().time_since_epoch();
    disconnect(reached);
    if (cancelled.isEmpty())
        return {};
    const auto waited = ended - Clock::duration(clicked.load());
    return std::chrono::duration_cast<std::chrono::milliseconds>(waited).count();
}

void TestCancelling::theStateBeforeComesBackAtOnce_data()
{
    QTest::addColumn<int>("stage");
    QTest::addColumn<double>("part");
    QTest::addColumn<int>("afterMs");
    QTest::addColumn<bool>("profileIsOpen");
    QTest::addColumn<bool>("ofJob");
    for (const bool open : {false, true}) {
        const char* before = open ? "over a profile" : "from the start page";
        const auto row = [&](const char* when, Stage stage, double part, int afterMs, bool ofJob = false) {
            QTest::addRow("%s, %s", before, when) << static_cast<int>(stage) << part << afterMs << open << ofJob;
        };
        row("at the beginning", Stage::Discover, 0, 0);
        row("while reading", Stage::Parse, 0.1, 7);
        row("towards the end of reading", Stage::Parse, 0.8, 3);
        row("at the beginning of a job", Stage::Parse, 0, 0, true);
        row("in the first rank of a job", Stage::Parse, 0.3, 0, true);
        row("when the first rank may be shown", Stage::Parse, 0.5, 0, true);
        row("in the second rank of a job", Stage::Parse, 0.8, 0, true);
    }
}

void TestCancelling::theStateBeforeComesBackAtOnce()
{
    QFETCH(int, stage);
    QFETCH(double, part);
    QFETCH(int, afterMs);
    QFETCH(bool, profileIsOpen);
    QFETCH(bool, ofJob);
    if (profileIsOpen)
        m_fixture->open({writeFile(m_fixture->dir.path(), u"small.json"_s, smallTrace("alpha"))});
    const auto before = window().session();
    const QString title = window().windowTitle();
    const std::optional<qint64> waited = cancelIn(ofJob ? job() : m_trace, static_cast<Stage>(stage), part, afterMs);
    if (!waited)
        QSKIP("the profile was opened before the click");
    QVERIFY(window().session() == before);
    QCOMPARE(window().startPage()->isVisible(), !profileIsOpen);
    QCOMPARE(window().windowTitle(), title);
    QVERIFY(!window().findChild<ProgressStrip*>()->isVisible());
    QVERIFY(!window().errorBar()->isVisible());
    QVERIFY(window().statusBar()->currentMessage().contains(u"cancelled"_s));
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    QElapsedTimer clock;
    clock.start();
    QVERIFY(waitForJobs(kWorkerMs));
    qInfo("the window after %lld ms, the worker after %lld ms", static_cast<long long>(*waited),
          static_cast<long long>(*waited + clock.elapsed()));
    QVERIFY2(*waited <= kMostMs, qPrintable(QString::number(*waited)));
    QTest::qWait(20);
    QCOMPARE(opened.count(), 0);
    QVERIFY(window().session() == before);
}

QTEST_MAIN(TestCancelling)
#include "test_cancelling.moc"
