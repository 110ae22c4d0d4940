// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoHits = TL_TEXT("Advisor", "hit rates of the L2 cache were not collected, or are not available on "
                                               "this chip");

const ExtraTable::Field* fieldOf(const ExtraTable& table, std::string_view squashed)
{
    for (const ExtraTable::Field& field : table.fields) {
        std::string name;
        for (const char c : field.name) {
            if (std::isalnum(static_cast<unsigned char>(c)))
                name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
        if (name == squashed && field.numeric)
            return &field;
    }
    return nullptr;
}

/// Hit rates (0-1) by stream and task, of l2_cache.csv.
class CacheHits {
public:
    CacheHits(const Trace& trace, RankId rank) : m_stream(trace.kernels().stream), m_task(trace.kernels().task)
    {
        for (const ExtraTable& table : trace.extraTables()) {
            if (table.rank == rank && table.name.starts_with("l2_cache"))
                read(table);
        }
    }
    /// None where the file does not say.
    std::optional<double> of(const DeviceOp& op)
    {
        if (!op.kernel.valid())
            return std::nullopt;
        const auto found = m_hits.find({m_stream[op.kernel.row], m_task[op.kernel.row]});
        return found == m_hits.end() ? std::nullopt : std::optional(found->second);
    }

private:
    void read(const ExtraTable& table)
    {
        const ExtraTable::Field* stream = fieldOf(table, "streamid");
        const ExtraTable::Field* task = fieldOf(table, "taskid");
        const ExtraTable::Field* hit = fieldOf(table, "hitrate");
        if (!stream || !task || !hit)
            return;
        ColumnReader streams(stream->numbers);
        ColumnReader tasks(task->numbers);
        ColumnReader hits(hit->numbers);
        for (std::uint32_t row = 0; row < table.rows; ++row) {
            if (!std::isnan(hits[row]) && !std::isnan(streams[row]) && !std::isnan(tasks[row]))
                m_hits[{std::llround(streams[row]), std::llround(tasks[row])}] = hits[row];
        }
    }

    ColumnReader<std::int64_t> m_stream;
    ColumnReader<std::int64_t> m_task;
    std::map<std::pair<std::int64_t, std::int64_t>, double> m_hits;
};

/// The part of a kernel that more hits would save: of its loads those that miss and need not. Operands that are read
/// once cannot hit, which only a cube kernel's can be expected to be: it reads its tiles again and again.
double avoidablePart(const StepContext& context, const DeviceOp& op, double hit, double target)
{
    const PipeRatios pipes = context.kernels().pipes(op);
    if (hit >= target || !isCubeCore(context.kernels().core(op)))
        return 0;
    const double loads = std::max(pipes.of(Pipe::CubeMte2), pipes.of(Pipe::VectorMte2));
    const double left = loads * (1 - (target - hit) / (1 - hit));
    double others = 0;
    for (std::size_t i = 0; i < kPipes; ++i) {
        const Pipe pipe{static_cast<int>(i)};
        if (pipe != Pipe::CubeMte2 && pipe != Pipe::VectorMte2)
            others = std::max(others, pipes.of(pipe));
    }
    return std::clamp(std::max(loads, others) - std::max(left, others), 0.0, 1.0);
}

Measured l2Hits(const StepContext& context)
{
    CacheHits hits(context.trace(), context.rank.id());
    Measurement out = context.measurement();
    double weighted = 0;
    double time = 0;
    std::size_t low = 0;
    const double limit = context.limit("hit_ratio");
    for (const DeviceOp& op : context.step().kernels) {
        const auto file = hits.of(op);
        const auto hit = file ? file : context.kernels().l2Hit(op);
        if (!hit)
            continue;
        const auto length = static_cast<double>(op.range.length().ns);
        weighted += *hit * length;
        time += length;
        if (*hit >= limit)
            continue;
        ++low;
        const double part = avoidablePart(context, op, *hit, context.limit("target_ratio"));
        addKernel(out, context, op, part, {{"hit_ratio", *hit}});
    }
    if (time <= 0)
        return kNoHits;
    out.figures = {weighted / time};
    out.facts = {MessageArg::count(countOf(low)), MessageArg::ratio(context.limit("target_ratio"))};
    return out;
}

} // namespace

const Rule kL2HitsRule{
    .id = "C19",
    .title = TL_TEXT("Advisor", "Loads miss the L2 cache"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "hit_ratio",
                 .comparison = Comparison::Below,
                 .text =
                     TL_TEXT("Advisor", "Of what kernels ask of the L2 cache %1 is there, weighted by time (%4 is a "
                                        "good value; kernels below %2: %3).")}},
    .suggestion =
        TL_TEXT("Advisor", "Smaller tiles, another order of the blocks or another layout, so that what is read again "
                           "is still there."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &l2Hits,
};

} // namespace tideline
