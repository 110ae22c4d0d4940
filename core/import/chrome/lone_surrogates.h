// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/chrome/trace_merger.h"

namespace tideline {

/// Counts the events of which a text holds half of a surrogate pair, which becomes U+FFFD; before the rows are merged.
/// O(distinct texts), and O(events) for workers that met one.
void noteLoneSurrogates(const EventCollectors& collectors, IssueTally& issues);

} // namespace tideline
