// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/axis.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/store/freeze_axis.h"
#include "core/store/trace_parts.h"

namespace tideline {

namespace {

void copyTexts(const StringPool& from, StringPool& to)
{
    for (std::uint32_t i = 0; i < from.size(); ++i)
        to.intern(from.text(StringId{i}));
}

std::shared_ptr<Trace> copyOf(const Trace& from)
{
    auto to = std::make_shared<Trace>();
    copyTexts(from.strings(), TraceParts::strings(*to));
    TraceParts::ranks(*to) = from.ranks();
    TraceParts::processes(*to) = from.processes();
    TraceParts::tracks(*to) = from.tracks();
    TraceParts::counters(*to) = from.counters();
    TraceParts::steps(*to) = from.steps();
    TraceParts::fileSteps(*to) = from.fileSteps();
    TraceParts::sources(*to) = from.sources();
    TraceParts::extraTables(*to) = from.extraTables();
    TraceParts::slices(*to) = from.slices();
    TraceParts::instants(*to) = from.instants();
    TraceParts::samples(*to) = from.samples();
    TraceParts::flows(*to) = from.flows();
    TraceParts::kernels(*to) = from.kernels();
    TraceParts::records(*to) = from.records();
    TraceParts::kernelTies(*to) = TraceParts::kernelTies(from);
    TraceParts::totals(*to) = from.totals();
    TraceParts::axisExtent(*to) = from.axisExtent();
    TraceParts::pager(*to) = from.pager();
    return to;
}

/// A trace that may be changed: nobody but the caller has seen it. All traces are made as variables, not as constants.
std::shared_ptr<Trace> owned(std::shared_ptr<const Trace> trace)
{
    if (trace.use_count() == 1)
        return std::const_pointer_cast<Trace>(std::move(trace));
    return copyOf(*trace);
}

} // namespace

std::shared_ptr<const Trace> withClocks(std::shared_ptr<const Trace> trace, std::vector<RankClock> clocks)
{
    const std::shared_ptr<Trace> out = owned(std::move(trace));
    std::vector<RankInfo>& ranks = TraceParts::ranks(*out);
    for (std::size_t i = 0; i < std::min(ranks.size(), clocks.size()); ++i)
        ranks[i].clock = clocks[i];
    return out;
}

std::shared_ptr<const Trace> onAxis(std::shared_ptr<const Trace> trace, ClockUse use)
{
    const std::shared_ptr<Trace> out = owned(std::move(trace));
    setAxisShifts(TraceParts::ranks(*out), use);
    const auto extent = eventExtent(out->ranks(), out->processes(), out->tracks(), out->counters(), out->instants(),
                                    out->samples(), true);
    TraceParts::axisExtent(*out) = extent.value_or(TimeRange{});
    return out;
}

} // namespace tideline
