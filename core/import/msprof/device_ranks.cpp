// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/device_ranks.h"

#include <algorithm>
#include <utility>

namespace tideline {

DeviceRanks::DeviceRanks(RankInfo common, std::vector<DeviceFacts> facts, TraceBuilder& builder)
    : m_common(std::move(common)), m_facts(std::move(facts)), m_builder(builder)
{
    RankInfo first = m_common;
    if (m_facts.size() == 1)
        take(m_facts.front(), first);
    m_first = m_builder.addRank(std::move(first));
}

RankId DeviceRanks::of(std::int64_t device)
{
    if (m_facts.size() == 1)
        return m_first;
    const auto [at, fresh] = m_byDevice.try_emplace(device, m_first);
    if (!fresh)
        return at->second;
    if (m_byDevice.size() > 1)
        at->second = m_builder.addRank(m_common);
    RankInfo& info = m_builder.rank(at->second);
    info.device = device;
    const auto known = std::find_if(m_facts.begin(), m_facts.end(),
                                    [device](const DeviceFacts& facts) { return facts.device == device; });
    if (known != m_facts.end())
        take(*known, info);
    return at->second;
}

void DeviceRanks::take(const DeviceFacts& facts, RankInfo& info)
{
    info.device = facts.device;
    info.rank = facts.rank;
    info.host = facts.host;
    info.switches = facts.switches;
}

} // namespace tideline
