// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

#include <vector>

#include "core/scene/timeline_scene.h"

namespace tideline {

struct Scope;

/// The parts of the picture that lie outside the scope, in logical pixels: whole lanes, single boxes (judged by the
/// slice that a box stands for), and what is before and after the range. O(boxes in view).
std::vector<QRectF> scopeShade(const Trace& trace, const Scope& scope, const TimelineScene& scene, int scrollTop,
                               QSizeF size);

} // namespace tideline
