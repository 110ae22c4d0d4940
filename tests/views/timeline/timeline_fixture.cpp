// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/timeline/timeline_fixture.h"

#include <QApplication>
#include <QFile>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/trace_from.h"

namespace tideline::test {

TimelineFixture::TimelineFixture()
{
    page.resize(1000, 600);
    page.show();
    QApplication::setActiveWindow(&page);
    page.canvas()->setFocus();
}

void TimelineFixture::open(const std::string& events)
{
    const QString path = dir.filePath(QStringLiteral("trace%1.json").arg(++m_files));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString("{\"traceEvents\":[" + events + "]}"));
    file.close();
    OpenOptions options;
    options.paths = {path.toStdString()};
    options.threads = 1;
    auto opened = Session::open(options, Progress{});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    session = *opened;
    state.reset(session->trace().axisExtent());
    page.setSession(session);
    QCoreApplication::processEvents();
}

SliceId TimelineFixture::slice(const char* name) const
{
    return sliceNamed(session->trace(), name);
}

QPoint TimelineFixture::pointOf(SliceId slice) const
{
    const TrackId track = trace().trackOf(slice);
    const auto lane = const_cast<TimelinePage&>(page).model().layout().laneOf(track);
    if (!lane)
        return {};
    const TimelineModel& model = const_cast<TimelinePage&>(page).model();
    const TimeRange range = model.rangeOf(slice);
    const double x0 = std::clamp(canvas()->xOf(range.start), 0.0, canvas()->width() - 1.0);
    const double x1 = std::clamp(canvas()->xOf(range.end), x0, canvas()->width() - 1.0);
    const int y = TimelineLayout::rowTop(model.layout().lanes()[*lane], trace().rowOf(slice)) - model.scrollTop();
    return {static_cast<int>((x0 + x1) / 2), y + TimelineLayout::kRowPx / 2};
}

void TimelineFixture::key(int key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(canvas(), static_cast<Qt::Key>(key), modifiers);
}

void TimelineFixture::drag(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button,
                           Qt::KeyboardModifiers modifiers)
{
    // QTest::mouseMove() carries no buttons, so the moves are made by hand.
    const auto move = [&](QPoint at) {
        QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, button, modifiers);
        QApplication::sendEvent(widget, &event);
    };
    QTest::mousePress(widget, button, modifiers, from);
    move((from + to) / 2);
    move(to);
    QTest::mouseRelease(widget, button, modifiers, to);
}

void TimelineFixture::wheel(QWidget* widget, QPointF at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, widget->mapToGlobal(at), QPoint(), QPoint(0, notches * 120), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

std::string sliceEvent(const std::string& name, double ts, double dur, int tid)
{
    return "{\"ph\":\"X\",\"pid\":1,\"tid\":" + std::to_string(tid) + ",\"name\":\"" + name
           + "\",\"ts\":" + std::to_string(ts) + ",\"dur\":" + std::to_string(dur) + "}";
}

} // namespace tideline::test
