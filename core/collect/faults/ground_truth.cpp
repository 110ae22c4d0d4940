// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/faults/ground_truth.h"

#include <nlohmann/json.hpp>

namespace tideline::collect {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kPpbPerPpm = 1000.0;

Json arrayOf(const auto& items)
{
    Json out = Json::array();
    for (const auto& item : items)
        out.push_back(item);
    return out;
}

void setRules(Json& into, const ExpectedRules& rules)
{
    into["must"] = arrayOf(rules.must);
    into["must_note"] = arrayOf(rules.mustNote);
    into["may"] = arrayOf(rules.may);
}

Json faultJson(const FaultTruth& fault)
{
    Json out;
    out["kind"] = fault.kind;
    out["text"] = fault.text;
    setRules(out, fault.rules);
    if (!fault.unavailable.empty())
        out["unavailable"] = arrayOf(fault.unavailable);
    out["ranks"] = arrayOf(fault.ranks);
    out["ranges"] = Json::array();
    for (const FaultRange& range : fault.ranges)
        out["ranges"].push_back({{"rank", range.rank}, {"start_ns", range.startNs}, {"end_ns", range.endNs}});
    out["operators"] = arrayOf(fault.operators);
    out["links"] = Json::array();
    for (const auto& [from, to] : fault.links)
        out["links"].push_back(Json::array({from, to}));
    if (fault.costNsPerStep)
        out["cost_ns_per_step"] = *fault.costNsPerStep;
    if (fault.costBytes)
        out["cost_bytes"] = *fault.costBytes;
    if (!fault.costNsPerStep && !fault.costBytes)
        out["cost"] = "none";
    return out;
}

Json clockJson(const ClockTruth& clock)
{
    return {{"rank", clock.rank},
            {"host_offset_ns", clock.hostOffsetNs},
            {"host_drift_ppm", static_cast<double>(clock.hostDriftPpb) / kPpbPerPpm},
            {"device_offset_ns", clock.deviceOffsetNs},
            {"device_drift_ppm", static_cast<double>(clock.deviceDriftPpb) / kPpbPerPpm}};
}

} // namespace

std::string toJson(const GroundTruth& truth)
{
    Json root;
    root["schema_version"] = 1;
    root["scenario"] = truth.scenario;
    root["seed"] = truth.seed;
    root["device"] = truth.device;
    root["constants_version"] = truth.constantsVersion;
    setRules(root["expected"], truth.expected);
    if (!truth.unavailable.empty())
        root["expected"]["unavailable"] = arrayOf(truth.unavailable);
    root["faults"] = Json::array();
    for (const FaultTruth& fault : truth.faults)
        root["faults"].push_back(faultJson(fault));
    root["clocks"] = Json::array();
    for (const ClockTruth& clock : truth.clocks)
        root["clocks"].push_back(clockJson(clock));
    return root.dump(1) + "\n";
}

} // namespace tideline::collect
