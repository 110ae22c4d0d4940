// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QTemporaryDir>
#include <QtTest>
#include <QWheelEvent>

#include <cmath>

#include "core/session/session.h"
#include "views/curves/curve_legend.h"
#include "views/curves/curve_plot.h"
#include "views/curves/curve_render.h"
#include "views/curves/curves_page.h"
#include "views/state/view_state.h"
#include "views/timeline/timeline_page.h"
#include "views/timeline/track_canvas.h"

using namespace tideline;
using namespace Qt::StringLiterals;

namespace {

constexpr int kSamples = 50;

QString counterEvent(const QString& process, const QString& name, const QString& key, double ts, double value)
{
    return u"{\"ph\":\"C\",\"pid\":\"%1\",\"tid\":0,\"name\":\"%2\",\"ts\":%3,\"args\":{\"%4\":%5}}"_s
        .arg(process, name)
        .arg(ts)
        .arg(key)
        .arg(value);
}

/// HBM read and write of one unit every 20 ms, a hit rate, a frequency; a slice, so that the timeline has a track.
QString sampleEvents()
{
    QStringList events;
    for (const char* process : {"HBM", "LLC", "AI Core Freq"})
        events << u"{\"ph\":\"M\",\"pid\":\"%1\",\"name\":\"process_name\",\"args\":{\"name\":\"%1\"}}"_s.arg(
            QString::fromLatin1(process));
    for (int i = 0; i < kSamples; ++i) {
        const double ts = i * 20'000.0;
        events << counterEvent(u"HBM"_s, u"HBM 0/Read"_s, u"Read(MB/s)"_s, ts, 1000 + i * 10);
        events << counterEvent(u"HBM"_s, u"HBM 0/Write"_s, u"Write(MB/s)"_s, ts, 500);
        events << counterEvent(u"LLC"_s, u"LLC 0 Read/Hit Rate"_s, u"Hit Rate(%)"_s, ts, 0.5);
    }
    events << counterEvent(u"AI Core Freq"_s, u"AI Core Freq"_s, u"MHz"_s, 0, 1800);
    events << u"{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"op\",\"ts\":0,\"dur\":1000000}"_s;
    return events.join(u',');
}

/// A curves page and a timeline over one state, on the screen.
class Fixture {
public:
    explicit Fixture(const QString& events = sampleEvents())
    {
        page.resize(1100, 500);
        timeline.resize(900, 300);
        timeline.show();
        page.show();
        QApplication::setActiveWindow(&page);
        const QString path = dir.filePath(u"trace.json"_s);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QString(u"{\"traceEvents\":["_s + events + u"]}"_s).toUtf8());
        file.close();
        OpenOptions options;
        options.paths = {path.toStdString()};
        options.threads = 1;
        auto opened = Session::open(options, Progress{});
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        session = *opened;
        state.reset(session->trace().axisExtent());
        timeline.setSession(session);
        page.setSession(session);
        QElapsedTimer clock;
        clock.start();
        while (page.set().curves().empty() && clock.elapsed() < 3000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
        QCoreApplication::processEvents();
        plot()->refresh();
        plot()->setFocus();
    }

    CurvePlot* plot() const { return page.plot(); }
    QPoint inPanel(std::size_t panel, double share) const
    {
        const QRectF area = plot()->panels()[panel]->area();
        return QPointF(area.left() + area.width() * share, area.center().y()).toPoint();
    }
    QPoint onAxis(std::size_t panel) const
    {
        return QPointF(10, plot()->panels()[panel]->area().center().y()).toPoint();
    }
    void move(QPoint at, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QMouseEvent event(QEvent::MouseMove, at, plot()->mapToGlobal(at), Qt::NoButton, buttons, modifiers);
        QApplication::sendEvent(plot(), &event);
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::mousePress(plot(), Qt::LeftButton, modifiers, from);
        move((from + to) / 2, Qt::LeftButton, modifiers);
        move(to, Qt::LeftButton, modifiers);
        QTest::mouseRelease(plot(), Qt::LeftButton, modifiers, to);
    }
    void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, plot()->mapToGlobal(at), QPoint(), QPoint(0, notches * 120), Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot(), &event);
    }
    const CurveOverlay::Row* row(const char* name) const
    {
        m_overlay = plot()->overlay();
        for (const CurveOverlay::Row& row : m_overlay.rows) {
            if (row.name == QLatin1StringView(name))
                return &row;
        }
        return nullptr;
    }
    int legendRow(const QString& name) const
    {
        const QAbstractItemModel* model = page.legend()->model();
        for (int i = 0; i < model->rowCount(); ++i) {
            if (model->index(i, 0).data().toString() == name)
                return i;
        }
        return -1;
    }
    QString figure(const QString& name, int column) const
    {
        return page.legend()->model()->index(legendRow(name), column).data().toString();
    }
    QPoint legendPoint(const QString& name) const
    {
        return page.legend()->visualRect(page.legend()->model()->index(legendRow(name), 0)).center();
    }
    double lengthMs() const { return static_cast<double>(state.visibleRange().length().ns) / 1e6; }

    QTemporaryDir dir;
    ViewState state;
    TimelinePage timeline{state};
    mutable CurvesPage page{state};
    std::shared_ptr<const Session> session;

private:
    mutable CurveOverlay m_overlay;
};

} // namespace

class TestCurvesPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(u"en_US"_s)); }

    void panelsAreStackedAndAligned()
    {
        const Fixture it;
        QCOMPARE(it.plot()->panels().size(), std::size_t{3}); // HBM, hit rate, frequency
        for (const auto& panel : it.plot()->panels()) {
            QCOMPARE(panel->area().left(), it.plot()->panels().front()->area().left());
            QCOMPARE(panel->area().width(), it.plot()->panels().front()->area().width());
        }
        QCOMPARE(it.plot()->panels().front()->content().curves.size(), std::size_t{3});
    }

    void zoomIsLinkedBothWays()
    {
        Fixture it;
        const TimeRange before = it.state.visibleRange();
        QTest::keyClick(it.plot(), Qt::Key_W);
        QVERIFY(it.state.visibleRange().length() < before.length());
        QCOMPARE(it.timeline.canvas()->timeAt(0), it.state.visibleRange().start);
        // And from the timeline to the curves.
        it.timeline.canvas()->setFocus();
        QTest::keyClick(it.timeline.canvas(), Qt::Key_W);
        it.plot()->refresh();
        const QRectF area = it.plot()->area();
        QVERIFY(std::abs((it.plot()->timeAt(area.left()) - it.state.visibleRange().start).ns) <= 1);
        const auto& points = it.plot()->panels().front()->scenes().front().points;
        QCOMPARE(points.front().time, it.state.visibleRange().start);
        QCOMPARE(points.back().time, it.state.visibleRange().end);
    }

    void keysOfTheTimeline_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<double>("start");
        QTest::addColumn<double>("length");
        QTest::newRow("W") << int(Qt::Key_W) << Qt::KeyboardModifiers() << 410.0 << 80.0;
        QTest::newRow("S") << int(Qt::Key_S) << Qt::KeyboardModifiers() << 387.5 << 125.0;
        QTest::newRow("A") << int(Qt::Key_A) << Qt::KeyboardModifiers() << 390.0 << 100.0;
        QTest::newRow("D") << int(Qt::Key_D) << Qt::KeyboardModifiers() << 410.0 << 100.0;
        QTest::newRow("Shift+D") << int(Qt::Key_D) << Qt::KeyboardModifiers(Qt::ShiftModifier) << 500.0 << 100.0;
        QTest::newRow("Home") << int(Qt::Key_Home) << Qt::KeyboardModifiers() << 0.0 << 100.0;
        QTest::newRow("End") << int(Qt::Key_End) << Qt::KeyboardModifiers() << 900.0 << 100.0;
        QTest::newRow("F") << int(Qt::Key_F) << Qt::KeyboardModifiers() << 287.5 << 125.0;
        QTest::newRow("Z") << int(Qt::Key_Z) << Qt::KeyboardModifiers() << 300.0 << 100.0;
        QTest::newRow("Ctrl+0") << int(Qt::Key_0) << Qt::KeyboardModifiers(Qt::ControlModifier) << 0.0 << 1000.0;
        QTest::newRow("Backspace") << int(Qt::Key_Backspace) << Qt::KeyboardModifiers() << 0.0 << 1000.0;
    }

    void keysOfTheTimeline()
    {
        QFETCH(int, key);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        QFETCH(double, start);
        QFETCH(double, length);
        Fixture it;
        const Instant zero = it.state.extent().start;
        it.state.zoomTo({zero + Duration{400'000'000}, zero + Duration{500'000'000}}, 1.0);
        Selection selection;
        selection.kind = Selection::Kind::Range;
        selection.range = {zero + Duration{300'000'000}, zero + Duration{400'000'000}};
        it.state.setSelection(selection);
        QTest::keyClick(it.plot(), static_cast<Qt::Key>(key), modifiers);
        QVERIFY(std::abs(static_cast<double>((it.state.visibleRange().start - zero).ns) / 1e6 - start) < 0.001);
        QVERIFY(std::abs(it.lengthMs() - length) < 0.001);
    }

    void wheelZoomsAtThePointerAndPans()
    {
        Fixture it;
        const QPoint at = it.inPanel(0, 0.25);
        const Instant before = it.plot()->timeAt(at.x());
        it.wheel(at, 3, Qt::ControlModifier);
        QVERIFY(it.lengthMs() < 600);
        QVERIFY(std::abs((it.plot()->timeAt(at.x()) - before).ns) < 2'000'000);
        const TimeRange zoomed = it.state.visibleRange();
        it.wheel(at, -1, Qt::ShiftModifier);
        QVERIFY(it.state.visibleRange().start > zoomed.start);
        QCOMPARE(it.state.visibleRange().length(), zoomed.length());
    }

    void crosshairShowsEveryCurveAtTheTime()
    {
        Fixture it;
        it.move(it.inPanel(1, 0.5));
        QVERIFY(it.state.hover().time);
        const double ms = static_cast<double>((*it.state.hover().time - it.state.extent().start).ns) / 1e6;
        const int nearest = static_cast<int>(std::lround(ms / 20));
        QCOMPARE(it.plot()->overlay().rows.size(), std::size_t{5});
        QVERIFY(it.row("HBM read"));
        const double bytes = (1000 + nearest * 10) * 1048576.0;
        QCOMPARE(it.row("HBM read")->value, QLocale().toString(bytes / 1e9, 'g', 4) + u"\u202FGB/s"_s);
        QVERIFY(it.row("HBM read")->time.contains(QString::number(nearest * 20)));
        QCOMPARE(it.row("LLC 0 Read/Hit Rate")->value, u"50\u202F%"_s);
        QCOMPARE(it.row("AI Core Freq")->value, u"1,800\u202FMHz"_s);
        // The timeline draws the same time.
        QVERIFY(it.timeline.canvas()->overlay().crosshairX);
        QVERIFY(
            std::abs(*it.timeline.canvas()->overlay().crosshairX - it.timeline.canvas()->xOf(*it.state.hover().time))
            <= 1);
    }

    void crosshairComesFromTheTimeline()
    {
        Fixture it;
        Hover hover;
        hover.time = it.state.extent().start + Duration{500'000'000};
        it.state.setHover(hover);
        QVERIFY(it.plot()->overlay().crosshairX);
        QVERIFY(std::abs(*it.plot()->overlay().crosshairX - it.plot()->xOf(*hover.time)) <= 1);
        QCOMPARE(it.row("HBM write")->value, QLocale().toString(500 * 1048576.0 / 1e6, 'g', 4) + u"\u202FMB/s"_s);
        it.state.setHover({});
        QVERIFY(!it.plot()->overlay().crosshairX);
        QVERIFY(it.plot()->overlay().rows.empty());
    }

    void clickHoldsTheCrosshair()
    {
        Fixture it;
        const QPoint at = it.inPanel(0, 0.3);
        QTest::mouseClick(it.plot(), Qt::LeftButton, {}, at);
        QVERIFY(it.plot()->frozen());
        const Instant held = *it.plot()->crosshair();
        it.move(it.inPanel(0, 0.8));
        QCOMPARE(*it.plot()->crosshair(), held);
        QTest::keyClick(it.plot(), Qt::Key_Escape);
        QVERIFY(!it.plot()->frozen());
        QTest::mouseClick(it.plot(), Qt::LeftButton, {}, at);
        QTest::mouseClick(it.plot(), Qt::LeftButton, {}, at);
        QVERIFY(!it.plot()->frozen());
    }

    void dragSelectsATimeRangeWithFigures()
    {
        Fixture it;
        const TimeRange before = it.state.visibleRange();
        it.drag(it.inPanel(0, 0.2), it.inPanel(0, 0.6));
        QCOMPARE(it.state.selection().kind, Selection::Kind::Range);
        QCOMPARE(it.state.visibleRange(), before); // not a private zoom
        const TimeRange range = it.state.selection().range;
        QVERIFY(std::abs(static_cast<double>(range.length().ns) / 1e6 - 400) < 5);
        const auto expected =
            statisticsOf(it.page.set().at(static_cast<std::size_t>(it.legendRow(u"HBM read"_s))), range);
        QTRY_COMPARE(it.figure(u"HBM read"_s, CurveLegendModel::MeanColumn),
                     QLocale().toString(expected.mean / 1e9, 'g', 4) + u"\u202FGB/s"_s);
        QVERIFY(it.page.rangeText().contains(u"selected range"_s));
        QTest::keyClick(it.plot(), Qt::Key_Escape);
        QCOMPARE(it.state.selection().kind, Selection::Kind::None);
        QVERIFY(it.page.rangeText().contains(u"whole run"_s));
    }

    void tooFewSamplesAreSaid()
    {
        Fixture it;
        const Instant zero = it.state.extent().start;
        Selection selection;
        selection.kind = Selection::Kind::Range;
        selection.range = {zero + Duration{21'000'000}, zero + Duration{21'300'000}};
        it.state.setSelection(selection);
        QTRY_COMPARE(it.figure(u"HBM read"_s, CurveLegendModel::MaxColumn), u"\u2013"_s);
        const QModelIndex cell =
            it.page.legend()->model()->index(it.legendRow(u"HBM read"_s), CurveLegendModel::MaxColumn);
        const QString why = cell.data(Qt::ToolTipRole).toString();
        QVERIFY2(why.contains(u"sampled every 20"_s) && why.contains(u"300"_s), qPrintable(why));
        // A counter that is written on changes has a value all the same.
        QCOMPARE(it.figure(u"AI Core Freq"_s, CurveLegendModel::MaxColumn), u"1,800\u202FMHz"_s);
    }

    void edgeOfTheSelectionCanBeDragged()
    {
        Fixture it;
        it.drag(it.inPanel(0, 0.2), it.inPanel(0, 0.6));
        const TimeRange before = it.state.selection().range;
        it.drag(it.inPanel(1, 0.6), it.inPanel(1, 0.8));
        QCOMPARE(it.state.selection().range.start, before.start);
        QVERIFY(it.state.selection().range.end > before.end);
    }

    void shiftDragPans()
    {
        Fixture it;
        const Instant zero = it.state.extent().start;
        it.state.zoomTo({zero + Duration{400'000'000}, zero + Duration{500'000'000}}, 1.0);
        it.drag(it.inPanel(0, 0.5), it.inPanel(0, 0.25), Qt::ShiftModifier);
        QVERIFY(std::abs(static_cast<double>((it.state.visibleRange().start - zero).ns) / 1e6 - 425) < 1);
        QCOMPARE(it.state.selection().kind, Selection::Kind::None);
    }

    void legendTogglesAndSolos()
    {
        Fixture it;
        QWidget* list = it.page.legend()->viewport();
        QTest::mouseClick(list, Qt::LeftButton, {}, it.legendPoint(u"HBM write"_s));
        QCOMPARE(it.plot()->panels().front()->content().curves.size(), std::size_t{2});
        it.move(it.inPanel(0, 0.5));
        QVERIFY(!it.row("HBM write"));
        QTest::mouseClick(list, Qt::LeftButton, {}, it.legendPoint(u"HBM write"_s));
        QCOMPARE(it.plot()->panels().front()->content().curves.size(), std::size_t{3});
        const auto doubleClick = [&](const QString& name) {
            const QPoint at = it.legendPoint(name);
            QTest::mouseClick(list, Qt::LeftButton, {}, at);
            QTest::mouseDClick(list, Qt::LeftButton, {}, at);
        };
        doubleClick(u"AI Core Freq"_s);
        QCOMPARE(it.plot()->panels().size(), std::size_t{1});
        QCOMPARE(it.plot()->overlay().panels.front().keys.front().name, u"AI Core Freq"_s);
        doubleClick(u"AI Core Freq"_s);
        QCOMPARE(it.plot()->panels().size(), std::size_t{3});
        it.page.legend()->setCurrentIndex(it.page.legend()->model()->index(it.legendRow(u"AI Core Freq"_s), 0));
        QTest::keyClick(it.page.legend(), Qt::Key_Space);
        QCOMPARE(it.plot()->panels().size(), std::size_t{2});
    }

    void wheelAndDragOnTheAxisZoomY()
    {
        Fixture it;
        const auto [low, high] = it.plot()->panels()[0]->yRange();
        it.wheel(it.onAxis(0), 2, Qt::NoModifier);
        it.plot()->refresh();
        const auto zoomed = it.plot()->panels()[0]->yRange();
        QVERIFY(zoomed.second - zoomed.first < (high - low) * 0.7);
        QVERIFY(std::abs(it.lengthMs() - 1000) < 100); // the time axis stays
        it.drag(it.onAxis(0), it.onAxis(0) + QPoint(0, -30));
        it.plot()->refresh();
        const auto dragged = it.plot()->panels()[0]->yRange();
        QVERIFY(dragged.second - dragged.first < (zoomed.second - zoomed.first) * 0.9);
        QTest::mouseDClick(it.plot(), Qt::LeftButton, {}, it.onAxis(0));
        it.plot()->refresh();
        QCOMPARE(it.plot()->panels()[0]->yRange(), (std::pair{low, high}));
        QCOMPARE(it.state.selection().kind, Selection::Kind::None);
    }

    void yModes_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("fit") << u"Fit what is visible"_s << 49.0 << 60.0;
        QTest::newRow("whole run") << u"Whole run"_s << -2.0 << 55.0;
        QTest::newRow("fixed") << u"Fixed: 0 to 100 % or to the peak"_s << -3.0 << 106.0;
        QTest::newRow("log") << u"Logarithmic"_s << 5.0 << 55.0;
    }

    void yModes()
    {
        QFETCH(QString, action);
        QFETCH(double, low);
        QFETCH(double, high);
        Fixture it;
        QContextMenuEvent event(QContextMenuEvent::Mouse, it.inPanel(1, 0.5),
                                it.plot()->mapToGlobal(it.inPanel(1, 0.5)));
        QApplication::sendEvent(it.plot(), &event);
        auto* menu = it.plot()->findChild<QMenu*>(u"curveMenu"_s);
        QVERIFY(menu);
        bool found = false;
        for (QAction* entry : menu->actions()) {
            if (entry->text() == action) {
                entry->trigger();
                found = true;
            }
        }
        menu->close();
        QVERIFY(found);
        it.plot()->refresh();
        const auto range = it.plot()->panels()[1]->yRange();
        const double wantedLow = action.startsWith(u"Fit") ? 45 : low;
        QVERIFY2(std::abs(range.first - wantedLow) < 1.5 && std::abs(range.second - high) < 6,
                 qPrintable(u"%1 %2"_s.arg(range.first).arg(range.second)));
    }

    void emptyProfileNamesTheSwitches()
    {
        const Fixture it(u"{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"op\",\"ts\":0,\"dur\":100}"_s);
        const auto said = [&] {
            const auto labels = it.page.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->isVisible() && label->text().contains(u"--sys-hardware-mem"_s);
            });
        };
        QTRY_VERIFY(said());
        QVERIFY(!it.plot()->isVisible());
    }

    void pictureShowsTheCurves()
    {
        const Fixture it;
        QImage image(800, 500, QImage::Format_RGB32);
        image.fill(Qt::red);
        QPainter painter(&image);
        renderCurves(painter, *it.session, {}, std::nullopt, image.size());
        painter.end();
        const QRgb read = Theme::light().computing.rgb();
        int curve = 0;
        int red = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                curve += image.pixel(x, y) == read;
                red += image.pixel(x, y) == qRgb(255, 0, 0);
            }
        }
        QVERIFY(curve > 500);
        QCOMPARE(red, 0);
    }

    void closingTheProfileLeavesNothing()
    {
        Fixture it;
        it.page.setSession(nullptr);
        QVERIFY(it.plot()->panels().empty());
        QTest::keyClick(it.plot(), Qt::Key_W);
        QTest::mouseClick(it.plot(), Qt::LeftButton, {}, QPoint(50, 50));
        QVERIFY(!it.plot()->frozen());
    }
};

QTEST_MAIN(TestCurvesPage)
#include "test_curves_page.moc"
