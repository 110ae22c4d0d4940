// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/faults/fault.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace tideline::collect {

namespace {

template <typename List, typename Name>
std::string joined(const List& list, Name name)
{
    std::string out;
    for (const auto& item : list)
        out += (out.empty() ? "" : ", ") + std::string(name(item));
    return out;
}

Error mistake(const std::string& what, std::string_view where, const std::string& allowed)
{
    return {ErrorCode::InvalidArgument, what, std::string(where), "Allowed: " + allowed};
}

Status setValue(const FaultInfo& info, std::string_view part, Fault& fault)
{
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    const auto parameter = std::find_if(info.parameters.begin(), info.parameters.end(),
                                        [key](const FaultParameter& candidate) { return candidate.key == key; });
    if (equals == std::string_view::npos || parameter == info.parameters.end())
        return mistake("the fault " + std::string(info.name) + " has no such parameter", part,
                       info.parameters.empty() ? "none" : joined(info.parameters, [](const auto& p) {
                           return std::string(p.key) + "=VALUE";
                       }));
    const std::string_view text = part.substr(equals + 1);
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool read = code == std::errc() && end == text.data() + text.size();
    if (!read || !(value >= parameter->least && value <= parameter->most))
        return mistake("this is no value of a fault's parameter", part,
                       fmt::format("{} from {} to {} {}", key, parameter->least, parameter->most, parameter->unit));
    fault.values[std::string(key)] = value;
    return Done{};
}

} // namespace

const FaultInfo& faultInfo(FaultKind kind)
{
    const std::vector<FaultInfo>& kinds = faultKinds();
    return *std::find_if(kinds.begin(), kinds.end(), [kind](const FaultInfo& info) { return info.kind == kind; });
}

Result<Fault> parseFault(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const std::vector<FaultInfo>& kinds = faultKinds();
    const auto info =
        std::find_if(kinds.begin(), kinds.end(), [name](const FaultInfo& known) { return known.name == name; });
    if (info == kinds.end())
        return mistake("unknown fault", name, joined(kinds, [](const FaultInfo& known) { return known.name; }));
    Fault fault;
    fault.kind = info->kind;
    for (const FaultParameter& parameter : info->parameters)
        fault.values[std::string(parameter.key)] = parameter.value;
    std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    while (colon != std::string_view::npos) {
        const std::size_t comma = rest.find(',');
        const Status set = setValue(*info, rest.substr(0, comma), fault);
        if (!set)
            return set.error();
        if (comma == std::string_view::npos)
            break;
        rest = rest.substr(comma + 1);
    }
    return fault;
}

std::string faultText(const Fault& fault)
{
    std::string out(faultInfo(fault.kind).name);
    char separator = ':';
    for (const auto& [key, value] : fault.values) {
        out += fmt::format("{}{}={}", separator, key, value);
        separator = ',';
    }
    return out;
}

} // namespace tideline::collect
