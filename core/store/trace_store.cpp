// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/trace_store.h"

#include <type_traits>
#include <utility>

#include "core/store/event_texts.h"
#include "core/store/trace_fields.h"
#include "core/store/trace_parts.h"

namespace tideline {

namespace {

const Error kDamaged{ErrorCode::Damaged, "the contents of the store are damaged", {}, {}};

struct PackedSource {
    std::string path;
    std::uint64_t bytes = 0;
    StoredTextBlocks texts;
};

void fields(Packer& packer, PackedSource& source)
{
    packer(source.path, source.bytes, source.texts.firsts, source.texts.blobs);
}

/// The shape of an extra table without its cells.
struct PackedTable {
    RankId rank;
    std::string name;
    std::uint32_t rows = 0;
    std::vector<std::pair<std::string, bool>> fields;
};

void fields(Packer& packer, PackedTable& table)
{
    packer(table.rank, table.name, table.rows, table.fields);
}

std::vector<PackedSource> storeSources(const Trace& trace, KeepTexts keep, StoreWriter& writer,
                                       const Progress& progress)
{
    std::vector<PackedSource> sources;
    for (const SourceInfo& info : trace.sources()) {
        PackedSource source{info.path.string(), info.bytes, {}};
        if (info.texts && keep == KeepTexts::Yes)
            source.texts = storeTexts(*info.texts, writer, progress);
        sources.push_back(std::move(source));
    }
    return sources;
}

/// What is no column, both ways. The order of the fields is the one in the store.
void describe(Packer& packer, Trace& trace, std::vector<PackedSource>& sources)
{
    packer(TraceParts::strings(trace), TraceParts::ranks(trace), TraceParts::processes(trace),
           TraceParts::tracks(trace), TraceParts::counters(trace), TraceParts::steps(trace),
           TraceParts::fileSteps(trace), sources, TraceParts::totals(trace), TraceParts::axisExtent(trace));
    std::vector<std::string> metrics;
    for (const NamedColumn& metric : TraceParts::kernels(trace).metrics)
        metrics.push_back(metric.name);
    std::vector<PackedTable> tables;
    for (const ExtraTable& table : TraceParts::extraTables(trace)) {
        tables.push_back({table.rank, table.name, table.rows, {}});
        for (const ExtraTable::Field& field : table.fields)
            tables.back().fields.emplace_back(field.name, field.numeric);
    }
    packer(metrics, tables);
    if (!packer.reading())
        return;
    for (std::string& name : metrics)
        TraceParts::kernels(trace).metrics.push_back({std::move(name), {}});
    for (PackedTable& packedTable : tables) {
        ExtraTable table{packedTable.rank, std::move(packedTable.name), packedTable.rows, {}};
        for (auto& [name, numeric] : packedTable.fields)
            table.fields.push_back({std::move(name), numeric, {}, {}});
        TraceParts::extraTables(trace).push_back(std::move(table));
    }
}

IdLimits limitsOf(const Trace& trace)
{
    const auto count = [](const auto& rows) { return static_cast<std::uint32_t>(rows.size()); };
    IdLimits limits;
    limits.strings = trace.strings().size();
    limits.ranks = count(trace.ranks());
    limits.processes = count(trace.processes());
    limits.tracks = count(trace.tracks());
    limits.counters = count(trace.counters());
    limits.slices = trace.slices().size();
    limits.flows = trace.flows().size();
    limits.kernels = trace.kernels().size();
    limits.transports = trace.records().transports.size();
    return limits;
}

/// True if the columns of each table have the same number of rows.
bool tablesAreWhole(Trace& trace)
{
    const auto equal = [](const auto& first, const auto&... others) {
        return ((others.size() == first.size()) && ...);
    };
    const SliceColumns& s = trace.slices();
    const InstantColumns& i = trace.instants();
    const FlowColumns& f = trace.flows();
    const KernelColumns& k = trace.kernels();
    bool good = equal(s.start, s.duration, s.self, s.name, s.category, s.taskType, s.parent, s.ref)
                && equal(i.time, i.track, i.name, i.ref) && equal(trace.samples().time, trace.samples().value)
                && equal(f.fromTime, f.fromTrack, f.fromSlice, f.toTrack, f.toTime, f.toSlice, f.category)
                && equal(k.start, k.rank, k.step, k.duration, k.wait, k.name, k.type, k.core, k.stream, k.task,
                         k.device, k.blockDim, k.mixBlockDim, k.opState, k.inputShapes, k.inputTypes, k.inputFormats,
                         k.outputShapes, k.outputTypes, k.outputFormats, k.slice, k.ref);
    for (const NamedColumn& metric : k.metrics)
        good = good && metric.values.size() == k.size();
    for (const ExtraTable& table : trace.extraTables()) {
        for (const ExtraTable::Field& field : table.fields)
            good = good && (field.numeric ? field.numbers.size() : field.texts.size()) == table.rows;
    }
    return good;
}

} // namespace

std::string storeTrace(const Trace& trace, KeepTexts keep, StoreWriter& writer, TaskPool& pool,
                       const Progress& progress)
{
    std::vector<PackedSource> sources = storeSources(trace, keep, writer, progress);
    Packer packer;
    // Packing does not change the values; describe() takes them by reference because reading does.
    describe(packer, const_cast<Trace&>(trace), sources);
    ColumnStorer storer(writer, pool, progress);
    forEachColumn(trace, [&](const auto& column, FrameFormat format) {
        if (!progress.cancelled() && !writer.failed())
            storer.store(packer, column, format);
    });
    return progress.cancelled() || writer.failed() ? std::string() : std::move(packer).take();
}

std::vector<BlobRef> storedBlobs(const Trace& trace)
{
    std::vector<BlobRef> blobs;
    const auto add = [&blobs](const std::vector<BlobRef>& more) {
        blobs.insert(blobs.end(), more.begin(), more.end());
    };
    forEachColumn(trace, [&](const auto& column, FrameFormat) {
        if (const PagedFrames* paged = column.paged())
            add(paged->frames);
    });
    for (const SourceInfo& source : trace.sources()) {
        if (const auto* stored = dynamic_cast<const StoredTexts*>(source.texts.get()))
            add(stored->blocks().blobs);
    }
    return blobs;
}

Result<std::shared_ptr<const Trace>> loadTrace(std::string_view contents, const std::shared_ptr<FramePager>& pager)
{
    auto trace = std::make_shared<Trace>();
    std::vector<PackedSource> sources;
    Packer packer(contents);
    describe(packer, *trace, sources);
    if (!packer.ok())
        return kDamaged;
    forEachColumn(*trace, [&](auto& column, FrameFormat format) {
        if (packer.ok())
            column = loadColumn<std::decay_t<decltype(column.at(0))>>(packer, format, pager);
    });
    if (!packer.ok() || !packer.atEnd() || sources.size() > kMaxSources)
        return kDamaged;
    for (PackedSource& source : sources) {
        SourceInfo info{source.path, source.bytes, nullptr};
        if (!source.texts.valid())
            return kDamaged;
        if (!source.texts.blobs.empty())
            info.texts = std::make_shared<StoredTexts>(pager, std::move(source.texts));
        TraceParts::sources(*trace).push_back(std::move(info));
    }
    TraceParts::pager(*trace) = pager;
    const IdLimits limits = limitsOf(*trace);
    pager->setLimits(limits);
    if (!tablesAreWhole(*trace) || !isPlausible(*trace, limits))
        return kDamaged;
    return std::shared_ptr<const Trace>(trace);
}

} // namespace tideline
