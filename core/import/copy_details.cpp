// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/copy_details.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/utf8.h"
#include "core/import/event_details.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/database_reader.h"

namespace tideline {

namespace {

constexpr std::size_t kTried = 32; // copies of a source without details before it is given up
constexpr std::int64_t kMostBytes = std::int64_t{1} << 60;
constexpr std::size_t kCopiesPerCheck = 256;

std::optional<std::int64_t> bytesIn(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && value >= 0 && value < kMostBytes ? std::optional(value) : std::nullopt;
}

CopyDetails detailsOf(const EventDetails& event)
{
    constexpr std::array<std::string_view, 3> kSizes = {"args.size(B)", "args.data size(Byte)", "args.bytes"};
    constexpr std::array<std::string_view, 2> kDirections = {"args.operation", "args.memcpy direction"};
    CopyDetails out;
    for (const auto& [key, value] : event) {
        if (std::find(kSizes.begin(), kSizes.end(), key) != kSizes.end())
            out.bytes = bytesIn(value);
        if (std::find(kDirections.begin(), kDirections.end(), key) != kDirections.end())
            out.direction = value;
    }
    return out;
}

bool isEmpty(const CopyDetails& details)
{
    return details.direction.empty() && !details.bytes;
}

/// The copies of one source: their places in the list, and where their events stand.
struct SourceCopies {
    std::vector<std::size_t> places;
    std::vector<SourceRef> refs;
};

bool readEvents(const Trace& trace, const SourceCopies& copies, const std::filesystem::path& scratchDir,
                const Progress& progress, std::vector<CopyDetails>& out)
{
    bool any = false;
    for (std::size_t i = 0; i < copies.refs.size() && (any || i < kTried); ++i) {
        if (i % kCopiesPerCheck == 0 && progress.cancelled())
            return false;
        if (const auto event = readEventDetails(trace, copies.refs[i], scratchDir))
            out[copies.places[i]] = detailsOf(*event);
        any = any || !isEmpty(out[copies.places[i]]);
    }
    return true;
}

std::map<std::int64_t, std::string> directionsIn(const SqliteDatabase& database)
{
    constexpr std::array<std::string_view, 2> kColumns = {"id", "name"};
    std::map<std::int64_t, std::string> out;
    for (SqliteRows rows = database.rows("ENUM_MEMCPY_OPERATION", kColumns); rows.next();) {
        const std::string name(rows.text(1));
        out.emplace(rows.integer(0).value_or(-1), isValidUtf8(name) ? name : repairedUtf8(name));
    }
    return out;
}

/// Tasks are rows of TASK; sizes stand under their global id.
void readRows(const SourceInfo& source, const SourceCopies& copies, const std::filesystem::path& scratchDir,
              const Progress& progress, std::vector<CopyDetails>& out)
{
    const auto database = SqliteDatabase::open(source.path, {scratchDir}, progress);
    if (!database || database->bytes() != source.bytes || !database->table("MEMCPY_INFO"))
        return;
    const auto names = directionsIn(*database);
    constexpr std::array<std::string_view, 3> kInfo = {"globalTaskId", "size", "memcpyOperation"};
    std::unordered_map<std::int64_t, CopyDetails> byTask;
    for (SqliteRows rows = database->rows("MEMCPY_INFO", kInfo); rows.next();) {
        CopyDetails details;
        const auto size = rows.integer(1);
        details.bytes = size && *size >= 0 && *size < kMostBytes ? size : std::nullopt;
        if (const auto name = names.find(rows.integer(2).value_or(-1)); name != names.end())
            details.direction = name->second;
        byTask.emplace(rows.integer(0).value_or(-1), std::move(details));
    }
    std::unordered_map<std::int64_t, std::size_t> wanted; // place by row id
    for (std::size_t i = 0; i < copies.refs.size(); ++i)
        wanted.emplace(static_cast<std::int64_t>(copies.refs[i].offset() & kRowMask), copies.places[i]);
    constexpr std::array<std::string_view, 1> kTask = {"globalTaskId"};
    for (SqliteRows rows = database->rows("TASK", kTask); rows.next();) {
        const auto place = wanted.find(rows.rowId());
        if (place == wanted.end())
            continue;
        if (const auto details = byTask.find(rows.integer(0).value_or(-1)); details != byTask.end())
            out[place->second] = details->second;
    }
}

} // namespace

std::vector<CopyDetails> readCopyDetails(const Trace& trace, const std::vector<SliceId>& copies,
                                         const std::filesystem::path& scratchDir, const Progress& progress)
{
    std::map<std::uint32_t, SourceCopies> sources;
    ColumnReader refs(trace.slices().ref);
    for (std::size_t i = 0; i < copies.size(); ++i) {
        const SourceRef ref = refs[copies[i].row];
        if (!ref.valid() || ref.source() >= trace.sources().size())
            continue;
        sources[ref.source()].places.push_back(i);
        sources[ref.source()].refs.push_back(ref);
    }
    std::vector<CopyDetails> out(copies.size());
    for (const auto& [number, list] : sources) {
        const SourceInfo& source = trace.sources()[number];
        if (!source.texts && isDatabaseFile(source.path))
            readRows(source, list, scratchDir, progress, out);
        else if (!readEvents(trace, list, scratchDir, progress, out))
            return {};
    }
    return progress.cancelled() ? std::vector<CopyDetails>{} : out;
}

} // namespace tideline
