// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/csv/csv_scanner.h"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tideline {

namespace {

constexpr std::size_t kBlock = 64;

#ifdef __SSE2__
std::uint64_t specialMask(const char* bytes)
{
    const __m128i comma = _mm_set1_epi8(',');
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i lf = _mm_set1_epi8('\n');
    const __m128i cr = _mm_set1_epi8('\r');
    std::uint64_t mask = 0;
    for (unsigned part = 0; part < 4; ++part) {
        const __m128i data = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
        const __m128i found = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(data, comma), _mm_cmpeq_epi8(data, quote)),
                                           _mm_or_si128(_mm_cmpeq_epi8(data, lf), _mm_cmpeq_epi8(data, cr)));
        mask |= std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(found))} << (16 * part);
    }
    return mask;
}
#else
std::uint64_t specialMask(const char* bytes)
{
    std::uint64_t mask = 0;
    for (unsigned i = 0; i < kBlock; ++i) {
        const char c = bytes[i];
        const bool special = c == ',' || c == '"' || c == '\n' || c == '\r';
        mask |= std::uint64_t{special} << i;
    }
    return mask;
}
#endif

} // namespace

void CsvScanner::fill()
{
    const std::size_t left = m_text.size() - m_next;
    if (left >= kBlock) {
        m_mask = specialMask(m_text.data() + m_next);
    } else {
        char tail[kBlock] = {};
        std::memcpy(tail, m_text.data() + m_next, left);
        m_mask = specialMask(tail);
    }
    m_base = m_next;
    m_next += std::min(left, kBlock);
}

} // namespace tideline
