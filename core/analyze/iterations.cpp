// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/iterations.h"

#include <algorithm>
#include <map>

namespace tideline {

namespace {

constexpr std::size_t kLeastRepeats = 3;
constexpr std::size_t kLeastKernels = 8;
constexpr double kLeastCover = 0.9;
constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15ULL; // odd, so that powers never vanish

StringId nameIdOf(const Trace& trace, const DeviceOp& op)
{
    if (op.kernel.valid())
        return trace.kernels().name.at(op.kernel.row);
    return op.slice.valid() ? trace.slices().name.at(op.slice.row) : kEmptyString;
}

/// Compares stretches of a sequence in constant time.
class StretchHash {
public:
    explicit StretchHash(const std::vector<StringId>& names) : m_prefix{0}, m_power{1}
    {
        for (const StringId name : names) {
            m_prefix.push_back(m_prefix.back() * kBase + name.row + 1);
            m_power.push_back(m_power.back() * kBase);
        }
    }
    std::uint64_t of(std::size_t first, std::size_t last) const
    {
        return m_prefix[last] - m_prefix[first] * m_power[last - first];
    }

private:
    std::vector<std::uint64_t> m_prefix;
    std::vector<std::uint64_t> m_power;
};

/// The beginnings of equal stretches of one length.
struct Period {
    std::size_t length = 0;
    std::vector<std::size_t> starts;
};

/// The stretches between the occurrences of one name that are most often the same.
Period periodAt(const std::vector<std::size_t>& positions, std::size_t count, const StretchHash& hash)
{
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::size_t>> stretches;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t end = i + 1 < positions.size() ? positions[i + 1] : count;
        stretches[{end - positions[i], hash.of(positions[i], end)}].push_back(positions[i]);
    }
    Period best;
    for (auto& [key, starts] : stretches) {
        // Of equals the earliest: the order of ids differs from import to import.
        if (starts.size() > best.starts.size()
            || (starts.size() == best.starts.size() && starts.front() < best.starts.front()))
            best = {key.first, std::move(starts)};
    }
    return best;
}

} // namespace

std::vector<TimeRange> detectIterations(const Trace& trace, const std::vector<DeviceOp>& kernels)
{
    if (kernels.size() < kLeastRepeats * kLeastKernels)
        return {};
    std::vector<DeviceOp> ops = kernels;
    std::stable_sort(ops.begin(), ops.end(), [](const DeviceOp& a, const DeviceOp& b) { return a.range < b.range; });
    std::vector<StringId> names;
    std::map<StringId, std::vector<std::size_t>> positions;
    for (std::size_t i = 0; i < ops.size(); ++i) {
        names.push_back(nameIdOf(trace, ops[i]));
        positions[names.back()].push_back(i);
    }
    const StretchHash hash(names);
    Period best;
    for (const auto& [name, where] : positions) {
        if (where.size() < kLeastRepeats)
            continue;
        Period period = periodAt(where, ops.size(), hash);
        const auto covered = static_cast<double>(period.length * period.starts.size());
        const bool better = period.length > best.length
                            || (period.length == best.length && period.starts.front() < best.starts.front());
        if (period.starts.size() >= kLeastRepeats && period.length >= kLeastKernels && better
            && covered >= kLeastCover * static_cast<double>(ops.size()))
            best = std::move(period);
    }
    std::vector<TimeRange> ranges;
    for (const std::size_t start : best.starts) {
        const std::size_t next = start + best.length;
        Instant end = next < ops.size() ? ops[next].range.start : ops[start].range.end;
        for (std::size_t i = start; next == ops.size() && i < next; ++i)
            end = std::max(end, ops[i].range.end);
        ranges.push_back({ops[start].range.start, end});
    }
    return ranges;
}

} // namespace tideline
