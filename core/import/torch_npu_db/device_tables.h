// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/import/torch_npu_db/device_links.h"
#include "core/import/torch_npu_db/key_index.h"
#include "core/import/torch_npu_db/lanes.h"

namespace tideline {

/// The steps of STEP_TIME.
class DatabaseSteps {
public:
    /// Every rank of the database gets them.
    void read(DatabaseReader& reader, const DatabaseRanks& ranks);
    /// The step that contains an instant; kNoInteger if there is none.
    std::int64_t at(Instant time) const;

private:
    std::vector<std::pair<TimeRange, std::int64_t>> m_steps; // by start
};

/// Tasks of the device: slices on streams and planes, kernel rows, the device's ends of arrows.
class DeviceTables {
public:
    DeviceTables(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links, const DatabaseSteps& steps)
        : m_reader(reader), m_lanes(lanes), m_links(links), m_steps(steps)
    {
    }

    /// COMPUTE_TASK_INFO, TASK_PMU_INFO, COMMUNICATION_TASK_INFO, TASK and COMMUNICATION_OP.
    void read();

private:
    struct Compute {
        StringId name, type, core, opState;
        StringId inputShapes, inputTypes, inputFormats, outputShapes, outputTypes, outputFormats;
        std::int64_t blockDim = kNoInteger;
        std::int64_t mixBlockDim = kNoInteger;
        std::int64_t wait = kNoInteger;
    };
    /// A task of a collective.
    struct Part {
        StringId name;
        StringId group;
        std::int64_t plane = kNoInteger;
        std::int64_t operation = kNoInteger;
    };
    struct Metric {
        std::size_t column = 0; ///< of the builder
        double factor = 1;
        std::vector<double> values; ///< by row of m_compute
    };

    void readCompute();
    void readCounters();
    void readParts(const char* table, std::vector<Part>& into, std::vector<std::int64_t>& keys);
    void readTasks();
    void readCollectives();
    void addKernel(const TableScan& task, const TableScan::Times& times, std::uint32_t row);
    StringId shape(StringId text);
    Metric& metricOf(StringId name);
    void noteDevice(std::int64_t operation, std::int64_t device);
    std::int64_t stepOf(std::int64_t connection, Instant start) const;

    DatabaseReader& m_reader;
    DatabaseLanes& m_lanes;
    DeviceLinks& m_links;
    const DatabaseSteps& m_steps;
    std::vector<Compute> m_compute;
    KeyIndex m_computeOf; // by globalTaskId
    std::vector<Part> m_parts;
    KeyIndex m_partOf;
    std::vector<Part> m_schedule;
    KeyIndex m_scheduleOf;
    std::map<StringId, Metric> m_metrics; // by the name in the database
    std::map<StringId, StringId> m_shapes;
    std::map<std::int64_t, std::int64_t> m_deviceOf; // by collective
    std::int64_t m_lastOperation = kNoInteger;
    std::optional<std::int64_t> m_anyDevice;
};

} // namespace tideline
