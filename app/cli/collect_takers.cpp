// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/collect_takers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/aic_config.h"

namespace tideline {

namespace {

const char* const kLater = "comes with a later version";

} // namespace

SettingFault takeTaskTime(CollectRequest& request, const std::string& given)
{
    using enum collect::TaskPart;
    const Words<collect::TaskPart> words = {{"on", Level1},   {"off", Off},   {"l0", Level0},
                                            {"l1", Level1},   {"l2", Level2}, {"1", Level0},
                                            {"true", Level1}, {"false", Off}, {"0", Off}};
    const auto fault = takesWord<collect::TaskPart>(
        words, [](CollectRequest& into) -> collect::TaskPart& { return into.options.taskPart; })(request, given);
    return fault ? oneOf(given, "on, off, l0, l1, l2, 1 (the same as l0)") : fault;
}

SettingFault takeGroups(CollectRequest& request, const std::string& given)
{
    std::vector<capture::PmuGroup> groups;
    for (const std::string& name : splitList(given, ",|")) {
        const bool on = lowerCase(name) == "on";
        const auto group = on ? std::optional(capture::PmuGroup::PipeUtilization) : capture::pmuGroupNamed(name);
        if (!group)
            return oneOf(name, "PipeUtilization, ArithmeticUtilization, Memory, MemoryL0, MemoryUB, MemoryAccess, "
                               "L2Cache, ResourceConflictRatio, on");
        if (name == "MemoryUsage")
            request.notes.emplace_back("MemoryUsage is taken as Memory");
        if (std::find(groups.begin(), groups.end(), *group) == groups.end())
            groups.push_back(*group);
    }
    if (groups.empty())
        return "no counter group is named";
    request.output.groups = std::move(groups);
    return {};
}

SettingFault takeForms(CollectRequest& request, const std::string& given)
{
    const Words<ExportForm> words = {{"text", ExportForm::Text},     {"db", ExportForm::Database},
                                     {"msprof", ExportForm::Msprof}, {"cluster", ExportForm::Cluster},
                                     {"tasks", ExportForm::Tasks},   {"chrome-trace", ExportForm::ChromeTrace}};
    std::vector<ExportForm> forms;
    for (const std::string& name : splitList(given, ",")) {
        const auto found =
            std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == name; });
        if (found == words.end())
            return oneOf(name, listOf(words));
        if (std::find(forms.begin(), forms.end(), found->second) == forms.end())
            forms.push_back(found->second);
    }
    if (forms.empty())
        return "no form is named; there are " + listOf(words);
    request.output.forms = std::move(forms);
    return {};
}

SettingFault takeSchedule(CollectRequest& request, const std::string& given)
{
    const std::vector<std::string> parts = splitList(given, ",");
    std::vector<std::uint32_t> numbers;
    for (const std::string& part : parts)
        if (const auto number = wholeNumber<std::uint32_t>(part, 0, 100'000))
            numbers.push_back(*number);
    if (parts.size() != 3 || numbers.size() != 3 || numbers[2] == 0)
        return "'" + given + "' is not of the form wait,warmup,active, for instance 1,1,3";
    request.options.schedule = {numbers[0], numbers[1], numbers[2]};
    return {};
}

SettingFault takeOperators(CollectRequest& request, const std::string& given)
{
    request.options.opList = splitList(given, ", ");
    return request.options.opList.empty() ? SettingFault("no operator type is named") : SettingFault();
}

SettingFault takeSeed(CollectRequest& request, const std::string& given)
{
    const auto seed = wholeNumber<std::uint64_t>(given, 0, UINT64_MAX);
    if (!seed)
        return "'" + given + "' is not a whole number from 0";
    request.options.seed = *seed;
    return {};
}

SettingFault takeRaw(CollectRequest&, const std::string& given)
{
    const auto on = truthOf(given);
    if (!on)
        return oneOf(given, "on, off, True, False, 1, 0");
    return *on ? SettingFault(std::string("raw records are not written yet: that ") + kLater) : SettingFault();
}

SettingFault takeMode(CollectRequest&, const std::string& given)
{
    if (given == "sample-based")
        return std::string("sample-based counting is not there yet: it ") + kLater;
    return given == "task-based" ? SettingFault() : oneOf(given, "task-based, sample-based");
}

SettingFault takeFault(CollectRequest& request, const std::string& given)
{
    const auto fault = collect::parseFault(given);
    if (!fault)
        return fault.error().what + (fault.error().advice.empty() ? "" : ". " + fault.error().advice);
    request.options.faults.push_back(*fault);
    return {};
}

CollectSetting::Take takesText(std::string& (*target)(CollectRequest&))
{
    return [target](CollectRequest& request, const std::string& given) -> SettingFault {
        target(request) = given;
        return given.empty() ? SettingFault("the name is empty") : SettingFault();
    };
}

SettingFault takeAicConfig(CollectRequest& request, const std::string& given)
{
    const auto config = readAicConfig(given);
    if (!config)
        return config.error().text();
    if (config->enabled)
        request.options.aiCore = *config->enabled;
    request.options.dump = config->dump;
    if (!config->dumpPath.empty())
        request.output.dumpDirectory = config->dumpPath;
    request.metrics = config->own;
    return config->metrics ? takeGroups(request, *config->metrics) : SettingFault();
}

SettingFault takeFrequency(CollectRequest& request, const std::string& given)
{
    const auto hertz = wholeNumber<std::uint32_t>(given, 1, kMostHertz);
    if (!hertz)
        return "'" + given + "' is not a whole number from 1 to 10000";
    request.options.sampleHz = *hertz;
    request.frequency = true;
    return {};
}

SettingFault takeInterval(CollectRequest& request, const std::string& given)
{
    const auto hertz = rateOf(given);
    if (!hertz || *hertz < 1 || *hertz > kMostHertz)
        return "'" + given + "' is not a time from 100us to 1s; times look like 100us, 1ms or 0.5s";
    request.options.sampleHz = static_cast<std::uint32_t>(std::lround(*hertz));
    request.interval = true;
    return {};
}

SettingFault takeDirectory(CollectRequest& request, const std::string& given)
{
    request.output.directory = given;
    return given.empty() ? SettingFault("the name is empty") : SettingFault();
}

SettingFault takeCommunicationLevel(CollectRequest& request, const std::string& given)
{
    const auto level = wholeNumber<std::uint32_t>(given, 1, 3);
    if (!level)
        return oneOf(given, "1, 2, 3");
    request.output.communicationLevel = static_cast<int>(*level);
    return {};
}

SettingFault takeCommunicationDirectory(CollectRequest& request, const std::string& given)
{
    request.output.communicationDirectory = given;
    return {};
}

SettingFault takeApplication(CollectRequest&, const std::string&)
{
    return std::string("running an application is not there yet: it ") + kLater;
}

} // namespace tideline
