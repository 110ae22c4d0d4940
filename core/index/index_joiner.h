// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/task_pool.h"
#include "core/index/trace_index.h"
#include "core/store/column_sink.h"
#include "core/store/trace_joiner.h"

namespace tideline {

/// Joins the names of parts: the sums of equal names are added, their slices listed part by part.
class NameIndexJoiner {
public:
    explicit NameIndexJoiner(StoreWriter* writer);
    void append(const NameIndex& part, const PartPlaces& places);
    NameIndex finish(const Trace& whole);

private:
    struct Name {
        NameIndex::Entry entry;
        std::vector<RowRange> pieces;
    };
    std::vector<Name> m_names;
    std::unordered_map<StringId, std::size_t> m_rowOf;
    ColumnSink<SliceId> m_slices;
};

/// The index of a joined trace from those of its parts; see TraceJoiner, whose places it takes.
class IndexJoiner {
public:
    IndexJoiner(TaskPool& pool, StoreWriter* writer);

    /// Moves levels of detail and lists of a part behind the others. O(size of the part's index).
    void append(const Trace& part, const TraceIndex& index, const PartPlaces& places);
    TraceIndex finish(const std::shared_ptr<const Trace>& whole);

private:
    TaskPool& m_pool;
    StoreWriter* m_writer;
    TraceIndex m_index;
    NameIndexJoiner m_names;
    ColumnSink<FlowId> m_byFrom;
    ColumnSink<FlowId> m_byTo;
};

/// Writes an index beside its trace, and reads it back.
class IndexStorer {
public:
    /// The bytes of its part of the contents; empty when cancelled or the writer failed.
    static std::string store(const TraceIndex& index, StoreWriter& writer, TaskPool& pool, const Progress& progress);
    /// All pieces of the store that the index uses.
    static std::vector<BlobRef> blobs(const TraceIndex& index);
    /// Damaged when the contents are not those of an index of the trace. O(tracks + names).
    static Result<TraceIndex> load(std::string_view contents, const std::shared_ptr<const Trace>& trace);

private:
    static void describe(Packer& packer, TraceIndex& index);
};

} // namespace tideline
