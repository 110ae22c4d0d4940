// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/collect_lists.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/text_table.h"
#include "core/collect/device_spec.h"
#include "core/collect/faults/fault.h"
#include "core/collect/figures.h"
#include "core/collect/parallel_plan.h"
#include "core/collect/scenario.h"

namespace tideline {

namespace {

constexpr double kTera = 1e12;
constexpr double kGiga = 1e9;
constexpr double kPercent = 100;

std::string parametersText(const collect::FaultInfo& info)
{
    std::string out;
    for (const collect::FaultParameter& parameter : info.parameters)
        out += fmt::format("{}{}={} {} ({}-{})", out.empty() ? "" : ", ", parameter.key, parameter.value,
                           parameter.unit, parameter.least, parameter.most);
    return out;
}

} // namespace

Result<std::string> scenarioList()
{
    TextTable table({{"scenario"}, {"device"}, {"ranks", true}, {"steps", true}, {"valid ranks", false, 40}, {"what"}});
    for (const std::string& name : collect::scenarioNames()) {
        const auto scenario = collect::loadScenario(name);
        if (!scenario)
            return scenario.error();
        table.row({name, scenario->device, std::to_string(scenario->parallel.defaultRanks),
                   std::to_string(scenario->defaultSteps), collect::validRanks(*scenario), scenario->title});
    }
    return table.text();
}

Result<std::string> deviceList()
{
    TextTable table({{"device"},
                     {"AI cores", true},
                     {"vector cores", true},
                     {"MHz", true},
                     {"FP16 TFLOPS", true},
                     {"HBM GB/s", true},
                     {"what"}});
    for (const std::string& name : collect::deviceNames()) {
        const auto device = collect::loadDevice(name);
        if (!device)
            return device.error();
        table.row({name, std::to_string(device->aiCores), std::to_string(device->vectorCores),
                   std::to_string(device->clockMhz), fmt::format("{:.1f}", device->peakFlopsHalf() / kTera),
                   fmt::format("{:.0f}", device->hbmBytesPerSecond / kGiga), device->title});
    }
    return table.text();
}

std::string faultList()
{
    TextTable table({{"fault"}, {"rules"}, {"from ranks/steps"}, {"needs"}, {"keys"}, {"what"}});
    for (const collect::FaultInfo& info : collect::faultKinds()) {
        std::string rules = fmt::format("{}", fmt::join(info.must, " "));
        if (!info.mustNote.empty())
            rules += fmt::format("{}note: {}", rules.empty() ? "" : " ", fmt::join(info.mustNote, " "));
        table.row({std::string(info.name), rules, fmt::format("{}/{}", info.leastRanks, info.leastSteps),
                   std::string(info.needs), parametersText(info), std::string(info.what)});
    }
    return table.text();
}

Result<std::string> figureTable(const std::vector<std::string>& scenarios, collect::CollectOptions options)
{
    TextTable table({{"scenario"},
                     {"figure"},
                     {"value", true},
                     {"target", true},
                     {"unit"},
                     {"within", true},
                     {"holds"},
                     {"definition"}});
    for (const std::string& name : scenarios) {
        options.scenario = name;
        const auto figures = collect::figuresOf(options);
        if (!figures)
            return figures.error();
        for (const collect::Figure& figure : *figures)
            table.row({name, figure.name, fmt::format("{:.6g}", figure.value), fmt::format("{:.6g}", figure.target),
                       figure.unit, fmt::format("{:.1f} %", kPercent * figure.tolerance), figure.holds() ? "yes" : "NO",
                       figure.definition});
    }
    return table.text();
}

} // namespace tideline
