// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/import/msprof/device_ranks.h"
#include "core/import/msprof/layout.h"
#include "core/import/msprof/part_report.h"
#include "core/import/table/table_sink.h"

namespace tideline {

/// Reads the tables of the places of a capture: of each kind the newest export with all its slices, by the header, as
/// names are changed. Of several tables of kernels op_summary is read; task_time where there is none, else it is kept.
class ExportTables {
public:
    ExportTables(DeviceRanks& ranks, PartReport& report, ImportContext& context)
        : m_ranks(ranks), m_report(report), m_context(context), m_sink(context)
    {
    }

    /// With slices from a timeline or without. Cancelled is the only error.
    Status read(const MsprofPlace& place, bool hasTimeline);
    /// After the last place.
    void finish() { m_sink.finish(); }

private:
    using Tables = std::map<std::string, std::vector<std::filesystem::path>>; // files by the table's name

    Tables sorted(const MsprofPlace& place);
    Status readFamily(const MsprofPlace& place, const std::string& name, std::vector<std::filesystem::path> files,
                      bool hasTimeline);
    Status readOne(const MsprofPlace& place, const std::filesystem::path& path, const std::string& name,
                   bool hasTimeline);

    DeviceRanks& m_ranks;
    PartReport& m_report;
    ImportContext& m_context;
    TableSink m_sink;
    std::string m_kernels; ///< the table of kernels of the place at work
};

} // namespace tideline
