// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/index_joiner.h"

#include <algorithm>
#include <utility>

#include "core/store/trace_parts.h"
#include "core/store/trace_store.h"

namespace tideline {

namespace {

const FrameFormat kSliceFrames = frameFormat<SliceId>(false, FrameCheck::Valid);
const FrameFormat kFlowFrames = frameFormat<FlowId>(false, FrameCheck::Valid);

} // namespace

NameIndexJoiner::NameIndexJoiner(StoreWriter* writer) : m_slices(kSliceFrames, writer)
{
}

void NameIndexJoiner::append(const NameIndex& part, const PartPlaces& places)
{
    for (std::uint32_t i = 0; i < part.entries().size(); ++i) {
        const NameIndex::Entry& from = part.entries()[i];
        const StringId name = places.text(from.name);
        const auto [at, fresh] = m_rowOf.emplace(name, m_names.size());
        if (fresh)
            m_names.push_back({{name, 0, {}, {}}, {}});
        Name& to = m_names[at->second];
        to.entry.count += from.count;
        to.entry.total += from.total;
        to.entry.self += from.self;
        const std::uint32_t first = m_slices.size();
        part.forEachSlices(i, [&](std::span<const SliceId> slices) {
            for (const SliceId slice : slices)
                m_slices.push(places.slice(slice));
            return true;
        });
        to.pieces.push_back({first, m_slices.size()});
    }
}

NameIndex NameIndexJoiner::finish(const Trace& whole)
{
    std::sort(m_names.begin(), m_names.end(), [&](const Name& a, const Name& b) {
        return a.entry.total != b.entry.total ? a.entry.total > b.entry.total
                                              : whole.text(a.entry.name) < whole.text(b.entry.name);
    });
    NameIndex index;
    index.m_entryOfName.assign(whole.strings().size(), NameIndex::kNoEntry);
    for (const Name& name : m_names) {
        index.m_entryOfName[name.entry.name.row] = static_cast<std::uint32_t>(index.m_entries.size());
        index.m_entries.push_back(name.entry);
        index.m_firstPiece.push_back(static_cast<std::uint32_t>(index.m_pieces.size()));
        index.m_pieces.insert(index.m_pieces.end(), name.pieces.begin(), name.pieces.end());
    }
    index.m_firstPiece.push_back(static_cast<std::uint32_t>(index.m_pieces.size()));
    index.m_slices = std::move(m_slices).finish(whole.pager());
    index.keepLowerCase(whole.strings());
    return index;
}

IndexJoiner::IndexJoiner(TaskPool& pool, StoreWriter* writer)
    : m_pool(pool), m_writer(writer), m_names(writer), m_byFrom(kFlowFrames, writer), m_byTo(kFlowFrames, writer)
{
}

void IndexJoiner::append(const Trace& part, const TraceIndex& index, const PartPlaces& places)
{
    const std::size_t tracks = part.tracks().size();
    const std::size_t counters = part.counters().size();
    m_index.m_mips.resize(places.tracks + tracks);
    m_index.m_pyramids.resize(places.counters + counters);
    if (m_writer)
        m_index.m_coarse.resize(places.tracks + tracks);
    m_pool.forEach(tracks + counters + 2, [&](std::size_t i) {
        if (i == 0) {
            m_names.append(index.names(), places);
            joinLooks(m_index.m_looks, index.looks(), places);
        } else if (i == 1) {
            m_byFrom.append(index.m_flows.m_byFrom, [&](FlowId id) { return places.flow(id); });
            m_byTo.append(index.m_flows.m_byTo, [&](FlowId id) { return places.flow(id); });
        } else if (i - 2 < tracks) {
            const auto track = static_cast<std::uint32_t>(i - 2);
            SliceMip mip = *index.mip(TrackId{track});
            mip.move(TrackId{track + places.tracks}, places);
            auto& kept = m_index.m_mips[track + places.tracks];
            if (m_writer) {
                m_index.m_coarse[track + places.tracks] = m_writer->add(packed(mip.coarse()));
                kept.stored = m_writer->add(packed(std::move(mip)));
            } else
                kept.object = std::make_shared<const SliceMip>(std::move(mip));
        } else {
            const auto counter = static_cast<std::uint32_t>(i - 2 - tracks);
            CounterPyramid pyramid = *index.pyramid(CounterId{counter});
            pyramid.move(places.samples);
            auto& kept = m_index.m_pyramids[counter + places.counters];
            if (m_writer)
                kept.stored = m_writer->add(packed(std::move(pyramid)));
            else
                kept.object = std::make_shared<const CounterPyramid>(std::move(pyramid));
        }
    });
}

TraceIndex IndexJoiner::finish(const std::shared_ptr<const Trace>& whole)
{
    m_index.m_names = m_names.finish(*whole);
    m_index.m_flows.m_byFrom = std::move(m_byFrom).finish(whole->pager());
    m_index.m_flows.m_byTo = std::move(m_byTo).finish(whole->pager());
    if (m_writer)
        m_index.m_trace = whole;
    m_index.m_complete = true;
    return std::move(m_index);
}

void fields(Packer& packer, NameIndex::Entry& entry)
{
    packer(entry.name, entry.count, entry.total, entry.self);
}

/// What is no column, both ways.
void IndexStorer::describe(Packer& packer, TraceIndex& index)
{
    NameIndex& names = index.m_names;
    packer(names.m_entries, index.m_looks);
    packer.planes(names.m_firstPiece);
    packer.planes(names.m_pieces);
    std::vector<BlobRef> mips;
    std::vector<BlobRef> pyramids;
    for (const auto& kept : index.m_mips)
        mips.push_back(kept.stored);
    for (const auto& kept : index.m_pyramids)
        pyramids.push_back(kept.stored);
    packer(mips, pyramids, index.m_coarse);
    if (!packer.reading())
        return;
    for (const BlobRef& ref : mips)
        index.m_mips.push_back({nullptr, ref});
    for (const BlobRef& ref : pyramids)
        index.m_pyramids.push_back({nullptr, ref});
}

std::string IndexStorer::store(const TraceIndex& index, StoreWriter& writer, TaskPool& pool, const Progress& progress)
{
    TraceIndex stored = index; // shares what is large
    const bool inStore = index.m_trace && &index.m_trace->pager()->file() == writer.file().get();
    const std::size_t tracks = stored.m_mips.size();
    stored.m_coarse.resize(tracks);
    pool.forEach(inStore ? 0 : tracks + stored.m_pyramids.size(), [&](std::size_t i) {
        if (progress.cancelled() || writer.failed())
            return;
        if (i < tracks) {
            if (const auto mip = index.mip(TrackId{static_cast<std::uint32_t>(i)})) {
                stored.m_mips[i].stored = writer.add(packed(*mip));
                stored.m_coarse[i] = writer.add(packed(mip->coarse()));
            }
        } else if (const auto pyramid = index.pyramid(CounterId{static_cast<std::uint32_t>(i - tracks)})) {
            stored.m_pyramids[i - tracks].stored = writer.add(packed(*pyramid));
        }
    });
    Packer packer;
    describe(packer, stored);
    ColumnStorer storer(writer, pool, progress);
    storer.store(packer, index.m_names.m_slices, kSliceFrames);
    storer.store(packer, index.m_flows.m_byFrom, kFlowFrames);
    storer.store(packer, index.m_flows.m_byTo, kFlowFrames);
    return progress.cancelled() || writer.failed() ? std::string() : std::move(packer).take();
}

std::vector<BlobRef> IndexStorer::blobs(const TraceIndex& index)
{
    std::vector<BlobRef> blobs;
    for (const auto& kept : index.m_mips)
        blobs.push_back(kept.stored);
    for (const auto& kept : index.m_pyramids)
        blobs.push_back(kept.stored);
    blobs.insert(blobs.end(), index.m_coarse.begin(), index.m_coarse.end());
    const auto add = [&blobs](const auto& column) {
        if (const PagedFrames* paged = column.paged())
            blobs.insert(blobs.end(), paged->frames.begin(), paged->frames.end());
    };
    add(index.m_names.m_slices);
    add(index.m_flows.m_byFrom);
    add(index.m_flows.m_byTo);
    return blobs;
}

Result<TraceIndex> IndexStorer::load(std::string_view contents, const std::shared_ptr<const Trace>& trace)
{
    const Error damaged{ErrorCode::Damaged, "the index in the store is damaged", {}, {}};
    TraceIndex index;
    Packer packer(contents);
    describe(packer, index);
    NameIndex& names = index.m_names;
    names.m_slices = loadColumn<SliceId>(packer, kSliceFrames, trace->pager());
    index.m_flows.m_byFrom = loadColumn<FlowId>(packer, kFlowFrames, trace->pager());
    index.m_flows.m_byTo = loadColumn<FlowId>(packer, kFlowFrames, trace->pager());
    if (!packer.ok() || !packer.atEnd() || index.m_mips.size() != trace->tracks().size()
        || index.m_pyramids.size() != trace->counters().size() || index.m_coarse.size() != index.m_mips.size()
        || names.m_firstPiece.size() != names.m_entries.size() + 1 || names.m_firstPiece.front() != 0
        || names.m_firstPiece.back() != names.m_pieces.size()
        || !std::is_sorted(names.m_firstPiece.begin(), names.m_firstPiece.end()))
        return damaged;
    if ((names.m_slices.size() > 0 && trace->slices().size() == 0)
        || (index.m_flows.m_byFrom.size() + index.m_flows.m_byTo.size() > 0 && trace->flows().size() == 0))
        return damaged;
    for (const RowRange& piece : names.m_pieces) {
        if (piece.first > piece.last || piece.last > names.m_slices.size())
            return damaged;
    }
    names.m_entryOfName.assign(trace->strings().size(), NameIndex::kNoEntry);
    for (std::uint32_t i = 0; i < names.m_entries.size(); ++i) {
        if (names.m_entries[i].name.row >= names.m_entryOfName.size()
            || names.m_entries[i].count > names.m_slices.size() || !isLength(names.m_entries[i].total)
            || !isLength(names.m_entries[i].self))
            return damaged;
        names.m_entryOfName[names.m_entries[i].name.row] = i;
    }
    names.keepLowerCase(trace->strings());
    index.m_trace = trace;
    index.m_complete = true;
    return index;
}

} // namespace tideline
