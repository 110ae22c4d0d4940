// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

class QPainter;

namespace tideline {

struct Theme;
struct TriageData;

/// Draws the triage page at the given logical size on any paint device (picture, SVG, paper). Needs a QGuiApplication for
/// fonts, the offscreen platform will do.
void renderTriage(QPainter& painter, const TriageData& data, const Theme& theme, QSize size);

} // namespace tideline
