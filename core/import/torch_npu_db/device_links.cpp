// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/device_links.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace tideline {

namespace {

constexpr std::int64_t kNoConnection = 0xFFFFFFFF;     // as tasks have it that nobody launched
constexpr std::int64_t kFirstFreeMark = 4'000'000'000; // marks from here on have no device side

bool isConnection(std::int64_t id)
{
    return id >= 0 && id != kNoConnection;
}

} // namespace

void DeviceLinks::addDevice(RankId rank, const Point& point)
{
    if (!isConnection(point.connection))
        return;
    DeviceRank& device = m_devices[rank];
    device.rank = rank;
    device.points.push_back(point);
}

void DeviceLinks::addFramework(const Point& point, Framework kind)
{
    if (!isConnection(point.connection))
        return;
    m_framework.push_back(point);
    m_kinds.push_back(kind);
}

void DeviceLinks::indexCalls()
{
    // Of several calls with one id the latest launched the work: it must come first.
    std::stable_sort(m_calls.begin(), m_calls.end(),
                     [](const Point& a, const Point& b) { return a.connection < b.connection; });
    for (std::size_t first = 0; first < m_calls.size();) {
        std::size_t last = first + 1;
        while (last < m_calls.size() && m_calls[last].connection == m_calls[first].connection)
            ++last;
        if (last - first > 1)
            std::stable_sort(m_calls.begin() + static_cast<std::ptrdiff_t>(first),
                             m_calls.begin() + static_cast<std::ptrdiff_t>(last),
                             [](const Point& a, const Point& b) { return a.time > b.time; });
        first = last;
    }
    std::vector<std::int64_t> keys;
    keys.reserve(m_calls.size());
    for (const Point& call : m_calls)
        keys.push_back(call.connection);
    m_callIndex = KeyIndex(keys);
}

Instant DeviceLinks::launchOf(std::int64_t connection) const
{
    const std::uint32_t call = isConnection(connection) ? m_callIndex.find(connection) : KeyIndex::kNone;
    return call == KeyIndex::kNone ? kNoInstant : m_calls[call].time;
}

void DeviceLinks::add(DeviceRank& device, const Point& point, std::string_view category, FlowPhase phase,
                      std::int64_t connection)
{
    FlowPoint flow;
    flow.keyHigh = std::hash<std::string_view>{}(category);
    flow.keyLow = static_cast<std::uint64_t>(connection);
    flow.time = point.time;
    flow.ref = point.ref;
    flow.track = point.track;
    flow.category = m_builder->intern(category);
    flow.phase = phase;
    device.flows.push_back(flow);
}

void DeviceLinks::addStarts(const std::vector<Point>& starts, std::string_view category)
{
    std::vector<std::int64_t> ids;
    for (const Point& start : starts)
        ids.push_back(start.connection);
    const KeyIndex known(ids);
    for (auto& [rank, device] : m_devices) {
        for (const Point& start : starts) {
            if (device.index.has(start.connection))
                add(device, start, category, FlowPhase::Start, start.connection);
        }
        for (const Point& end : device.points) {
            if (known.has(end.connection))
                add(device, end, category, FlowPhase::End, end.connection);
        }
    }
}

void DeviceLinks::addListed(std::int64_t connection, std::uint32_t row)
{
    const Point& point = m_framework[row];
    switch (m_kinds[row]) {
    case Framework::Enqueue: return add(m_devices[m_first], point, "async_task_queue", FlowPhase::Start, connection);
    case Framework::Dequeue: return add(m_devices[m_first], point, "async_task_queue", FlowPhase::End, connection);
    case Framework::Operator: break;
    }
    bool launches = false;
    for (auto& [rank, device] : m_devices) {
        if (!device.index.has(connection))
            continue;
        add(device, point, "async_npu", FlowPhase::Start, connection);
        launches = true;
    }
    if (launches)
        m_fromFramework.push_back(connection);
    else
        m_forward.emplace_back(connection, row);
}

void DeviceLinks::readLists(DatabaseReader& reader)
{
    std::vector<std::int64_t> lists;
    for (const Point& row : m_framework)
        lists.push_back(row.connection);
    const KeyIndex index(lists);
    m_nextSame.assign(lists.size(), KeyIndex::kNone);
    for (std::uint32_t row = static_cast<std::uint32_t>(lists.size()); row-- > 0;) {
        const std::uint32_t first = index.find(lists[row]);
        if (first != row) {
            m_nextSame[row] = m_nextSame[first];
            m_nextSame[first] = row;
        }
    }
    TableScan table(reader, "CONNECTION_IDS", {"id", "connectionId"});
    while (table.next()) {
        const std::int64_t connection = table.integer(1);
        if (!isConnection(connection))
            continue;
        for (std::uint32_t row = index.find(table.integer(0)); row != KeyIndex::kNone; row = m_nextSame[row])
            addListed(connection, row);
    }
}

void DeviceLinks::addBackwardLinks()
{
    std::sort(m_forward.begin(), m_forward.end(), [this](const auto& a, const auto& b) {
        return std::tuple(a.first, m_framework[a.second].time, a.second)
               < std::tuple(b.first, m_framework[b.second].time, b.second);
    });
    for (std::size_t first = 0; first < m_forward.size();) {
        std::size_t last = first + 1;
        while (last < m_forward.size() && m_forward[last].first == m_forward[first].first)
            ++last;
        for (std::size_t i = first; i < last && last - first > 1; ++i)
            add(m_devices[m_first], m_framework[m_forward[i].second], "fwdbwd",
                i == first ? FlowPhase::Start : FlowPhase::End, m_forward[i].first);
        first = last;
    }
}

void DeviceLinks::addTo(DatabaseReader& reader)
{
    m_builder = &reader.builder();
    for (auto& [rank, device] : m_devices) {
        std::vector<std::int64_t> ids;
        for (const Point& point : device.points)
            ids.push_back(point.connection);
        device.index = KeyIndex(ids);
        if (!m_first.valid())
            m_first = rank;
    }
    if (!m_first.valid())
        m_first = m_framework.empty() ? RankId{0} : m_builder->track(m_framework.front().track).rank;
    addStarts(m_calls, "HostToDevice");
    std::erase_if(m_marks, [](const Point& mark) { return mark.connection >= kFirstFreeMark; });
    addStarts(m_marks, "MsTx");
    readLists(reader);
    const KeyIndex launched(m_fromFramework);
    for (auto& [rank, device] : m_devices) {
        for (const Point& end : device.points) {
            if (launched.has(end.connection))
                add(device, end, "async_npu", FlowPhase::End, end.connection);
        }
    }
    addBackwardLinks();
    for (auto& [rank, device] : m_devices)
        m_builder->addFlowPoints(rank, std::move(device.flows));
}

} // namespace tideline
