// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/analyze/clocks/collective.h"
#include "core/analyze/clocks/host_device.h"
#include "core/base/progress.h"
#include "core/store/trace.h"

namespace tideline::clocks {

/// What the two sides of each rank saw of each other, rank by rank; memory for one rank at a time.
class SharedEventReader {
public:
    /// O(flows).
    explicit SharedEventReader(const Trace& trace);
    /// Launches and marks by their arrows; each synchronising call with the last item of every stream that had been
    /// launched when it returned, and with the last that had been launched when it began. O(flows + host slices of the
    /// rank).
    SharedEvents read(RankId rank) const;

private:
    const Trace* m_trace;
    std::vector<std::vector<RowRange>> m_flows; ///< by rank
};

/// The operations of each rank by group. Times have the declared bases added (RankInfo::axisShift as it is on import).
using SequencesByGroup = std::map<std::string, CollectiveSequence, std::less<>>;
std::vector<SequencesByGroup> collectiveSequences(const Trace& trace);

} // namespace tideline::clocks
