// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/advice_document.h"

#include <cmath>

namespace tideline {

namespace {

Document rankNumber(const Trace& trace, RankId rank)
{
    return rank.valid() ? orNull(trace.rank(rank).rank) : Document(nullptr);
}

Document overviewEntry(const AdvisorOverview& overview)
{
    return {{"ranks", overview.ranks},
            {"steps", overview.steps},
            {"wall_ns", orNull(overview.wall)},
            {"computing_ns", orNull(overview.computing)},
            {"communication_ns", orNull(overview.communication)},
            {"overlapped_ns", orNull(overview.overlapped)},
            {"free_ns", orNull(overview.free)},
            {"operators", overview.operators},
            {"utilization_kernel_ratio", orNull(overview.utilizationKernel)},
            {"utilization_wall_ratio", orNull(overview.utilizationWall)},
            {"mac_ratio", orNull(overview.macRatio)},
            {"l2_hit_ratio", orNull(overview.l2HitRatio)},
            {"hbm_busy_ratio", orNull(overview.hbmBusyRatio)},
            {"hbm_wall_ratio", orNull(overview.hbmWallRatio)},
            {"verdict", std::string(wordOf(overview.verdict))}};
}

Document savingEntry(const Saving& saving)
{
    return {{"low_ns", orNull(saving.low)},
            {"high_ns", orNull(saving.high)},
            {"ratio_of_wall", orNull(saving.ratioOfWall)},
            {"bytes", orNull(saving.bytes)},
            {"basis", std::string(wordOf(saving.basis))},
            {"note", englishText(saving.note)}};
}

Document evidenceEntry(const Trace& trace, const Evidence& evidence)
{
    Document values = Document::object();
    for (const auto& [name, value] : evidence.values)
        values[name] = std::isfinite(value) ? Document(value) : Document(nullptr);
    return {{"rank", rankNumber(trace, evidence.rank)},
            {"track", evidence.track.valid() ? Document(evidence.track.row) : Document(nullptr)},
            {"name", evidence.name},
            {"start_ns", evidence.range.start.ns},
            {"end_ns", evidence.range.end.ns},
            {"values", values}};
}

} // namespace

Document findingEntry(const Trace& trace, const Finding& finding)
{
    Document ranks = Document::array();
    for (const RankId rank : finding.ranks)
        ranks.push_back(rankNumber(trace, rank));
    Document evidence = Document::array();
    for (const Evidence& place : finding.evidence)
        evidence.push_back(evidenceEntry(trace, place));
    return {{"rule", finding.ruleId},
            {"title", finding.title.text},
            {"category", std::string(wordOf(finding.category))},
            {"severity", std::string(wordOf(finding.severity))},
            {"rank", rankNumber(trace, finding.rank)},
            {"ranks", ranks},
            {"metric", orNull(std::optional(finding.metric))},
            {"unit", std::string(wordOf(finding.unit))},
            {"threshold", orNull(std::optional(finding.threshold))},
            {"text", englishText(finding.text)},
            {"suggestion", englishText(finding.suggestion)},
            {"explained_by", finding.explainedBy},
            {"saving", savingEntry(finding.saving)},
            {"evidence_total", finding.evidenceTotal},
            {"evidence", evidence}};
}

Document adviceDocument(const Trace& trace, const AdvisorResult& result, const std::vector<AdviceSection>& sections)
{
    Document findings = Document::array();
    for (const Finding& finding : result.findings)
        findings.push_back(findingEntry(trace, finding));
    Document unavailable = Document::array();
    for (const Unavailable& rule : result.unavailable)
        unavailable.push_back({{"rule", rule.ruleId}, {"reason", englishText(rule.reason)}});
    Document out = {{"schema_version", 1}, {"tool", "tideline"}};
    out["overview"] = overviewEntry(result.overview);
    out["findings"] = findings;
    out["combined_saving"] = {{"high_ns", orNull(result.combinedSaving.high)},
                              {"ratio_of_wall", orNull(result.combinedSaving.ratioOfWall)}};
    out["unavailable"] = unavailable;
    for (const AdviceSection& section : sections) {
        out[section.key] = section.rows;
        if (!section.missing.empty())
            out["missing"][section.key] = section.missing;
    }
    return out;
}

} // namespace tideline
