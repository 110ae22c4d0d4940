// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <fmt/format.h>

#include "app/cli/advice_text.h"
#include "app/cli/memory_document.h"
#include "app/cli/text_table.h"

namespace tideline {

namespace {

constexpr std::size_t kNameWidth = 34; // of 80 columns
constexpr std::size_t kComponentWidth = 10;
constexpr std::size_t kSummaryRows = 10;

std::string rankText(const Trace& trace, RankId id)
{
    const auto rank = trace.rank(id).rank;
    return rank ? std::to_string(*rank) : "-";
}

std::string sizeText(std::optional<std::int64_t> bytes)
{
    if (!bytes)
        return "-";
    return *bytes < 0 ? "-" + bytesText(static_cast<std::uint64_t>(-*bytes))
                      : bytesText(static_cast<std::uint64_t>(*bytes));
}

std::string nameText(const std::string& name)
{
    return name.empty() ? "-" : name;
}

/// The first rows, and how many there are where some are left out.
template <typename Row, typename Body>
std::string listed(const std::string& title, std::vector<TextTable::Head> heads, const std::vector<Row>& rows, bool all,
                   Body&& cells)
{
    const std::size_t shown = all ? rows.size() : std::min(rows.size(), kSummaryRows);
    TextTable table(std::move(heads));
    for (std::size_t i = 0; i < shown; ++i)
        table.row(cells(rows[i]));
    std::string out = "\n" + title + "\n" + table.text();
    if (shown < rows.size())
        out += fmt::format("{} of {} rows; --mode detail shows all\n", shown, rows.size());
    return out;
}

std::string peaksText(const Trace& trace, const std::vector<MemoryPeak>& peaks)
{
    TextTable table({{"rank", true},
                     {"component", false, kComponentWidth},
                     {"allocated", true},
                     {"reserved", true},
                     {"at the peak", true},
                     {"idle", true},
                     {"samples", true}});
    for (const MemoryPeak& peak : peaks)
        table.row({rankText(trace, peak.rank), nameText(peak.component), sizeText(peak.allocated),
                   sizeText(peak.reserved), sizeText(peak.reservedAtPeak), percentText(peak.fragmentation()),
                   std::to_string(peak.samples)});
    return "Peaks by component; reserved at the peak and its idle share\n" + table.text();
}

std::string liveText(const Trace& trace, const LiveSet& live, bool all)
{
    return listed("Live at the peak",
                  {{"rank", true}, {"operator", false, kNameWidth}, {"size", true}, {"blocks", true}}, live.rows, all,
                  [&trace](const LiveMemory& row) {
                      return std::vector<std::string>{rankText(trace, row.rank), nameText(row.name),
                                                      sizeText(row.bytes), std::to_string(row.allocations)};
                  });
}

std::string operatorsText(const Trace& trace, const std::vector<OperatorMemory>& rows, bool all)
{
    return listed(
        "Operators",
        {{"rank", true}, {"operator", false, kNameWidth}, {"peak", true}, {"reserved", true}, {"allocations", true}},
        rows, all, [&trace](const OperatorMemory& row) {
            return std::vector<std::string>{rankText(trace, row.rank), nameText(row.name), sizeText(row.peak),
                                            sizeText(row.reserved), std::to_string(row.allocations)};
        });
}

std::string modulesText(const Trace& trace, const std::vector<ModulePeak>& rows, bool all)
{
    return listed("Modules of the driver",
                  {{"rank", true}, {"module", false, kNameWidth}, {"reserved", true}, {"samples", true}}, rows, all,
                  [&trace](const ModulePeak& row) {
                      return std::vector<std::string>{rankText(trace, row.rank), nameText(row.module),
                                                      sizeText(row.reserved), std::to_string(row.samples)};
                  });
}

std::string trafficText(const Trace& trace, const MemoryFigures& memory, bool all)
{
    std::string out;
    if (!memory.copies.empty())
        out += listed(
            "Copies", {{"rank", true}, {"kind", false, kNameWidth}, {"calls", true}, {"size", true}, {"time", true}},
            memory.copies, all, [&trace](const CopySum& row) {
                return std::vector<std::string>{rankText(trace, row.rank), nameText(row.kind),
                                                std::to_string(row.calls), sizeText(row.bytes), timeText(row.time)};
            });
    if (!memory.churn.empty())
        out += listed("Memory from and to the driver",
                      {{"rank", true}, {"call", false, kNameWidth}, {"calls", true}, {"time", true}}, memory.churn, all,
                      [&trace](const ChurnSum& row) {
                          return std::vector<std::string>{rankText(trace, row.rank), nameText(row.name),
                                                          std::to_string(row.calls), timeText(row.time)};
                      });
    return out;
}

std::string missing(const char* sentence)
{
    return "\n" + wrapped(std::string("missing data: ") + sentence, 0);
}

} // namespace

std::string memoryText(const Trace& trace, const MemoryFigures& memory, const MemoryView& view)
{
    if (memory.empty())
        return {};
    std::string out;
    if (!memory.peaks.empty())
        out += peaksText(trace, memory.peaks);
    else
        out += wrapped("missing data: peaks come from memory_record.csv; switch on profile_memory when collecting", 0);
    if (!memory.live.rows.empty())
        out += liveText(trace, memory.live, view.detail);
    if (view.modules && !memory.modules.empty())
        out += modulesText(trace, memory.modules, view.detail);
    else if (view.modules)
        out += missing("modules come from npu_module_mem.csv; switch on profile_memory when collecting");
    else if (!memory.operators.empty())
        out += operatorsText(trace, memory.operators, view.detail);
    if (memory.operators.empty())
        out += missing("operators and what lives at the peak come from operator_memory.csv; switch on profile_memory "
                       "when collecting");
    return out + trafficText(trace, memory, view.detail);
}

} // namespace tideline
