// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/scene/flame_scene.h"
#include "core/session/session.h"

namespace tideline {

/// Words of the flame graph.
QString flameSourceText(FlameSource source);
QString flameWeightName(FlameWeight weight);
/// What a tooltip says about a box: full name, weight, share, calls. A merged cell says how many it stands for.
QString flameTip(const Trace& trace, const FlameTree& tree, const FlameScene::Box& box);
/// Name, weight and share in one line, for screen readers.
QString flameLine(const Trace& trace, const FlameTree& tree, std::uint32_t frame);
/// The names from the outermost frame to this one, a line each.
QString flameStackText(const Trace& trace, const FlameTree& tree, std::uint32_t frame);
/// The name as it stands in the profile.
QString flameRawName(const Trace& trace, const FlameFrame& frame);
/// Why there is nothing to see, which file would feed the page and what to switch on.
QString flameLackText(FlameLack lack);
/// "Operators · Device time: 12.3 ms · 1,234 frames · scope step:3".
QString flameSummary(const FlameTree& tree, const Scope& scope);
/// "312 frames, 18.4 % of weight, overlapping counted once".
QString flameFoundText(const FlameTree& tree, const FlameMatches& matches);

} // namespace tideline
