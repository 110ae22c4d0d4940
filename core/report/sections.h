// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/report/build_report.h"

// The parts of the report, one function each. Every section has at least one block: without data it says what would
// bring them.
namespace tideline {

/// What all sections are built from.
struct ReportContext {
    const ReportInputs& inputs;
    const ReportOptions& options;
    std::vector<StepRow> steps; ///< of the scope
    RankId worstRank;           ///< with the longest mean step; none without ranks
    TimeRange range;            ///< of the scope on the common axis

    const Trace& trace() const { return inputs.trace; }
    std::optional<std::int64_t> numberOf(RankId rank) const;
    TimeRange onAxis(const StepRow& step) const; ///< of one that has a range and a rank
    TimeRange onAxis(const Evidence& place) const;
    std::size_t limit(std::size_t rows) const;
    bool inScope(RankId rank) const;
};

ReportContext reportContext(const ReportInputs& inputs, const ReportOptions& options);

ReportSection overviewSection(const ReportContext& context);
ReportSection operatorSection(const ReportContext& context);
ReportSection communicationSection(const ReportContext& context);
ReportSection memorySection(const ReportContext& context, const std::vector<Curve>& curves);
ReportSection curveSection(const ReportContext& context, const std::vector<Curve>& curves);
ReportSection timelineSection(const ReportContext& context);
ReportSection suggestionSection(const ReportContext& context);
ReportSection unavailableSection(const ReportContext& context);
ReportSection qualitySection(const ReportContext& context);
ReportSection environmentSection(const ReportContext& context);
ReportSection notesSection(const ReportContext& context);

/// The curve cut into at most kMostPoints stretches of the range.
ReportCurve reportCurve(const Curve& curve, TimeRange range, std::optional<std::int64_t> rank);

inline ReportCell textCell(std::string_view text)
{
    return MessageArg::name(text);
}
inline ReportCell countCell(double count)
{
    return MessageArg::count(count);
}
ReportCell numberCell(const std::optional<std::int64_t>& number);
ReportCell timeCell(const std::optional<Duration>& time);
ReportCell ratioCell(const std::optional<double>& ratio);
ReportCell rateCell(const std::optional<double>& rate);

/// Drops the columns in which every cell is missing.
void dropEmptyColumns(ReportTable& table);

ReportText missing(TextKey text);

} // namespace tideline
