// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/flame_stacks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analyze/flame_links.h"
#include "core/analyze/flame_members.h"
#include "core/analyze/flame_table.h"
#include "core/analyze/scope_filter.h"

namespace tideline {

namespace {

using Member = FlameMembers::Member;

constexpr std::uint32_t kUnknown = FlameTree::kNone;
constexpr std::uint32_t kVisiting = FlameTree::kNone - 1;
// Keys of frames that are no slice; the names of a trace are fewer than 2^31.
constexpr std::uint32_t kStepKey = ~std::uint32_t{0} - 1;
constexpr std::uint32_t kNotLinkedKey = ~std::uint32_t{0} - 2;
constexpr std::uint32_t kTrackKeys = std::uint32_t{1} << 31;

Scope namesOnly(const Scope& scope)
{
    Scope names;
    names.nameParts = scope.nameParts;
    names.operators = scope.operators;
    names.operators = scope.operators;
    return names;
}

Scope withoutNames(Scope scope)
{
    scope.nameParts.clear();
    scope.operators.clear();
    scope.operators.clear();
    return scope;
}

using StartOrder = std::vector<std::pair<Instant, std::uint32_t>>;

/// Sorts what consists of sorted runs that begin at the given places; O(n log runs).
StartOrder mergedRuns(StartOrder order, std::vector<std::size_t> runs)
{
    StartOrder merged(order.size());
    for (; runs.size() > 1; std::swap(order, merged)) {
        std::vector<std::size_t> next;
        for (std::size_t i = 0; i < runs.size(); i += 2) {
            const auto at = [&](std::size_t run) {
                return order.begin() + static_cast<std::ptrdiff_t>(run < runs.size() ? runs[run] : order.size());
            };
            next.push_back(runs[i]);
            std::merge(at(i), at(i + 1), at(i + 1), at(i + 2), merged.begin() + static_cast<std::ptrdiff_t>(runs[i]));
        }
        runs = std::move(next);
    }
    return order;
}

class StackMerger {
public:
    StackMerger(const Trace& trace, const FlameOptions& options, const std::stop_token& stop)
        : m_trace(&trace),
          m_options(&options),
          m_stop(stop),
          m_names(namesOnly(options.scope)),
          m_rest(withoutNames(options.scope)),
          m_nameFilter(trace, m_names),
          m_filter(trace, m_rest),
          m_links(linkSlices(trace, stop)),
          m_name(trace.slices().name),
          m_start(trace.slices().start),
          m_duration(trace.slices().duration),
          m_self(trace.slices().self)
    {
    }
    FlameStacks run();

private:
    template <typename Body>
    void forEachTrack(Body&& body);
    void findMembers();
    void choose();
    FlameLack lackOf() const;
    bool has(Member member) const { return m_seen[static_cast<std::size_t>(member)] > 0; }
    bool takes(Member member) const;
    void placeAll();
    void placeInTime();
    void resolve(std::uint32_t row);
    std::uint32_t place(std::uint32_t row, std::uint32_t base);
    std::uint32_t childOf(std::uint32_t parent, std::uint32_t key, bool anyPlace, const StackNode& made);
    std::uint32_t trackNode(std::uint32_t parent, std::uint32_t row);
    void weigh();
    void weighSlice(const TrackInfo& track, std::uint32_t row);
    std::int64_t weightOf(Member member, std::uint32_t row);

    const Trace* m_trace;
    const FlameOptions* m_options;
    std::stop_token m_stop;
    Scope m_names;
    Scope m_rest;
    ScopeFilter m_nameFilter;
    ScopeFilter m_filter;
    FlameLinks m_links;
    ColumnReader<StringId> m_name;
    ColumnReader<Instant> m_start;
    ColumnReader<Duration> m_duration;
    ColumnReader<Duration> m_self;
    std::vector<Member> m_members; ///< by slice
    std::vector<bool> m_named;     ///< by slice: it or a frame above it has the wanted name
    std::array<std::uint64_t, 5> m_seen{};
    std::vector<std::uint32_t> m_chain;
    std::vector<std::uint32_t> m_lastChild; ///< by node, in order of time
    FlameTable m_table;
    FlameStacks m_out;
};

template <typename Body>
void StackMerger::forEachTrack(Body&& body)
{
    for (std::uint32_t i = 0; i < m_trace->tracks().size() && !m_stop.stop_requested(); ++i) {
        const TrackInfo& track = m_trace->tracks()[i];
        if (m_links.roles[i] != FlameRole::Out && !m_filter.excludes(track.rank))
            body(TrackId{i}, track);
    }
}

void StackMerger::findMembers()
{
    FlameMembers members(*m_trace, m_links.roles);
    m_members.resize(m_trace->slices().size(), Member::None);
    const bool byName = !m_names.limitsNothing();
    m_named.resize(byName ? m_members.size() : 0);
    forEachTrack([&](TrackId id, const TrackInfo& track) {
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            m_members[row] = members.of(id, row);
            ++m_seen[static_cast<std::size_t>(m_members[row])];
            if (byName)
                m_named[row] = m_nameFilter.holdsSlice(track, row);
        }
    });
}

void StackMerger::choose()
{
    const FlameSource found = has(Member::Operator) ? FlameSource::Operators
                              : has(Member::Python) ? FlameSource::Python
                                                    : FlameSource::Kernels;
    m_out.source = m_options->source.value_or(found);
    const FlameWeight usual = has(Member::Device) ? FlameWeight::DeviceTime : FlameWeight::HostTime;
    m_out.weight = m_options->weight.value_or(usual);
    if (m_out.source == FlameSource::Kernels && m_out.weight == FlameWeight::HostTime)
        m_out.weight = FlameWeight::DeviceTime; // kernels have no host time
}

bool StackMerger::takes(Member member) const
{
    switch (member) {
    case Member::None: return false;
    case Member::Device: return true;
    case Member::Python: return m_out.source == FlameSource::Python;
    case Member::Operator:
    case Member::Step: break;
    }
    return m_out.source != FlameSource::Kernels;
}

/// The node of a key under a parent; made when there is none. anyPlace: wherever it stands, else only as the last.
std::uint32_t StackMerger::childOf(std::uint32_t parent, std::uint32_t key, bool anyPlace, const StackNode& made)
{
    const auto add = [&] {
        m_out.nodes.push_back(made);
        m_out.nodes.back().stack.parent = parent;
        m_out.nodes.back().stack.key = key;
        return static_cast<std::uint32_t>(m_out.nodes.size() - 1);
    };
    if (anyPlace) {
        std::uint32_t& node = m_table.at(parent, key);
        if (node == FlameTable::kEmpty)
            node = add();
        return node;
    }
    m_lastChild.resize(m_out.nodes.size(), kUnknown);
    const std::uint32_t last = m_lastChild[parent];
    if (last != kUnknown && m_out.nodes[last].stack.key == key)
        return last;
    const std::uint32_t node = add();
    m_lastChild[parent] = node;
    return node;
}

std::uint32_t StackMerger::trackNode(std::uint32_t parent, std::uint32_t row)
{
    StackNode node;
    node.kind = FlameKind::Track;
    node.track = m_trace->trackOf(SliceId{row});
    node.first = m_start[row] + m_trace->axisShift(node.track);
    return childOf(parent, kTrackKeys | node.track.row, true, node);
}

std::uint32_t StackMerger::place(std::uint32_t row, std::uint32_t base)
{
    const Member member = m_members[row];
    if (!takes(member))
        return base;
    const bool inTime = m_options->order == FlameOrder::Time && !m_options->leafFirst;
    if (base == 0 && member == Member::Device && m_out.source != FlameSource::Kernels) {
        StackNode node;
        node.kind = FlameKind::NotLinked;
        node.first = Instant{std::numeric_limits<std::int64_t>::max()};
        base = trackNode(childOf(0, kNotLinkedKey, true, node), row);
    } else if (base == 0 && (member == Member::Device || inTime)) {
        base = trackNode(0, row);
    }
    StackNode node;
    node.name = m_name[row];
    node.kind = member == Member::Step && !inTime ? FlameKind::Step : FlameKind::Slice;
    if (inTime)
        node.first = m_start[row] + m_trace->axisShift(m_trace->trackOf(SliceId{row}));
    return childOf(base, node.kind == FlameKind::Step ? kStepKey : node.name.row, !inTime, node);
}

/// Walks up to the first slice whose node is known, then down again. A circle of arrows is cut where it closes.
void StackMerger::resolve(std::uint32_t row)
{
    std::vector<std::uint32_t>& node = m_out.nodeOfSlice;
    m_chain.clear();
    std::uint32_t base = 0;
    bool named = false;
    for (std::uint32_t at = row; node[at] != kVisiting; at = m_links.up[at].row) {
        if (node[at] != kUnknown) {
            base = node[at];
            named = !m_named.empty() && m_named[at];
            break;
        }
        node[at] = kVisiting;
        m_chain.push_back(at);
        if (m_out.source == FlameSource::Kernels || !m_links.up[at].valid())
            break;
    }
    for (auto at = m_chain.rbegin(); at != m_chain.rend(); ++at) {
        base = place(*at, base);
        node[*at] = base;
        if (m_named.empty())
            continue;
        named = named || m_named[*at];
        m_named[*at] = named;
    }
}

void StackMerger::placeInTime()
{
    StartOrder order;
    std::vector<std::size_t> runs;
    forEachTrack([&](TrackId id, const TrackInfo& track) {
        for (const RowRange rows : track.rows) {
            runs.push_back(order.size());
            for (std::uint32_t row = rows.first; row < rows.last; ++row) {
                if (m_members[row] != Member::None)
                    order.emplace_back(m_start[row] + m_trace->axisShift(id), row);
            }
        }
    });
    order = mergedRuns(std::move(order), std::move(runs));
    m_out.nodes.reserve(order.size()); // in order of time hardly two slices share a frame
    m_lastChild.reserve(order.size());
    for (const auto& [start, row] : order)
        resolve(row);
}

void StackMerger::placeAll()
{
    m_out.nodes.emplace_back();
    m_out.nodeOfSlice.resize(m_trace->slices().size(), kUnknown);
    if (m_options->order == FlameOrder::Time && !m_options->leafFirst)
        return placeInTime();
    forEachTrack([&](TrackId, const TrackInfo& track) {
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            if (m_members[row] != Member::None && m_out.nodeOfSlice[row] == kUnknown)
                resolve(row);
        }
    });
}

std::int64_t StackMerger::weightOf(Member member, std::uint32_t row)
{
    switch (m_out.weight) {
    case FlameWeight::Count: return takes(member) ? 1 : 0;
    case FlameWeight::DeviceTime: return member == Member::Device ? m_self[row].ns : 0;
    case FlameWeight::HostTime: break;
    }
    if (member == Member::Device)
        return 0;
    // Frames that the source leaves out give their time to the frame above them.
    return std::max<std::int64_t>(0, m_self[row].ns - (m_links.hosted.empty() ? 0 : m_links.hosted[row]));
}

void StackMerger::weighSlice(const TrackInfo& track, std::uint32_t row)
{
    std::uint32_t& place = m_out.nodeOfSlice[row];
    const Member member = m_members[row];
    if (place >= kVisiting || place == 0 || member == Member::None || (!m_named.empty() && !m_named[row])
        || (!m_filter.limitsNothing() && !m_filter.holdsSlice(track, row))) {
        place = FlameTree::kNone;
        return;
    }
    StackNode& node = m_out.nodes[place];
    node.stack.own += weightOf(member, row);
    if (!takes(member)) {
        place = FlameTree::kNone;
        return;
    }
    ++node.calls;
    if (m_duration[row] > node.longest) {
        node.longest = m_duration[row];
        node.example = SliceId{row};
    }
}

void StackMerger::weigh()
{
    std::vector<bool> weighed(m_trace->tracks().size());
    forEachTrack([&](TrackId id, const TrackInfo& track) {
        if (m_filter.excludes(track))
            return;
        weighed[id.row] = true;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row)
            weighSlice(track, row);
    });
    for (std::uint32_t i = 0; i < m_trace->tracks().size(); ++i) {
        const RowRange rows = m_trace->tracks()[i].slices;
        if (!weighed[i])
            std::fill(m_out.nodeOfSlice.begin() + rows.first, m_out.nodeOfSlice.begin() + rows.last, FlameTree::kNone);
    }
}

FlameLack StackMerger::lackOf() const
{
    const bool anything = has(Member::Operator) || has(Member::Python) || has(Member::Step) || has(Member::Device);
    const bool weighs =
        std::any_of(m_out.nodes.begin(), m_out.nodes.end(), [](const StackNode& node) { return node.stack.own > 0; });
    if (weighs)
        return FlameLack::None;
    if (m_trace->slices().size() == 0 || (!anything && m_options->scope.limitsNothing()))
        return FlameLack::Slices;
    const bool device = m_out.source == FlameSource::Kernels || m_out.weight == FlameWeight::DeviceTime;
    const bool scoped = !m_options->scope.ranks.empty(); // other ranks may have what is missing here
    if (device && !has(Member::Device))
        return scoped ? FlameLack::Scope : FlameLack::Device;
    if (m_out.source != FlameSource::Kernels && !has(Member::Operator) && !has(Member::Step)
        && (m_out.source == FlameSource::Operators || !has(Member::Python)))
        return scoped ? FlameLack::Scope : FlameLack::Host;
    return m_options->scope.limitsNothing() ? FlameLack::Length : FlameLack::Scope;
}

FlameStacks StackMerger::run()
{
    findMembers();
    choose();
    if (m_out.source == FlameSource::Python && !has(Member::Python)) {
        m_out.lack = m_options->scope.ranks.empty() ? FlameLack::Python : FlameLack::Scope;
        return std::move(m_out);
    }
    placeAll();
    weigh();
    m_out.lack = lackOf();
    return std::move(m_out);
}

} // namespace

FlameStacks mergeStacks(const Trace& trace, const FlameOptions& options, const std::stop_token& stop)
{
    return StackMerger(trace, options, stop).run();
}

} // namespace tideline
