// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/json_array_reader.h"

#include <mutex>
#include <thread>
#include <vector>

#include "core/decode/json/chunk_feeder.h"
#include "core/decode/json/chunk_parser.h"

namespace tideline {

namespace {

/// Takes chunks from the feeder, one worker at a time, until there are none.
void work(ChunkFeeder& feeder, std::mutex& feederLock, JsonArrayVisitor& visitor, const JsonArrayOptions& options)
{
    ChunkParser parser(visitor, options);
    JsonChunk chunk;
    for (;;) {
        {
            const std::lock_guard lock(feederLock);
            if (!feeder.next(chunk))
                return;
        }
        parser.parse(chunk);
        visitor.stretchEnded();
    }
}

} // namespace

Result<JsonArrayOutcome> readJsonArray(const ByteSource& source, const JsonArrayOptions& options,
                                       std::span<JsonArrayVisitor* const> visitors, const Progress& progress)
{
    ChunkFeeder feeder(source, options, progress);
    if (feeder.shape() == DocumentWalker::Shape::Empty)
        return Error{ErrorCode::Unrecognised, "the file is empty", {}, {}};
    if (feeder.shape() == DocumentWalker::Shape::Other)
        return Error{ErrorCode::Unrecognised, "not a JSON array or object", {}, {}};
    std::mutex feederLock;
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < visitors.size(); ++i)
            threads.emplace_back([&, i] { work(feeder, feederLock, *visitors[i], options); });
        if (!visitors.empty())
            work(feeder, feederLock, *visitors[0], options);
    }
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", {}, {}};
    JsonArrayOutcome outcome;
    outcome.arrayFound = feeder.arrayFound();
    outcome.truncated = feeder.truncated();
    outcome.tooLarge = feeder.tooLarge();
    outcome.trailing = feeder.trailing();
    outcome.members = feeder.takeMembers();
    return outcome;
}

} // namespace tideline
