// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>

#include <simdjson.h>

#include "core/base/byte_source.h"
#include "core/base/progress.h"
#include "core/base/result.h"

namespace tideline {

/// What was wrong with a place of the array; the reader goes on behind it.
enum class JsonTrouble {
    Junk, ///< null, number, text, array between the objects
    StrayComma,
    BadObject,         ///< not readable, too deep or too large
    ControlCharacters, ///< raw bytes below 0x20 in strings: shown as U+2400 and following
    InvalidUtf8,       ///< replaced by U+FFFD
    Truncated,         ///< the text ends inside an object or without the end of the array
};

/// Takes the objects of one worker, in file order. Each worker has its own: no locks needed.
class JsonArrayVisitor {
public:
    virtual ~JsonArrayVisitor() = default;

    /// One element. Views into it are valid during the call only. On an error nothing may have been kept: the object
    /// comes again after a repair, or is reported as BadObject.
    virtual simdjson::error_code object(simdjson::ondemand::object& object, std::uint64_t offset) = 0;
    virtual void trouble(JsonTrouble kind, std::uint64_t offset) = 0;
    /// Between two stretches of the file; what comes next may lie behind what another worker reads.
    virtual void stretchEnded() {}
};

struct JsonArrayOptions {
    std::string arrayMember = "traceEvents"; ///< where the array is when the document is an object
    std::string marker = "ph";               ///< a key of every good object; finds the next one behind a broken one
    std::size_t blockBytes = std::size_t{256} << 10;
    std::size_t maxObjectBytes = std::size_t{256} << 20;
    std::size_t maxMemberBytes = std::size_t{1} << 20; ///< other members up to this size are handed out
    std::function<void(std::uint64_t)> advanced;       ///< bytes done so far; called from any worker, one at a time
};

struct JsonArrayOutcome {
    bool arrayFound = false;
    bool truncated = false;                ///< the end of the array or of the document is missing
    bool tooLarge = false;                 ///< objects above the limit were left out
    std::optional<std::uint64_t> trailing; ///< where text begins that does not belong to the document; it is not read
    std::map<std::string, std::string> members; ///< other top-level members, raw JSON, by raw key
};

/// Reads the objects of a JSON array: a document that is one, or the member `arrayMember` of a top-level object, before
/// or behind any other members. The bytes are read in blocks and cut at object borders; one worker per visitor parses
/// them (a single visitor runs in the calling thread). Broken objects cost only themselves; a truncated file yields every
/// complete object. Memory: about one block and its index per worker, more only for a larger object.
/// Errors: Cancelled (within 100 ms), Unrecognised for a document that is neither array nor object, or is empty.
Result<JsonArrayOutcome> readJsonArray(const ByteSource& source, const JsonArrayOptions& options,
                                       std::span<JsonArrayVisitor* const> visitors, const Progress& progress);

} // namespace tideline
