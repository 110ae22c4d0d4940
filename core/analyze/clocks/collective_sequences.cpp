// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <unordered_map>

#include "core/analyze/clocks/clock_events.h"
#include "core/analyze/comm_primitive.h"

namespace tideline::clocks {

namespace {

/// What communication files say about the operations of one rank, by their name without its group.
struct Described {
    StringId group;
    std::uint64_t bytes = 0;
};
using DescribedByName = std::unordered_map<std::string_view, Described>;

std::uint64_t bytesOf(const Trace& trace, const CommRecord& record)
{
    double bytes = 0;
    for (std::uint32_t row = record.transports.first; row < record.transports.last; ++row)
        bytes += trace.records().transports.at(row).sizeBytes;
    constexpr double kMost = 1e18;
    return bytes > 0 && bytes < kMost ? static_cast<std::uint64_t>(bytes) : 0;
}

std::vector<DescribedByName> describedOperations(const Trace& trace)
{
    std::vector<DescribedByName> out(trace.ranks().size());
    const Column<CommRecord>& records = trace.records().communication;
    ColumnReader<CommRecord> reader(records);
    for (std::uint32_t row = 0; row < records.size(); ++row) {
        const CommRecord record = reader[row];
        if (record.total || record.group == kEmptyString)
            continue;
        const std::string_view name = trace.text(record.name);
        out[record.rank.row][name.substr(0, name.find('@'))] = {record.group, bytesOf(trace, record)};
    }
    return out;
}

/// Names and kinds, judged once each.
class Names {
public:
    struct Known {
        std::uint32_t kind = 0;
        bool symmetric = false;
        std::int64_t index = -1;
    };
    const Known& of(const Trace& trace, StringId name)
    {
        const auto [known, added] = m_known.try_emplace(name);
        if (added) {
            const std::string_view text = trace.text(name);
            const std::string primitive = primitiveOf(text);
            const auto next = static_cast<std::uint32_t>(m_kinds.size());
            known->second = {m_kinds.try_emplace(primitive, next).first->second, isSymmetric(primitive),
                             indexInName(text)};
        }
        return known->second;
    }

private:
    std::unordered_map<StringId, Known> m_known;
    std::unordered_map<std::string, std::uint32_t> m_kinds;
};

/// A time with the declared base; false where sums of such times could overflow.
bool onBase(Instant time, Duration base, Instant& out)
{
    if (base.ns < -kTimeLimitNs || base.ns > kTimeLimitNs)
        return false;
    out = time + base;
    return out.ns >= -kTimeLimitNs && out.ns <= kTimeLimitNs;
}

/// Lanes called "Group <number> Communication" count the groups of their own rank; other names are those of the wire.
bool namesGroup(std::string_view lane)
{
    return lane.find('%') != lane.npos;
}

} // namespace

std::vector<SequencesByGroup> collectiveSequences(const Trace& trace)
{
    std::vector<SequencesByGroup> out(trace.ranks().size());
    const std::vector<DescribedByName> described = describedOperations(trace);
    Names names;
    const StepNumbers steps(trace);
    ColumnReader start(trace.slices().start);
    ColumnReader duration(trace.slices().duration);
    ColumnReader name(trace.slices().name);
    for (const TrackInfo& track : trace.tracks()) {
        if (track.kind != TrackKind::CommGroup)
            continue;
        const DescribedByName& known = described[track.rank.row];
        const Duration base = trace.rank(track.rank).axisShift;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const std::string_view text = trace.text(name[row]);
            const auto record = known.find(text);
            const Names::Known& judged = names.of(trace, name[row]);
            Collective one;
            if (!onBase(start[row], base, one.start) || !onBase(start[row] + duration[row], base, one.end))
                continue;
            one.index = judged.index;
            one.kind = judged.kind;
            one.symmetric = judged.symmetric;
            one.bytes = record == known.end() ? 0 : record->second.bytes;
            one.step = steps.of(track.rank, SliceId{row}, start[row]);
            const std::string_view group = record != known.end()    ? trace.text(record->second.group)
                                           : namesGroup(track.name) ? std::string_view(track.name)
                                                                    : groupInName(text);
            if (!group.empty())
                out[track.rank.row][std::string(group)].push_back(one);
        }
    }
    for (SequencesByGroup& groups : out) {
        for (auto& [group, sequence] : groups)
            orderByIndex(sequence);
    }
    return out;
}

} // namespace tideline::clocks
