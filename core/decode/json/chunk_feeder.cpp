// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/chunk_feeder.h"

#include <algorithm>
#include <cstring>

#include "core/decode/json/element_walker.h"

namespace tideline {

namespace {

constexpr std::size_t kBehind = 1 + simdjson::SIMDJSON_PADDING; // the closing bracket and what simdjson reads over
constexpr std::size_t kKeepFactor = 4;
constexpr std::size_t kSkipPiece = 256;

/// Nothing but blanks and commas.
bool isGap(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c == ',' || isJsonBlank(c); });
}

} // namespace

ChunkFeeder::ChunkFeeder(const ByteSource& source, const JsonArrayOptions& options, const Progress& progress)
    : m_source(source),
      m_options(options),
      m_progress(progress),
      m_document(source, options.arrayMember, options.maxMemberBytes, progress)
{
}

bool ChunkFeeder::startArray()
{
    const auto position = m_document.nextArray();
    if (!position)
        return false;
    m_offset = *position;
    m_carry.clear();
    m_needComma = false;
    m_inArray = true;
    m_arrayFound = true;
    rescanCarry();
    return true;
}

bool ChunkFeeder::next(JsonChunk& chunk)
{
    if (m_progress.cancelled() || (!m_inArray && !startArray()))
        return false;
    const std::size_t needed = JsonChunk::kBefore + m_carry.size() + m_options.blockBytes + kBehind;
    if (chunk.buffer.size() > kKeepFactor * needed)
        std::vector<char>().swap(chunk.buffer);
    if (chunk.buffer.size() < needed)
        chunk.buffer.resize(needed);
    std::copy(m_carry.begin(), m_carry.end(), chunk.text());
    chunk.size = m_carry.size();
    chunk.offset = m_offset;
    chunk.needComma = m_needComma;
    chunk.final = chunk.closed = chunk.tooLarge = false;
    if (!fillChunk(chunk))
        return false;
    if (m_options.advanced)
        m_options.advanced(chunk.offset + chunk.size);
    return true;
}

bool ChunkFeeder::fillChunk(JsonChunk& chunk)
{
    std::size_t want = m_options.blockBytes;
    while (!m_progress.cancelled()) {
        const bool more = readMore(chunk, want);
        if (cutFast(chunk) || cutSlowly(chunk, !more))
            return true;
        if (!more)
            return cutAtEnd(chunk);
        if (chunk.size >= m_options.maxObjectBytes) {
            skipHugeObject(chunk);
            return true;
        }
        want = std::max(chunk.size, m_options.blockBytes);
    }
    return false;
}

bool ChunkFeeder::readMore(JsonChunk& chunk, std::size_t bytes)
{
    const std::size_t needed = JsonChunk::kBefore + chunk.size + bytes + kBehind;
    if (chunk.buffer.size() < needed)
        chunk.buffer.resize(needed);
    const std::size_t got = m_source.readAt(chunk.offset + chunk.size, chunk.text() + chunk.size, bytes);
    chunk.size += got;
    if (!m_scanEnded) {
        const BoundaryScanner::Scan scan = m_scanner.feed(chunk.view().substr(m_scanned));
        m_scanned += scan.consumed;
        m_scanEnded = scan.ended;
    }
    return got == bytes;
}

void ChunkFeeder::collectBorders()
{
    m_scanner.lastBorders(m_borders);
}

bool ChunkFeeder::goodBorder(std::string_view text, std::size_t border, std::size_t& next) const
{
    if (border == 0 || text[border - 1] != '}')
        return false;
    const std::size_t comma = skipJsonBlanks(text, border);
    if (comma >= text.size() || text[comma] != ',')
        return false;
    next = skipJsonBlanks(text, comma + 1);
    if (next >= text.size() || text[next] != '{')
        return false;
    const std::size_t inside = skipJsonBlanks(text, next + 1);
    return inside < text.size() && (text[inside] == '"' || text[inside] == '}');
}

bool ChunkFeeder::cutFast(JsonChunk& chunk)
{
    collectBorders();
    const std::string_view text = chunk.view();
    for (auto it = m_borders.rbegin(); it != m_borders.rend(); ++it) {
        const std::int64_t border = static_cast<std::int64_t>(*it) + m_scannerBase;
        if (border <= 0)
            break;
        const auto at = static_cast<std::size_t>(border);
        if (m_scanEnded) {
            if (text[m_scanned - 1] != ']' || !isGap(text.substr(at, m_scanned - 1 - at)))
                return false;
            endArray(chunk, m_scanned - 1, m_scanned);
            return true;
        }
        std::size_t next = 0;
        if (goodBorder(text, at, next)) {
            cut(chunk, at, next, false);
            m_scanned -= next;
            m_scannerBase -= static_cast<std::int64_t>(next);
            return true;
        }
    }
    return false;
}

void ChunkFeeder::cut(JsonChunk& chunk, std::size_t size, std::size_t next, bool needComma)
{
    const std::string_view rest = chunk.view().substr(next);
    m_carry.assign(rest.begin(), rest.end());
    m_offset = chunk.offset + next;
    m_needComma = needComma;
    chunk.size = size;
}

void ChunkFeeder::endArray(JsonChunk& chunk, std::size_t size, std::size_t behind)
{
    chunk.size = size;
    chunk.final = chunk.closed = true;
    m_inArray = false;
    m_document.arrayEnded(chunk.offset + behind);
}

bool ChunkFeeder::cutAtEnd(JsonChunk& chunk)
{
    m_truncated = true;
    m_inArray = false;
    m_document.arrayEnded(chunk.offset + chunk.size);
    chunk.final = true;
    return true;
}

bool ChunkFeeder::cutSlowly(JsonChunk& chunk, bool sourceEnded)
{
    ElementWalker walker(chunk.view(), 0, m_options.marker, chunk.needComma, sourceEnded);
    std::size_t end = 0;
    bool needComma = false;
    for (;;) {
        const ArrayElement element = walker.next();
        if (element.kind == ArrayElement::Kind::Closer) {
            endArray(chunk, element.begin, element.end);
            return true;
        }
        if (element.kind == ArrayElement::Kind::End || element.kind == ArrayElement::Kind::Incomplete)
            break;
        end = element.end;
        needComma = walker.needComma();
    }
    if (end == 0)
        return false;
    cut(chunk, end, end, needComma);
    rescanCarry();
    return true;
}

void ChunkFeeder::rescanCarry()
{
    m_scanner.reset();
    m_scannerBase = 0;
    const BoundaryScanner::Scan scan = m_scanner.feed({m_carry.data(), m_carry.size()});
    m_scanned = scan.consumed;
    m_scanEnded = scan.ended;
}

void ChunkFeeder::skipHugeObject(JsonChunk& chunk)
{
    std::uint64_t at = chunk.offset + chunk.size;
    chunk.size = 0;
    chunk.tooLarge = m_tooLarge = true;
    std::vector<char> block(m_options.blockBytes);
    while (!m_progress.cancelled()) {
        const std::size_t got = m_source.readAt(at, block.data(), block.size());
        const std::size_t stop = skipToBorder({block.data(), got});
        if (stop < got || m_scanEnded) {
            m_carry.assign(block.begin() + static_cast<std::ptrdiff_t>(stop),
                           block.begin() + static_cast<std::ptrdiff_t>(got));
            m_offset = at + stop;
            m_needComma = true;
            rescanCarry();
            return;
        }
        at += got;
        if (got == 0) {
            chunk.final = true;
            m_truncated = true;
            m_inArray = false;
            m_document.arrayEnded(at);
            return;
        }
    }
}

std::size_t ChunkFeeder::skipToBorder(std::string_view text)
{
    // Pieces so small that the scanner remembers all their borders: the first one counts.
    for (std::size_t at = 0; at < text.size() && !m_scanEnded;) {
        const std::uint64_t before = m_scanner.position();
        const BoundaryScanner::Scan scan = m_scanner.feed(text.substr(at, kSkipPiece));
        collectBorders();
        const auto first = std::upper_bound(m_borders.begin(), m_borders.end(), before);
        if (first != m_borders.end())
            return at + static_cast<std::size_t>(*first - before);
        at += scan.consumed;
        m_scanEnded = scan.ended;
        if (scan.ended)
            return at - 1;
    }
    return text.size();
}

} // namespace tideline
