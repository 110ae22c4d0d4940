// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/partial/partial_import.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tideline {

namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    text = trimmed(text);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0)
        return {};
    return number;
}

std::optional<NumberSet::Span> spanIn(std::string_view text)
{
    const std::size_t dash = text.find('-');
    const auto first = wholeNumber(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : wholeNumber(text.substr(dash + 1));
    if (!first || !last || *last < *first)
        return {};
    return NumberSet::Span{*first, *last};
}

} // namespace

Result<NumberSet> NumberSet::parse(std::string_view text)
{
    NumberSet set;
    std::string_view rest = trimmed(text);
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        const std::string_view item = rest.substr(0, comma);
        const auto span = spanIn(item);
        const bool openEnd = comma != std::string_view::npos && comma + 1 == rest.size();
        if (!span || openEnd)
            return Error{ErrorCode::InvalidArgument,
                         "'" + std::string(openEnd ? text : trimmed(item)) + "' is no list of whole numbers",
                         {},
                         "Write numbers and spans with commas between them, such as 0-7,12"};
        set.m_spans.push_back(*span);
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return set;
}

bool NumberSet::contains(std::int64_t number) const
{
    return std::any_of(m_spans.begin(), m_spans.end(), [number](const Span& span) { return span.contains(number); });
}

std::string NumberSet::text() const
{
    std::string out;
    for (const Span& span : m_spans) {
        out += (out.empty() ? "" : ",") + std::to_string(span.first);
        if (span.last != span.first)
            out += "-" + std::to_string(span.last);
    }
    return out;
}

std::string PartialImport::text() const
{
    std::string out;
    const auto add = [&out](const std::string& option) { out += (out.empty() ? "" : " ") + option; };
    if (!ranks.empty())
        add("--ranks " + ranks.text());
    if (!steps.empty())
        add("--steps " + steps.text());
    if (!python)
        add("--no-python");
    if (!arguments)
        add("--no-args");
    for (const std::filesystem::path& part : parts)
        add("--part " + part.string());
    return out;
}

} // namespace tideline
