// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <memory>
#include <string>

#include "core/session/session.h"
#include "views/flame/flame_canvas.h"
#include "views/flame/flame_page.h"
#include "views/state/view_state.h"

namespace tideline::test {

/// A flame page on the screen, showing a Chrome trace made from the events of a test.
class FlameFixture {
public:
    FlameFixture();

    /// Writes the events as a trace, opens it and waits for its graph. Times in the events are microseconds.
    void open(const std::string& events);
    void wait();

    SliceId slice(const char* name) const;
    /// The first frame of that name, level by level.
    std::uint32_t frame(const char* name) const;
    QString nameOf(std::uint32_t frame) const;
    QString current() { return nameOf(page.model().current()); }
    /// The names of the frames that are marked as selected, in order.
    QStringList selected() const;
    QPoint pointOf(const char* name);
    FlameCanvas* canvas() const { return page.canvas(); }
    const FlameTree& tree() { return *page.model().tree(); }
    /// Share of the whole that is in view, from and to.
    std::pair<double, double> view();

    void key(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void click(const char* name);
    void doubleClick(const char* name);
    void wheel(QPointF at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void choose(QComboBox* box, int value);
    void find(const QString& text);

    QTemporaryDir dir;
    ViewState state;
    FlamePage page{state};
    std::shared_ptr<const Session> session;

private:
    int m_files = 0;
};

/// One complete event: name, start and length in µs, thread, category.
std::string call(const std::string& name, double ts, double dur, int tid = 1, const std::string& category = "cpu_op");

} // namespace tideline::test
