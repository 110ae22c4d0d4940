// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/boundary_scanner.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#define TIDELINE_AVX2 __attribute__((target("avx2,pclmul,popcnt,bmi")))
#endif

namespace tideline {

namespace {

constexpr std::size_t kBlock = 64;
// '{' and '[' differ from each other in this bit alone, '}' and ']' too.
constexpr char kBracketBit = 0x20;

/// The bytes that a backslash escapes. `carry` is 1 when the byte before the block escapes the first one.
inline std::uint64_t escapedBytes(std::uint64_t backslashes, std::uint64_t& carry)
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

JsonMasks scalarMasks(const char* block)
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

#if defined(__x86_64__)

std::uint64_t bits16(__m128i equal)
{
    return static_cast<std::uint64_t>(static_cast<unsigned>(_mm_movemask_epi8(equal)));
}

JsonMasks sse2Masks(const char* block)
{
    JsonMasks masks;
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i fold = _mm_set1_epi8(kBracketBit);
    const __m128i opener = _mm_set1_epi8('{');
    const __m128i closer = _mm_set1_epi8('}');
    for (int i = 0; i < 4; ++i) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + 16 * i));
        const __m128i folded = _mm_or_si128(bytes, fold);
        masks.quotes |= bits16(_mm_cmpeq_epi8(bytes, quote)) << (16 * i);
        masks.backslashes |= bits16(_mm_cmpeq_epi8(bytes, backslash)) << (16 * i);
        masks.openers |= bits16(_mm_cmpeq_epi8(folded, opener)) << (16 * i);
        masks.closers |= bits16(_mm_cmpeq_epi8(folded, closer)) << (16 * i);
    }
    return masks;
}

TIDELINE_AVX2 inline std::uint64_t bits64(__m256i low, __m256i high)
{
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(low))
           | static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high))) << 32;
}

TIDELINE_AVX2 inline JsonMasks avx2Masks(const char* block)
{
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(block + 32));
    const __m256i fold = _mm256_set1_epi8(kBracketBit);
    const __m256i foldedLow = _mm256_or_si256(low, fold);
    const __m256i foldedHigh = _mm256_or_si256(high, fold);
    const __m256i quote = _mm256_set1_epi8('"');
    const __m256i backslash = _mm256_set1_epi8('\\');
    const __m256i opener = _mm256_set1_epi8('{');
    const __m256i closer = _mm256_set1_epi8('}');
    JsonMasks masks;
    masks.quotes = bits64(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
    masks.backslashes = bits64(_mm256_cmpeq_epi8(low, backslash), _mm256_cmpeq_epi8(high, backslash));
    masks.openers = bits64(_mm256_cmpeq_epi8(foldedLow, opener), _mm256_cmpeq_epi8(foldedHigh, opener));
    masks.closers = bits64(_mm256_cmpeq_epi8(foldedLow, closer), _mm256_cmpeq_epi8(foldedHigh, closer));
    return masks;
}

#endif

/// The three steps of a block that processors differ in.
struct PlainSteps {
    /// Bit i is the parity of the bits 0..i.
    static std::uint64_t prefixParity(std::uint64_t bits)
    {
        for (int shift = 1; shift < 64; shift <<= 1)
            bits ^= bits << shift;
        return bits;
    }
    /// The number of bits set. The base instruction set lacks popcount, and a library call costs more than this.
    static int bitCount(std::uint64_t bits)
    {
        bits -= (bits >> 1) & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
        return static_cast<int>((bits * 0x0101010101010101u) >> 56);
    }
};

struct ScalarSteps : PlainSteps {
    static JsonMasks masks(const char* block) { return scalarMasks(block); }
};

#if defined(__x86_64__)

struct Sse2Steps : PlainSteps {
    static JsonMasks masks(const char* block) { return sse2Masks(block); }
};

struct Avx2Steps {
    TIDELINE_AVX2 static std::uint64_t prefixParity(std::uint64_t bits)
    {
        const __m128i ones = _mm_set1_epi8(static_cast<char>(0xFF));
        return static_cast<std::uint64_t>(
            _mm_cvtsi128_si64(_mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<std::int64_t>(bits)), ones, 0)));
    }
    TIDELINE_AVX2 static int bitCount(std::uint64_t bits) { return static_cast<int>(_mm_popcnt_u64(bits)); }
    TIDELINE_AVX2 static JsonMasks masks(const char* block) { return avx2Masks(block); }
};

#endif

} // namespace

ScanWidth widestScan()
{
#if defined(__x86_64__)
    static const bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul")
                             && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
    return wide ? ScanWidth::Avx2 : ScanWidth::Sse2;
#else
    return ScanWidth::Scalar;
#endif
}

JsonMasks jsonMasks(const char* block, ScanWidth width)
{
#if defined(__x86_64__)
    if (width == ScanWidth::Avx2)
        return avx2Masks(block);
    if (width == ScanWidth::Sse2)
        return sse2Masks(block);
#endif
    return scalarMasks(block);
}

/// The walk over the blocks of a text, once for each width. The state of the scanner lives in registers meanwhile.
struct BlockScan {
    BoundaryScanner& scanner;
    BoundaryScanner::Scan scan;

    /// Always part of its caller, so that it is compiled for the caller's instructions.
    template <typename Steps>
    [[gnu::always_inline]] void walk(std::string_view text)
    {
        const char* bytes = text.data();
        char partial[kBlock];
        while (scan.consumed < text.size() && !scan.ended) {
            const std::size_t length = std::min(kBlock, text.size() - scan.consumed);
            if (length < kBlock) {
                std::memset(partial, ' ', kBlock);
                std::memcpy(partial, bytes + scan.consumed, length);
                block<Steps>(Steps::masks(partial), length);
            } else {
                block<Steps>(Steps::masks(bytes + scan.consumed), kBlock);
            }
        }
    }

private:
    template <typename Steps>
    [[gnu::always_inline]] void block(const JsonMasks& masks, std::size_t length)
    {
        std::uint64_t carry = scanner.m_escapeCarry;
        const std::uint64_t escaped = escapedBytes(masks.backslashes, carry);
        if (length < kBlock) // a backslash at the end of a short block escapes the first byte of the next one
            carry = (escaped >> length) & 1;
        const std::uint64_t inside = Steps::prefixParity(masks.quotes & ~escaped) ^ scanner.m_stringCarry;
        const std::uint64_t openers = masks.openers & ~inside;
        const std::uint64_t closers = masks.closers & ~inside;
        const int closed = Steps::bitCount(closers);
        std::size_t used = length;
        if (scanner.m_depth <= closed && closers != 0) {
            scanner.m_records[scanner.m_recorded++ % BoundaryScanner::kRecords] = {scanner.m_position, scanner.m_depth,
                                                                                   openers, closers};
            if (scanner.m_depth < closed)
                used = untilBelow(openers, closers, length);
        }
        scanner.m_depth += Steps::bitCount(openers) - closed;
        scanner.m_stringCarry =
            static_cast<std::uint64_t>(static_cast<std::int64_t>(inside << (kBlock - length)) >> 63);
        scanner.m_escapeCarry = carry;
        scanner.m_position += used;
        scan.consumed += used;
    }

    /// The length of the block up to a closer that goes below depth 0, else all of it.
    std::size_t untilBelow(std::uint64_t openers, std::uint64_t closers, std::size_t length)
    {
        std::int64_t depth = scanner.m_depth;
        for (std::uint64_t both = openers | closers; both != 0; both &= both - 1) {
            const int at = std::countr_zero(both);
            depth += ((openers >> at) & 1) != 0 ? 1 : -1;
            if (depth < 0) {
                scan.ended = true;
                return static_cast<std::size_t>(at) + 1;
            }
        }
        return length;
    }
};

namespace {

#if defined(__x86_64__)
TIDELINE_AVX2 void walkAvx2(BlockScan& walk, std::string_view text)
{
    walk.walk<Avx2Steps>(text);
}
#endif

} // namespace

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
    BlockScan walk{*this, {}};
#if defined(__x86_64__)
    if (m_width == ScanWidth::Avx2)
        walkAvx2(walk, text);
    else if (m_width == ScanWidth::Sse2)
        walk.walk<Sse2Steps>(text);
    else
#endif
        walk.walk<ScalarSteps>(text);
    return walk.scan;
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
