// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/import/importer.h"
#include "core/import/service/service_table.h"

namespace tideline {

/// A table of an inference service, held as it is read.
struct ServiceRows {
    ServiceTable table;
    std::string name; ///< of the table
    std::vector<ExtraColumn> columns;
    std::vector<SourceRef> refs; ///< of the rows
    std::string file;            ///< with the table's name, for messages
};

/// Puts rows onto the timeline of a service that has no trace: requests, batches and passes become slices, figures
/// become counters. Rows without a time are counted and left out.
class ServiceTracks {
public:
    ServiceTracks(RankId rank, ImportContext& context);

    /// Returns how many rows were left out.
    std::uint64_t add(const ServiceRows& rows);
    void finish() { m_context.builder.addTotals(m_totals); }

private:
    struct Slice {
        std::string track;
        std::string name;
        std::int64_t sortIndex = 0;
    };

    void addSlices(const ServiceRows& rows);
    void addSamples(const ServiceRows& rows);
    Slice labels(const ServiceRows& rows, std::size_t row) const;
    std::string_view cell(const ServiceRows& rows, int column, std::size_t row) const;
    std::string_view cell(const ServiceRows& rows, std::string_view name, std::size_t row) const;
    TrackId track(const Slice& slice);
    void firstToken(const ServiceRows& rows, std::size_t row, const ServiceTime& latency, Instant start, TrackId track);
    void cover(Instant start, Instant end);
    void reject(const ServiceRows& rows, std::size_t row, const std::string& reason);

    RankId m_rank;
    ImportContext& m_context;
    TraceTotals m_totals;
    std::uint64_t m_rejected = 0;
};

} // namespace tideline
