// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/lane_roles.h"

#include <algorithm>
#include <array>

namespace tideline {

namespace {

bool startsWith(std::string_view text, std::string_view begin)
{
    return text.substr(0, begin.size()) == begin;
}

/// "Stream 3", "stream 7 Compute".
bool isStreamName(std::string_view name)
{
    if (!startsWith(name, "Stream ") && !startsWith(name, "stream "))
        return false;
    return name.size() > 7 && name[7] >= '0' && name[7] <= '9';
}

template <std::size_t size>
bool isOneOf(std::string_view text, const std::array<std::string_view, size>& list)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

constexpr std::array<std::string_view, 6> kDeviceCategories = {"kernel", "gpu_memcpy", "gpu_memset",
                                                               "Kernel", "Memcpy",     "Memset"};
constexpr std::array<std::string_view, 9> kBareUnits = {"MHz", "KB", "MB", "GB", "MB/s", "GB/s", "%", "us", "W"};

} // namespace

bool isDeviceCategory(std::string_view category)
{
    return isOneOf(category, kDeviceCategories);
}

ProcessRole roleOfProcess(std::string_view name, std::string_view labels)
{
    if (name == "Ascend Hardware")
        return ProcessRole::Device;
    if (name == "HCCL" || name == "Communication")
        return ProcessRole::Communication;
    if (name == "CANN")
        return ProcessRole::Cann;
    if (name == "Overlap Analysis")
        return ProcessRole::Overlap;
    if (name == "Python" || startsWith(labels, "CPU"))
        return ProcessRole::Host;
    if (startsWith(labels, "GPU"))
        return ProcessRole::Device;
    return ProcessRole::Unknown;
}

TrackKind kindOfLane(ProcessRole role, std::string_view threadName, bool deviceCategories)
{
    switch (role) {
    case ProcessRole::Host:
    case ProcessRole::Cann: return TrackKind::HostThread;
    case ProcessRole::Overlap: return TrackKind::Overlap;
    case ProcessRole::Communication:
        if (startsWith(threadName, "Plane"))
            return TrackKind::CommPlane;
        // Before groups had names, one lane held the operations of all of them.
        return startsWith(threadName, "Group") || threadName == "Communication Kernel" ? TrackKind::CommGroup
                                                                                       : TrackKind::Other;
    case ProcessRole::Device:
        return deviceCategories || threadName.empty() || isStreamName(threadName) ? TrackKind::Stream
                                                                                  : TrackKind::Other;
    case ProcessRole::Unknown:
    case ProcessRole::Counter:
        return deviceCategories || isStreamName(threadName) ? TrackKind::Stream : TrackKind::Other;
    }
    return TrackKind::Other;
}

std::string unitOfSeries(std::string_view process, std::string_view key)
{
    if (isOneOf(key, kBareUnits))
        return std::string(key);
    const std::size_t open = key.rfind('(');
    if (key.empty() || key.back() != ')' || open == std::string_view::npos)
        return {};
    // Labelled %, but the files hold fractions of one.
    if (process == "LLC" && key == "Hit Rate(%)")
        return "ratio";
    return std::string(key.substr(open + 1, key.size() - open - 2));
}

} // namespace tideline
