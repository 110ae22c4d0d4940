// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline/test_timeline.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QTest>

#include <cstdlib>

#include "tests/views/timeline/timeline_fixture.h"
#include "views/text/number_text.h"
#include "views/timeline/overview_strip.h"
#include "views/timeline/range_strip.h"
#include "views/timeline/time_ruler.h"
#include "views/timeline/timeline_menu.h"
#include "views/timeline/track_headers.h"

namespace tideline::test {

using namespace Qt::StringLiterals;

namespace {

/// outer 0–1000 µs holding inner a 100–300 and b 400–500 µs; on thread 2 kernel 600–800 µs, with an arrow from a.
std::string sampleEvents()
{
    return sliceEvent("outer", 0, 1000) + "," + sliceEvent("a", 100, 200) + "," + sliceEvent("b", 400, 100) + ","
           + sliceEvent("kernel", 600, 200, 2)
           + R"(,{"ph":"s","id":7,"cat":"ac","name":"f","pid":1,"tid":1,"ts":150})"
             R"(,{"ph":"f","bp":"e","id":7,"cat":"ac","name":"f","pid":1,"tid":2,"ts":610})";
}

double lengthUs(const ViewState& state)
{
    return static_cast<double>(state.visibleRange().length().ns) / 1000;
}

double startUs(const ViewState& state)
{
    return static_cast<double>((state.visibleRange().start - state.extent().start).ns) / 1000;
}

bool selected(const TimelineFixture& it, const char* name)
{
    const Selection& selection = it.state.selection();
    return selection.kind == Selection::Kind::Slices && selection.slices == std::vector<SliceId>{it.slice(name)};
}

TimeRange middle(const ViewState& state)
{
    return {state.extent().start + Duration{400'000}, state.extent().start + Duration{500'000}};
}

} // namespace

void TestTimeline::zoomKeys_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<double>("factor");
    QTest::newRow("W") << int(Qt::Key_W) << Qt::KeyboardModifiers() << 0.8;
    QTest::newRow("S") << int(Qt::Key_S) << Qt::KeyboardModifiers() << 1.25;
    QTest::newRow("+") << int(Qt::Key_Plus) << Qt::KeyboardModifiers(Qt::ShiftModifier) << 0.8;
    QTest::newRow("-") << int(Qt::Key_Minus) << Qt::KeyboardModifiers() << 1.25;
    QTest::newRow("Shift+W") << int(Qt::Key_W) << Qt::KeyboardModifiers(Qt::ShiftModifier) << 0.2;
    QTest::newRow("Shift+S") << int(Qt::Key_S) << Qt::KeyboardModifiers(Qt::ShiftModifier) << 5.0;
}

void TestTimeline::zoomKeys()
{
    QFETCH(int, key);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(double, factor);
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    it.key(key, modifiers);
    QVERIFY(std::abs(lengthUs(it.state) - 100 * factor) < 0.01);
}

void TestTimeline::zoomKeepsTheTimeUnderThePointer()
{
    TimelineFixture it;
    it.open(sampleEvents());
    const QPoint at(it.canvas()->width() / 4, 80);
    QTest::mouseMove(it.canvas(), at);
    QMouseEvent move(QEvent::MouseMove, at, it.canvas()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(it.canvas(), &move);
    const Instant before = it.canvas()->timeAt(at.x());
    it.key(Qt::Key_W);
    QVERIFY(std::abs((it.canvas()->timeAt(at.x()) - before).ns) <= 2000);
    it.wheel(it.canvas(), at, 3, Qt::ControlModifier);
    QVERIFY(std::abs((it.canvas()->timeAt(at.x()) - before).ns) <= 2000);
    QVERIFY(lengthUs(it.state) < 500);
}

void TestTimeline::panKeys_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<double>("shift");
    QTest::newRow("A") << int(Qt::Key_A) << Qt::KeyboardModifiers() << -10.0;
    QTest::newRow("D") << int(Qt::Key_D) << Qt::KeyboardModifiers() << 10.0;
    QTest::newRow("Left") << int(Qt::Key_Left) << Qt::KeyboardModifiers() << -10.0;
    QTest::newRow("Right") << int(Qt::Key_Right) << Qt::KeyboardModifiers() << 10.0;
    QTest::newRow("Shift+A") << int(Qt::Key_A) << Qt::KeyboardModifiers(Qt::ShiftModifier) << -100.0;
    QTest::newRow("Shift+Right") << int(Qt::Key_Right) << Qt::KeyboardModifiers(Qt::ShiftModifier) << 100.0;
}

void TestTimeline::panKeys()
{
    QFETCH(int, key);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(double, shift);
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    it.key(key, modifiers);
    QCOMPARE(startUs(it.state), 400 + shift);
    QCOMPARE(lengthUs(it.state), 100.0);
}

void TestTimeline::homeAndEnd()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    it.key(Qt::Key_End);
    QCOMPARE(startUs(it.state), 900.0);
    it.key(Qt::Key_Home);
    QCOMPARE(startUs(it.state), 0.0);
    it.key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(it.state.visibleRange(), it.state.extent());
}

void TestTimeline::fitKeys()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.selectSlice(it.slice("a"));
    it.key(Qt::Key_F);
    QCOMPARE(lengthUs(it.state), 250.0);
    it.key(Qt::Key_Z);
    QCOMPARE(startUs(it.state), 100.0);
    QCOMPARE(lengthUs(it.state), 200.0);
}

void TestTimeline::historyKeys()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    it.key(Qt::Key_Backspace);
    QCOMPARE(it.state.visibleRange(), it.state.extent());
    it.key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(startUs(it.state), 400.0);
    it.key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(it.state.visibleRange(), it.state.extent());
    QTest::mouseClick(it.canvas(), Qt::ForwardButton);
    QCOMPARE(startUs(it.state), 400.0);
    QTest::mouseClick(it.canvas(), Qt::BackButton);
    QCOMPARE(it.state.visibleRange(), it.state.extent());
}

void TestTimeline::neighbourKeys()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.selectSlice(it.slice("a"));
    it.key(Qt::Key_Period);
    QVERIFY(selected(it, "b"));
    it.key(Qt::Key_Period);
    QVERIFY(selected(it, "b"));
    it.key(Qt::Key_Comma);
    QVERIFY(selected(it, "a"));
    it.key(Qt::Key_Comma);
    QVERIFY(selected(it, "a"));
}

void TestTimeline::parentAndChildKeys()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.selectSlice(it.slice("b"));
    it.key(Qt::Key_Up, Qt::ControlModifier);
    QVERIFY(selected(it, "outer"));
    it.key(Qt::Key_Down, Qt::ControlModifier);
    QVERIFY(selected(it, "a"));
}

void TestTimeline::flowKeys()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.selectSlice(it.slice("a"));
    QCOMPARE(it.canvas()->overlay().flows.size(), std::size_t{1});
    it.key(Qt::Key_BracketRight);
    QVERIFY(selected(it, "kernel"));
    it.key(Qt::Key_BracketLeft);
    QVERIFY(selected(it, "a"));
}

void TestTimeline::rangeFromSlice()
{
    TimelineFixture it;
    it.open(sampleEvents());
    for (const int key : {int(Qt::Key_M), int(Qt::Key_R)}) {
        it.state.selectSlice(it.slice("kernel"));
        it.key(key);
        QCOMPARE(it.state.selection().kind, Selection::Kind::Range);
        QCOMPARE(it.state.selection().range.length().ns, 200'000);
        QCOMPARE(it.state.selection().tracks, std::vector<TrackId>{it.trace().trackOf(it.slice("kernel"))});
    }
}

void TestTimeline::escapeClears()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.selectSlice(it.slice("a"));
    it.key(Qt::Key_Escape);
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
}

void TestTimeline::scrollKeys()
{
    TimelineFixture it;
    std::string events = sliceEvent("t0", 0, 10, 0);
    for (int tid = 1; tid < 60; ++tid)
        events += "," + sliceEvent("t" + std::to_string(tid), tid, 10, tid);
    it.open(events);
    QCOMPARE(it.page.model().scrollTop(), 0);
    it.key(Qt::Key_Down);
    QCOMPARE(it.page.model().scrollTop(), TimelineLayout::kRowPx * 2);
    it.key(Qt::Key_Up);
    QCOMPARE(it.page.model().scrollTop(), 0);
    it.key(Qt::Key_PageDown);
    QVERIFY(it.page.model().scrollTop() > 200);
    it.key(Qt::Key_PageUp);
    QCOMPARE(it.page.model().scrollTop(), 0);
    it.wheel(it.canvas(), QPointF(100, 100), -1);
    QVERIFY(it.page.model().scrollTop() > 0);
    it.wheel(it.canvas(), QPointF(100, 100), 1);
    QCOMPARE(it.page.model().scrollTop(), 0);
}

void TestTimeline::clickSelects()
{
    TimelineFixture it;
    it.open(sampleEvents());
    QTest::mouseClick(it.canvas(), Qt::LeftButton, Qt::NoModifier, it.pointOf("b"));
    QVERIFY(selected(it, "b"));
    QCOMPARE(it.canvas()->overlay().selected.size(), std::size_t{1});
    QVERIFY(it.canvas()->accessibleDescription().contains(u"b, "_s));
    QTest::mouseClick(it.canvas(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(it.canvas()->width() / 2, it.canvas()->height() - 5));
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
}

void TestTimeline::controlAndShiftClick()
{
    TimelineFixture it;
    it.open(sampleEvents());
    QTest::mouseClick(it.canvas(), Qt::LeftButton, Qt::NoModifier, it.pointOf("a"));
    QTest::mouseClick(it.canvas(), Qt::LeftButton, Qt::ControlModifier, it.pointOf("b"));
    QCOMPARE(it.state.selection().slices, (std::vector<SliceId>{it.slice("a"), it.slice("b")}));
    QTest::mouseClick(it.canvas(), Qt::LeftButton, Qt::ControlModifier, it.pointOf("a"));
    QVERIFY(selected(it, "b"));
    QTest::mouseClick(it.canvas(), Qt::LeftButton, Qt::ShiftModifier, it.pointOf("kernel"));
    QCOMPARE(it.state.selection().slices, (std::vector<SliceId>{it.slice("b"), it.slice("kernel")}));
}

void TestTimeline::doubleClickZooms()
{
    TimelineFixture it;
    it.open(sampleEvents());
    QTest::mouseDClick(it.canvas(), Qt::LeftButton, Qt::NoModifier, it.pointOf("kernel"));
    QVERIFY(selected(it, "kernel"));
    QCOMPARE(lengthUs(it.state), 250.0);
}

void TestTimeline::dragSelectsARange()
{
    TimelineFixture it;
    it.open(sampleEvents());
    const QPoint from(100, it.pointOf("a").y());
    const QPoint to(500, it.pointOf("a").y() + 4);
    const TimeRange expected{it.canvas()->timeAt(100), it.canvas()->timeAt(500)};
    it.drag(it.canvas(), from, to);
    QCOMPARE(it.state.selection().kind, Selection::Kind::Range);
    QCOMPARE(it.state.selection().range, expected);
    QCOMPARE(it.state.selection().tracks, std::vector<TrackId>{it.trace().trackOf(it.slice("a"))});
    QVERIFY(!it.canvas()->overlay().rangeLabel.isEmpty());
    it.key(Qt::Key_Escape);
    it.drag(it.canvas(), QPoint(500, it.pointOf("a").y()), QPoint(100, it.pointOf("kernel").y()));
    QCOMPARE(it.state.selection().tracks.size(), std::size_t{2});
}

void TestTimeline::rangeEdgesCanBeDragged()
{
    TimelineFixture it;
    it.open(sampleEvents());
    const int y = it.pointOf("a").y();
    it.drag(it.canvas(), QPoint(100, y), QPoint(500, y));
    const Instant start = it.state.selection().range.start;
    it.drag(it.canvas(), QPoint(501, y), QPoint(600, y));
    QCOMPARE(it.state.selection().range.start, start);
    QCOMPARE(it.state.selection().range.end, it.canvas()->timeAt(600));
}

void TestTimeline::panDrags_data()
{
    QTest::addColumn<Qt::MouseButton>("button");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::newRow("Shift") << Qt::LeftButton << Qt::KeyboardModifiers(Qt::ShiftModifier);
    QTest::newRow("Ctrl") << Qt::LeftButton << Qt::KeyboardModifiers(Qt::ControlModifier);
    QTest::newRow("middle") << Qt::MiddleButton << Qt::KeyboardModifiers();
}

void TestTimeline::panDrags()
{
    QFETCH(Qt::MouseButton, button);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    const Instant grabbed = it.canvas()->timeAt(300);
    it.drag(it.canvas(), QPoint(300, 90), QPoint(200, 90), button, modifiers);
    QVERIFY(std::abs((it.canvas()->timeAt(200) - grabbed).ns) <= 200);
    QCOMPARE(lengthUs(it.state), 100.0);
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
}

void TestTimeline::spaceDragPans()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    QTest::keyPress(it.canvas(), Qt::Key_Space);
    it.drag(it.canvas(), QPoint(300, 90), QPoint(200, 90));
    QTest::keyRelease(it.canvas(), Qt::Key_Space);
    QVERIFY(startUs(it.state) > 405);
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
}

void TestTimeline::wheelOnTracks()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    it.wheel(it.canvas(), QPointF(100, 90), -1, Qt::ShiftModifier);
    QCOMPARE(startUs(it.state), 410.0);
    it.wheel(it.canvas(), QPointF(100, 90), 1, Qt::ControlModifier);
    QCOMPARE(lengthUs(it.state), 80.0);
}

void TestTimeline::rulerGestures()
{
    TimelineFixture it;
    it.open(sampleEvents());
    TimeRuler* ruler = it.page.ruler();
    const TimeRange band{it.canvas()->timeAt(200), it.canvas()->timeAt(400)};
    it.drag(ruler, QPoint(200, 10), QPoint(400, 10));
    QCOMPARE(it.state.visibleRange(), band);
    const double before = lengthUs(it.state);
    it.wheel(ruler, QPointF(100, 10), 1);
    QVERIFY(std::abs(lengthUs(it.state) - before * 0.8) < 0.01);
    QTest::mouseDClick(ruler, Qt::LeftButton, Qt::NoModifier, QPoint(50, 10));
    QCOMPARE(it.state.visibleRange(), it.state.extent());
}

void TestTimeline::overviewGestures()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.state.zoomTo(middle(it.state), 1.0);
    OverviewStrip* overview = it.page.overview();
    QTest::mouseClick(overview, Qt::LeftButton, Qt::NoModifier, QPoint(overview->width() * 3 / 4, 10));
    QVERIFY(std::abs(startUs(it.state) - 700) < 5);
    it.wheel(overview, QPointF(overview->width() * 0.75, 10), 1);
    QCOMPARE(lengthUs(it.state), 80.0);
}

void TestTimeline::headersFoldGroups()
{
    TimelineFixture it;
    it.open(sampleEvents());
    const int open = it.page.model().layout().height();
    QTest::mouseClick(it.page.headers(), Qt::LeftButton, Qt::NoModifier, QPoint(20, 8));
    QVERIFY(it.page.model().layout().lanes().front().collapsed);
    QVERIFY(it.page.model().layout().height() < open);
    QVERIFY(!it.canvas()->scene().lanes.front().density.columns.empty());
    QTest::mouseClick(it.page.headers(), Qt::LeftButton, Qt::NoModifier, QPoint(20, 8));
    QCOMPARE(it.page.model().layout().height(), open);
}

void TestTimeline::menuOfASlice()
{
    TimelineFixture it;
    it.open(sampleEvents());
    QMenu menu;
    fillTimelineMenu(menu, it.page.model(), it.page.commands(), it.slice("a"), 1);
    const auto run = [&menu](const QString& text) {
        for (QAction* action : menu.actions()) {
            if (action->text().remove(u'&') == text)
                return action->trigger();
        }
        QFAIL(qPrintable(text));
    };
    run(u"Find Same Name"_s);
    QCOMPARE(it.state.selection().kind, Selection::Kind::Operator);
    QCOMPARE(it.trace().text(it.state.selection().operatorName), std::string_view("a"));
    run(u"Copy Name"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"a"_s);
    run(u"Copy Time"_s);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"100000 200000"_s);
    run(u"Copy Details"_s);
    QVERIFY(QGuiApplication::clipboard()->text().contains(exactDurationText(Duration{200'000})));
    run(u"Zoom to"_s);
    QCOMPARE(lengthUs(it.state), 250.0);
    run(u"Collapse"_s);
    QVERIFY(it.page.model().layout().lanes()[1].collapsed);
}

void TestTimeline::rangeSummaryIsExact()
{
    TimelineFixture it;
    it.open(sampleEvents());
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = {it.state.extent().start + Duration{50'000}, it.state.extent().start + Duration{450'000}};
    const RangeSummary summary = summarise(*it.session, selection, {});
    QCOMPARE(summary.stats.busy.ns, 400'000);
    QCOMPARE(summary.stats.sum.ns, 400'000 + 200'000 + 50'000);
    QCOMPARE(summary.stats.slices, std::uint64_t{3});
    it.state.setSelection(selection);
    QTRY_VERIFY(it.page.rangeStrip()->text().contains(u"3 slices"_s));
    QVERIFY(it.page.rangeStrip()->text().contains(u"busy (union) 400"_s));
}

void TestTimeline::distancesOfTwoSlices()
{
    TimelineFixture it;
    it.open(sampleEvents());
    Selection selection;
    selection.kind = Selection::Kind::Slices;
    selection.slices = {it.slice("a"), it.slice("b")};
    it.state.setSelection(selection);
    const QString text = it.page.rangeStrip()->text();
    QVERIFY(text.contains(u"start to start "_s + exactDurationText(Duration{300'000})));
    QVERIFY(text.contains(u"end to start "_s + exactDurationText(Duration{100'000})));
    QVERIFY(text.contains(u"end to end "_s + exactDurationText(Duration{200'000})));
}

void TestTimeline::revealOpensAndZooms()
{
    TimelineFixture it;
    it.open(sampleEvents() + "," + sliceEvent("tiny", 900, 0.05));
    it.page.model().collapseAll(true);
    it.state.reveal(it.slice("tiny"));
    QVERIFY(selected(it, "tiny"));
    QVERIFY(it.page.model().layout().laneOf(it.trace().trackOf(it.slice("tiny"))));
    QVERIFY(lengthUs(it.state) < 1);
}

void TestTimeline::secondProfileStartsAfresh()
{
    TimelineFixture it;
    it.open(sampleEvents());
    it.key(Qt::Key_W);
    it.drag(it.canvas(), QPoint(100, 90), QPoint(400, 90));
    QCOMPARE(it.state.selection().kind, Selection::Kind::Range);
    it.open(sliceEvent("second", 5000, 10));
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
    QCOMPARE(it.state.visibleRange(), it.state.extent());
    QVERIFY(!it.state.canGoBack());
    QCOMPARE(it.canvas()->scene().lanes.size(), std::size_t{2});
    QVERIFY(it.canvas()->tipAt(it.pointOf("second")).startsWith(u"second\n"_s));
    QVERIFY(it.canvas()->overlay().selected.empty());
    it.page.setSession(nullptr);
    QVERIFY(it.canvas()->scene().lanes.empty());
    QVERIFY(it.canvas()->tipAt(QPointF(100, 90)).isEmpty());
}

} // namespace tideline::test
