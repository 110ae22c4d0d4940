// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/kernel_ties.h"

#include <algorithm>
#include <charconv>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/store/gather.h"
#include "core/store/kernel_core.h"
#include "core/store/sort_rows.h"

namespace tideline {

namespace {

constexpr std::size_t kMostEqualStarts = 64; // streams looked at where no name fits; bounds hostile input

struct Candidate {
    Instant start;
    StringId name;
    SliceId slice;
    std::int64_t stream = kNoInteger;
    auto operator<=>(const Candidate& o) const
    {
        if (const auto order = start <=> o.start; order != 0)
            return order;
        if (const auto order = name <=> o.name; order != 0)
            return order;
        return slice <=> o.slice;
    }
    bool operator==(const Candidate&) const = default;
};

struct KernelKey {
    Instant start;
    StringId name;
    std::int64_t stream = kNoInteger;
};

std::int64_t streamOf(const TrackInfo& track)
{
    std::int64_t value = 0;
    const char* const end = track.tid.data() + track.tid.size();
    const auto [stop, error] = std::from_chars(track.tid.data(), end, value);
    return error == std::errc{} && stop == end ? value : kNoInteger;
}

/// Slices of one rank by (start, name).
class Candidates {
public:
    void add(const TrackInfo& track, const SliceColumns& slices)
    {
        const std::int64_t stream = streamOf(track);
        ColumnReader<Instant> starts(slices.start);
        ColumnReader<StringId> names(slices.name);
        for (std::uint32_t i = track.slices.first; i < track.slices.last; ++i)
            m_rows.push_back({starts[i], names[i], SliceId{i}, stream});
    }
    void sort(const Progress& progress)
    {
        sortRows(
            m_rows, [](const Candidate& a, const Candidate& b) { return a < b; }, progress);
    }

    /// Of the slices with this start and name, the one of the stream, else the first.
    SliceId named(const KernelKey& key) const { return ofStream(range(key.start, key.name), key.stream, true); }

    /// The only slice with this start whatever its name, of several the one of the stream.
    SliceId starting(const KernelKey& key) const
    {
        const auto first = lowerBound(key.start, StringId{0});
        const auto end =
            std::partition_point(first, m_rows.end(), [&](const Candidate& it) { return it.start == key.start; });
        return ofStream({first, end}, key.stream, end - first == 1);
    }

private:
    using Iterator = std::vector<Candidate>::const_iterator;

    Iterator lowerBound(Instant start, StringId name) const
    {
        return std::partition_point(m_rows.begin(), m_rows.end(), [&](const Candidate& it) {
            return it.start != start ? it.start < start : it.name < name;
        });
    }
    std::pair<Iterator, Iterator> range(Instant start, StringId name) const
    {
        const auto first = lowerBound(start, name);
        return {first, std::partition_point(first, m_rows.end(),
                                            [&](const Candidate& it) { return it.start == start && it.name == name; })};
    }
    static SliceId ofStream(std::pair<Iterator, Iterator> found, std::int64_t stream, bool elseFirst)
    {
        const auto [first, last] = found;
        const auto end = first + std::min<std::ptrdiff_t>(last - first, kMostEqualStarts);
        const auto hit = std::find_if(first, end, [&](const Candidate& it) { return it.stream == stream; });
        if (hit != end && stream != kNoInteger)
            return hit->slice;
        return elseFirst && first != last ? first->slice : SliceId{};
    }

    std::vector<Candidate> m_rows;
};

/// The two places of a rank where kernel rows may lie.
struct RankCandidates {
    Candidates device;
    Candidates groups;

    RankCandidates(const KernelTieInput& input, RankId rank, const Progress& progress)
    {
        for (const TrackInfo& track : input.tracks) {
            if (track.rank != rank || !isCounted(track.kind))
                continue;
            if (track.kind == TrackKind::CommGroup)
                groups.add(track, input.slices);
            else if (input.processes[track.process.row].role == ProcessRole::Device)
                device.add(track, input.slices);
        }
        device.sort(progress);
        groups.sort(progress);
    }

    SliceId find(const KernelKey& key, bool communication) const
    {
        const Candidates& where = communication ? groups : device;
        SliceId found = where.named(key);
        if (!found.valid() && !communication)
            found = where.starting(key);
        for (const std::int64_t off : {-1, 1}) {
            if (!found.valid())
                found = where.named({key.start + Duration{off}, key.name, key.stream});
        }
        return found;
    }
};

} // namespace

Column<KernelTie> tieKernels(const KernelTieInput& input, KernelColumns& kernels, const Progress& progress)
{
    std::vector<KernelTie> ties;
    ColumnBuilder<SliceId> slices;
    ColumnReader<RankId> ranks(kernels.rank);
    ColumnReader<Instant> starts(kernels.start);
    ColumnReader<StringId> names(kernels.name);
    ColumnReader<StringId> cores(kernels.core);
    ColumnReader<std::int64_t> streams(kernels.stream);
    std::optional<RankCandidates> candidates; // of the rank at work
    RankId rank;
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
        if (ranks[i] != rank) {
            if (progress.cancelled())
                return {};
            rank = ranks[i];
            candidates.emplace(input, rank, progress);
        }
        const std::string_view core = input.strings.text(cores[i]);
        const bool communication = isCommunicationCore(core);
        const SliceId slice = candidates->find({starts[i], names[i], streams[i]}, communication);
        slices.push(slice);
        if (slice.valid())
            ties.push_back({slice, KernelId{i}});
    }
    kernels.slice = std::move(slices).finish();
    std::sort(ties.begin(), ties.end());
    const auto sameSlice = [](const KernelTie& a, const KernelTie& b) { return a.slice == b.slice; };
    ties.erase(std::unique(ties.begin(), ties.end(), sameSlice), ties.end());
    return gather(ties.size(), [&](std::size_t i) { return ties[i]; });
}

} // namespace tideline
