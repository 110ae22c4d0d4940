// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

#include <vector>

#include "views/timeline/timeline_commands.h"
#include "views/timeline/timeline_model.h"

namespace tideline {

/// Fills a menu for what was clicked: a slice, a lane or both (laneIndex -1: none).
void fillTimelineMenu(QMenu& menu, TimelineModel& model, TimelineCommands& commands, SliceId slice, int laneIndex);

/// Fills a menu with the slices that arrows lead to.
void fillFlowMenu(QMenu& menu, TimelineModel& model, TimelineCommands& commands, const std::vector<SliceId>& slices);

} // namespace tideline
