// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tideline {

/// Walks the members of a JSON object, or the elements of an array, as raw text. Never reads outside the text; stops at
/// what is not JSON. For small texts: no index, O(length).
class RawMembers {
public:
    /// The text begins at { or [; more may follow behind the closing bracket.
    explicit RawMembers(std::string_view text);

    /// Goes to the next member; false at the end or where the text is broken.
    bool next();

    /// The key without its quotes, as written; "" in arrays.
    std::string_view key() const { return m_key; }
    /// The value as written: strings with their quotes, nested values whole.
    std::string_view value() const { return m_value; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_object = false;
    std::string_view m_key;
    std::string_view m_value;
};

/// A string's content (without quotes) with its escapes resolved; lone surrogates become U+FFFD, unknown escapes stay.
std::string unescapedJson(std::string_view content);

/// True if a string's content has a \u escape of a surrogate that is not half of a pair.
bool hasLoneSurrogate(std::string_view content);

/// A token as text: strings without quotes and escapes, everything else as written.
std::string jsonTokenText(std::string_view token);

/// The content between the quotes of a string token as written; other tokens as they are.
constexpr std::string_view jsonTokenContent(std::string_view token)
{
    return token.size() >= 2 && token.front() == '"' && token.back() == '"' ? token.substr(1, token.size() - 2) : token;
}

/// The value of a member of a raw object, or "".
std::string_view rawMember(std::string_view object, std::string_view key);

} // namespace tideline
