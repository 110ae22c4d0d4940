// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/advice_sections.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "core/analyze/comm_figures.h"
#include "core/analyze/fusion.h"
#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

constexpr std::size_t kNameWidth = 36; // of 80 columns

template <typename Row>
void cut(std::vector<Row>& rows, std::size_t top)
{
    if (top != 0 && rows.size() > top)
        rows.resize(top);
}

AdviceSection operatorSection(const Session& session, const Scope& scope, const SectionOptions& options)
{
    AdviceSection out{
        "operators", fmt::format("Operators of {} ms and longer", *options.operatorMs), Document::array(), {}, {}};
    RankingOptions ranking;
    ranking.of = RankingOf::Kernels;
    ranking.scope = scope;
    const auto ranked = session.ranking(ranking);
    TextTable table({{"operator", false, kNameWidth}, {"calls", true}, {"total", true}, {"longest", true}});
    std::size_t count = 0;
    for (const RankingRow& row : ranked ? ranked->rows : std::vector<RankingRow>{}) {
        if (static_cast<double>(row.max.ns) < *options.operatorMs * 1e6 || (options.top && count >= options.top))
            continue;
        ++count;
        table.row({visible(row.name), std::to_string(row.calls), timeText(row.total), timeText(row.max)});
        out.rows.push_back({{"name", row.name},
                            {"type", row.type},
                            {"calls", row.calls},
                            {"total_ns", row.total.ns},
                            {"max_ns", row.max.ns}});
    }
    out.text = table.text();
    if (!ranked)
        out.missing = ranked.error().text();
    else if (count == 0)
        out.missing = "no operator takes that long";
    return out;
}

AdviceSection fusionSection(const Session& session, const Scope& scope, const SectionOptions& options)
{
    AdviceSection out{"fusion", "Sequences that could be fused", Document::array(), {}, {}};
    std::vector<FusibleSequence> sequences;
    bool typed = false;
    for (std::uint32_t rank = 0; rank < session.trace().ranks().size(); ++rank) {
        FusionLimits limits;
        limits.stalls = stallsOf(hostCalls(session.trace(), RankId{rank}, scope));
        for (const StepProfile& step : stepProfiles(session.trace(), RankId{rank}, scope)) {
            typed = typed || hasKernelTypes(session.trace(), step);
            const auto found = fusibleSequences(session.trace(), step, limits);
            sequences.insert(sequences.end(), found.begin(), found.end());
        }
    }
    std::stable_sort(sequences.begin(), sequences.end(),
                     [](const auto& a, const auto& b) { return a.windowTime > b.windowTime; });
    cut(sequences, options.top);
    TextTable table({{"sequence", false, kNameWidth}, {"times", true}, {"now", true}, {"after", true}, {"cause"}});
    for (const FusibleSequence& sequence : sequences) {
        table.row({visible(sequence.pattern()), std::to_string(sequence.occurrences.size()),
                   timeText(sequence.windowTime), timeText(sequence.fusedTime),
                   sequence.hostBound ? "launches" : "memory"});
        const Duration saved = sequence.windowTime - sequence.fusedTime;
        const double rate = sequence.windowTime.ns > 0
                                ? static_cast<double>(saved.ns) / static_cast<double>(sequence.windowTime.ns)
                                : 0;
        out.rows.push_back({{"pattern", sequence.pattern()},
                            {"fused", nullptr},
                            {"rate_ratio", rate},
                            {"before_ns", sequence.windowTime.ns},
                            {"after_ns", sequence.fusedTime.ns},
                            {"saved_ns", saved.ns}});
    }
    out.text = table.text();
    if (!typed)
        out.missing = "the kernels have no types; kernel_details.csv is missing or was recorded at level 0";
    else if (sequences.empty())
        out.missing = "no sequence of kernels repeats often enough";
    return out;
}

AdviceSection memorySection(const Session& session, const Scope& scope)
{
    AdviceSection out{"memory", "Peaks of device memory", Document::array(), {}, {}};
    const Trace& trace = session.trace();
    const ScopeFilter filter(trace, scope);
    std::map<std::pair<RankId, StringId>, std::tuple<std::int64_t, std::int64_t, Instant>> peaks;
    ColumnReader records(trace.records().memory);
    for (std::uint32_t row = 0; row < trace.records().memory.size(); ++row) {
        const MemoryRecord record = records[row];
        if (filter.excludes(record.rank))
            continue;
        auto& [allocated, reserved, at] = peaks[{record.rank, record.component}];
        if (record.allocated > allocated) {
            allocated = record.allocated;
            at = record.time;
        }
        reserved = std::max(reserved, record.reserved);
    }
    TextTable table({{"rank", true}, {"component"}, {"peak allocated", true}, {"peak reserved", true}});
    for (const auto& [key, peak] : peaks) {
        const auto rank = trace.rank(key.first).rank;
        const auto& [allocated, reserved, at] = peak;
        table.row({rank ? std::to_string(*rank) : "-", visible(trace.text(key.second)),
                   bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(allocated, 0))),
                   bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(reserved, 0)))});
        out.rows.push_back({{"rank", rank ? Document(*rank) : Document(nullptr)},
                            {"component", std::string(trace.text(key.second))},
                            {"peak_allocated_bytes", allocated},
                            {"peak_reserved_bytes", reserved},
                            {"peak_ns", at.ns}});
    }
    out.text = table.text();
    if (peaks.empty())
        out.missing = "memory_record.csv is missing; record with profile_memory=True";
    return out;
}

AdviceSection communicationSection(const Session& session, const Scope& scope, const SectionOptions& options)
{
    AdviceSection out{"communication", "Collectives: moving and waiting", Document::array(), {}, {}};
    const Trace& trace = session.trace();
    const ScopeFilter filter(trace, scope);
    std::vector<std::pair<RankId, CommOperation>> operations;
    for (std::uint32_t rank = 0; rank < trace.ranks().size(); ++rank) {
        if (filter.excludes(RankId{rank}))
            continue;
        const auto step = scope.steps.size() == 1 ? std::optional(scope.steps.front()) : std::nullopt;
        std::vector<CommOperation> ofRank = commOperations(trace, RankId{rank}, step);
        if (scope.range)
            clipOperations(ofRank, scope.range->shifted(-trace.rank(RankId{rank}).axisShift));
        for (const CommOperation& operation : ofRank)
            operations.emplace_back(RankId{rank}, operation);
    }
    std::stable_sort(operations.begin(), operations.end(),
                     [](const auto& a, const auto& b) { return a.second.elapse > b.second.elapse; });
    cut(operations, options.top);
    TextTable table(
        {{"rank", true}, {"operation", false, kNameWidth}, {"elapsed", true}, {"moving", true}, {"waiting", true}});
    for (const auto& [id, operation] : operations) {
        const auto rank = trace.rank(id).rank;
        table.row({rank ? std::to_string(*rank) : "-", visible(trace.text(operation.name)), timeText(operation.elapse),
                   timeText(operation.transfer), timeText(operation.wait())});
        out.rows.push_back({{"rank", rank ? Document(*rank) : Document(nullptr)},
                            {"name", std::string(trace.text(operation.name))},
                            {"elapse_ns", operation.elapse.ns},
                            {"transit_ns", operation.transfer.ns},
                            {"wait_ns", operation.wait().ns},
                            {"size_bytes", operation.sdmaBytes + operation.rdmaBytes}});
    }
    out.text = table.text();
    if (operations.empty())
        out.missing = "communication.json is missing or holds no operations";
    return out;
}

} // namespace

std::vector<AdviceSection> adviceSections(const Session& session, const Scope& scope, const SectionOptions& options)
{
    std::vector<AdviceSection> out;
    if (options.operatorMs)
        out.push_back(operatorSection(session, scope, options));
    if (options.fusion)
        out.push_back(fusionSection(session, scope, options));
    if (options.memory)
        out.push_back(memorySection(session, scope));
    if (options.communication)
        out.push_back(communicationSection(session, scope, options));
    return out;
}

} // namespace tideline
