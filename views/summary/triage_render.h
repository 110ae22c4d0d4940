// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QPainter;

namespace tideline {

class Session;
struct Theme;

/// Draws the triage page of a profile at the given logical size on any paint device (picture, SVG, paper). Blocks while
/// the steps are computed. Needs a QGuiApplication for fonts, the offscreen platform will do.
void renderTriage(QPainter& painter, const Session& session, const Theme& theme, QSize size);

/// Height in logical pixels that shows everything at this width.
int triageHeight(const Session& session, int width);

} // namespace tideline
