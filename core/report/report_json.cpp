// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_json.h"

#include <cmath>
#include <cstdint>
#include <variant>

#include <nlohmann/json.hpp>

namespace tideline {

namespace {

using Json = nlohmann::ordered_json;

Json number(double value)
{
    if (!std::isfinite(value))
        return nullptr;
    const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
    return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

/// A ratio stays a fraction even when it is whole.
Json fraction(const std::optional<double>& value)
{
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json ns(const std::optional<Duration>& value)
{
    return value ? Json(value->ns) : Json(nullptr);
}

template <typename T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json valueOf(const ReportCell& cell)
{
    if (!cell)
        return nullptr;
    switch (cell->kind) {
    case MessageArg::Kind::Text: return cell->text;
    case MessageArg::Kind::Word: return cell->word.text;
    case MessageArg::Kind::Ratio: return fraction(cell->number);
    case MessageArg::Kind::Time:
    case MessageArg::Kind::Count:
    case MessageArg::Kind::Bytes:
    case MessageArg::Kind::Rate: break;
    }
    return number(cell->number);
}

Json savingOf(const Saving& saving)
{
    return {{"low_ns", ns(saving.low)},
            {"high_ns", ns(saving.high)},
            {"ratio_of_wall", fraction(saving.ratioOfWall)},
            {"bytes", orNull(saving.bytes)},
            {"basis", std::string(wordOf(saving.basis))},
            {"note", englishText(saving.note)}};
}

Json placeOf(const ReportFinding::Place& place)
{
    Json values = Json::object();
    for (const auto& [key, value] : place.values)
        values[key] = number(value);
    return {{"rank", orNull(place.rank)},       {"track", orNull(place.track)}, {"name", place.name},
            {"start_ns", place.range.start.ns}, {"end_ns", place.range.end.ns}, {"values", std::move(values)}};
}

Json findingOf(const ReportFinding& finding)
{
    const Finding& of = finding.finding;
    Json out = {{"problem", finding.number},
                {"rule", of.ruleId},
                {"title", of.title.text},
                {"category", std::string(wordOf(of.category))},
                {"severity", std::string(wordOf(of.severity))},
                {"rank", orNull(finding.rank)},
                {"ranks", finding.ranks},
                {"metric", number(of.metric)},
                {"unit", std::string(wordOf(of.unit))},
                {"threshold", number(of.threshold)},
                {"text", englishText(of.text)},
                {"suggestion", englishText(of.suggestion)},
                {"explained_by", of.explainedBy},
                {"saving", savingOf(of.saving)},
                {"expected_gain", englishText(gainOf(of.saving))}};
    out["evidence"] = Json::array();
    for (const ReportFinding::Place& place : finding.places)
        out["evidence"].push_back(placeOf(place));
    return out;
}

Json overviewOf(const AdvisorOverview& overview)
{
    return {{"ranks", overview.ranks},
            {"steps", overview.steps},
            {"wall_ns", ns(overview.wall)},
            {"computing_ns", ns(overview.computing)},
            {"communication_ns", ns(overview.communication)},
            {"overlapped_ns", ns(overview.overlapped)},
            {"free_ns", ns(overview.free)},
            {"operators", overview.operators},
            {"utilization_kernel_ratio", fraction(overview.utilizationKernel)},
            {"utilization_wall_ratio", fraction(overview.utilizationWall)},
            {"mac_ratio", fraction(overview.macRatio)},
            {"l2_hit_ratio", fraction(overview.l2HitRatio)},
            {"hbm_busy_ratio", fraction(overview.hbmBusyRatio)},
            {"hbm_wall_ratio", fraction(overview.hbmWallRatio)},
            {"verdict", std::string(wordOf(overview.verdict))}};
}

const char* kindWord(MessageArg::Kind kind)
{
    switch (kind) {
    case MessageArg::Kind::Time: return "ns";
    case MessageArg::Kind::Ratio: return "ratio";
    case MessageArg::Kind::Count: return "count";
    case MessageArg::Kind::Bytes: return "bytes";
    case MessageArg::Kind::Rate: return "bytes_per_s";
    case MessageArg::Kind::Text:
    case MessageArg::Kind::Word: break;
    }
    return "text";
}

Json fusionOf(const ReportTable& table)
{
    Json out = Json::array();
    for (const auto& row : table.rows) {
        Json entry = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i)
            entry[table.columns[i].key] = valueOf(row[i]);
        entry["fused"] = nullptr; // no catalogue names a fused operator for it
        out.push_back(std::move(entry));
    }
    return out;
}

/// One block as JSON.
struct BlockJson {
    Json operator()(const ReportText& block) const
    {
        const bool missing = block.tone == ReportText::Tone::Missing;
        return {{"kind", missing ? "missing" : "text"}, {"text", englishText(block.text)}};
    }
    Json operator()(const ReportTable& block) const
    {
        Json rows = Json::array();
        for (const auto& row : block.rows) {
            Json entry = Json::object();
            for (std::size_t i = 0; i < row.size(); ++i)
                entry[block.columns[i].key] = valueOf(row[i]);
            rows.push_back(std::move(entry));
        }
        return {{"kind", "table"},
                {"id", block.id},
                {"title", block.title.text},
                {"total", block.total},
                {"rows", std::move(rows)}};
    }
    Json operator()(const ReportSplit& block) const
    {
        Json parts = Json::object();
        for (const ReportSplit::Part& part : block.parts)
            parts[part.key] = part.time.ns;
        return {{"kind", "split"}, {"id", block.id}, {"title", block.title.text}, {"parts", std::move(parts)}};
    }
    Json operator()(const ReportBars& block) const
    {
        Json series = Json::array();
        for (const ReportBars::Series& one : block.series)
            series.push_back(one.name.text);
        Json bars = Json::array();
        for (const ReportBars::Bar& bar : block.bars) {
            Json parts = Json::array();
            for (const Duration part : bar.parts)
                parts.push_back(part.ns);
            bars.push_back({{"label", englishText(bar.label)}, {"parts_ns", std::move(parts)}});
        }
        return {{"kind", "bars"},   {"id", block.id},       {"title", block.title.text},
                {"series", series}, {"total", block.total}, {"bars", std::move(bars)}};
    }
    Json operator()(const ReportCurve& block) const
    {
        Json points = Json::array();
        for (const ReportCurve::Point& point : block.points)
            points.push_back({point.time.ns, fraction(point.min), fraction(point.max)});
        const CurveStatistics& s = block.statistics;
        return {{"kind", "curve"},
                {"id", block.id},
                {"title", block.title.text},
                {"name", block.name},
                {"rank", orNull(block.rank)},
                {"unit", block.unit.empty() ? std::string(kindWord(block.kind)) : block.unit},
                {"source", block.derived ? "derived" : "counter"},
                {"peak", fraction(block.peak)},
                {"peak_assumed", block.peakAssumed},
                {"start_ns", block.range.start.ns},
                {"end_ns", block.range.end.ns},
                {"min", fraction(s.min)},
                {"mean", fraction(s.mean)},
                {"p95", fraction(s.p95)},
                {"max", fraction(s.max)},
                {"points", std::move(points)}};
    }
    Json operator()(const ReportPicture& block) const
    {
        return {{"kind", "timeline"},
                {"id", block.id},
                {"title", block.title.text},
                {"caption", englishText(block.caption)},
                {"start_ns", block.range.start.ns},
                {"end_ns", block.range.end.ns}};
    }
    Json operator()(const ReportFinding& block) const { return {{"kind", "finding"}, {"problem", block.number}}; }
    Json operator()(const ReportNotes& block) const { return {{"kind", "notes"}, {"text", block.text}}; }
};

} // namespace

std::string reportJson(const Report& report)
{
    Json out = {{"schema_version", 1}, {"tool", "tideline"}, {"document", "report"}};
    out["title"] = report.title;
    out["created"] = report.created;
    out["scope"] = report.scope;
    out["paths"] = report.paths;
    out["redacted"] = report.redacted;
    out["overview"] = overviewOf(report.overview);
    out["findings"] = Json::array();
    out["combined_saving"] = {{"high_ns", ns(report.combinedSaving.high)},
                              {"ratio_of_wall", fraction(report.combinedSaving.ratioOfWall)}};
    out["unavailable"] = Json::array();
    for (const Unavailable& rule : report.unavailable)
        out["unavailable"].push_back({{"rule", rule.ruleId}, {"reason", englishText(rule.reason)}});
    const ReportTable* fusion = report.table("fusion");
    out["fusion"] = fusion ? fusionOf(*fusion) : Json::array();
    out["sections"] = Json::array();
    for (const ReportSection& section : report.sections) {
        Json blocks = Json::array();
        for (const ReportBlock& block : section.blocks) {
            blocks.push_back(std::visit(BlockJson{}, block));
            if (const auto* finding = std::get_if<ReportFinding>(&block))
                out["findings"].push_back(findingOf(*finding));
        }
        out["sections"].push_back({{"id", section.id}, {"title", section.title.text}, {"blocks", std::move(blocks)}});
    }
    return out.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tideline
