// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline/test_timeline_paint.h"

#include <QElapsedTimer>
#include <QTest>
#include <QToolTip>

#include <algorithm>
#include <set>

#include "tests/support/trace_from.h"
#include "tests/views/timeline/timeline_fixture.h"
#include "views/kit/theme.h"
#include "views/paint/timeline_painter.h"
#include "views/text/number_text.h"
#include "views/text/tick_text.h"
#include "views/timeline/track_headers.h"

namespace tideline::test {

using namespace Qt::StringLiterals;

namespace {

constexpr Category kAll[] = {Category::Cube,          Category::Vector, Category::Mix,  Category::AiCpu,
                             Category::Communication, Category::Copy,   Category::Wait, Category::Cann,
                             Category::Framework,     Category::Idle,   Category::Other};

} // namespace

void TestTimelinePaint::textContrast_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTimelinePaint::textContrast()
{
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::darkTheme() : Theme::light();
    for (const Category category : kAll) {
        for (int i = 0; i < 200; ++i) {
            const QColor fill = theme.slice(category, "name" + std::to_string(i));
            QVERIFY(contrast(theme.textOn(fill), fill) >= 4.5);
        }
    }
    for (const QColor& ground : {theme.window, theme.base, theme.alternate}) {
        for (const QColor& ink : {theme.text, theme.mutedText, theme.warning, theme.error, theme.accent})
            QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name() + u" on "_s + ground.name()));
    }
    QCOMPARE(Theme::fromPalette(theme.palette()).dark, dark);
}

void TestTimelinePaint::sameNameSameColour()
{
    const Theme theme = Theme::light();
    QCOMPARE(theme.slice(Category::Cube, "MatMul"), theme.slice(Category::Cube, "MatMul"));
    QVERIFY(theme.slice(Category::Cube, "MatMul") != theme.slice(Category::Cube, "Conv2D"));
    const double base = theme.category(Category::Cube).lightnessF();
    for (int i = 0; i < 200; ++i)
        QVERIFY(std::abs(theme.slice(Category::Cube, std::to_string(i)).lightnessF() - base) <= 0.125);
}

void TestTimelinePaint::paintedColumnsAreTheBoxes_data()
{
    QTest::addColumn<double>("scale");
    QTest::newRow("1x") << 1.0;
    QTest::newRow("1.5x") << 1.5;
    QTest::newRow("2x") << 2.0;
}

void TestTimelinePaint::paintedColumnsAreTheBoxes()
{
    QFETCH(double, scale);
    const auto trace = traceFrom("A 0 1; A 3 1; B 100 0; C 300 200; D 700 3", ProcessRole::Host);
    const Theme theme = Theme::light();
    CategoryCache categories(*trace);
    const TimelineLayout layout(*trace);
    const QSize size(200, 120);
    const TimeAxis axis{{Instant{0}, Instant{1000}}, size.width() * scale};
    const TimelineScene scene =
        buildTimelineScene({*trace, nullptr, categories}, layout, axis, scale, 0, size.height());
    TimelinePainter painter(trace->strings(), theme, QFont());
    const QImage image = painter.paint(scene, 0, size, {});
    QCOMPARE(image.size(), size * scale);
    QCOMPARE(image.devicePixelRatio(), scale);
    const TrackScene& track = scene.lanes[1].track;
    // A line close to the lower edge of the row, where no label reaches.
    const int y = static_cast<int>((TimelineLayout::rowTop(scene.lanes[1].lane, 0) + 15) * scale);
    for (int x = 0; x < image.width(); ++x) {
        const bool painted = image.pixel(x, y) != theme.base.rgb();
        QCOMPARE(painted, track.sliceAt(x + 0.5, 0).has_value());
    }
}

void TestTimelinePaint::zeroLengthSlicesCanBeHit()
{
    TimelineFixture it;
    it.open(sliceEvent("z1", 10, 0) + "," + sliceEvent("z2", 20, 0) + "," + sliceEvent("z3", 50, 0) + ","
            + sliceEvent("work", 30, 10) + R"(,{"ph":"i","pid":1,"tid":1,"name":"mark","ts":15,"s":"t"})");
    for (int zoom = 0; zoom < 6; ++zoom) {
        for (const char* name : {"z1", "z2", "z3"}) {
            const SliceId slice = it.slice(name);
            const TimeRange range = it.page.model().rangeOf(slice);
            it.state.zoomTo({range.start - Duration{1 << (3 * zoom)}, range.start + Duration{1 << (3 * zoom)}}, 1.0);
            const TrackCanvas::Hit hit = it.canvas()->hitAt(it.pointOf(slice));
            QVERIFY2(hit.box && hit.box->slice == slice, name);
        }
    }
    it.state.fitAll();
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = {it.state.extent().start, it.state.extent().end + Duration{1}};
    it.state.setSelection(selection);
    QTRY_VERIFY(it.page.findChild<QWidget*>(u"rangeStrip"_s)->property("text").toString().contains(u"4 slices"_s));
    const auto lane = it.page.model().layout().lanes()[1];
    const QString tip =
        it.canvas()->tipAt(QPointF(it.canvas()->xOf(it.state.extent().start + Duration{5'000}), lane.y + 4));
    QVERIFY(tip.startsWith(u"mark\n"_s));
}

void TestTimelinePaint::namesAreShownLiterally_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("shown");
    QTest::newRow("markup") << QByteArray("<img src=x onerror=alert(1)>") << u"<img src=x onerror=alert(1)>"_s;
    QTest::newRow("bold") << QByteArray("<b>bold</b> & more") << u"<b>bold</b> & more"_s;
    QTest::newRow("entity") << QByteArray("a &lt; b &amp; c") << u"a &lt; b &amp; c"_s;
    QTest::newRow("override") << QByteArray("abc\\u202Edef") << u"abc\u27E8U+202E\u27E9def"_s;
    QTest::newRow("control") << QByteArray("a\\u0007b") << u"a\u2407b"_s;
    QTest::newRow("chinese") << QByteArray("\xE7\x9F\xA9\xE9\x98\xB5") << u"\u77E9\u9635"_s;
}

void TestTimelinePaint::namesAreShownLiterally()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, shown);
    TimelineFixture it;
    it.open(sliceEvent(json.toStdString(), 0, 100));
    const QString tip = it.canvas()->tipAt(it.pointOf(SliceId{0}));
    QCOMPARE(tip.section(u'\n', 0, 0), shown);
    QVERIFY(tip.contains(exactDurationText(Duration{100'000})));
    QTest::mouseMove(it.canvas(), it.pointOf(SliceId{0}));
    QMouseEvent move(QEvent::MouseMove, it.pointOf(SliceId{0}), it.canvas()->mapToGlobal(it.pointOf(SliceId{0})),
                     Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(it.canvas(), &move);
    QTRY_VERIFY(QToolTip::isVisible());
    const QString text = QToolTip::text();
    QVERIFY(!text.contains(u"<img"_s) && !text.contains(u"<b>"_s));
    if (shown.contains(u'<'))
        QVERIFY(text.contains(shown.section(u' ', 0, 0).toHtmlEscaped()));
    QToolTip::hideText();
}

void TestTimelinePaint::emptyNamesHaveAPlaceholder()
{
    TimelineFixture it;
    it.open(sliceEvent("", 0, 100));
    QVERIFY(it.canvas()->tipAt(it.pointOf(SliceId{0})).startsWith(u"(no name)\n"_s));
}

void TestTimelinePaint::tooltipComesSoon()
{
    TimelineFixture it;
    it.open(sliceEvent("soon", 0, 100));
    QToolTip::hideText();
    QTRY_VERIFY(!QToolTip::isVisible());
    const QPoint at = it.pointOf("soon") + QPoint(7, 0);
    QMouseEvent move(QEvent::MouseMove, at, it.canvas()->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(it.canvas(), &move);
    QTRY_VERIFY_WITH_TIMEOUT(QToolTip::isVisible() && QToolTip::text().contains(u"soon"_s), 2000);
    QVERIFY(it.state.hover().slice == it.slice("soon"));
    QVERIFY(it.canvas()->overlay().hovered.has_value());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(it.canvas(), &leave);
    QVERIFY(!it.state.hover().slice.valid());
}

void TestTimelinePaint::counterValuesInTheTip()
{
    TimelineFixture it;
    it.open(sliceEvent("work", 0, 100)
            + R"(,{"ph":"C","pid":1,"name":"load","ts":10,"args":{"v":5}})"
              R"(,{"ph":"C","pid":1,"name":"load","ts":60,"args":{"v":9}})");
    const Lane& lane = it.page.model().layout().lanes().back();
    QCOMPARE(lane.kind, LaneKind::Counter);
    const QPointF at(it.canvas()->xOf(it.state.extent().start + Duration{40'000}), lane.y + 10);
    QVERIFY(it.canvas()->tipAt(at).contains(u"Value: 5"_s));
    QVERIFY(it.canvas()->tipAt(QPointF(2, lane.y + 10)).isEmpty());
}

void TestTimelinePaint::seriesShareALane()
{
    TimelineFixture it;
    it.open(sliceEvent("work", 0, 100)
            + R"(,{"ph":"C","pid":1,"name":"jobs","ts":0,"args":{"cube":8,"vector":3,"both":1}})"
              R"(,{"ph":"C","pid":1,"name":"jobs","ts":50,"args":{"cube":2,"vector":4,"both":6}})");
    const auto& scenes = it.canvas()->scene().lanes;
    QCOMPARE(std::count_if(scenes.begin(), scenes.end(),
                           [](const LaneScene& lane) { return lane.lane.kind == LaneKind::Counter; }),
             1);
    const LaneScene& lane = scenes.back();
    QCOMPARE(lane.counters.size(), std::size_t{3});
    for (const CounterScene& series : lane.counters) { // one axis for all, so that they can be compared
        QCOMPARE(series.low, 0.0);
        QCOMPARE(series.high, 8.0);
    }
    // Each series is drawn in a colour of its own.
    const QImage image = it.canvas()->grab().toImage();
    const Theme theme = Theme::fromPalette(it.canvas()->palette());
    const int x = static_cast<int>(it.canvas()->xOf(it.state.extent().start + Duration{25'000}));
    std::set<QRgb> seen;
    for (int y = lane.lane.y; y < lane.lane.bottom(); ++y)
        seen.insert(image.pixel(x, y));
    for (std::size_t i = 0; i < 3; ++i)
        QVERIFY(seen.contains(theme.series(i).rgb()));
    const QString tip = it.canvas()->tipAt(QPointF(x, lane.lane.y + 10));
    for (const auto* line : {u"cube: 8", u"vector: 3", u"both: 1"})
        QVERIFY2(tip.contains(QString::fromUtf16(line)), qPrintable(tip));
}

void TestTimelinePaint::constantCountersArePainted()
{
    TimelineFixture it;
    it.open(
        R"({"ph":"C","pid":1,"name":"zero","ts":0,"args":{"v":0}},{"ph":"C","pid":1,"name":"zero","ts":50,"args":{"v":0}})"
        R"(,{"ph":"C","pid":1,"name":"flat","ts":0,"args":{"v":42}},{"ph":"C","pid":1,"name":"flat","ts":50,"args":{"v":42}})");
    int counters = 0;
    for (const LaneScene& lane : it.canvas()->scene().lanes) {
        if (lane.lane.kind != LaneKind::Counter)
            continue;
        ++counters;
        QVERIFY(lane.counters.at(0).columns.size() >= static_cast<std::size_t>(it.canvas()->width()) - 1);
        QVERIFY(!it.page.headers()->tipAt(lane.lane.y + 4).contains(u"nan"_s, Qt::CaseInsensitive));
    }
    QCOMPARE(counters, 2);
    QVERIFY(!it.page.grab().isNull());
}

void TestTimelinePaint::curvesEndWithTheirLane()
{
    TimelineFixture it;
    std::string events = R"({"ph":"C","pid":1,"name":"full","ts":0,"args":{"v":42}})"
                         R"(,{"ph":"C","pid":1,"name":"full","ts":50,"args":{"v":42}})";
    for (int thread = 1; thread < 80; ++thread)
        events += R"(,{"ph":"X","pid":2,"tid":)" + std::to_string(thread) + R"(,"name":"work","ts":0,"dur":50})";
    it.open(events);
    const auto& lanes = it.page.model().layout().lanes();
    const auto counter =
        std::find_if(lanes.begin(), lanes.end(), [](const Lane& lane) { return lane.kind == LaneKind::Counter; });
    QVERIFY(counter != lanes.end());
    const QRgb line = Theme::fromPalette(it.canvas()->palette()).category(Category::Vector).rgb();
    const int x = it.canvas()->width() / 2;
    QCOMPARE(it.canvas()->grab().toImage().pixel(x, counter->y + 3), line);
    // Half of the lane stands above the upper edge: so does the line, only its area is in view.
    it.page.model().setScrollTop(counter->y + counter->height / 2);
    QCOMPARE(it.page.model().scrollTop(), counter->y + counter->height / 2);
    QVERIFY(it.canvas()->grab().toImage().pixel(x, 0) != line);
}

void TestTimelinePaint::unfinishedSlicesReachTheEnd()
{
    TimelineFixture it;
    it.open(sliceEvent("work", 0, 100) + R"(,{"ph":"B","pid":1,"tid":1,"name":"open","ts":40})");
    const SliceId open = it.slice("open");
    QVERIFY(open.valid());
    const TrackId track = it.trace().trackOf(open);
    QCOMPARE(it.trace().track(track).kind, TrackKind::Unfinished);
    QVERIFY(it.canvas()->tipAt(it.pointOf(open)).contains(u"Never ended"_s));
    QCOMPARE(it.page.model().rangeOf(open).end, it.state.extent().end);
}

void TestTimelinePaint::overlapsAreMarked()
{
    TimelineFixture it;
    it.open(sliceEvent("p", 0, 60) + "," + sliceEvent("q", 40, 60));
    const Lane& lane = it.page.model().layout().lanes()[1];
    QCOMPARE(lane.rows, 2U);
    QVERIFY(it.page.headers()->tipAt(lane.y + 4).contains(u"1 slices overlap"_s));
}

void TestTimelinePaint::busyInViewIsTheUnion()
{
    TimelineFixture it;
    it.open(sliceEvent("p", 0, 60) + "," + sliceEvent("q", 40, 40) + "," + sliceEvent("end", 100, 0));
    const TrackId track = it.trace().trackOf(it.slice("p"));
    QCOMPARE(busyInView(*it.session, track, it.state.extent()), 0.8);
}

void TestTimelinePaint::ticksShareUnitAndDecimals()
{
    const Duration step{50'000};
    QCOMPARE(tickText(Duration{1'200'000}, Duration{1'300'000}, step), u"1.20\u00A0ms"_s);
    QCOMPARE(tickText(Duration{0}, Duration{1'300'000}, step), u"0.00\u00A0ms"_s);
    QCOMPARE(tickText(Duration{7}, Duration{10}, Duration{1}), u"7\u00A0ns"_s);
    QCOMPARE(tickText(Duration{5'000'000'000}, Duration{5'000'000'000}, Duration{1'000'000'000}), u"5\u00A0s"_s);
}

} // namespace tideline::test
