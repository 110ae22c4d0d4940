// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/lanes.h"

#include <algorithm>
#include <array>

namespace tideline {

namespace {

constexpr std::int64_t kPlanesPerGroup = 1 << 16; // of the sort indices
constexpr std::int64_t kNoPlane = -1;

// The text form's order of processes.
constexpr std::int64_t kHardwareOrder = 13;
constexpr std::int64_t kCommunicationOrder = 15;
constexpr std::int64_t kOverlapOrder = 23;

/// One group of host threads.
struct HostProcess {
    const char* name;
    const char* pidEnding;
    ProcessRole role;
    std::int64_t order;
};

HostProcess hostProcess(HostLayer layer)
{
    switch (layer) {
    case HostLayer::Python: return {"Python", "", ProcessRole::Host, 0};
    case HostLayer::Cann: return {"CANN", " CANN", ProcessRole::Cann, 7};
    case HostLayer::Marks: return {"MSTX", " MSTX", ProcessRole::Host, 1};
    case HostLayer::Collector: return {"Python GC", " GC", ProcessRole::Host, 2};
    case HostLayer::System: return {"OS Runtime", " OSRT", ProcessRole::Host, 8};
    }
    return {"", "", ProcessRole::Unknown, 0};
}

std::string deviceText(std::int64_t device)
{
    return device == kNoInteger ? std::string("NPU") : "NPU " + std::to_string(device);
}

std::int64_t processOf(std::int64_t globalTid)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(globalTid) >> 32);
}

} // namespace

void DatabaseRanks::addDevice(std::int64_t device, RankId rank)
{
    m_byDevice.emplace(device, rank);
    if (std::find(m_all.begin(), m_all.end(), rank) == m_all.end())
        m_all.push_back(rank);
}

RankId DatabaseRanks::ofDevice(std::int64_t device) const
{
    if (m_all.size() == 1)
        return m_all.front();
    const auto found = m_byDevice.find(device);
    return found == m_byDevice.end() ? m_all.front() : found->second;
}

RankId DatabaseRanks::ofProcess(std::int64_t pid) const
{
    const auto found = m_byPid.find(pid);
    return found == m_byPid.end() ? m_all.front() : found->second;
}

ProcessId DatabaseLanes::deviceProcess(std::int64_t device, const std::string& name, ProcessRole role,
                                       std::int64_t sortIndex)
{
    const ProcessId id = m_builder.process(m_ranks.ofDevice(device), name + " " + deviceText(device));
    ProcessInfo& process = m_builder.process(id);
    process.name = name;
    process.labels = deviceText(device);
    process.role = role;
    process.sortIndex = sortIndex;
    return id;
}

TrackId DatabaseLanes::make(std::int64_t device, const std::string& process, const std::string& tid, TrackKind kind,
                            const std::string& name, std::int64_t sortIndex)
{
    const TrackId track = m_builder.track(m_ranks.ofDevice(device), process + " " + deviceText(device), tid, kind);
    m_builder.track(track).name = name;
    m_builder.track(track).sortIndex = sortIndex;
    return track;
}

TrackId DatabaseLanes::stream(std::int64_t device, std::int64_t stream)
{
    const StreamKey key{device, stream};
    if (key == m_lastStream && m_lastStreamTrack.valid())
        return m_lastStreamTrack;
    TrackId& track = m_streams[key];
    if (!track.valid()) {
        const std::string tid = stream == kNoInteger ? std::string("?") : std::to_string(stream);
        deviceProcess(device, "Ascend Hardware", ProcessRole::Device, kHardwareOrder);
        track = make(device, "Ascend Hardware", tid, TrackKind::Stream, "Stream " + tid, stream);
    }
    m_lastStream = key;
    m_lastStreamTrack = track;
    return track;
}

std::int64_t DatabaseLanes::groupNumber(std::int64_t device, StringId group)
{
    return m_groupNumbers.try_emplace({device, group}, static_cast<std::int64_t>(m_groupNumbers.size())).first->second;
}

TrackId DatabaseLanes::group(std::int64_t device, StringId group)
{
    TrackId& track = m_groups[{device, group, kNoPlane}];
    if (!track.valid()) {
        const std::string name(m_builder.strings().text(group));
        deviceProcess(device, "Communication", ProcessRole::Communication, kCommunicationOrder);
        track = make(device, "Communication", name, TrackKind::CommGroup, "Group " + name + " Communication",
                     groupNumber(device, group) * kPlanesPerGroup);
    }
    return track;
}

TrackId DatabaseLanes::plane(std::int64_t device, StringId group, std::int64_t plane)
{
    TrackId& track = m_groups[{device, group, plane}];
    if (!track.valid()) {
        const std::string number = std::to_string(plane);
        const std::string tid = std::string(m_builder.strings().text(group)) + " Plane " + number;
        deviceProcess(device, "Communication", ProcessRole::Communication, kCommunicationOrder);
        const std::int64_t place = std::clamp<std::int64_t>(plane, 0, kPlanesPerGroup - 2) + 1;
        track = make(device, "Communication", tid, TrackKind::CommPlane, "Plane " + number,
                     groupNumber(device, group) * kPlanesPerGroup + place);
    }
    return track;
}

TrackId DatabaseLanes::overlap(std::int64_t device, std::int64_t type)
{
    constexpr std::array kNames{"Computing", "Communication", "Communication(Not Overlapped)", "Free"};
    if (type < 0 || type >= static_cast<std::int64_t>(kNames.size()))
        return {};
    deviceProcess(device, "Overlap Analysis", ProcessRole::Overlap, kOverlapOrder);
    return make(device, "Overlap Analysis", std::to_string(type), TrackKind::Overlap,
                kNames[static_cast<std::size_t>(type)], type);
}

TrackId DatabaseLanes::thread(std::int64_t globalTid, HostLayer layer)
{
    TrackId& track = m_threads[{globalTid, layer}];
    if (track.valid())
        return track;
    const std::int64_t pid = processOf(globalTid);
    const HostProcess host = hostProcess(layer);
    const RankId rank = m_ranks.ofProcess(pid);
    const std::string pidText = std::to_string(pid) + host.pidEnding;
    ProcessInfo& process = m_builder.process(m_builder.process(rank, pidText));
    process.name = host.name;
    process.labels = "CPU";
    process.role = host.role;
    process.sortIndex = host.order;
    const std::string tid = std::to_string(globalTid & 0xFFFFFFFF);
    track = m_builder.track(rank, pidText, tid, TrackKind::HostThread);
    m_builder.track(track).name = "Thread " + tid;
    return track;
}

} // namespace tideline
