// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/scope.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace tideline {

namespace {

constexpr std::size_t kMaxScopeText = 4096;
constexpr std::int64_t kMaxNumbers = 65'536;

struct Word {
    std::string text;
    bool quoted = false; ///< starts with a quote: a name, whatever it contains
};

Error notUnderstood(const std::string& part)
{
    return {ErrorCode::InvalidArgument, "the scope is not understood", "\"" + part + "\"",
            "Parts are rank:0-3 step:3,4 stream:7 name:TEXT op:NAME cat:CORE time:T0..T1 (ns) and plain words"};
}

std::vector<Word> wordsOf(std::string_view text)
{
    std::vector<Word> words;
    bool inWord = false;
    bool inQuotes = false;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n';
        if (blank && !inQuotes) {
            inWord = false;
            continue;
        }
        if (!inWord)
            words.push_back({{}, c == '"'});
        inWord = true;
        if (c == '"')
            inQuotes = !inQuotes;
        else
            words.back().text += c;
    }
    return words;
}

std::optional<std::int64_t> integer(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

/// "3", "0-3" or "0-3,7".
bool addNumbers(std::string_view text, std::vector<std::int64_t>& into)
{
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view item = text.substr(0, comma);
        const std::size_t dash = item.find('-', 1);
        const auto first = integer(item.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : integer(item.substr(dash + 1));
        if (!first || !last || *last < *first || *first < -kMaxNumbers * kMaxNumbers
            || *last > kMaxNumbers * kMaxNumbers || *last - *first >= kMaxNumbers)
            return false;
        for (std::int64_t n = *first; n <= *last; ++n)
            into.push_back(n);
        if (comma == std::string_view::npos)
            return true;
        text.remove_prefix(comma + 1);
    }
}

bool setRange(std::string_view text, std::optional<TimeRange>& into)
{
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos)
        return false;
    const auto first = integer(text.substr(0, dots));
    const auto last = integer(text.substr(dots + 2));
    if (!first || !last || *last < *first || *first < -kTimeLimitNs || *last > kTimeLimitNs)
        return false;
    into = TimeRange{{*first}, {*last}};
    return true;
}

/// True where the word looks like KEY:VALUE; "aten::linear" does not.
bool hasKey(std::string_view word, std::size_t colon)
{
    if (colon == std::string_view::npos || colon == 0 || word.substr(colon).starts_with("::"))
        return false;
    return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(colon),
                       [](char c) { return c >= 'a' && c <= 'z'; });
}

bool addKeyed(std::string_view key, std::string_view value, Scope& scope)
{
    if (key == "rank")
        return addNumbers(value, scope.ranks);
    if (key == "step")
        return addNumbers(value, scope.steps);
    if (key == "stream")
        return addNumbers(value, scope.streams);
    if (key == "time")
        return setRange(value, scope.range);
    if ((key != "name" && key != "op" && key != "cat") || value.empty())
        return false;
    (key == "op" ? scope.operators : key == "cat" ? scope.categories : scope.nameParts).emplace_back(value);
    return true;
}

/// "rank:0-3,7": runs of neighbours are joined.
std::string numbersText(std::string_view key, const std::vector<std::int64_t>& numbers)
{
    std::string text;
    for (std::size_t first = 0; first < numbers.size();) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += text.empty() ? std::string(key) + ":" : ",";
        text += std::to_string(numbers[first]);
        if (last > first)
            text += "-" + std::to_string(numbers[last]);
        first = last + 1;
    }
    return text;
}

std::string namedText(std::string_view key, const std::string& name)
{
    std::string text = std::string(key) + ":\"";
    std::copy_if(name.begin(), name.end(), std::back_inserter(text), [](char c) { return c != '"'; });
    return text + "\"";
}

/// Forms of the find grammar that a scope cannot hold yet: refused rather than taken as a name.
bool isReserved(std::string_view word)
{
    return word.starts_with('-') || word.starts_with('/') || word.find_first_of("<>") != std::string_view::npos;
}

} // namespace

Result<Scope> parseScope(std::string_view text)
{
    if (text.size() > kMaxScopeText)
        return Error{ErrorCode::InvalidArgument, "the scope is longer than 4096 characters", {}, {}};
    if (std::count(text.begin(), text.end(), '"') % 2 != 0)
        return notUnderstood(std::string(text));
    Scope scope;
    for (const Word& word : wordsOf(text)) {
        const std::string_view whole = word.text;
        const std::size_t colon = whole.find(':');
        if (word.quoted) {
            if (!whole.empty())
                scope.nameParts.push_back(word.text);
        } else if (hasKey(whole, colon)) {
            if (!addKeyed(whole.substr(0, colon), whole.substr(colon + 1), scope))
                return notUnderstood(word.text);
        } else if (isReserved(whole)) {
            return notUnderstood(word.text);
        } else {
            scope.nameParts.push_back(word.text);
        }
    }
    return scope;
}

std::string scopeText(const Scope& scope)
{
    std::vector<std::string> parts{numbersText("rank", scope.ranks), numbersText("step", scope.steps),
                                   numbersText("stream", scope.streams)};
    if (scope.range)
        parts.push_back("time:" + std::to_string(scope.range->start.ns) + ".." + std::to_string(scope.range->end.ns));
    for (const std::string& category : scope.categories)
        parts.push_back(namedText("cat", category));
    for (const std::string& name : scope.operators)
        parts.push_back(namedText("op", name));
    for (const std::string& part : scope.nameParts)
        parts.push_back(namedText("name", part));
    std::string text;
    for (const std::string& part : parts) {
        if (!part.empty())
            text += (text.empty() ? "" : " ") + part;
    }
    return text;
}

} // namespace tideline
