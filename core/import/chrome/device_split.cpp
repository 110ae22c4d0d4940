// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/device_split.h"

#include <charconv>
#include <optional>
#include <set>
#include <string_view>

namespace tideline {

namespace {

constexpr std::uint64_t kDeviceMask = 31;
constexpr std::uint64_t kHostDevice = 31;
constexpr unsigned kProcessShift = 10;

std::optional<std::uint64_t> numberIn(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// An id that is made of the number of a process, a layer and a device.
std::optional<std::uint64_t> madeId(std::string_view pid)
{
    const auto number = numberIn(pid);
    return number && *number >> kProcessShift > 0 ? number : std::nullopt;
}

std::optional<std::int64_t> deviceIn(std::uint64_t id)
{
    const std::uint64_t device = id & kDeviceMask;
    return device == kHostDevice ? std::nullopt : std::optional(static_cast<std::int64_t>(device));
}

/// "NPU 4" says 4, "NPU" leaves it to the id.
std::optional<std::int64_t> labelledDevice(std::string_view label, std::string_view pid)
{
    if (label.starts_with("NPU ")) {
        const auto number = numberIn(label.substr(4));
        return number ? std::optional(static_cast<std::int64_t>(*number & 0xFFFF)) : std::nullopt;
    }
    const auto id = label == "NPU" ? madeId(pid) : std::nullopt;
    return id ? deviceIn(*id) : std::nullopt;
}

} // namespace

std::map<std::string, std::int64_t, std::less<>> devicesOfProcesses(const std::map<std::string, std::string>& labels)
{
    std::map<std::string, std::int64_t, std::less<>> devices;
    std::map<std::uint64_t, std::set<std::int64_t>> driven; // by the number of the driving process
    for (const auto& [pid, label] : labels) {
        const auto device = labelledDevice(label, pid);
        if (!device)
            continue;
        devices[pid] = *device;
        if (const auto id = madeId(pid))
            driven[*id >> kProcessShift].insert(*device);
    }
    for (const auto& [pid, label] : labels) {
        const auto number = numberIn(pid);
        if (devices.contains(pid) || !number)
            continue;
        const auto made = driven.find(*number >> kProcessShift);
        const auto own = made != driven.end() ? made : driven.find(*number);
        if (own == driven.end())
            continue;
        const auto device = label.empty() && made != driven.end() ? deviceIn(*number) : std::nullopt;
        if (device && own->second.contains(*device))
            devices[pid] = *device;
        else if (own->second.size() == 1)
            devices[pid] = *own->second.begin();
    }
    return devices;
}

} // namespace tideline
