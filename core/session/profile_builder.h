// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "core/import/import.h"
#include "core/index/index_joiner.h"
#include "core/session/profile_store.h"
#include "core/store/trace_joiner.h"

namespace tideline {

/// What a store will take, said before it is written.
struct DiskNeed {
    std::filesystem::path directory;
    std::uint64_t bytes = 0; ///< estimated from the sizes of the files
    std::uint64_t free = 0;
};

/// What one byte of input comes to in memory and in a store, at most, as measured on generated and real traces: 0.34 and
/// 0.10 for a trace with arguments.
constexpr double kMemoryPerInputByte = 0.4;
constexpr double kStorePerInputByte = 0.15;

/// Makes one profile of the parts of an import: in memory where it fits, else part by part into a store from which it
/// is read from then on.
class ProfileBuilder final : public PartSink {
public:
    struct Options {
        std::uint64_t memoryBytes = 0; ///< half of it for rows; the rest is for reading and for what views need
        std::uint64_t cacheBytes = 0;  ///< of decoded frames
        std::filesystem::path target;  ///< of the store; empty: everything stays in memory
        ClockUse clocks = ClockUse::Aligned;
        KeepTexts keepTexts = KeepTexts::Yes; ///< in the store
        std::function<void(const DiskNeed&)> announce;
        /// The first of several parts, as soon as it is there. Called once, from the thread of the import.
        std::function<void(std::shared_ptr<const Trace>, TraceIndex)> firstPart;
    };

    ProfileBuilder(Options options, TaskPool& pool, const Progress& progress);

    Status expect(const ProfileListing& listing) override;
    Status take(std::shared_ptr<const Trace> part) override;

    /// The whole with its index. TooLarge, Cancelled, NotWritable when the disk got full.
    Status finish(std::shared_ptr<const Trace>& trace, TraceIndex& index);

    /// The store that the rows went to; null when they stayed in memory.
    StoreWriter* writer() const { return m_writer.get(); }
    bool writerFailed() const { return m_writer && m_writer->failed(); }

private:
    Status append(const Trace& part, const TraceIndex& index);
    std::vector<RankClock> clocksOf(const Trace& trace) const;
    std::shared_ptr<const Trace> withKnownClocks(std::shared_ptr<const Trace> trace,
                                                 std::vector<RankClock> clocks) const;

    Options m_options;
    TaskPool& m_pool;
    const Progress& m_progress;
    bool m_several = false;
    bool m_shown = false;
    std::unique_ptr<StoreWriter> m_writer;
    std::unique_ptr<TraceJoiner> m_joiner;
    std::unique_ptr<IndexJoiner> m_indexJoiner;
    std::vector<std::shared_ptr<const Trace>> m_parts; // in memory
};

} // namespace tideline
