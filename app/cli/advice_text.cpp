// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/advice_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/text_table.h"

namespace tideline {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kNameWidth = 40;

std::string rankName(const Trace& trace, RankId rank)
{
    const auto number = rank.valid() ? trace.rank(rank).rank : std::nullopt;
    return number ? std::to_string(*number) : "-";
}

std::string partOf(const char* name, std::optional<Duration> part, std::optional<Duration> wall)
{
    if (!part)
        return {};
    std::string out = fmt::format("{} {}", name, timeText(part));
    if (wall && wall->ns > 0)
        out += fmt::format(" ({})", percentText(static_cast<double>(part->ns) / static_cast<double>(wall->ns)));
    return out;
}

std::string joined(const std::vector<std::string>& parts)
{
    std::string out;
    for (const std::string& part : parts) {
        if (!part.empty())
            out += (out.empty() ? "" : ", ") + part;
    }
    return out;
}

std::string overviewText(const AdvisorOverview& overview)
{
    std::string out = fmt::format("{} {}, {} {}, {} kernels; means per step\n", overview.ranks,
                                  overview.ranks == 1 ? "rank" : "ranks", overview.steps,
                                  overview.steps == 1 ? "step" : "steps", overview.operators);
    out += wrapped(
        joined({partOf("wall", overview.wall, std::nullopt), partOf("computing", overview.computing, overview.wall),
                partOf("communication", overview.communication, overview.wall),
                partOf("overlapped", overview.overlapped, overview.wall),
                partOf("free", overview.free, overview.wall)}),
        0);
    if (overview.utilizationKernel)
        out += wrapped(fmt::format("cube cores occupied {} inside kernels, {} of the wall time",
                                   percentText(overview.utilizationKernel), percentText(overview.utilizationWall)),
                       0);
    return out + wrapped(sentenceOf(overview.verdict).text, 0);
}

std::string gainText(const Saving& saving)
{
    std::string out;
    if (saving.high)
        out = fmt::format("up to {} per step ({})", timeText(saving.high), percentText(saving.ratioOfWall));
    else if (saving.bytes)
        out = fmt::format("up to {} of memory",
                          bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(*saving.bytes, 0))));
    const std::string note = englishText(saving.note);
    if (!note.empty())
        out += (out.empty() ? "" : "; ") + note;
    return out.empty() ? "none stated" : out;
}

std::string ranksText(const Trace& trace, const Finding& finding)
{
    if (!finding.rank.valid())
        return {};
    std::string out = "rank " + rankName(trace, finding.rank);
    if (finding.ranks.size() > 1)
        out += fmt::format(", worst of {}", finding.ranks.size());
    return out;
}

std::string placesText(const Finding& finding, std::size_t places)
{
    const std::size_t count = places == 0 ? finding.evidence.size() : std::min(places, finding.evidence.size());
    if (count == 0)
        return {};
    std::string out = fmt::format("  places ({} of {}):\n", count, finding.evidenceTotal);
    TextTable table({{"", false, kNameWidth}, {"", true}, {"", false}});
    for (std::size_t i = 0; i < count; ++i) {
        const Evidence& place = finding.evidence[i];
        const std::string start = place.range.empty() ? std::string() : fmt::format("at {} ns", place.range.start.ns);
        table.row({"    " + visible(place.name), place.range.empty() ? "" : timeText(place.range.length()), start});
    }
    const std::string text = table.text();
    return out + text.substr(text.find('\n') + 1);
}

std::string findingText(const Trace& trace, const Finding& finding, std::size_t number, std::size_t places)
{
    std::string out =
        wrapped(fmt::format("[problem {}] {}: {} {}{}", number, wordOf(finding.severity), finding.ruleId,
                            finding.title.text, finding.rank.valid() ? " (" + ranksText(trace, finding) + ")" : ""),
                0);
    out += wrapped(visible(englishText(finding.text)), 2);
    out += wrapped(visible(englishText(finding.suggestion)), 2, "suggestion: ");
    if (!finding.explainedBy.empty())
        out += wrapped(joined(finding.explainedBy), 2, "explained by: ");
    out += wrapped(gainText(finding.saving), 2, "expected gain: ");
    return out + placesText(finding, places);
}

} // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::string_view first)
{
    std::string out;
    std::string line = std::string(indent, ' ') + std::string(first);
    bool empty = true; // the line holds nothing but what it begins with
    while (!text.empty()) {
        const std::size_t end = text.find(' ');
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (!empty && displayWidth(line) + 1 + displayWidth(word) > kWidth) {
            out += line + '\n';
            line = std::string(indent + (first.empty() ? 0 : 2), ' ');
            empty = true;
        }
        if (!empty)
            line += ' ';
        line += word;
        empty = false;
    }
    return out + line + '\n';
}

std::string adviceText(const Trace& trace, const AdvisorResult& result, const std::vector<AdviceSection>& sections,
                       std::size_t places)
{
    std::string out = overviewText(result.overview);
    if (result.combinedSaving.high)
        out +=
            wrapped(fmt::format("All findings together: up to {} per step ({}).", timeText(result.combinedSaving.high),
                                percentText(result.combinedSaving.ratioOfWall)),
                    0);
    out += '\n';
    std::size_t number = 0;
    for (const Finding& finding : result.findings)
        out += findingText(trace, finding, ++number, places) + '\n';
    if (result.findings.empty())
        out += "No problems found.\n\n";
    for (const AdviceSection& section : sections) {
        out += section.title + '\n';
        out += section.missing.empty() ? section.text : wrapped(section.missing, 2);
        out += '\n';
    }
    if (!result.unavailable.empty())
        out += "Not judged:\n";
    for (const Unavailable& rule : result.unavailable)
        out += wrapped(fmt::format("{}: {}", rule.title.text, englishText(rule.reason)), 2, rule.ruleId + " ");
    return out;
}

} // namespace tideline
