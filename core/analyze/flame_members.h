// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/analyze/device_ops.h"
#include "core/analyze/flame.h"
#include "core/analyze/flame_links.h"

namespace tideline {

/// Says what a slice is for a call tree; answers are kept by name and category. One thread at a time.
class FlameMembers {
public:
    enum class Member : std::uint8_t { None, Operator, Python, Step, Device };

    FlameMembers(const Trace& trace, const std::vector<FlameRole>& roles);

    Member of(TrackId track, std::uint32_t row);

private:
    bool isPython(StringId category);
    bool isStep(StringId name);
    bool isDeviceWork(const TrackInfo& track, std::uint32_t row);

    const Trace* m_trace;
    const std::vector<FlameRole>* m_roles;
    DeviceClassifier m_classifier;
    std::vector<bool> m_rankHasGroups;  ///< collectives are told by group tracks, not by their kernels
    std::vector<std::uint8_t> m_python; ///< by category: 0 unknown, 1 yes, 2 no
    std::vector<std::uint8_t> m_step;   ///< by name, likewise
    ColumnReader<StringId> m_name;
    ColumnReader<StringId> m_category;
    ColumnReader<StringId> m_taskType;
};

} // namespace tideline
