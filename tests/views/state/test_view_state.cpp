// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QImage>
#include <QLinearGradient>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include "views/kit/job_pool.h"
#include "views/kit/latest_job.h"
#include "views/state/view_state.h"

using namespace tideline;

namespace {

TimeRange range(std::int64_t start, std::int64_t end)
{
    return {Instant{start}, Instant{end}};
}

} // namespace

class TestViewState : public QObject {
    Q_OBJECT

private slots:
    void visibleRangeIsClamped_data();
    void visibleRangeIsClamped();
    void zoomToLeavesAMargin();
    void historyGoesBackAndForward();
    void aGestureIsOneHistoryEntry();
    void backRestoresTheSelection();
    void resetForgetsTheOldProfile();
    void settingTheSameStateIsSilent();
    void newestJobWins();
    void noResultAfterTheOwnerIsGone();
    void paintingWaitsForNoJob();
    void viewsGiveWayToTheWindow();
};

void TestViewState::visibleRangeIsClamped_data()
{
    QTest::addColumn<qint64>("start");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<qint64>("expectedStart");
    QTest::addColumn<qint64>("expectedEnd");
    QTest::newRow("inside") << qint64(100) << qint64(200) << qint64(100) << qint64(200);
    QTest::newRow("too far left") << qint64(-5000) << qint64(-4000) << qint64(-50) << qint64(950);
    QTest::newRow("too far right") << qint64(5000) << qint64(5500) << qint64(550) << qint64(1050);
    QTest::newRow("wider than everything") << qint64(-9000) << qint64(9000) << qint64(-50) << qint64(1050);
    QTest::newRow("shorter than the least") << qint64(500) << qint64(502) << qint64(496) << qint64(506);
    QTest::newRow("turned around") << qint64(600) << qint64(500) << qint64(545) << qint64(555);
}

void TestViewState::visibleRangeIsClamped()
{
    QFETCH(qint64, start);
    QFETCH(qint64, end);
    QFETCH(qint64, expectedStart);
    QFETCH(qint64, expectedEnd);
    ViewState state;
    state.reset(range(0, 1000));
    state.setVisibleRange(range(start, end));
    QCOMPARE(state.visibleRange().start.ns, expectedStart);
    QCOMPARE(state.visibleRange().end.ns, expectedEnd);
}

void TestViewState::zoomToLeavesAMargin()
{
    ViewState state;
    state.reset(range(0, 10'000));
    state.zoomTo(range(4'000, 4'800), 0.8);
    QCOMPARE(state.visibleRange().start.ns, std::int64_t{3'900});
    QCOMPARE(state.visibleRange().end.ns, std::int64_t{4'900});
}

void TestViewState::historyGoesBackAndForward()
{
    ViewState state;
    state.reset(range(0, 1'000'000));
    QVERIFY(!state.canGoBack());
    state.zoomTo(range(0, 1000), 1.0);
    state.zoomTo(range(500, 600), 1.0);
    state.goBack();
    QCOMPARE(state.visibleRange().end.ns, std::int64_t{1000});
    state.goBack();
    QCOMPARE(state.visibleRange().end.ns, std::int64_t{1'000'000});
    QVERIFY(!state.canGoBack());
    state.goForward();
    QCOMPARE(state.visibleRange().end.ns, std::int64_t{1000});
    state.zoomTo(range(10, 30), 1.0);
    QVERIFY(!state.canGoForward());
}

void TestViewState::aGestureIsOneHistoryEntry()
{
    ViewState state;
    state.reset(range(0, 1'000'000));
    for (int i = 1; i < 20; ++i)
        state.setVisibleRange(range(i * 1000, 500'000));
    state.goBack();
    QCOMPARE(state.visibleRange().start.ns, std::int64_t{0});
    QVERIFY(!state.canGoBack());
}

void TestViewState::backRestoresTheSelection()
{
    ViewState state;
    state.reset(range(0, 1000));
    state.selectSlice(SliceId{3});
    state.zoomTo(range(10, 20), 1.0);
    state.selectSlice(SliceId{4});
    state.goBack();
    QCOMPARE(state.selection().slices.front().row, 3u);
    state.goForward();
    QCOMPARE(state.selection().slices.front().row, 4u);
}

void TestViewState::resetForgetsTheOldProfile()
{
    ViewState state;
    state.reset(range(0, 1000));
    state.selectSlice(SliceId{1});
    state.setHover({SliceId{1}, {}, Instant{5}});
    Scope first;
    first.ranks = {1};
    state.setScope(first);
    state.zoomTo(range(10, 20));
    QSignalSpy fresh(&state, &ViewState::profileReset);
    state.reset(range(5000, 6000));
    QCOMPARE(fresh.count(), 1);
    QCOMPARE(state.selection().kind, Selection::Kind::None);
    QVERIFY(!state.hover().slice.valid());
    QVERIFY(state.scope().limitsNothing());
    QVERIFY(!state.canGoBack());
    QCOMPARE(state.visibleRange().start.ns, std::int64_t{5000});
}

void TestViewState::settingTheSameStateIsSilent()
{
    ViewState state;
    state.reset(range(0, 1000));
    state.selectSlice(SliceId{1});
    QSignalSpy selected(&state, &ViewState::selectionChanged);
    QSignalSpy moved(&state, &ViewState::visibleRangeChanged);
    state.selectSlice(SliceId{1});
    state.setVisibleRange(state.visibleRange());
    QCOMPARE(selected.count(), 0);
    QCOMPARE(moved.count(), 0);
}

void TestViewState::newestJobWins()
{
    LatestJob job;
    std::vector<int> results;
    std::atomic<bool> go{false};
    job.start(
        [&go](std::stop_token stop) {
            while (!go && !stop.stop_requested())
                std::this_thread::yield();
            return 1;
        },
        [&results](int value) { results.push_back(value); });
    job.start([](std::stop_token) { return 2; }, [&results](int value) { results.push_back(value); });
    go = true;
    QTRY_COMPARE(results.size(), std::size_t{1});
    QVERIFY(waitForJobs(60'000));
    QCoreApplication::processEvents();
    QCOMPARE(results, std::vector<int>{2});
    QVERIFY(!job.running());
}

void TestViewState::noResultAfterTheOwnerIsGone()
{
    std::atomic<bool> go{false};
    bool called = false;
    {
        LatestJob job;
        job.start(
            [&go](std::stop_token) {
                while (!go)
                    std::this_thread::yield();
                return 1;
            },
            [&called](int) { called = true; });
    }
    go = true;
    QVERIFY(waitForJobs(60'000));
    QCoreApplication::processEvents();
    QVERIFY(!called);
}

/// Filling large areas is shared out to the threads of Qt's own pool, and the painter waits for them.
void TestViewState::paintingWaitsForNoJob()
{
    std::atomic<bool> go{false};
    std::vector<std::unique_ptr<LatestJob>> jobs;
    for (int i = 0; i < 4 * QThread::idealThreadCount() + 8; ++i) {
        jobs.push_back(std::make_unique<LatestJob>());
        jobs.back()->start(
            [&go](std::stop_token) {
                const auto most = std::chrono::steady_clock::now() + std::chrono::seconds(5);
                while (!go && std::chrono::steady_clock::now() < most)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                return 0;
            },
            [](int) {});
    }
    QImage image(2000, 2000, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QElapsedTimer clock;
    clock.start();
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QLinearGradient fade(0, 0, 2000, 2000);
    fade.setColorAt(1, Qt::red);
    painter.setBrush(fade);
    painter.drawEllipse(QRectF(10, 10, 1980, 1980));
    painter.end();
    const qint64 painted = clock.elapsed();
    go = true;
    QVERIFY(waitForJobs(10'000));
    QVERIFY2(painted < 2'000, qPrintable(QString::number(painted)));
}

void TestViewState::viewsGiveWayToTheWindow()
{
    const auto niceness = [](std::stop_token) {
        int inside = 0; // of a thread that the job starts
        std::thread([&inside] { inside = ::getpriority(PRIO_PROCESS, 0); }).join();
        return inside;
    };
    const int window = ::getpriority(PRIO_PROCESS, 0);
    std::optional<int> ofView;
    std::optional<int> ofOpening;
    LatestJob view;
    LatestJob opening(JobKind::Opening);
    view.start(niceness, [&ofView](int value) { ofView = value; });
    opening.start(niceness, [&ofOpening](int value) { ofOpening = value; });
    QTRY_VERIFY(ofView && ofOpening);
    QCOMPARE(*ofOpening, window);
    QCOMPARE(*ofView, std::max(window, 5)); // the program may have been started with more
    QCOMPARE(::getpriority(PRIO_PROCESS, 0), window);
}

QTEST_GUILESS_MAIN(TestViewState)
#include "test_view_state.moc"
