// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "core/import/msprof/device_facts.h"

namespace tideline {

/// The ranks of one capture: one for each device of which there are data. What belongs to no device is of the first.
class DeviceRanks {
public:
    /// Adds the first rank; `common` is what all have.
    DeviceRanks(RankInfo common, std::vector<DeviceFacts> facts, TraceBuilder& builder);

    RankId first() const { return m_first; }
    /// The rank of that device, added if new. The first device asked for is the first rank's; where the capture has the
    /// directory of one device all is of that one, under whatever number it goes.
    RankId of(std::int64_t device);

private:
    static void take(const DeviceFacts& facts, RankInfo& info);

    RankInfo m_common;
    std::vector<DeviceFacts> m_facts;
    TraceBuilder& m_builder;
    RankId m_first;
    std::map<std::int64_t, RankId> m_byDevice;
};

} // namespace tideline
