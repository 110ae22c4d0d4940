// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

#include "core/advise/finding.h"

namespace tideline {

struct Theme;

/// Text and icons of a severity; readable on the base colour.
QColor severityColour(FindingSeverity severity, const Theme& theme);

/// A shape of its own for each severity in its colour, of this side in logical pixels.
QIcon severityIcon(FindingSeverity severity, const Theme& theme, int sidePx, qreal devicePixelRatio);

} // namespace tideline
