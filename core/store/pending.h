// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/store/record_tables.h"
#include "core/store/rows.h"
#include "core/store/trace_builder.h"

// What a TraceBuilder holds until it is frozen. Private to core/store.
namespace tideline {

/// Rows that wait to be frozen, in chunks so that growing never copies.
template <typename Row>
class PendingRows {
public:
    void add(Row row)
    {
        if (m_chunks.empty() || m_chunks.back().size() == m_chunks.back().capacity())
            addChunk();
        m_chunks.back().push_back(std::move(row));
        ++m_size;
    }

    void add(std::vector<Row> rows)
    {
        // Few rows join few others, but no large chunk: that would lose its order to them.
        if (rows.size() < kSmall && !m_chunks.empty() && m_chunks.back().size() < kSmall) {
            for (Row& row : rows)
                add(std::move(row));
            return;
        }
        if (rows.empty())
            return;
        m_size += rows.size();
        m_chunks.push_back(std::move(rows));
    }

    std::size_t size() const { return m_size; }

    /// Calls body(const Row&) for every row in the order of their coming.
    template <typename Body>
    void forEach(Body&& body) const
    {
        for (const std::vector<Row>& chunk : m_chunks) {
            for (const Row& row : chunk)
                body(row);
        }
    }

    /// All rows in the order of their coming; the chunks are freed on the way.
    std::vector<Row> take()
    {
        std::vector<Row> all;
        if (m_chunks.size() == 1)
            all = std::move(m_chunks.front());
        else
            appendTo(all);
        m_chunks.clear();
        m_size = 0;
        return all;
    }

    /// As take(), behind what `all` holds already.
    void appendTo(std::vector<Row>& all)
    {
        if (all.empty())
            all.reserve(m_size);
        for (std::vector<Row>& chunk : m_chunks) {
            all.insert(all.end(), std::make_move_iterator(chunk.begin()), std::make_move_iterator(chunk.end()));
            chunk = {};
        }
        m_chunks.clear();
        m_size = 0;
    }

    /// The chunks in the order of their coming.
    std::vector<std::vector<Row>> takeChunks()
    {
        m_size = 0;
        return std::exchange(m_chunks, {});
    }

private:
    static constexpr std::size_t kSmall = 64;
    static constexpr std::size_t kFirstChunk = 4;
    static constexpr std::size_t kLargestChunk = 8192;

    void addChunk()
    {
        std::vector<Row> chunk;
        chunk.reserve(std::clamp(m_size, kFirstChunk, kLargestChunk));
        m_chunks.push_back(std::move(chunk));
    }

    std::vector<std::vector<Row>> m_chunks;
    std::size_t m_size = 0;
};

/// Kernel rows with their metrics turned into columns at once: a vector per row would cost more than its content.
struct PendingKernels {
    PendingRows<KernelRow> rows;
    std::vector<std::string> metricNames;
    std::vector<std::vector<double>> metricValues; ///< by metric, then row; may be shorter than rows
};

/// The rows of RecordTables; transports in the order in which their operations came.
struct PendingRecords {
    PendingRows<CommRecord> communication;
    PendingRows<CommTransport> transports;
    PendingRows<LinkRecord> links;
    PendingRows<MemoryRecord> memory;
    PendingRows<AllocationRecord> allocations;
};

struct PendingTable {
    RankId rank;
    std::string name;
    std::vector<ExtraColumn> columns;
};

/// An owner (rank or process) and a text: what process, track and counter names are found by.
template <typename Text>
struct OwnedText {
    std::uint64_t owner;
    Text text;
};

struct OwnedTextHash {
    using is_transparent = void;
    template <typename Text>
    std::size_t operator()(const OwnedText<Text>& key) const
    {
        return std::hash<std::string_view>{}(key.text) * 31 + key.owner * 0x9E3779B97F4A7C15U;
    }
};

struct OwnedTextEqual {
    using is_transparent = void;
    template <typename A, typename B>
    bool operator()(const OwnedText<A>& a, const OwnedText<B>& b) const
    {
        return a.owner == b.owner && std::string_view(a.text) == std::string_view(b.text);
    }
};

using IdsByText = std::unordered_map<OwnedText<std::string>, std::uint32_t, OwnedTextHash, OwnedTextEqual>;

struct TraceBuilder::Pending {
    IdsByText processes;
    IdsByText tracks;
    IdsByText counters;
    std::vector<PendingRows<SliceRow>> slices;     // by track
    std::vector<PendingRows<InstantRow>> instants; // by track
    std::vector<PendingRows<SampleRow>> samples;   // by counter
    std::vector<PendingRows<FlowPoint>> flows;     // by rank
    PendingKernels kernels;
    PendingRecords records;
    std::vector<PendingTable> tables;
};

} // namespace tideline
