// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/collect_request.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include "app/cli/aic_config.h"
#include "app/cli/choice.h"

namespace tideline {

namespace {

using Fault = std::optional<std::string>;
using collect::CollectOptions;

const char* const kLater = "comes with a later version";
constexpr std::uint32_t kMostHertz = 10'000;

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

Fault oneOf(const std::string& given, const std::string& allowed)
{
    return "'" + given + "' is not one of " + allowed;
}

std::optional<bool> truth(const std::string& given)
{
    const std::string word = lower(given);
    if (word.empty() || word == "on" || word == "true" || word == "1")
        return true;
    if (word == "off" || word == "false" || word == "0")
        return false;
    return {};
}

template <typename Number>
std::optional<Number> wholeNumber(const std::string& given, Number least, Number most)
{
    Number number = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
    const bool whole = error == std::errc{} && end == given.data() + given.size() && !given.empty();
    return whole && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// A switch with a text.
template <typename Target>
CollectSetting::Take takesTruth(Target&& target)
{
    return [target](CollectRequest& request, const std::string& given) -> Fault {
        const auto value = truth(given);
        if (!value)
            return oneOf(given, "on, off, True, False, 1, 0");
        target(request) = *value;
        return {};
    };
}

template <typename Target>
CollectSetting::Take takesCount(Target&& target, std::uint32_t most = 1'000'000)
{
    return [target, most](CollectRequest& request, const std::string& given) -> Fault {
        const auto value = wholeNumber<std::uint32_t>(given, 1, most);
        if (!value)
            return "'" + given + "' is not a whole number from 1 to " + std::to_string(most);
        target(request) = *value;
        return {};
    };
}

template <typename T, typename Target>
CollectSetting::Take takesWord(Words<T> words, Target&& target)
{
    return [words = std::move(words), target](CollectRequest& request, const std::string& given) -> Fault {
        const std::string word = lower(given);
        const auto found = std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.first == word; });
        if (found == words.end())
            return oneOf(given, listOf(words));
        target(request) = found->second;
        return {};
    };
}

std::vector<std::string> splitList(const std::string& text, const char* separators)
{
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
        if (end > begin)
            out.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

/// "100us", "1ms", "0.5s" in hertz.
std::optional<double> rateOf(const std::string& text)
{
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !(number > 0))
        return {};
    const std::string unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const Words<double> units = {{"us", 1e6}, {"ms", 1e3}, {"s", 1.0}};
    for (const auto& [name, perSecond] : units)
        if (unit == name)
            return perSecond / number;
    return {};
}

Fault takeTaskTime(CollectRequest& request, const std::string& given)
{
    using enum collect::TaskPart;
    const Words<collect::TaskPart> words = {{"on", Level1},   {"off", Off},   {"l0", Level0},
                                            {"l1", Level1},   {"l2", Level2}, {"1", Level0},
                                            {"true", Level1}, {"false", Off}, {"0", Off}};
    const auto fault = takesWord<collect::TaskPart>(
        words, [](CollectRequest& into) -> collect::TaskPart& { return into.options.taskPart; })(request, given);
    return fault ? oneOf(given, "on, off, l0, l1, l2, 1 (the same as l0)") : fault;
}

Fault takeGroups(CollectRequest& request, const std::string& given)
{
    std::vector<capture::PmuGroup> groups;
    for (const std::string& name : splitList(given, ",|")) {
        const bool on = lower(name) == "on";
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

Fault takeForms(CollectRequest& request, const std::string& given)
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

Fault takeSchedule(CollectRequest& request, const std::string& given)
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

Fault takeOperators(CollectRequest& request, const std::string& given)
{
    request.options.opList = splitList(given, ", ");
    return request.options.opList.empty() ? Fault("no operator type is named") : Fault();
}

Fault takeSeed(CollectRequest& request, const std::string& given)
{
    const auto seed = wholeNumber<std::uint64_t>(given, 0, UINT64_MAX);
    if (!seed)
        return "'" + given + "' is not a whole number from 0";
    request.options.seed = *seed;
    return {};
}

Fault takeRaw(CollectRequest&, const std::string& given)
{
    const auto on = truth(given);
    if (!on)
        return oneOf(given, "on, off, True, False, 1, 0");
    return *on ? Fault(std::string("raw records are not written yet: that ") + kLater) : Fault();
}

Fault takeMode(CollectRequest&, const std::string& given)
{
    if (given == "sample-based")
        return std::string("sample-based counting is not there yet: it ") + kLater;
    return given == "task-based" ? Fault() : oneOf(given, "task-based, sample-based");
}

Fault takeFault(CollectRequest& request, const std::string& given)
{
    const auto fault = collect::parseFault(given);
    if (!fault)
        return fault.error().what + (fault.error().advice.empty() ? "" : ". " + fault.error().advice);
    request.options.faults.push_back(*fault);
    return {};
}

CollectSetting::Take takesText(std::string& (*target)(CollectRequest&))
{
    return [target](CollectRequest& request, const std::string& given) -> Fault {
        target(request) = given;
        return given.empty() ? Fault("the name is empty") : Fault();
    };
}

Fault takeAicConfig(CollectRequest& request, const std::string& given)
{
    const auto config = readAicConfig(given);
    if (!config)
        return config.error().text();
    if (config->enabled)
        request.options.aiCore = *config->enabled;
    return config->metrics ? takeGroups(request, *config->metrics) : Fault();
}

std::vector<CollectSetting> makeWorkloadSettings()
{
    return {
        {"--scenario", "", "NAME", "workload: a built-in name or a JSON file", false,
         takesText([](CollectRequest& r) -> std::string& { return r.options.scenario; })},
        {"--device", "", "NAME", "device: a built-in name or a JSON file; default: the scenario's", false,
         takesText([](CollectRequest& r) -> std::string& { return r.options.device; })},
        {"--ranks", "", "N", "number of ranks; default: the scenario's", false,
         takesCount([](CollectRequest& r) -> std::uint32_t& { return r.options.ranks; })},
        {"--steps", "", "N", "steps to run; default: the scenario's", false,
         takesCount([](CollectRequest& r) -> std::uint32_t& { return r.options.steps; })},
        {"--seed", "", "N", "of all random numbers; the same seed gives the same bytes (1)", false, takeSeed},
        {"--ranks-per-host", "", "N", "ranks that share a host; default: the scenario's or 8", false,
         takesCount([](CollectRequest& r) -> std::uint32_t& { return r.options.ranksPerHost; })},
        {"--overhead", "", "on|off", "let profiling cost time (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.overhead; })},
    };
}

std::vector<CollectSetting> makeRecordSettings()
{
    const Words<capture::TraceLevel> levels = {
        {"1", capture::TraceLevel::Kernels}, {"2", capture::TraceLevel::HostApi}, {"3", capture::TraceLevel::Full}};
    return {
        {"--trace-level", "ASCEND_PROFILING_TRACE_LEVEL", "1|2|3",
         "1: kernels and steps; 2: also host calls, shapes, links and collectives; 3: also the runtime, parts of "
         "collectives and memory (2)",
         false,
         takesWord<capture::TraceLevel>(levels,
                                        [](CollectRequest& r) -> capture::TraceLevel& { return r.options.level; })},
        {"--task-time", "", "WORD", "the task part alone: on, off, l0, l1, l2, 1 (the same as l0)", true, takeTaskTime},
        {"--ai-core", "", "on|off", "counters of each kernel (on)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.aiCore; })},
        {"--aic-metrics", "", "LIST",
         "counter groups, separated by commas; several are passes of their own "
         "(PipeUtilization)",
         true, takeGroups},
        {"--aic-mode", "", "MODE", "task-based; sample-based comes with a later version", false, takeMode},
        {"--aic-config", "", "FILE",
         "JSON with what to count: {\"profiler\":{\"switch\":\"on\",\"aic_metrics\":\"Memory\"}}", false,
         takeAicConfig},
        {"--l2-cache", "", "on|off", "what L2 saw of each task (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.l2Cache; })},
        {"--communication", "ASCEND_HCCL_PROFILING_ENABLE", "on|off", "collectives (on with two ranks or more)", true,
         takesTruth([](CollectRequest& r) -> std::optional<bool>& { return r.options.communication; })},
        {"--communication-matrix", "", "on|off", "traffic of each link (on)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.communicationMatrix; })},
        {"--memory", "ASCEND_MEMORY_PROFILING_ENABLE", "on|off", "allocations (on at trace level 3)", true,
         takesTruth([](CollectRequest& r) -> std::optional<bool>& { return r.options.memory; })},
        {"--sys-hardware-mem", "", "on|off", "counters of HBM, L2 and device memory (on)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.hardwareMemory; })},
        {"--freq", "ASCEND_PROFILING_FREQ", "HZ", "rate of all samplers, 1 to 10000 (1000)", false,
         [](CollectRequest& r, const std::string& given) -> Fault {
             const auto hertz = wholeNumber<std::uint32_t>(given, 1, kMostHertz);
             if (!hertz)
                 return "'" + given + "' is not a whole number from 1 to 10000";
             r.options.sampleHz = *hertz;
             r.frequency = true;
             return {};
         }},
        {"--sample-interval", "", "TIME", "the same as a time: 100us, 1ms", false,
         [](CollectRequest& r, const std::string& given) -> Fault {
             const auto hertz = rateOf(given);
             if (!hertz || *hertz < 1 || *hertz > kMostHertz)
                 return "'" + given + "' is not a time from 100us to 1s; times look like 100us, 1ms or 0.5s";
             r.options.sampleHz = static_cast<std::uint32_t>(std::lround(*hertz));
             r.interval = true;
             return {};
         }},
        {"--num-batches", "", "N", "steps to record", false,
         takesCount([](CollectRequest& r) -> std::optional<std::uint32_t>& { return r.batches; })},
        {"--schedule", "", "W,W,A", "steps to wait, to warm up and to record", false, takeSchedule},
        {"--op-list", "ASCEND_PROFILING_OP_LIST", "LIST", "kernel types to record; others leave totals only", false,
         takeOperators},
        {"--sync-markers", "", "on|off", "pairs of host and device times every second and at every step (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.syncMarkers; })},
        {"--with-stack", "", "on|off", "call stacks (off)", true,
         takesTruth([](CollectRequest& r) -> bool& { return r.options.withStack; })},
    };
}

std::vector<CollectSetting> makeOutputSettings()
{
    return {
        {"-o,--output", "ASCEND_PROFILING_OUTPUT_PATH", "DIR", "directory to make", false,
         [](CollectRequest& r, const std::string& given) -> Fault {
             r.output.directory = given;
             return given.empty() ? Fault("the name is empty") : Fault();
         }},
        {"--export", "", "LIST", "text, db, msprof, cluster, chrome-trace, tasks (text,db)", false, takeForms},
        {"--raw", "", "on|off", "raw records come with a later version", true, takeRaw},
        {"--application", "", "CMD", "running a program comes with a later version", false,
         [](CollectRequest&, const std::string&) -> Fault {
             return std::string("running an application is not there yet: it ") + kLater;
         }},
        {"", "ASCEND_PROFILING_ENABLE", "on|off", "", false,
         takesTruth([](CollectRequest& r) -> bool& { return r.enabled; })},
        {"", "HCCL_TRACE_LEVEL", "1|2|3", "", false,
         [](CollectRequest& r, const std::string& given) -> Fault {
             const auto level = wholeNumber<std::uint32_t>(given, 1, 3);
             if (!level)
                 return oneOf(given, "1, 2, 3");
             r.output.communicationLevel = static_cast<int>(*level);
             return {};
         }},
        {"", "HCCL_PROFILING_OUTPUT", "DIR", "", false,
         [](CollectRequest& r, const std::string& given) -> Fault {
             r.output.communicationDirectory = given;
             return {};
         }},
    };
}

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

} // namespace

const std::vector<CollectSetting>& collectSettings()
{
    static const std::vector<CollectSetting> settings = [] {
        std::vector<CollectSetting> all = makeWorkloadSettings();
        for (auto&& part : {makeRecordSettings(), makeOutputSettings()})
            all.insert(all.end(), part.begin(), part.end());
        all.push_back({"--fault", "", "KIND", "plant a fault: KIND or KIND:key=value,…; may be given several times",
                       false, takeFault});
        return all;
    }();
    return settings;
}

Status settle(CollectRequest& request)
{
    if (request.frequency && request.interval)
        return wrong("--freq and --sample-interval say the same thing twice", "Leave one of them out");
    return settleSteps(request);
}

} // namespace tideline
