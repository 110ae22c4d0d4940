// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json_place.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

namespace tideline {

namespace {

/// Walks over text that is known to be JSON.
class Walker {
public:
    explicit Walker(std::string_view text) : m_text(text) { skipSpace(); }

    std::size_t at() const { return m_at; }

    /// Goes to the value of that key or index, if this is an object or a list that has it.
    bool enter(const std::string& key)
    {
        const bool object = here() == '{';
        if (!object && here() != '[')
            return false;
        const std::size_t begin = m_at++;
        std::optional<std::size_t> found;
        for (std::size_t index = 0; skipSpace(), here() != '}' && here() != ']' && here() != '\0'; ++index) {
            std::string name = std::to_string(index);
            if (object) {
                const std::size_t first = m_at;
                skipValue();
                name = nlohmann::json::parse(m_text.substr(first, m_at - first)).get<std::string>();
                skipSpace();
                ++m_at; // the colon
                skipSpace();
            }
            if (name == key)
                found = m_at; // of two with the same name the last one counts
            skipValue();
            skipSpace();
            if (here() == ',')
                ++m_at;
        }
        m_at = found.value_or(begin);
        return found.has_value();
    }

private:
    char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void skipSpace() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    void skipString()
    {
        for (++m_at; m_at < m_text.size() && here() != '"'; ++m_at)
            if (here() == '\\')
                ++m_at;
        ++m_at;
    }
    void skipValue()
    {
        std::size_t open = 0;
        do {
            const char c = here();
            if (c == '"') {
                skipString();
                continue;
            }
            if (c == '{' || c == '[')
                ++open;
            if (c == '}' || c == ']')
                --open;
            ++m_at;
            if (open == 0 && c != '}' && c != ']')
                m_at = std::min(m_text.find_first_of(" \t\r\n,]}", m_at), m_text.size());
        } while (open > 0 && m_at < m_text.size());
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

} // namespace

std::size_t placeInJson(std::string_view text, const std::vector<std::string>& keys)
{
    Walker walker(text);
    for (const std::string& key : keys)
        if (!walker.enter(key))
            break;
    const std::string_view before = text.substr(0, walker.at());
    // A byte that continues a character is none of its own.
    return 1 + static_cast<std::size_t>(std::count_if(before.begin(), before.end(), [](char c) {
               return (static_cast<unsigned char>(c) & 0xC0U) != 0x80;
           }));
}

std::string jsonPointer(const std::vector<std::string>& keys)
{
    std::string out = "#";
    for (const std::string& key : keys) {
        out += '/';
        for (const char c : key) {
            if (c == '~')
                out += "~0";
            else if (c == '/')
                out += "~1";
            else
                out += c;
        }
    }
    return out;
}

} // namespace tideline
