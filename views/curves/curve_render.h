// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>

#include <memory>
#include <optional>

#include "core/analyze/scope.h"
#include "core/base/time.h"
#include "core/session/session.h"

class QPainter;

namespace tideline {

/// The curves as a picture of the given size in logical pixels, with the palette of the application. Waits for the
/// curves. range: what to show; missing: the whole profile.
void renderCurves(QPainter& painter, const Session& session, const Scope& scope, std::optional<TimeRange> range,
                  QSize size);

} // namespace tideline
