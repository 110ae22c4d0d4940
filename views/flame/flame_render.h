// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

#include "core/analyze/flame.h"

class QPainter;

namespace tideline {

class Session;
struct Theme;

/// Draws the flame graph of a profile, heaviest first, with a line about what it shows, at the given logical size on
/// any paint device. Blocks while the stacks are merged. Needs a QGuiApplication for fonts.
void renderFlame(QPainter& painter, const Session& session, const FlameOptions& options, const Theme& theme,
                 QSize size);

} // namespace tideline
