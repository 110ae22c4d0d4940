// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/flame/flame_maker.h"

#include "tests/support/trace_from.h"

namespace tideline::test {

FlameMaker::FlameMaker()
{
    RankInfo info;
    info.rank = 0;
    m_rank = m_builder.addRank(info);
}

TrackId FlameMaker::lane(const std::string& text)
{
    const std::string kind = text.substr(0, text.find(':'));
    const std::string tid = text.substr(text.find(':') + 1);
    struct Lane {
        ProcessRole role;
        TrackKind kind;
    };
    const std::map<std::string, Lane> lanes = {{"host", {ProcessRole::Host, TrackKind::HostThread}},
                                               {"cann", {ProcessRole::Cann, TrackKind::HostThread}},
                                               {"stream", {ProcessRole::Device, TrackKind::Stream}},
                                               {"group", {ProcessRole::Communication, TrackKind::CommGroup}}};
    m_builder.process(m_builder.process(m_rank, kind)).role = lanes.at(kind).role;
    const TrackId track = m_builder.track(m_rank, kind, tid, lanes.at(kind).kind);
    m_builder.track(track).name = text;
    return track;
}

void FlameMaker::add(TrackId track, const std::string& name, std::int64_t start, std::int64_t length,
                     const std::string& category, const std::string& taskType)
{
    SliceRow row;
    row.start = Instant{start};
    row.duration = Duration{length};
    row.name = m_builder.intern(name);
    row.category = m_builder.intern(category);
    row.taskType = m_builder.intern(taskType);
    row.ref = SourceRef(0, m_order++);
    m_builder.addSlice(track, row);
}

void FlameMaker::host(const std::string& tid, const std::string& name, std::int64_t start, std::int64_t length,
                      const std::string& category)
{
    add(lane("host:" + tid), name, start, length, category, "");
}

void FlameMaker::cann(const std::string& tid, const std::string& name, std::int64_t start, std::int64_t length)
{
    add(lane("cann:" + tid), name, start, length, "", "");
}

void FlameMaker::kernel(const std::string& stream, const std::string& name, std::int64_t start, std::int64_t length,
                        const std::string& taskType)
{
    add(lane("stream:" + stream), name, start, length, "", taskType);
}

void FlameMaker::collective(const std::string& name, std::int64_t start, std::int64_t length)
{
    add(lane("group:0"), name, start, length, "", "");
}

void FlameMaker::arrow(const std::string& category, const std::string& from, std::int64_t fromTime,
                       const std::string& to, std::int64_t toTime)
{
    FlowPoint start;
    start.keyHigh = 1;
    start.keyLow = ++m_arrows;
    start.time = Instant{fromTime};
    start.track = lane(from);
    start.category = m_builder.intern(category);
    start.ref = SourceRef(0, m_order++);
    FlowPoint end = start;
    end.phase = FlowPhase::End;
    end.time = Instant{toTime};
    end.track = lane(to);
    end.ref = SourceRef(0, m_order++);
    m_builder.addFlowPoints(m_rank, {start, end});
}

void FlameMaker::step(std::int64_t id, std::int64_t start, std::int64_t end)
{
    StepInfo info;
    info.rank = m_rank;
    info.id = id;
    info.range = {Instant{start}, Instant{end}};
    m_builder.addStep(info);
}

std::shared_ptr<const Trace> FlameMaker::done()
{
    return frozen(std::move(m_builder));
}

std::string labelOf(const Trace& trace, const FlameFrame& frame)
{
    switch (frame.kind) {
    case FlameKind::All: return "[all]";
    case FlameKind::Slice: return std::string(trace.text(frame.name));
    case FlameKind::Step: return "[steps]";
    case FlameKind::NotLinked: return "[not linked]";
    case FlameKind::Track: return trace.track(frame.track).name;
    }
    return {};
}

std::map<std::string, std::int64_t> weightsByPath(const Trace& trace, const FlameTree& tree)
{
    std::map<std::string, std::int64_t> weights;
    std::vector<std::string> paths(tree.frames.size());
    for (std::uint32_t i = 1; i < tree.frames.size(); ++i) {
        const FlameFrame& frame = tree.frames[i];
        paths[i] = (frame.parent == 0 ? "" : paths[frame.parent] + "/") + labelOf(trace, frame);
        weights[paths[i]] += frame.weight;
    }
    return weights;
}

std::uint32_t frameAt(const Trace& trace, const FlameTree& tree, const std::string& path)
{
    for (std::uint32_t i = 1; i < tree.frames.size(); ++i) {
        std::string text;
        for (const std::uint32_t at : tree.pathTo(i))
            text += (text.empty() ? "" : "/") + labelOf(trace, tree.frames[at]);
        if (text == path)
            return i;
    }
    return FlameTree::kNone;
}

} // namespace tideline::test
