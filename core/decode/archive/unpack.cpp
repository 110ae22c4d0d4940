// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/archive/unpack.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <archive.h>
#include <archive_entry.h>

#include "core/base/mapped_file.h"
#include "core/decode/archive/file_source.h"
#include "core/decode/archive/gzip_reader.h"
#include "core/decode/archive/peek.h"
#include "core/decode/archive/unpack_sink.h"

namespace tideline {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;
constexpr std::uint64_t kRatioCheckFrom = std::uint64_t{64} << 20;
constexpr std::uint64_t kSmallMember = std::uint64_t{1} << 20; // stays in memory whatever came before
constexpr std::size_t kMaxMembers = 65536;
constexpr int kMaxLooked = 64; // members whose start is read to tell what an archive holds

struct FreeArchive {
    void operator()(struct archive* handle) const { archive_read_free(handle); }
};
using ArchiveHandle = std::unique_ptr<struct archive, FreeArchive>;

Result<ArchiveHandle> openZip(const std::filesystem::path& path)
{
    ArchiveHandle handle(archive_read_new());
    archive_read_support_format_zip(handle.get());
    if (archive_read_open_filename(handle.get(), path.c_str(), kPieceBytes) != ARCHIVE_OK) {
        const char* reason = archive_error_string(handle.get());
        return Error{ErrorCode::Damaged,
                     std::string("cannot unpack") + (reason ? std::string(": ") + reason : ""),
                     path.string(),
                     {}};
    }
    return handle;
}

std::string reasonOf(struct archive* handle)
{
    const char* text = archive_error_string(handle);
    return text ? text : "damaged";
}

bool isBomb(std::uint64_t unpacked, std::uint64_t packed, const UnpackLimits& limits)
{
    return unpacked > limits.maxBytes || (unpacked > kRatioCheckFrom && unpacked / limits.maxRatio > packed);
}

Error bomb()
{
    return {
        ErrorCode::TooLarge, "the archive unpacks to more than the limit", {}, "Unpack it and open the trace itself"};
}

Error cancelled()
{
    return {ErrorCode::Cancelled, "cancelled", {}, {}};
}

/// Reads the member that the handle stands at to its end.
Result<UnpackedMember> readZipMember(struct archive* handle, const UnpackLimits& limits, const Progress& progress)
{
    UnpackSink sink(limits.memoryBytes, limits.scratchDir);
    UnpackedMember member;
    const la_int64_t before = archive_filter_bytes(handle, -1);
    for (;;) {
        if (progress.cancelled())
            return cancelled();
        const void* piece = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        const int state = archive_read_data_block(handle, &piece, &size, &offset);
        if (state == ARCHIVE_EOF)
            break;
        if (state < ARCHIVE_WARN) {
            member.truncated = true;
            member.note = reasonOf(handle);
            break;
        }
        if (auto status = sink.append({static_cast<const char*>(piece), size}); !status)
            return status.error();
        if (isBomb(sink.size(), static_cast<std::uint64_t>(archive_filter_bytes(handle, -1) - before) + kPieceBytes,
                   limits))
            return bomb();
    }
    auto data = sink.finish();
    if (!data)
        return data.error();
    member.data = std::move(*data);
    return member;
}

Result<std::vector<UnpackedMember>> unpackGzip(FileReader file, const UnpackLimits& limits, const Progress& progress)
{
    GzipReader reader(std::move(file));
    UnpackSink sink(limits.memoryBytes, limits.scratchDir);
    UnpackedMember member;
    std::string piece;
    for (auto state = GzipReader::State::More; state == GzipReader::State::More;) {
        if (progress.cancelled())
            return cancelled();
        piece.clear();
        state = reader.read(piece, kPieceBytes);
        if (auto status = sink.append(piece); !status)
            return status.error();
        if (isBomb(sink.size(), reader.packedBytes(), limits))
            return bomb();
        member.truncated = state == GzipReader::State::Damaged;
        member.trailing = state == GzipReader::State::End && reader.trailing();
        member.note = reader.reason();
    }
    auto data = sink.finish();
    if (!data)
        return data.error();
    member.data = std::move(*data);
    std::vector<UnpackedMember> members;
    members.push_back(std::move(member));
    return members;
}

/// Members may be many, and may share their packed bytes: what is left of the limits for the next one.
void takeFrom(UnpackLimits& limits, std::uint64_t unpacked)
{
    limits.maxBytes -= std::min(limits.maxBytes, unpacked);
    if (unpacked <= limits.memoryBytes)
        limits.memoryBytes = std::max(limits.memoryBytes - unpacked, std::min(limits.memoryBytes, kSmallMember));
}

Result<std::vector<UnpackedMember>> unpackZip(const std::filesystem::path& path, std::uint64_t archiveBytes,
                                              const UnpackLimits& limits, const Progress& progress)
{
    auto handle = openZip(path);
    if (!handle)
        return handle.error();
    std::vector<UnpackedMember> members;
    UnpackLimits left = limits;
    std::uint64_t unpacked = 0;
    while (members.size() < kMaxMembers) {
        struct archive_entry* entry = nullptr;
        const int state = archive_read_next_header(handle->get(), &entry);
        if (state == ARCHIVE_EOF)
            return members;
        if (state < ARCHIVE_WARN) {
            if (members.empty())
                return Error{ErrorCode::Damaged, "cannot unpack: " + reasonOf(handle->get()), path.string(), {}};
            members.back().truncated = true;
            members.back().note = reasonOf(handle->get());
            return members;
        }
        if (archive_entry_filetype(entry) != AE_IFREG)
            continue;
        const char* name = archive_entry_pathname_utf8(entry);
        const std::string text = name ? name : archive_entry_pathname(entry) ? archive_entry_pathname(entry) : "";
        auto member = readZipMember(handle->get(), left, progress);
        if (!member)
            return member.error();
        takeFrom(left, member->data->size());
        unpacked += member->data->size();
        if (isBomb(unpacked, archiveBytes, limits))
            return bomb();
        member->name = text;
        members.push_back(std::move(*member));
    }
    return Error{ErrorCode::TooLarge, "too many members in the archive", path.string(), {}};
}

bool startsLikeJson(std::string_view text)
{
    const std::size_t at = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    return at != std::string_view::npos && (text[at] == '[' || text[at] == '{');
}

Result<std::string> plainStart(const std::filesystem::path& path, std::size_t bytes)
{
    const auto reader = FileReader::open(path);
    if (!reader)
        return reader.error();
    std::string start(bytes, '\0');
    start.resize(reader->readAt(0, start.data(), bytes));
    return start;
}

Error at(Error error, const std::filesystem::path& path)
{
    if (error.where.empty())
        error.where = path.string();
    return error;
}

} // namespace

Packing packingOf(std::string_view firstBytes)
{
    if (firstBytes.substr(0, 2) == "\x1F\x8B")
        return Packing::Gzip;
    const std::string_view four = firstBytes.substr(0, 4);
    if (four == std::string_view("PK\3\4", 4) || four == std::string_view("PK\5\6", 4))
        return Packing::Zip;
    return Packing::Plain;
}

Result<std::string> firstUnpackedBytes(const std::filesystem::path& path, std::size_t bytes)
{
    auto start = plainStart(path, bytes);
    if (!start || packingOf(*start) == Packing::Plain)
        return start;
    std::string text;
    if (packingOf(*start) == Packing::Gzip) {
        auto file = FileReader::open(path);
        if (!file)
            return file.error();
        GzipReader(std::move(*file)).read(text, bytes);
        return text;
    }
    auto handle = openZip(path);
    if (!handle)
        return handle.error();
    struct archive_entry* entry = nullptr;
    for (int looked = 0; looked < kMaxLooked && archive_read_next_header(handle->get(), &entry) >= ARCHIVE_WARN;) {
        if (archive_entry_filetype(entry) != AE_IFREG)
            continue;
        ++looked;
        text.resize(bytes);
        const la_ssize_t got = archive_read_data(handle->get(), text.data(), bytes);
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        if (startsLikeJson(text))
            break;
    }
    return text;
}

Result<std::vector<UnpackedMember>> openMembers(const std::filesystem::path& path, const UnpackLimits& limits,
                                                const Progress& progress)
{
    auto reader = FileReader::open(path);
    if (!reader)
        return reader.error();
    std::array<char, 4> magic{};
    const std::size_t got = reader->readAt(0, magic.data(), magic.size());
    const Packing packing = packingOf({magic.data(), got});
    if (packing == Packing::Plain) {
        std::vector<UnpackedMember> members;
        members.push_back({{}, fileSource(std::move(*reader)), false, {}});
        return members;
    }
    const std::uint64_t bytes = reader->size();
    auto members = packing == Packing::Gzip ? unpackGzip(std::move(*reader), limits, progress)
                                            : unpackZip(path, bytes, limits, progress);
    if (!members)
        return at(members.error(), path);
    return members;
}

} // namespace tideline
