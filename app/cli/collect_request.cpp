// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/collect_request.h"

#include <algorithm>

namespace tideline {

namespace {

Error wrong(const std::string& what, const std::string& advice = {})
{
    return {ErrorCode::InvalidArgument, what, {}, advice};
}

Status settleSteps(CollectRequest& request)
{
    collect::StepSchedule& schedule = request.options.schedule;
    if (request.batches)
        schedule.active = schedule.active == 0 ? *request.batches : std::min(schedule.active, *request.batches);
    const std::uint32_t before = schedule.wait + schedule.warmup;
    if (request.options.steps == 0) {
        if (schedule.active > 0)
            request.options.steps = before + schedule.active;
        return Done{};
    }
    if (before >= request.options.steps)
        return wrong("--schedule leaves none of " + std::to_string(request.options.steps) + " steps to record",
                     "Ask for more steps or fewer to wait and warm up");
    if (schedule.active > 0)
        request.options.steps = std::min(request.options.steps, before + schedule.active);
    return Done{};
}

Status settleMetrics(CollectRequest& request)
{
    if (request.metrics.empty())
        return Done{};
    std::vector<capture::PmuGroup> groups = request.output.groups;
    if (groups.empty())
        groups.push_back(request.options.pmuGroup);
    const Status counted = checkCounted(request.metrics, groups);
    if (!counted)
        return counted;
    if (!request.options.aiCore || request.options.level == capture::TraceLevel::Kernels)
        request.notes.emplace_back("the metrics of --aic-config need counters, which these options do not record");
    for (const PlacedMetric& placed : request.metrics)
        request.output.metrics.push_back(placed.metric);
    return Done{};
}

} // namespace

Status settle(CollectRequest& request)
{
    if (request.frequency && request.interval)
        return wrong("--freq and --sample-interval say the same thing twice", "Leave one of them out");
    const Status measured = settleMetrics(request);
    return measured ? settleSteps(request) : measured;
}

} // namespace tideline
