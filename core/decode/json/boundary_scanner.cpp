// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/boundary_scanner.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tideline {

namespace {

constexpr std::size_t kBlock = 64;
// '{' and '[' differ from each other in this bit alone, '}' and ']' too.
constexpr char kBracketBit = 0x20;

/// Bit i is the parity of the bits 0..i.
std::uint64_t prefixParity(std::uint64_t bits)
{
    for (int shift = 1; shift < 64; shift <<= 1)
        bits ^= bits << shift;
    return bits;
}

/// The number of bits set. The base instruction set lacks popcount, and a library call costs more than this.
int bitCount(std::uint64_t bits)
{
    bits -= (bits >> 1) & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return static_cast<int>((bits * 0x0101010101010101u) >> 56);
}

/// The bytes that a backslash escapes. `carry` is 1 when the byte before the block escapes the first one.
std::uint64_t escapedBytes(std::uint64_t backslashes, std::uint64_t& carry)
{
    if (backslashes == 0) {
        const std::uint64_t escaped = carry;
        carry = 0;
        return escaped;
    }
    std::uint64_t escaped = carry;
    std::uint64_t rest = backslashes & ~carry;
    carry = 0;
    while (rest != 0) {
        const int at = std::countr_zero(rest);
        if (at == 63) {
            carry = 1;
            break;
        }
        const std::uint64_t next = std::uint64_t{2} << at;
        escaped |= next;
        rest &= ~(next | (next - 1));
    }
    return escaped;
}

} // namespace

JsonMasks jsonMasksScalar(const char* block)
{
    JsonMasks masks;
    for (std::size_t i = 0; i < kBlock; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        const char c = block[i];
        const int folded = c | kBracketBit;
        masks.quotes |= c == '"' ? bit : 0;
        masks.backslashes |= c == '\\' ? bit : 0;
        masks.openers |= folded == '{' ? bit : 0;
        masks.closers |= folded == '}' ? bit : 0;
    }
    return masks;
}

JsonMasks jsonMasks(const char* block)
{
#if defined(__SSE2__)
    JsonMasks masks;
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i fold = _mm_set1_epi8(kBracketBit);
    const __m128i opener = _mm_set1_epi8('{');
    const __m128i closer = _mm_set1_epi8('}');
    const auto bits = [](__m128i equal) {
        return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(equal)));
    };
    for (int i = 0; i < 4; ++i) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * i));
        const __m128i folded = _mm_or_si128(bytes, fold);
        masks.quotes |= bits(_mm_cmpeq_epi8(bytes, quote)) << (16 * i);
        masks.backslashes |= bits(_mm_cmpeq_epi8(bytes, backslash)) << (16 * i);
        masks.openers |= bits(_mm_cmpeq_epi8(folded, opener)) << (16 * i);
        masks.closers |= bits(_mm_cmpeq_epi8(folded, closer)) << (16 * i);
    }
    return masks;
#else
    return jsonMasksScalar(block);
#endif
}

void BoundaryScanner::reset()
{
    m_position = 0;
    m_depth = 0;
    m_stringCarry = 0;
    m_escapeCarry = 0;
    m_recorded = 0;
}

BoundaryScanner::Scan BoundaryScanner::feed(std::string_view text)
{
    Scan scan;
    while (scan.consumed < text.size() && !scan.ended) {
        const std::size_t length = std::min(kBlock, text.size() - scan.consumed);
        const char* bytes = text.data() + scan.consumed;
        char partial[kBlock];
        if (length < kBlock) {
            std::memset(partial, ' ', kBlock);
            std::memcpy(partial, bytes, length);
            bytes = partial;
        }
        scan.consumed += block(m_scalar ? jsonMasksScalar(bytes) : jsonMasks(bytes), length, scan.ended);
    }
    return scan;
}

std::size_t BoundaryScanner::block(const JsonMasks& masks, std::size_t length, bool& ended)
{
    std::uint64_t carry = m_escapeCarry;
    const std::uint64_t escaped = escapedBytes(masks.backslashes, carry);
    if (length < kBlock) // a backslash at the end of a short block escapes the first byte of the next one
        carry = (escaped >> length) & 1;
    const std::uint64_t inside = prefixParity(masks.quotes & ~escaped) ^ m_stringCarry;
    const std::uint64_t openers = masks.openers & ~inside;
    const std::uint64_t closers = masks.closers & ~inside;
    const int closed = bitCount(closers);
    std::size_t used = length;
    if (m_depth - closed <= 0 && closers != 0) {
        std::int64_t depth = m_depth;
        bool border = false;
        std::uint64_t both = openers | closers;
        for (; both != 0 && !ended; both &= both - 1) {
            const int at = std::countr_zero(both);
            depth += ((openers >> at) & 1) != 0 ? 1 : -1;
            border = border || (depth == 0 && ((closers >> at) & 1) != 0);
            if (depth < 0) {
                ended = true;
                used = static_cast<std::size_t>(at) + 1;
            }
        }
        if (border)
            m_records[m_recorded++ % kRecords] = {m_position, m_depth, openers, closers};
    }
    m_depth += bitCount(openers) - closed;
    m_stringCarry = static_cast<std::uint64_t>(static_cast<std::int64_t>(inside << (kBlock - length)) >> 63);
    m_escapeCarry = carry;
    m_position += used;
    return used;
}

void BoundaryScanner::lastBorders(std::vector<std::uint64_t>& into) const
{
    into.clear();
    const std::uint64_t first = m_recorded > kRecords ? m_recorded - kRecords : 0;
    for (std::uint64_t i = first; i < m_recorded; ++i) {
        const Record& record = m_records[i % kRecords];
        std::int64_t depth = record.depth;
        for (std::uint64_t both = record.openers | record.closers; both != 0 && depth >= 0; both &= both - 1) {
            const int at = std::countr_zero(both);
            const bool closes = ((record.closers >> at) & 1) != 0;
            depth += closes ? -1 : 1;
            if (closes && depth == 0)
                into.push_back(record.at + static_cast<std::uint64_t>(at) + 1);
        }
    }
}

} // namespace tideline
