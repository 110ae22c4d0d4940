// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/chunk_parser.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/base/utf8.h"
#include "core/decode/json/element_walker.h"

namespace tideline {

namespace {

/// The text with raw control bytes inside strings made visible (U+2400 and following).
std::string withVisibleControls(std::string_view text, bool& changed)
{
    std::string out;
    out.reserve(text.size() + 16);
    bool inString = false;
    bool escaped = false;
    for (const char c : text) {
        if (inString && static_cast<unsigned char>(c) < 0x20) {
            if (escaped) // a backslash before a raw byte: the byte is not escaped by it
                out.back() = '/';
            out += "\xE2\x90";
            out += static_cast<char>(0x80 + static_cast<unsigned char>(c));
            escaped = false;
            changed = true;
            continue;
        }
        out += c;
        if (c == '"' && !escaped)
            inString = !inString;
        escaped = inString && c == '\\' && !escaped;
    }
    return out;
}

} // namespace

void ChunkParser::parse(JsonChunk& chunk)
{
    if (chunk.tooLarge)
        m_visitor.trouble(JsonTrouble::BadObject, chunk.offset);
    const std::string_view text = chunk.view();
    std::size_t begin = skipJsonBlanks(text, 0);
    if (chunk.needComma && begin < text.size() && text[begin] == ',')
        begin = skipJsonBlanks(text, begin + 1);
    std::size_t end = text.size();
    std::size_t commas = 0;
    for (; end > begin && (text[end - 1] == ',' || isJsonBlank(text[end - 1])); --end)
        commas += text[end - 1] == ',' ? 1 : 0;
    // A file that lost its end keeps the comma behind the last object: that one is no mistake.
    for (std::size_t i = chunk.final && !chunk.closed && end > begin ? 1 : 0; i < commas; ++i)
        m_visitor.trouble(JsonTrouble::StrayComma, chunk.offset + end);
    if (begin < end) {
        const Stop stop = parseQuickly(chunk, begin, end);
        if (!stop.done)
            parseSlowly(chunk, stop, end);
        else if (chunk.final && !chunk.closed)
            m_visitor.trouble(JsonTrouble::Truncated, chunk.offset + end);
    } else if (chunk.final && !chunk.closed) {
        m_visitor.trouble(JsonTrouble::Truncated, chunk.offset + end);
    }
}

ChunkParser::Stop ChunkParser::parseQuickly(JsonChunk& chunk, std::size_t begin, std::size_t end)
{
    char* const text = chunk.text();
    text[static_cast<std::ptrdiff_t>(begin) - 1] = '[';
    text[end] = ']';
    // A cut object runs into what stands here: it must not look like its end.
    std::memset(text + end + 1, ' ', simdjson::SIMDJSON_PADDING);
    const char* const document = text + begin - 1;
    const std::size_t room = chunk.buffer.size() - JsonChunk::kBefore - begin + 1;
    Stop stop;
    stop.at = begin;
    simdjson::ondemand::document parsed;
    simdjson::ondemand::array array;
    if (m_parser.iterate(document, end - begin + 2, room).get(parsed) || parsed.get_array().get(array))
        return stop;
    for (auto item : array) {
        simdjson::ondemand::value value;
        if (item.get(value))
            return stop;
        const char* const token = value.raw_json_token().data();
        const auto at = static_cast<std::size_t>(token - text);
        if (*token != '{') {
            if (at >= end || *token == ',' || *token == '}' || *token == ':')
                return stop;
            stop.at = at;
            stop.taken = true;
            m_visitor.trouble(JsonTrouble::Junk, chunk.offset + at);
            continue;
        }
        simdjson::ondemand::object object;
        const bool failed = value.get_object().get(object) || m_visitor.object(object, chunk.offset + at);
        stop.at = at;
        stop.taken = !failed;
        if (failed)
            return stop;
    }
    stop.done = parsed.current_location().error() == simdjson::OUT_OF_BOUNDS;
    return stop;
}

void ChunkParser::parseSlowly(const JsonChunk& chunk, Stop from, std::size_t end)
{
    ElementWalker walker(chunk.view().substr(0, end), from.at, m_options.marker, false, true);
    if (from.taken)
        walker.next();
    bool truncated = chunk.final && !chunk.closed;
    for (ArrayElement e = walker.next(); e.kind != ArrayElement::Kind::End; e = walker.next()) {
        const std::uint64_t offset = chunk.offset + e.begin;
        switch (e.kind) {
        case ArrayElement::Kind::Object:
            if (!parseAlone(chunk.view().substr(e.begin, e.end - e.begin), offset))
                m_visitor.trouble(JsonTrouble::BadObject, offset);
            break;
        case ArrayElement::Kind::BadObject: m_visitor.trouble(JsonTrouble::BadObject, offset); break;
        case ArrayElement::Kind::Incomplete:
            m_visitor.trouble(truncated ? JsonTrouble::Truncated : JsonTrouble::BadObject, offset);
            truncated = false;
            break;
        case ArrayElement::Kind::StrayComma: m_visitor.trouble(JsonTrouble::StrayComma, offset); break;
        case ArrayElement::Kind::Junk:
        case ArrayElement::Kind::Closer: m_visitor.trouble(JsonTrouble::Junk, offset); break;
        case ArrayElement::Kind::End: break;
        }
    }
    if (truncated)
        m_visitor.trouble(JsonTrouble::Truncated, chunk.offset + end);
}

bool ChunkParser::parseAlone(std::string_view text, std::uint64_t offset)
{
    const auto hold = [this](std::string_view bytes) {
        m_alone.resize(std::max(m_alone.size(), bytes.size() + simdjson::SIMDJSON_PADDING));
        std::copy(bytes.begin(), bytes.end(), m_alone.begin());
    };
    hold(text);
    if (visitAlone(text.size(), offset))
        return true;
    bool controls = false;
    std::string repaired = withVisibleControls(text, controls);
    const bool invalid = !isValidUtf8(repaired);
    if (invalid)
        repaired = repairedUtf8(repaired);
    if (!controls && !invalid)
        return false;
    hold(repaired);
    if (!visitAlone(repaired.size(), offset))
        return false;
    if (controls)
        m_visitor.trouble(JsonTrouble::ControlCharacters, offset);
    if (invalid)
        m_visitor.trouble(JsonTrouble::InvalidUtf8, offset);
    return true;
}

bool ChunkParser::visitAlone(std::size_t size, std::uint64_t offset)
{
    simdjson::ondemand::document parsed;
    simdjson::ondemand::object object;
    if (m_aloneParser.iterate(m_alone.data(), size, m_alone.size()).get(parsed) || parsed.get_object().get(object))
        return false;
    return m_visitor.object(object, offset) == simdjson::SUCCESS;
}

} // namespace tideline
