// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <memory>
#include <string>

#include "core/session/session.h"
#include "views/state/view_state.h"
#include "views/timeline/timeline_page.h"
#include "views/timeline/track_canvas.h"

namespace tideline::test {

/// A timeline page on the screen, showing a Chrome trace made from the events of a test.
class TimelineFixture {
public:
    TimelineFixture();

    /// Writes the events as a trace, opens it and shows it. Times in the events are microseconds.
    void open(const std::string& events);

    SliceId slice(const char* name) const;
    /// The middle of the visible part of a slice on the canvas.
    QPoint pointOf(SliceId slice) const;
    QPoint pointOf(const char* name) const { return pointOf(slice(name)); }
    const Trace& trace() const { return session->trace(); }
    TrackCanvas* canvas() const { return page.canvas(); }
    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void drag(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void wheel(QWidget* widget, QPointF at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

    QTemporaryDir dir;
    ViewState state;
    TimelinePage page{state};
    std::shared_ptr<const Session> session;

private:
    int m_files = 0;
};

/// One complete event: name, start and length in µs, thread.
std::string sliceEvent(const std::string& name, double ts, double dur, int tid = 1);

} // namespace tideline::test
