// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/import/torch_npu_db/key_index.h"
#include "core/import/torch_npu_db/lanes.h"

namespace tideline {

/// Joins rows by their connection ids to the arrows of the text form. Several rows may share an id.
class DeviceLinks {
public:
    /// A row that an arrow can begin or end at.
    struct Point {
        std::int64_t connection = 0; ///< of framework rows: the number of their list in CONNECTION_IDS
        Instant time;
        TrackId track;
        SourceRef ref;
    };
    enum class Framework { Operator, Enqueue, Dequeue };

    /// A task or a collective, when its connection id means something.
    void addDevice(RankId rank, const Point& point);
    void addRuntimeCall(const Point& point) { m_calls.push_back(point); }
    void addMark(const Point& point) { m_marks.push_back(point); }
    void addFramework(const Point& point, Framework kind);

    /// When the runtime call with this id began; kNoInstant if there is none. After the calls are complete.
    void indexCalls();
    Instant launchOf(std::int64_t connection) const;

    /// Reads CONNECTION_IDS and adds all arrows to the builder.
    void addTo(DatabaseReader& reader);

private:
    struct DeviceRank {
        RankId rank;
        std::vector<Point> points;
        KeyIndex index;
        std::vector<FlowPoint> flows;
    };

    void add(DeviceRank& device, const Point& point, std::string_view category, FlowPhase phase,
             std::int64_t connection);
    void addStarts(const std::vector<Point>& starts, std::string_view category);
    void readLists(DatabaseReader& reader);
    void addListed(std::int64_t connection, std::uint32_t row);
    void addBackwardLinks();

    std::map<RankId, DeviceRank> m_devices;
    std::vector<Point> m_calls;
    std::vector<Point> m_marks;
    std::vector<Point> m_framework;
    std::vector<Framework> m_kinds;
    KeyIndex m_callIndex;
    std::vector<std::uint32_t> m_nextSame; // framework row with the same list, or KeyIndex::kNone
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_forward; // connection id and operator, without a device row
    std::vector<std::int64_t> m_fromFramework;                     // connection ids with an operator and a device row
    RankId m_first;
    TraceBuilder* m_builder = nullptr;
};

} // namespace tideline
