// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/fusion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

#include "core/analyze/core_times.h"
#include "core/analyze/handed_tensors.h"
#include "core/analyze/intervals.h"
#include "core/analyze/pipe_figures.h"

namespace tideline {

namespace {

/// A kernel as the search sees it.
struct Item {
    const DeviceOp* op = nullptr;
    std::uint32_t type = 0; ///< rank of the type among all in alphabetical order, so that tuples compare as texts do
    bool starts = false;    ///< the first of a run
    bool taken = false;
};

/// Marks a place where no tuple of a length begins that is frequent enough.
constexpr std::uint32_t kNoTuple = std::numeric_limits<std::uint32_t>::max();

/// The tuples of one length: by item the number of the tuple that begins there.
struct Tuples {
    std::vector<std::uint32_t> at;
    std::uint32_t count = 0; ///< distinct ones
};

struct Window {
    std::vector<std::size_t> starts; ///< items
    Duration time;
    std::size_t freeFrom = 0; ///< occurrences of one tuple do not overlap one another
};

class Search {
public:
    Search(const Trace& trace, const StepProfile& step, const FusionLimits& limits)
        : m_trace(&trace),
          m_limits(&limits),
          m_wall(static_cast<double>(step.wall().ns)),
          m_times(trace),
          m_pipes(trace),
          m_tensors(trace)
    {
        fill(step);
        number();
        m_rate = tensorRate(step);
    }

    std::vector<FusibleSequence> run()
    {
        std::vector<FusibleSequence> out;
        for (const bool hostBound : {true, false}) {
            m_hostBound = hostBound;
            for (std::size_t length = m_limits->longest; length >= 2; --length) {
                while (auto best = bestOf(length))
                    out.push_back(accept(*best, length));
            }
        }
        return out;
    }

private:
    void fill(const StepProfile& step);
    /// How much shorter a kernel gets without a part of its loads and stores: pipes work side by side, so what remains
    /// takes as long as the busiest pipe that is left.
    double removableTime(const DeviceOp& op, const HandedTensors::Share& loads, const HandedTensors::Share& stores);
    /// The same for all kernels of a window. Only tensors that one kernel hands to a later one need not be moved.
    double removableTime(std::size_t first, std::size_t length);
    double tensorRate(const StepProfile& step);
    bool isVectorKernel(const DeviceOp& op) const;
    Duration stalledTime(std::size_t first, std::size_t length) const;
    void number();
    Tuples longer(const Tuples& shorter, std::size_t length) const;
    void dropRare(Tuples& tuples) const;
    std::string_view typeOf(const DeviceOp& op) const
    {
        return op.kernel.valid() ? m_trace->text(m_trace->kernels().type.at(op.kernel.row)) : std::string_view{};
    }
    bool isFree(std::size_t first, std::size_t length) const
    {
        for (std::size_t i = first; i < first + length; ++i) {
            if (m_items[i].taken)
                return false;
        }
        return true;
    }
    /// The order of two tuples as texts.
    bool isLess(std::size_t first, std::size_t other, std::size_t length) const
    {
        for (std::size_t i = 0; i < length; ++i) {
            if (m_items[first + i].type != m_items[other + i].type)
                return m_items[first + i].type < m_items[other + i].type;
        }
        return false;
    }
    TimeRange windowAt(std::size_t first, std::size_t length) const
    {
        TimeRange range = m_items[first].op->range;
        for (std::size_t i = first; i < first + length; ++i)
            range.end = std::max(range.end, m_items[i].op->range.end);
        return range;
    }
    std::vector<Window> candidates(std::size_t length) const;
    std::optional<Window> bestOf(std::size_t length);
    bool isAcceptable(const Window& window, std::size_t length);
    FusibleSequence accept(const Window& best, std::size_t length);

    const Trace* m_trace;
    const FusionLimits* m_limits;
    double m_wall;
    bool m_hostBound = true; ///< what is looked for now
    CoreTimes m_times;
    PipeFigures m_pipes;
    HandedTensors m_tensors;
    double m_rate = 0; ///< see tensorRate()
    std::vector<Item> m_items;
    std::vector<std::string> m_types;
    std::vector<Tuples> m_tuples; ///< by length
};

bool Search::isVectorKernel(const DeviceOp& op) const
{
    if (!op.kernel.valid())
        return false;
    const std::string_view core = m_trace->text(m_trace->kernels().core.at(op.kernel.row));
    return core == "AI_VECTOR_CORE" || core == "MIX_AIV";
}

void Search::fill(const StepProfile& step)
{
    std::map<std::string, std::uint32_t> types;
    for (const DeviceOp& op : step.kernels)
        types.emplace(typeOf(op), 0);
    for (auto& [type, number] : types) {
        number = static_cast<std::uint32_t>(m_types.size());
        m_types.push_back(type);
    }
    auto collective = step.communication.begin();
    const DeviceOp* before = nullptr;
    bool cut = true;
    for (const DeviceOp& op : step.kernels) {
        if (op.kernel.valid() && m_trace->text(m_trace->kernels().core.at(op.kernel.row)) == "AI_CPU") {
            cut = true;
            before = &op;
            continue;
        }
        // A collective that starts after the earlier and at or before the later of two neighbours lies between them.
        while (before && collective != step.communication.end() && collective->range.start <= before->range.start)
            ++collective;
        if (before && collective != step.communication.end() && collective->range.start <= op.range.start)
            cut = true;
        m_items.push_back({&op, types.find(std::string(typeOf(op)))->second, cut, false});
        cut = false;
        before = &op;
    }
}

/// Numbers the tuples of every length once. What follows then compares numbers instead of types.
void Search::number()
{
    m_tuples.resize(m_limits->longest + 1);
    if (m_limits->longest < 1)
        return;
    Tuples& single = m_tuples[1];
    for (const Item& item : m_items)
        single.at.push_back(item.type);
    single.count = static_cast<std::uint32_t>(m_types.size());
    for (std::size_t length = 2; length <= m_limits->longest; ++length)
        m_tuples[length] = longer(m_tuples[length - 1], length);
}

/// Each tuple is the one that is shorter by one and a type more.
Tuples Search::longer(const Tuples& shorter, std::size_t length) const
{
    Tuples out;
    out.at.assign(m_items.size(), kNoTuple);
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;
    for (std::size_t first = 0; first + length <= m_items.size(); ++first) {
        const Item& last = m_items[first + length - 1];
        if (shorter.at[first] == kNoTuple || last.starts)
            continue;
        const std::uint64_t key = std::uint64_t{shorter.at[first]} << 32 | last.type;
        out.at[first] = numbers.emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second;
    }
    out.count = static_cast<std::uint32_t>(numbers.size());
    dropRare(out);
    return out;
}

/// A tuple that is too rare to be accepted is no part of a longer one that is frequent enough either.
void Search::dropRare(Tuples& tuples) const
{
    std::vector<std::size_t> counts(tuples.count, 0);
    for (const std::uint32_t number : tuples.at) {
        if (number != kNoTuple)
            ++counts[number];
    }
    std::vector<std::uint32_t> kept(tuples.count, kNoTuple);
    std::uint32_t next = 0;
    for (std::uint32_t number = 0; number < tuples.count; ++number) {
        if (counts[number] > m_limits->moreThan)
            kept[number] = next++;
    }
    for (std::uint32_t& number : tuples.at)
        number = number == kNoTuple ? kNoTuple : kept[number];
    tuples.count = next;
}

std::vector<Window> Search::candidates(std::size_t length) const
{
    const Tuples& tuples = m_tuples[length];
    std::vector<Window> out(tuples.count);
    if (tuples.count == 0)
        return out;
    for (std::size_t first = 0; first + length <= m_items.size(); ++first) {
        const std::uint32_t number = tuples.at[first];
        if (number == kNoTuple || first < out[number].freeFrom || !isFree(first, length))
            continue;
        Window& window = out[number];
        window.freeFrom = first + length;
        window.starts.push_back(first);
        window.time += windowAt(first, length).length();
    }
    return out;
}

bool Search::isAcceptable(const Window& window, std::size_t length)
{
    const auto time = static_cast<double>(window.time.ns);
    if (window.starts.size() <= m_limits->moreThan || time <= m_limits->windowRatio * m_wall)
        return false;
    Duration kernels;
    double memory = 0;
    double core = 0;
    for (const std::size_t first : window.starts) {
        for (std::size_t i = first; i < first + length; ++i) {
            const DeviceOp& op = *m_items[i].op;
            kernels += op.range.length();
            if (!op.kernel.valid())
                continue;
            memory += m_times.load(op.kernel.row) + m_times.store(op.kernel.row);
            core += m_times.core(op.kernel.row);
        }
    }
    const bool hostBound = static_cast<double>(kernels.ns) < m_limits->hostRatio * time;
    return m_hostBound ? hostBound : memory > m_limits->memoryRatio * core;
}

std::optional<Window> Search::bestOf(std::size_t length)
{
    std::optional<Window> best;
    for (Window& window : candidates(length)) {
        if (window.starts.empty())
            continue;
        const bool greater =
            !best || window.time > best->time
            || (window.time == best->time && isLess(window.starts.front(), best->starts.front(), length));
        if (greater && isAcceptable(window, length))
            best = std::move(window);
    }
    return best;
}

/// Bytes per ns at which vector kernels of the step move their tensors when they do well: the 90th percentile by bytes.
/// A kernel that moves more than its tensors is slower; 0 where nothing is known.
double Search::tensorRate(const StepProfile& step)
{
    constexpr double kWell = 0.1; // of the bytes are moved faster
    std::vector<std::pair<double, double>> rates;
    double all = 0;
    for (const DeviceOp& op : step.kernels) {
        const auto bytes = isVectorKernel(op) ? m_tensors.allBytes(op.kernel.row) : std::nullopt;
        if (!bytes || op.range.empty())
            continue;
        rates.emplace_back(*bytes / static_cast<double>(op.range.length().ns), *bytes);
        all += *bytes;
    }
    std::sort(rates.begin(), rates.end(), std::greater<>());
    double faster = 0;
    for (const auto& [rate, bytes] : rates) {
        faster += bytes;
        if (faster >= kWell * all)
            return rate;
    }
    return 0;
}

double Search::removableTime(const DeviceOp& op, const HandedTensors::Share& loads, const HandedTensors::Share& stores)
{
    const PipeRatios pipes = m_pipes.of(op.kernel.row);
    const double length = static_cast<double>(op.range.length().ns);
    // A pipe that moves more than the tensors keeps what does not belong to them. A small kernel is no measure: it
    // waits for its first bytes most of the time.
    constexpr double kSmallNs = 10'000;
    const bool measurable = m_rate > 0 && length >= kSmallNs;
    const auto goes = [this, measurable](const HandedTensors::Share& share, double pipeTime) {
        const double whole = pipeTime * share.part;
        return share.bytes && measurable ? std::min(whole, *share.bytes / m_rate) : whole;
    };
    double kept = 0;
    for (std::size_t i = 0; i < kPipes; ++i) {
        const Pipe pipe{static_cast<int>(i)};
        const bool load = pipe == Pipe::CubeMte2 || pipe == Pipe::VectorMte2;
        const bool store = pipe == Pipe::CubeFixpipe || pipe == Pipe::VectorMte3;
        const double time = pipes.of(pipe) * length;
        kept = std::max(kept, time - (load ? goes(loads, time) : store ? goes(stores, time) : 0));
    }
    return std::clamp(pipes.greatest() * length - kept, 0.0, length);
}

double Search::removableTime(std::size_t first, std::size_t length)
{
    std::vector<std::uint32_t> rows;
    for (std::size_t i = first; i < first + length; ++i) {
        if (!m_items[i].op->kernel.valid())
            return 0;
        rows.push_back(m_items[i].op->kernel.row);
    }
    double less = 0;
    for (std::size_t i = 0; i < length; ++i)
        less += removableTime(*m_items[first + i].op, m_tensors.received(rows, i), m_tensors.handedOn(rows, i));
    return less;
}

/// Of the time between the kernels of a window, what the host spends in stalls.
Duration Search::stalledTime(std::size_t first, std::size_t length) const
{
    std::vector<TimeRange> kernels;
    for (std::size_t i = first; i < first + length; ++i)
        kernels.push_back(m_items[i].op->range);
    mergeRanges(kernels);
    Duration stalled;
    for (const TimeRange hole : holesIn(windowAt(first, length), kernels))
        stalled += lengthOf(clippedRanges(hole, m_limits->stalls));
    return stalled;
}

FusibleSequence Search::accept(const Window& best, std::size_t length)
{
    FusibleSequence out;
    for (std::size_t i = 0; i < length; ++i)
        out.types.push_back(m_types[m_items[best.starts.front() + i].type]);
    out.hostBound = m_hostBound;
    out.windowTime = best.time;
    double less = 0;
    Duration stalled;
    for (const std::size_t first : best.starts) {
        out.occurrences.push_back(windowAt(first, length));
        if (m_hostBound)
            stalled += stalledTime(first, length);
        else
            less += removableTime(first, length);
        out.firsts.push_back(*m_items[first].op);
        for (std::size_t i = first; i < first + length; ++i) {
            const DeviceOp& op = *m_items[i].op;
            m_items[i].taken = true;
            out.kernelTime += op.range.length();
        }
    }
    out.fusedTime =
        out.hostBound ? out.kernelTime + stalled : out.windowTime - Duration{static_cast<std::int64_t>(less)};
    out.fusedTime = std::clamp(out.fusedTime, Duration{}, out.windowTime);
    return out;
}

} // namespace

std::string FusibleSequence::pattern() const
{
    std::string out;
    for (const std::string& type : types)
        out += (out.empty() ? "" : " - ") + type;
    return out;
}

std::vector<TimeRange> stallsOf(const HostCalls& calls)
{
    std::vector<TimeRange> stalls;
    for (const HostCallKind kind : {HostCallKind::Synchronise, HostCallKind::SyncCopy, HostCallKind::Compile,
                                    HostCallKind::DataLoader, HostCallKind::Collection}) {
        for (const HostCall& call : calls.of(kind))
            stalls.push_back(call.range);
    }
    mergeRanges(stalls);
    return stalls;
}

bool hasKernelTypes(const Trace& trace, const StepProfile& step)
{
    return std::any_of(step.kernels.begin(), step.kernels.end(), [&](const DeviceOp& op) {
        const std::string_view type =
            op.kernel.valid() ? trace.text(trace.kernels().type.at(op.kernel.row)) : std::string_view{};
        return !type.empty() && type != "N/A";
    });
}

std::vector<FusibleSequence> fusibleSequences(const Trace& trace, const StepProfile& step, const FusionLimits& limits)
{
    return hasKernelTypes(trace, step) ? Search(trace, step, limits).run() : std::vector<FusibleSequence>{};
}

} // namespace tideline
