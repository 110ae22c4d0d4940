// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <vector>

#include "core/store/pending.h"
#include "core/store/trace_builder.h"

namespace tideline {

void TraceBuilder::forEachSliceNamed(std::string_view prefix,
                                     const std::function<void(TrackId, const SliceRow&)>& body) const
{
    std::vector<bool> named(strings().size(), false);
    for (std::uint32_t i = 0; i < strings().size(); ++i)
        named[i] = strings().text(StringId{i}).starts_with(prefix);
    if (std::find(named.begin(), named.end(), true) == named.end())
        return;
    for (std::size_t track = 0; track < m_pending->slices.size(); ++track) {
        m_pending->slices[track].forEach([&](const SliceRow& row) {
            if (row.name.row < named.size() && named[row.name.row])
                body(TrackId{static_cast<std::uint32_t>(track)}, row);
        });
    }
}

void TraceBuilder::forEachKernel(const std::function<void(const KernelRow&)>& body) const
{
    m_pending->kernels.rows.forEach(body);
}

bool TraceBuilder::removeEmptyRank(RankId rank)
{
    const auto& processes = m_trace->m_processes;
    const bool used = std::any_of(processes.begin(), processes.end(),
                                  [rank](const ProcessInfo& process) { return process.rank == rank; });
    if (used || std::size_t{rank.row} + 1 != m_trace->m_ranks.size())
        return false;
    m_trace->m_ranks.pop_back();
    return true;
}

} // namespace tideline
