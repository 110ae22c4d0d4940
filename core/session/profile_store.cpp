// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/profile_store.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "core/index/index_joiner.h"
#include "core/session/report_fields.h"
#include "core/store/trace_store.h"

namespace tideline {

namespace {

Error damaged(const std::filesystem::path& path)
{
    return {ErrorCode::Damaged, "the store is damaged", path.string(), "Write it again from the profile"};
}

/// The account of the import, both ways.
void describe(Packer& packer, StoredProfile& profile)
{
    std::vector<ImportIssue> issues = profile.import.issues.list();
    packer(profile.paths, profile.partial, issues, profile.import.files, profile.import.listing,
           profile.import.leftOut);
    if (packer.reading()) {
        for (ImportIssue& issue : issues)
            profile.import.issues.restore(std::move(issue));
    }
}

std::vector<BlobRef> blobsOf(const Trace& trace, const TraceIndex& index)
{
    std::vector<BlobRef> blobs = storedBlobs(trace);
    const std::vector<BlobRef> more = IndexStorer::blobs(index);
    blobs.insert(blobs.end(), more.begin(), more.end());
    return blobs;
}

/// No two pieces of the store may lie over each other: a decoded frame is known by its place.
bool areApart(std::vector<BlobRef> blobs)
{
    if (std::any_of(blobs.begin(), blobs.end(), [](const BlobRef& blob) { return blob.bytes == 0; }))
        return false; // nobody writes an empty one, and it would have the place of its neighbour
    std::sort(blobs.begin(), blobs.end(), [](const BlobRef& a, const BlobRef& b) { return a.offset < b.offset; });
    for (std::size_t i = 1; i < blobs.size(); ++i) {
        if (blobs[i - 1].offset + blobs[i - 1].bytes > blobs[i].offset)
            return false;
    }
    return true;
}

} // namespace

Status writeProfile(const StoredProfile& profile, StoreWriter& writer, TaskPool& pool, const Progress& progress)
{
    const KeepTexts keep = profile.partial.arguments ? KeepTexts::Yes : KeepTexts::No;
    std::string trace = storeTrace(*profile.import.trace, keep, writer, pool, progress);
    std::string index = IndexStorer::store(profile.index, writer, pool, progress);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", {}, {}};
    Packer packer;
    StoredProfile account{profile.paths, profile.partial, {}, {}};
    account.import.issues = profile.import.issues;
    account.import.files = profile.import.files;
    account.import.listing = profile.import.listing;
    account.import.leftOut = profile.import.leftOut;
    describe(packer, account);
    packer(trace, index);
    return writer.finish(std::move(packer).take());
}

Result<StoredProfile> readProfile(const std::filesystem::path& path, std::size_t budgetBytes, ClockUse clocks)
{
    auto file = StoreFile::open(path);
    if (!file)
        return file.error();
    const auto contents = (*file)->contents();
    if (!contents) {
        Error error = contents.error();
        error.where = path.string();
        return error;
    }
    const auto pager = std::make_shared<FramePager>(*file, budgetBytes);
    const auto raw = pager->read(*contents);
    if (!raw)
        return damaged(path);
    StoredProfile profile;
    std::string tracePart;
    std::string indexPart;
    Packer packer(*raw);
    describe(packer, profile);
    packer(tracePart, indexPart);
    if (!packer.ok() || !packer.atEnd())
        return damaged(path);
    auto trace = loadTrace(tracePart, pager);
    if (!trace)
        return damaged(path);
    std::shared_ptr<const Trace> whole = onAxis(std::move(*trace), clocks);
    auto index = IndexStorer::load(indexPart, whole);
    if (!index || !areApart(blobsOf(*whole, *index)))
        return damaged(path);
    profile.import.trace = std::move(whole);
    profile.index = std::move(*index);
    return profile;
}

bool verifyProfile(const Trace& trace, const TraceIndex& index, TaskPool& pool, const Progress& progress)
{
    const auto& pager = trace.pager();
    if (!pager)
        return true;
    const std::vector<BlobRef> blobs = blobsOf(trace, index);
    pool.forEach(blobs.size(), [&](std::size_t i) {
        if (!progress.cancelled() && !pager->damaged() && !pager->file().isWhole(blobs[i]))
            pager->reportDamage();
    });
    return !pager->damaged();
}

bool isStoreFile(const std::filesystem::path& path)
{
    auto file = StoreFile::open(path);
    return file && (*file)->isStore();
}

} // namespace tideline
