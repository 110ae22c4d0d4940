// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/progress.h"
#include "core/import/event_details.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/database_reader.h"
#include "core/store/trace.h"

// What the sources of slices say beside their columns, for readers of one kind of slice (copies, parts of collectives).
namespace tideline {

constexpr std::int64_t kMostDetailBytes = std::int64_t{1} << 60;

/// A size as an event says it; nothing for other text and for what no size can be.
inline std::optional<std::int64_t> detailBytes(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value >= 0 && value < kMostDetailBytes ? std::optional(value) : std::nullopt;
}

/// The names of an ENUM table by their ids; empty where the database lacks it.
std::map<std::int64_t, std::string> enumNames(const SqliteDatabase& database, const char* table);
/// "" for ids without a name.
std::string enumName(const std::map<std::int64_t, std::string>& names, std::optional<std::int64_t> id);

/// The slices of one source: their places in a list, and where their events or rows stand.
struct SourceSlices {
    std::vector<std::size_t> places;
    std::vector<SourceRef> refs;
};

/// By number of the source; slices that come from none are left out.
std::map<std::uint32_t, SourceSlices> bySource(const Trace& trace, const std::vector<SliceId>& slices);

/// The places of the slices by the global ids of their tasks: slices are rows of TASK.
std::unordered_multimap<std::int64_t, std::size_t> placesByTask(const SqliteDatabase& database,
                                                                const SourceSlices& slices);

/// The details of the slices, in their order: from the arguments of their events (about 10 µs each), or from one pass
/// over the tables of a database. A source whose first slices have none is not read on; what cannot be read keeps the
/// default. Empty when cancelled. Kind says
///   Details              what is wanted
///   ofEvent(EventDetails), isEmpty(Details)
///   kTable               the table that has it in a database
///   byTask(database)     the details by global id of the task
template <typename Kind>
std::vector<typename Kind::Details> readSourceDetails(const Trace& trace, const std::vector<SliceId>& slices,
                                                      const std::filesystem::path& scratchDir, const Progress& progress)
{
    constexpr std::size_t kTried = 32; // slices of a source without details before it is given up
    constexpr std::size_t kSlicesPerCheck = 256;
    std::vector<typename Kind::Details> out(slices.size());
    for (const auto& [number, list] : bySource(trace, slices)) {
        const SourceInfo& source = trace.sources()[number];
        if (!source.texts && isDatabaseFile(source.path)) {
            const auto database = SqliteDatabase::open(source.path, {scratchDir}, progress);
            if (!database || database->bytes() != source.bytes || !database->table(Kind::kTable))
                continue;
            const auto byTask = Kind::byTask(*database);
            for (const auto& [task, place] : placesByTask(*database, list)) {
                if (const auto details = byTask.find(task); details != byTask.end())
                    out[place] = details->second;
            }
            continue;
        }
        bool any = false;
        for (std::size_t i = 0; i < list.refs.size() && (any || i < kTried); ++i) {
            if (i % kSlicesPerCheck == 0 && progress.cancelled())
                return {};
            if (const auto event = readEventDetails(trace, list.refs[i], scratchDir))
                out[list.places[i]] = Kind::ofEvent(*event);
            any = any || !Kind::isEmpty(out[list.places[i]]);
        }
    }
    return progress.cancelled() ? std::vector<typename Kind::Details>{} : out;
}

} // namespace tideline
