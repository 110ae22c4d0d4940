// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/details_data.h"

namespace tideline {

class Trace;

/// A line that says which switch of the collector would have recorded this.
DetailRow notCollected(const QString& key, const QString& collectorSwitch);

/// The kernel row tied to a device slice: shapes, types, formats and the PMU figures by unit. Nothing for host slices.
void addKernelSections(const Trace& trace, SliceId slice, DetailSections& sections);

} // namespace tideline
