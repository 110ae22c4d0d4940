// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyCombination>

#include "core/store/trace.h"
#include "views/state/view_state.h"

namespace tideline {

/// What the keys of every time axis do to the shared range and selection: zoom, pan, fit, back and forward.
class RangeCommands {
public:
    explicit RangeCommands(ViewState& state) : m_state(state) {}

    /// Runs the command of a key; false when it has none. anchor: the time that stays in place while zooming. The
    /// trace gives selected slices their times.
    bool run(QKeyCombination key, Instant anchor, const Trace& trace);

    /// factor below 1 zooms in; the anchor keeps its place.
    void zoom(double factor, Instant anchor);
    /// Moves by a share of the width.
    void pan(double share);

private:
    bool runPlain(int key, bool shift, Instant anchor, const Trace& trace);
    void fit(const Trace& trace, double share);
    void goTo(Instant start);

    ViewState& m_state;
};

} // namespace tideline
