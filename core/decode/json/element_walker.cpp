// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/json/element_walker.h"

#include <algorithm>
#include <bitset>

namespace tideline {

namespace {

constexpr std::size_t kNone = std::string_view::npos;
// A search for the next good object looks at candidates; together they may cost this many times the text.
constexpr std::size_t kSearchFactor = 16;
constexpr std::size_t kMaxCandidateBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxSearchBytes = std::size_t{64} << 20;

/// A pushdown automaton over the tokens of one value.
class ValueLexer {
public:
    ValueLexer(std::string_view text, std::size_t from, std::string_view marker)
        : m_text(text), m_at(from), m_marker(marker)
    {
    }

    LexedValue run()
    {
        for (;;) {
            m_at = skipJsonBlanks(m_text, m_at);
            if (m_at >= m_text.size())
                return result(LexedValue::End::Incomplete);
            const Step step = token(m_text[m_at]);
            switch (step) {
            case Step::Go: break;
            case Step::Done: return result(LexedValue::End::Complete);
            case Step::Cut: return result(LexedValue::End::Incomplete);
            case Step::Wrong: return result(LexedValue::End::Bad);
            case Step::Deep: return result(LexedValue::End::TooDeep);
            }
        }
    }

private:
    enum class Expect { Value, FirstElement, FirstKey, Key, Colon, Separator };
    enum class Step { Go, Done, Cut, Wrong, Deep };

    LexedValue result(LexedValue::End end) const { return {end, m_at, m_sawMarker}; }

    Step token(char c)
    {
        switch (m_expect) {
        case Expect::FirstElement:
            if (c == ']')
                return close();
            return value(c);
        case Expect::Value: return value(c);
        case Expect::FirstKey:
            if (c == '}')
                return close();
            return key(c);
        case Expect::Key: return key(c);
        case Expect::Colon:
            if (c != ':')
                return Step::Wrong;
            ++m_at;
            m_expect = Expect::Value;
            return Step::Go;
        case Expect::Separator: return separator(c);
        }
        return Step::Wrong;
    }

    Step value(char c)
    {
        if (c == '{' || c == '[')
            return open(c == '{');
        if (c == '"')
            return string(Expect::Separator);
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isJsonWordCharacter(m_text[m_at]))
            ++m_at;
        if (m_at == m_text.size())
            return Step::Cut;
        return m_at == begin ? Step::Wrong : afterValue();
    }

    Step key(char c)
    {
        if (c != '"')
            return Step::Wrong;
        const std::size_t begin = m_at + 1;
        const Step step = string(Expect::Colon);
        if (step == Step::Go && m_depth == 1 && m_text.substr(begin, m_at - begin - 1) == m_marker)
            m_sawMarker = true;
        return step;
    }

    Step string(Expect then)
    {
        const std::size_t end = endOfJsonString(m_text, m_at);
        if (end == kNone)
            return Step::Cut;
        m_at = end;
        if (then == Expect::Separator)
            return afterValue();
        m_expect = then;
        return Step::Go;
    }

    Step separator(char c)
    {
        const bool inObject = m_isObject[m_depth - 1];
        if (c == ',') {
            ++m_at;
            m_expect = inObject ? Expect::Key : Expect::Value;
            return Step::Go;
        }
        return c == (inObject ? '}' : ']') ? close() : Step::Wrong;
    }

    Step open(bool object)
    {
        if (m_depth == kMaxJsonDepth)
            return Step::Deep;
        m_isObject[m_depth++] = object;
        ++m_at;
        m_expect = object ? Expect::FirstKey : Expect::FirstElement;
        return Step::Go;
    }

    Step close()
    {
        ++m_at;
        --m_depth;
        return afterValue();
    }

    Step afterValue()
    {
        m_expect = Expect::Separator;
        return m_depth == 0 ? Step::Done : Step::Go;
    }

    std::string_view m_text;
    std::size_t m_at;
    std::string_view m_marker;
    Expect m_expect = Expect::Value;
    std::size_t m_depth = 0;
    std::bitset<kMaxJsonDepth> m_isObject;
    bool m_sawMarker = false;
};

} // namespace

std::size_t skipJsonBlanks(std::string_view text, std::size_t from)
{
    while (from < text.size() && isJsonBlank(text[from]))
        ++from;
    return from;
}

std::size_t endOfJsonString(std::string_view text, std::size_t from)
{
    std::size_t at = from + 1;
    for (;;) {
        at = text.find('"', at);
        if (at == kNone)
            return kNone;
        std::size_t run = 0;
        while (at - run > from + 1 && text[at - run - 1] == '\\')
            ++run;
        ++at;
        if (run % 2 == 0)
            return at;
    }
}

LexedValue lexValue(std::string_view text, std::size_t from, std::string_view marker)
{
    return ValueLexer(text, from, marker).run();
}

ArrayElement ElementWalker::next()
{
    for (;;) {
        m_at = skipJsonBlanks(m_text, m_at);
        if (m_at >= m_text.size())
            return {ArrayElement::Kind::End, m_at, m_at};
        const char c = m_text[m_at];
        if (c == ',') {
            ++m_at;
            if (!m_needComma)
                return {ArrayElement::Kind::StrayComma, m_at - 1, m_at};
            m_needComma = false;
            continue;
        }
        if (c == ']')
            return {ArrayElement::Kind::Closer, m_at, ++m_at};
        return c == '{' ? object() : junk();
    }
}

ArrayElement ElementWalker::incomplete()
{
    const std::size_t begin = m_at;
    m_at = m_text.size();
    return {ArrayElement::Kind::Incomplete, begin, m_at};
}

ArrayElement ElementWalker::object()
{
    const std::size_t begin = m_at;
    const LexedValue value = lexValue(m_text, begin);
    if (value.end == LexedValue::End::Incomplete)
        return incomplete();
    if (value.end == LexedValue::End::Complete) {
        m_at = value.at;
        m_needComma = true;
        return {ArrayElement::Kind::Object, begin, m_at};
    }
    std::size_t next = findObject(begin + 1);
    if (next == kNone && !m_final)
        return incomplete();
    next = std::min(next, m_text.size());
    m_at = next;
    m_needComma = false;
    return {ArrayElement::Kind::BadObject, begin, next};
}

ArrayElement ElementWalker::junk()
{
    const std::size_t begin = m_at;
    const LexedValue value = lexValue(m_text, begin);
    if (value.end == LexedValue::End::Incomplete && !m_final)
        return incomplete();
    m_at = value.end == LexedValue::End::Complete ? value.at
                                                  : std::min(m_text.find_first_of(",{]", begin + 1), m_text.size());
    m_needComma = true;
    return {ArrayElement::Kind::Junk, begin, m_at};
}

bool ElementWalker::mayBegin(std::size_t at) const
{
    const std::size_t inside = skipJsonBlanks(m_text, at + 1);
    if (inside >= m_text.size() || m_text[inside] != '"')
        return false;
    bool comma = false;
    for (std::size_t i = at; i > 0; --i) {
        const char c = m_text[i - 1];
        if (c == '\n')
            return true;
        if (c == ',' && !comma)
            comma = true;
        else if (!isJsonBlank(c))
            return comma;
    }
    return false;
}

std::size_t ElementWalker::findObject(std::size_t from) const
{
    std::size_t budget = std::min(kSearchFactor * m_text.size(), kMaxSearchBytes);
    for (std::size_t at = m_text.find('{', from); at != kNone; at = m_text.find('{', at + 1)) {
        if (!mayBegin(at))
            continue;
        const std::string_view window = m_text.substr(0, std::min(m_text.size(), at + kMaxCandidateBytes));
        const LexedValue value = lexValue(window, at, m_marker);
        const bool cutAtEnd = m_final && value.end == LexedValue::End::Incomplete && window.size() == m_text.size();
        if ((value.sawMarker || m_marker.empty()) && (value.end == LexedValue::End::Complete || cutAtEnd))
            return at;
        const std::size_t cost = std::max<std::size_t>(value.at - at, 1);
        if (cost > budget)
            return kNone;
        budget -= cost;
    }
    return kNone;
}

} // namespace tideline
