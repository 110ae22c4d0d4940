// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/raw_event.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "core/decode/json/element_walker.h"
#include "core/decode/json/raw_json.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tideline {

namespace {

using simdjson::ondemand::value;

constexpr std::size_t kLongestKey = 8; ///< with its quote

/// A key that we need, with the quote behind it, as the bytes of one number, the first one lowest.
struct KnownKey {
    std::uint64_t word = 0;
    std::string_view RawEvent::*member = nullptr;
};

constexpr std::uint64_t wordOf(std::string_view quoted)
{
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < quoted.size(); ++i)
        word |= std::uint64_t{static_cast<unsigned char>(quoted[i])} << (8 * i);
    return word;
}

constexpr KnownKey kKnownKeys[] = {{wordOf("name\""), &RawEvent::name},       {wordOf("ph\""), &RawEvent::phase},
                                   {wordOf("pid\""), &RawEvent::pid},         {wordOf("tid\""), &RawEvent::tid},
                                   {wordOf("ts\""), &RawEvent::time},         {wordOf("dur\""), &RawEvent::duration},
                                   {wordOf("cat\""), &RawEvent::category},    {wordOf("id\""), &RawEvent::id},
                                   {wordOf("id2\""), &RawEvent::id2},         {wordOf("args\""), &RawEvent::args},
                                   {wordOf("bp\""), &RawEvent::bindingPoint}, {wordOf("bind_id\""), &RawEvent::bindId}};

/// The known keys in slots of a hash that no two of them share.
struct KeyTable {
    static constexpr unsigned kBits = 6;
    std::uint64_t factor = 0;
    std::array<KnownKey, std::size_t{1} << kBits> slots{};

    constexpr std::size_t slotOf(std::uint64_t word) const
    {
        return static_cast<std::size_t>((word * factor) >> (64 - kBits));
    }
    constexpr bool fill(std::uint64_t tried)
    {
        factor = tried;
        slots = {};
        for (const KnownKey& known : kKnownKeys) {
            KnownKey& slot = slots[slotOf(known.word)];
            if (slot.member)
                return false;
            slot = known;
        }
        return true;
    }
};

constexpr KeyTable keyTable()
{
    KeyTable table;
    for (std::uint64_t factor = 0x9E3779B97F4A7C15U; !table.fill(factor);)
        factor = factor * 6364136223846793005U + 1442695040888963407U;
    return table;
}

constexpr KeyTable kKeys = keyTable();

/// The member that a raw key (which ends with a quote, inside a padded buffer) fills, or null for one that we do not
/// need. Without a branch on the key: the order of keys changes from event to event.
std::string_view* memberOf(RawEvent& event, const char* key)
{
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little)
        std::memcpy(&word, key, sizeof word);
    else
        word = wordOf({key, sizeof word});
    constexpr std::uint64_t kOnes = 0x0101010101010101U;
    const std::uint64_t others = word ^ (kOnes * '"');                      // zero where the quotes are
    const std::uint64_t quotes = (others - kOnes) & ~others & (kOnes << 7); // the lowest one is exact
    if (quotes == 0)
        return nullptr;
    word &= quotes ^ (quotes - 1); // up to and with the first quote
    const KnownKey& known = kKeys.slots[kKeys.slotOf(word)];
    return known.word == word ? &(event.*known.member) : nullptr;
}

/// The same for a key that is written with escapes; null for others. Rare: keys are written plainly.
std::string_view* escapedMemberOf(RawEvent& event, const char* key)
{
    const char* end = key;
    bool escaped = false;
    for (; *end != '"'; end += *end == '\\' ? 2 : 1)
        escaped = escaped || *end == '\\';
    if (!escaped)
        return nullptr;
    std::string plain = unescapedJson({key, static_cast<std::size_t>(end - key)});
    plain += '"';
    plain.append(kLongestKey, ' '); // what a comparison reads over
    return memberOf(event, plain.c_str());
}

std::string_view trimmed(std::string_view token)
{
    while (!token.empty() && isJsonBlank(token.back()))
        token.remove_suffix(1);
    return token;
}

/// A value as it is written.
simdjson::error_code textOf(value& content, std::string_view& text)
{
    text = trimmed(content.raw_json_token());
    if (text.empty())
        return simdjson::TAPE_ERROR;
    if (text.front() == '{') {
        simdjson::ondemand::object nested;
        if (const auto error = content.get_object().get(nested))
            return error;
        return nested.raw_json().get(text);
    }
    if (text.front() != '[')
        return simdjson::SUCCESS;
    simdjson::ondemand::array nested;
    if (const auto error = content.get_array().get(nested))
        return error;
    return nested.raw_json().get(text);
}

constexpr std::string_view kTaskTypes[] = {"\"Task Type\"", "\"task type\""};
constexpr std::size_t kKeySize = 11;

/// The token of the value if one of the keys stands at `at`.
std::string_view taskTypeAt(std::string_view args, std::size_t at)
{
    const std::string_view key = args.substr(at, kKeySize);
    if (key != kTaskTypes[0] && key != kTaskTypes[1])
        return {};
    std::size_t begin = skipJsonBlanks(args, at + kKeySize);
    if (begin >= args.size() || args[begin] != ':')
        return {};
    begin = skipJsonBlanks(args, begin + 1);
    if (begin >= args.size() || args[begin] != '"')
        return {};
    const std::size_t end = endOfJsonString(args, begin);
    return end == std::string_view::npos ? std::string_view{} : args.substr(begin, end - begin);
}

} // namespace

simdjson::error_code RawEvent::read(simdjson::ondemand::object& object, std::vector<std::string_view>& more)
{
    for (auto item : object) {
        simdjson::ondemand::field field;
        if (const auto error = std::move(item).get(field))
            return error;
        empty = false;
        const char* const key = field.key().raw();
        std::string_view* member = memberOf(*this, key);
        if (!member)
            member = escapedMemberOf(*this, key);
        std::string_view text;
        if (const auto error = textOf(field.value(), text))
            return error;
        if (member)
            *member = text == "null" ? std::string_view{} : text;
        if (!member || member > &duration)
            more.emplace_back(key - 1, static_cast<std::size_t>(text.data() + text.size() - key + 1));
    }
    return simdjson::SUCCESS;
}

std::string_view findTaskType(std::string_view args)
{
    std::size_t at = 0;
#if defined(__SSE2__)
    // A quote, and a blank five bytes behind it: rare enough that the comparison of the whole key costs nothing.
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i blank = _mm_set1_epi8(' ');
    for (; at + 5 + 16 <= args.size(); at += 16) {
        const __m128i first = _mm_loadu_si128(reinterpret_cast<const __m128i*>(args.data() + at));
        const __m128i sixth = _mm_loadu_si128(reinterpret_cast<const __m128i*>(args.data() + at + 5));
        auto hits = static_cast<unsigned>(
            _mm_movemask_epi8(_mm_and_si128(_mm_cmpeq_epi8(first, quote), _mm_cmpeq_epi8(sixth, blank))));
        for (; hits != 0; hits &= hits - 1) {
            const auto found = taskTypeAt(args, at + static_cast<std::size_t>(std::countr_zero(hits)));
            if (!found.empty())
                return found;
        }
    }
#endif
    for (; at + kKeySize <= args.size(); ++at) {
        if (args[at] != '"')
            continue;
        const auto found = taskTypeAt(args, at);
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace tideline
