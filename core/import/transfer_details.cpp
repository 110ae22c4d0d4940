// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/transfer_details.h"

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

constexpr std::size_t kTried = 32; // parts of a source without details before it is given up
constexpr std::int64_t kMostBytes = std::int64_t{1} << 60;
constexpr std::size_t kPartsPerCheck = 256;

TransferDetails detailsOf(const EventDetails& event)
{
    TransferDetails out;
    for (const auto& [key, value] : event) {
        if (key == "args.transport type")
            out.transport = value;
        else if (key == "args.link type")
            out.link = value;
        else if (key == "args.size(Byte)") {
            std::int64_t bytes = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), bytes);
            const bool whole = error == std::errc{} && end == value.data() + value.size();
            out.bytes = whole && bytes >= 0 && bytes < kMostBytes ? bytes : -1;
        }
    }
    return out;
}

/// The parts of one source: their places in the list, and where their events stand.
struct SourceParts {
    std::vector<std::size_t> places;
    std::vector<SourceRef> refs;
};

bool readEvents(const Trace& trace, const SourceParts& parts, const std::filesystem::path& scratchDir,
                const Progress& progress, std::vector<TransferDetails>& out)
{
    bool any = false;
    for (std::size_t i = 0; i < parts.refs.size() && (any || i < kTried); ++i) {
        if (i % kPartsPerCheck == 0 && progress.cancelled())
            return false;
        if (const auto event = readEventDetails(trace, parts.refs[i], scratchDir))
            out[parts.places[i]] = detailsOf(*event);
        any = any || out[parts.places[i]].bytes >= 0;
    }
    return true;
}

std::map<std::int64_t, std::string> wordsIn(const SqliteDatabase& database, const char* table)
{
    std::map<std::int64_t, std::string> out;
    if (!database.table(table))
        return out;
    constexpr std::array<std::string_view, 2> kColumns = {"id", "name"};
    for (SqliteRows rows = database.rows(table, kColumns); rows.next();) {
        const std::string name(rows.text(1));
        out.emplace(rows.integer(0).value_or(-1), isValidUtf8(name) ? name : repairedUtf8(name));
    }
    return out;
}

std::string wordOf(const std::map<std::int64_t, std::string>& words, std::optional<std::int64_t> id)
{
    const auto known = words.find(id.value_or(-1));
    return known == words.end() ? std::string() : known->second;
}

/// Tasks are rows of TASK; what they moved stands under their global id.
void readRows(const SourceInfo& source, const SourceParts& parts, const std::filesystem::path& scratchDir,
              const Progress& progress, std::vector<TransferDetails>& out)
{
    const auto database = SqliteDatabase::open(source.path, {scratchDir}, progress);
    if (!database || database->bytes() != source.bytes || !database->table("COMMUNICATION_TASK_INFO"))
        return;
    const auto transports = wordsIn(*database, "ENUM_HCCL_TRANSPORT_TYPE");
    const auto links = wordsIn(*database, "ENUM_HCCL_LINK_TYPE");
    constexpr std::array<std::string_view, 4> kInfo = {"globalTaskId", "size", "transportType", "linkType"};
    std::unordered_map<std::int64_t, TransferDetails> byTask;
    for (SqliteRows rows = database->rows("COMMUNICATION_TASK_INFO", kInfo); rows.next();) {
        const std::int64_t size = rows.integer(1).value_or(-1);
        byTask.emplace(rows.integer(0).value_or(-1),
                       TransferDetails{wordOf(transports, rows.integer(2)), wordOf(links, rows.integer(3)),
                                       size < kMostBytes ? size : -1});
    }
    std::unordered_map<std::int64_t, std::size_t> wanted; // place by row id
    for (std::size_t i = 0; i < parts.refs.size(); ++i)
        wanted.emplace(static_cast<std::int64_t>(parts.refs[i].offset() & kRowMask), parts.places[i]);
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

std::vector<TransferDetails> readTransferDetails(const Trace& trace, const std::vector<SliceId>& transfers,
                                                 const std::filesystem::path& scratchDir, const Progress& progress)
{
    std::map<std::uint32_t, SourceParts> sources;
    ColumnReader refs(trace.slices().ref);
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const SourceRef ref = refs[transfers[i].row];
        if (!ref.valid() || ref.source() >= trace.sources().size())
            continue;
        sources[ref.source()].places.push_back(i);
        sources[ref.source()].refs.push_back(ref);
    }
    std::vector<TransferDetails> out(transfers.size());
    for (const auto& [number, list] : sources) {
        const SourceInfo& source = trace.sources()[number];
        if (!source.texts && isDatabaseFile(source.path))
            readRows(source, list, scratchDir, progress, out);
        else if (!readEvents(trace, list, scratchDir, progress, out))
            return {};
    }
    return progress.cancelled() ? std::vector<TransferDetails>{} : out;
}

} // namespace tideline
