// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/decode/json/chunk_feeder.h"
#include "core/decode/json/json_array_reader.h"

namespace tideline {

/// Parses chunks in place and hands their objects to one visitor. Keeps its parsers and buffers from chunk to chunk.
class ChunkParser {
public:
    ChunkParser(JsonArrayVisitor& visitor, const JsonArrayOptions& options) : m_visitor(visitor), m_options(options) {}

    /// The chunk's buffer is written to, but keeps its text.
    void parse(JsonChunk& chunk);

private:
    /// Where the quick walk over the elements stopped; the rest needs the slow one.
    struct Stop {
        bool done = false;
        std::size_t at = 0; ///< an object that was not taken, or the last one that was
        bool taken = false;
    };

    Stop parseQuickly(JsonChunk& chunk, std::size_t begin, std::size_t end);
    void parseSlowly(const JsonChunk& chunk, Stop from, std::size_t end);
    /// True if the visitor took the object, as it is or repaired.
    bool parseAlone(std::string_view text, std::uint64_t offset);
    bool visitAlone(std::size_t size, std::uint64_t offset);

    JsonArrayVisitor& m_visitor;
    const JsonArrayOptions& m_options;
    simdjson::ondemand::parser m_parser;
    simdjson::ondemand::parser m_aloneParser;
    std::vector<char> m_alone;
};

} // namespace tideline
