// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/filled_trace.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "core/store/event_texts.h"
#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"

namespace tideline::test {

namespace {

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

/// Adds the tables of one rank, each from the same stream of random numbers.
class RankFiller {
public:
    RankFiller(TraceBuilder& builder, const FilledRank& plan) : m_builder(builder), m_plan(plan), m_random(plan.seed)
    {
        m_source = *builder.addSource({"trace_" + std::to_string(plan.number) + ".json", 5000, texts()});
        m_rank = builder.addRank(info());
    }

    void fill()
    {
        addLanes();
        addPoints();
        addFlows();
        addSteps();
        addKernels();
        addRecords();
        addTables();
    }

private:
    std::int64_t below(std::int64_t limit)
    {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(limit));
    }
    Instant time() { return Instant{1'700'000'000'000'000'000 + below(30'000)}; }
    StringId word(const std::string& stem, std::int64_t kinds)
    {
        return m_builder.intern(stem + std::to_string(below(kinds)));
    }
    double number() { return below(5) == 0 ? kGap : static_cast<double>(below(1000)) / 8; }
    SourceRef ref() { return SourceRef(m_source, m_order++); }

    /// In blocks of up to 50 events; some events say nothing more.
    std::shared_ptr<const EventTexts> texts()
    {
        if (m_plan.texts == 0)
            return nullptr;
        std::vector<EventTextBlock> blocks;
        EventTextPacker packer;
        for (std::size_t i = 0; i < m_plan.texts; ++i) {
            const std::string member = "\"args\":{\"n\":" + std::to_string(m_random()) + "}";
            packer.add(i, below(5) == 0 ? std::vector<std::string_view>{} : std::vector<std::string_view>{member});
            if (i % 50 == 49 || i + 1 == m_plan.texts)
                blocks.push_back(*packer.take());
        }
        return std::make_shared<CollectedTexts>(std::move(blocks));
    }

    RankInfo info()
    {
        RankInfo info;
        info.rank = m_plan.number;
        info.device = m_plan.number % 8;
        info.host = "host" + std::to_string(m_plan.number / 8);
        info.format = "chrome-trace";
        info.path = "/made/rank_" + std::to_string(m_plan.number);
        info.profilerLevel = "Level1";
        info.switches = {{"with_stack", "true"}, {"l2_cache", "false"}};
        info.environment = {{"HCCL_BUFFSIZE", "120"}};
        info.parallelPlan = {{"pipeline_model_parallel_size", "2"}};
        info.groups = {{"group_name_1", "711", "tp", 0, {0, 1}}, {"group_name_2", "712", "dp", {}, {0, 2}}};
        return info;
    }

    void addLanes()
    {
        constexpr TrackKind kKinds[] = {TrackKind::HostThread, TrackKind::Stream, TrackKind::CommGroup,
                                        TrackKind::Async};
        constexpr ProcessRole kRoles[] = {ProcessRole::Host, ProcessRole::Device, ProcessRole::Communication};
        for (std::size_t i = 0; i < m_plan.tracks; ++i) {
            const std::string pid = std::to_string(100 + i % 3);
            const TrackId track = m_builder.track(m_rank, pid, std::to_string(i), kKinds[i % 4]);
            m_tracks.push_back(track);
            ProcessInfo& process = m_builder.process(m_builder.process(m_rank, pid));
            process.name = "process " + pid;
            process.role = kRoles[i % 3];
            for (const PlainSlice& slice : randomSlices(m_random, Shape(i % 4), m_plan.slices)) {
                SliceRow row{Instant{1'700'000'000'000'000'000 + slice.start}, Duration{slice.end - slice.start}, ref(),
                             word("op" + std::to_string(m_plan.number % 2) + "_", 9)};
                row.category = word("cat", 3);
                row.taskType = word("AI_CORE", 2);
                m_builder.addSlice(track, row);
                if (i % 4 == 1)
                    m_starts.push_back(row);
            }
        }
    }

    void addPoints()
    {
        for (std::size_t i = 0; i < m_plan.others && !m_tracks.empty(); ++i)
            m_builder.addInstant(m_tracks[i % m_tracks.size()], {time(), ref(), word("mark", 4)});
        for (int series = 0; series < 3; ++series) {
            const CounterId counter =
                m_builder.counter(m_rank, "100", "HBM", "Read" + std::to_string(series) + "(MB/s)");
            m_builder.counter(counter).unit = "MB/s";
            for (std::size_t i = 0; i < m_plan.others * static_cast<std::size_t>(series); ++i)
                m_builder.addSample(counter, {time(), number(), ref()});
        }
    }

    void addFlows()
    {
        std::vector<FlowPoint> points;
        for (std::size_t i = 0; i < m_plan.others * 2 && !m_tracks.empty(); ++i) {
            FlowPoint point;
            point.keyHigh = 7;
            point.keyLow = static_cast<std::uint64_t>(below(static_cast<std::int64_t>(m_plan.others)));
            point.time = time();
            point.ref = ref();
            point.track = m_tracks[static_cast<std::size_t>(below(static_cast<std::int64_t>(m_tracks.size())))];
            point.category = word("async_npu", 2);
            point.phase = FlowPhase(below(3));
            points.push_back(point);
        }
        m_builder.addFlowPoints(m_rank, std::move(points));
    }

    void addSteps()
    {
        for (std::int64_t i = 0; i < 3; ++i) {
            const Instant start{1'700'000'000'000'000'000 + i * 10'000};
            m_builder.addStep({m_rank, i, {start, start + Duration{9'000}}, StepSource::Marked});
            m_builder.addFileStep({m_rank, i, {{"Computing", Duration{below(9000)}}, {"Free", Duration{below(500)}}}});
        }
    }

    void addKernels()
    {
        std::vector<std::size_t> columns;
        for (const std::string& name : m_plan.metrics)
            columns.push_back(m_builder.kernelMetric(name));
        for (std::size_t i = 0; i < m_plan.others; ++i) {
            KernelRow row;
            row.rank = m_rank;
            row.step = below(4);
            row.start = time();
            row.duration = Duration{below(300)};
            row.name = word("kernel", 9);
            if (i < m_starts.size() && i % 2 == 0) {
                row.start = m_starts[i].start;
                row.duration = m_starts[i].duration;
                row.name = m_starts[i].name;
            }
            row.wait = Duration{below(50) - 1};
            row.type = word("MatMul", 3);
            row.core = m_builder.intern(i % 3 ? "AI_CORE" : "AI_VECTOR_CORE");
            row.stream = below(3);
            row.task = below(1000);
            row.device = m_plan.number % 8;
            row.blockDim = below(40);
            row.opState = word("dynamic", 2);
            row.inputShapes = word("64,128;128,", 5);
            row.inputTypes = word("DT_BF", 3);
            row.inputFormats = word("ND", 2);
            row.outputShapes = word("64,", 4);
            row.outputTypes = word("FLOAT", 2);
            row.outputFormats = word("NZ", 2);
            row.ref = ref();
            for (const std::size_t column : columns) {
                row.metrics.resize(std::max(row.metrics.size(), column + 1), kGap);
                row.metrics[column] = number();
            }
            m_builder.addKernel(std::move(row));
        }
    }

    void addRecords()
    {
        // Records of memory are sorted by the numbers of their components, so by the order in which those came up.
        for (const char* component : {"PTA0", "PTA1"})
            m_builder.intern(component);
        for (std::size_t i = 0; i < m_plan.others; ++i) {
            CommRecord record;
            record.rank = m_rank;
            record.step = below(3);
            record.name = word("hcom_allReduce__711_", 5);
            record.group = word("71", 2);
            record.start = time();
            record.elapse = Duration{below(4000)};
            record.wait = Duration{below(100)};
            record.total = i % 7 == 0;
            std::vector<CommTransport> transports(static_cast<std::size_t>(below(3)));
            for (CommTransport& transport : transports) {
                transport.transport = word("SDMA", 3);
                transport.sizeBytes = static_cast<double>(below(1 << 20));
                transport.time = Duration{below(900)};
                transport.packets = below(9);
            }
            m_builder.addCommunication(record, transports);
            LinkRecord link;
            link.rank = m_rank;
            link.step = below(3);
            link.name = word("allreduce-top", 3);
            link.transport = word("HCCS", 3);
            link.source = static_cast<std::int32_t>(below(8));
            link.target = static_cast<std::int32_t>(below(8));
            link.sizeBytes = static_cast<double>(below(1 << 20));
            link.pointToPoint = i % 2 == 0;
            m_builder.addLink(link);
            MemoryRecord memory{m_rank, word("PTA", 2), word("NPU:", 2), time(), below(1 << 30), below(1 << 30)};
            m_builder.addMemory(memory);
            AllocationRecord allocation{m_rank, word("aten::empty", 4), word("NPU:", 2), below(1 << 20), time()};
            allocation.released = allocation.allocated + Duration{below(5000)};
            m_builder.addAllocation(allocation);
        }
    }

    void addTables()
    {
        ExtraColumn names{"Op Name", {}};
        ExtraColumn counts{"Count", {}};
        for (std::size_t i = 0; i < m_plan.others; ++i) {
            names.cells.push_back(word("host op ", 6));
            counts.cells.push_back(below(4) == 0 ? kEmptyString : m_builder.intern(std::to_string(below(1000))));
        }
        m_builder.addExtraTable(m_rank, "operator_details", {names, counts});
        m_builder.addExtraTable(m_rank, "empty", {{"Nothing", {}}});
        TraceTotals totals;
        totals.beginUnmatched = static_cast<std::uint64_t>(below(4));
        totals.endUnmatched = static_cast<std::uint64_t>(below(4));
        totals.fromEvents = true;
        totals.eventsByPhase = {{"X", 10}, {std::string(1, static_cast<char>('a' + below(26))), 2}};
        totals.first = time();
        totals.last = *totals.first + Duration{below(100'000)};
        m_builder.addTotals(totals);
    }

    TraceBuilder& m_builder;
    const FilledRank& m_plan;
    std::mt19937_64 m_random;
    std::uint32_t m_source = 0;
    std::uint64_t m_order = 0;
    RankId m_rank;
    std::vector<TrackId> m_tracks;
    std::vector<SliceRow> m_starts; // of the streams
};

} // namespace

void addFilledRank(TraceBuilder& builder, const FilledRank& plan)
{
    RankFiller(builder, plan).fill();
}

std::shared_ptr<const Trace> filledTrace(const std::vector<FilledRank>& plans)
{
    TraceBuilder builder;
    for (const FilledRank& plan : plans)
        addFilledRank(builder, plan);
    return frozen(std::move(builder), 2);
}

std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        const std::string left = i < a.size() ? a[i] : "(end)";
        const std::string right = i < b.size() ? b[i] : "(end)";
        if (left != right)
            return std::to_string(i) + ": " + left + "  |  " + right;
    }
    return {};
}

} // namespace tideline::test
