// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/limits.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tideline {

std::string_view embeddedRules();

namespace {

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;
constexpr std::int64_t kSchemaVersion = 1;

/// Counts lines while the parser reads.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::size_t* line) : m_at(at), m_line(line) {}
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        if (*m_at++ == '\n' && m_line)
            ++*m_line;
        return *this;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const CountingIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    std::size_t* m_line;
};

/// One value of the document, at the place of its key.
struct Entry {
    std::string rule;
    std::string limit;
    nlohmann::json value;
    std::size_t line = 1;
};

/// Takes a document of two levels apart; stops at the first thing that does not belong there.
class LimitsSax final : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit LimitsSax(const std::size_t* line) : m_line(line) {}

    bool null() override { return take(nullptr); }
    bool boolean(bool value) override { return take(value); }
    bool number_integer(number_integer_t value) override { return take(value); }
    bool number_unsigned(number_unsigned_t value) override { return take(value); }
    bool number_float(number_float_t value, const string_t&) override { return take(value); }
    bool string(string_t& value) override { return take(value); }
    bool binary(binary_t&) override { return refuse("binary values are not allowed"); }
    bool start_object(std::size_t) override
    {
        if (m_depth == 2)
            return refuse("a number, true, false or null is expected here");
        if (m_depth == 1) // an empty rule must be known too
            entries.push_back({m_rule, {}, nlohmann::json::object(), m_keyLine});
        ++m_depth;
        return true;
    }
    bool end_object() override
    {
        --m_depth;
        m_limit.clear();
        return true;
    }
    bool start_array(std::size_t) override { return refuse("a list is not expected here"); }
    bool end_array() override { return true; }
    bool key(string_t& name) override
    {
        m_keyLine = *m_line;
        (m_depth == 1 ? m_rule : m_limit) = name;
        if (m_depth == 1)
            m_limit.clear();
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override
    {
        m_keyLine = *m_line;
        m_rule.clear();
        m_limit.clear();
        const std::string text = error.what();
        const std::size_t colon = text.rfind(": ");
        return refuse("not readable as JSON: " + (colon == std::string::npos ? text : text.substr(colon + 2)));
    }

    std::vector<Entry> entries;
    std::string problem;
    std::string pointer() const { return m_rule.empty() ? "/" : "/" + m_rule + (m_limit.empty() ? "" : "/" + m_limit); }
    std::size_t keyLine() const { return m_keyLine; }

private:
    bool take(nlohmann::json value)
    {
        if (m_depth == 0)
            return refuse("an object of rules is expected here");
        if (m_depth == 2 && entries.back().value.is_object())
            entries.pop_back(); // the rule is not empty: its limits say where it is
        entries.push_back({m_rule, m_depth == 2 ? m_limit : std::string(), std::move(value), m_keyLine});
        return true;
    }
    bool refuse(const std::string& why)
    {
        problem = why;
        return false;
    }

    const std::size_t* m_line;
    std::size_t m_keyLine = 1;
    int m_depth = 0;
    std::string m_rule;
    std::string m_limit;
};

std::string pointerOf(const Entry& entry)
{
    return "/" + entry.rule + (entry.limit.empty() ? "" : "/" + entry.limit);
}

/// Why a value is no limit of that name; "" when it is.
std::string objection(const std::string& limit, const nlohmann::json& value, bool mayBeUnknown)
{
    if (value.is_null())
        return mayBeUnknown ? "" : "a number is expected here";
    if (!value.is_number())
        return "a number is expected here";
    const double number = value.get<double>();
    if (!std::isfinite(number) || number < 0)
        return "the value is out of range: it must not be negative";
    if (limit.ends_with("_ratio") && number > 1)
        return "the value is out of range: a ratio is 0 to 1";
    if (limit.ends_with("_count") && (number != std::floor(number) || number > 1e15))
        return "the value is out of range: a count is a whole number";
    return number > 1e18 ? "the value is out of range: it is above 1e18" : "";
}

} // namespace

bool RuleLimits::enabled(std::string_view rule) const
{
    const auto found = m_rules.find(rule);
    return found == m_rules.end() || found->second.enabled;
}

double RuleLimits::value(std::string_view rule, std::string_view limit) const
{
    const auto found = m_rules.find(rule);
    if (found == m_rules.end())
        return std::nan("");
    const auto value = found->second.values.find(limit);
    return value == found->second.values.end() ? std::nan("") : value->second;
}

bool RuleLimits::has(std::string_view rule, std::string_view limit) const
{
    return !std::isnan(value(rule, limit));
}

std::string RuleLimits::fingerprint() const
{
    std::string out;
    for (const auto& [rule, entry] : m_rules) {
        out += rule + (entry.enabled ? "" : " off");
        for (const auto& [limit, value] : entry.values)
            out += fmt::format(" {}={}", limit, value);
        out += "; ";
    }
    return out;
}

Result<RuleLimits> readLimits(std::string_view json, const std::string& file, const RuleLimits* base)
{
    std::size_t line = 1;
    LimitsSax sax(&line);
    const auto error = [&file](const std::string& what, std::size_t at, const std::string& pointer) {
        return Error{ErrorCode::InvalidArgument, what, fmt::format("{}:{} ({})", file, at, pointer),
                     "docs/RULES.md lists the rules and their limits"};
    };
    const CountingIterator first(json.data(), &line);
    const CountingIterator last(json.data() + json.size(), nullptr);
    const bool read = nlohmann::json::sax_parse(first, last, &sax, nlohmann::json::input_format_t::json, true, true);
    if (!read)
        return error(sax.problem, sax.keyLine(), sax.pointer());
    RuleLimits limits = base ? *base : RuleLimits{};
    std::map<std::string, bool> seen;
    for (const Entry& entry : sax.entries) {
        const std::string pointer = pointerOf(entry);
        const bool isRule = entry.value.is_object();
        if (!isRule && !seen.emplace(pointer, true).second)
            return error("this is given twice", entry.line, pointer);
        if (entry.rule == "schema_version" && entry.limit.empty() && !isRule) {
            if (entry.value != kSchemaVersion)
                return error("this version of the format is not known", entry.line, pointer);
            continue;
        }
        const auto known = limits.m_rules.find(entry.rule);
        if (base && known == limits.m_rules.end())
            return error("no such rule", entry.line, pointer);
        if (isRule)
            continue;
        if (entry.limit.empty())
            return error("an object of limits is expected here", entry.line, pointer);
        RuleLimits::Entry& rule = limits.m_rules[entry.rule];
        if (entry.limit == "enabled") {
            if (!entry.value.is_boolean())
                return error("true or false is expected here", entry.line, pointer);
            rule.enabled = entry.value.get<bool>();
            continue;
        }
        if (base && !rule.values.contains(entry.limit))
            return error("no such limit", entry.line, pointer);
        if (const std::string why = objection(entry.limit, entry.value, entry.rule == "device"); !why.empty())
            return error(why, entry.line, pointer);
        rule.values[entry.limit] = entry.value.is_null() ? std::nan("") : entry.value.get<double>();
    }
    return limits;
}

Result<RuleLimits> readLimitsFile(const std::string& path)
{
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed))
        return Error{ErrorCode::NotFound, "no such file of rules", path, {}};
    if (std::filesystem::file_size(path, failed) > kMaxFileBytes)
        return Error{ErrorCode::TooLarge, "the file of rules is larger than 1 MB", path, {}};
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in)
        return Error{ErrorCode::PermissionDenied, "the file of rules cannot be read", path, {}};
    return readLimits(text.str(), path, &builtinLimits());
}

const RuleLimits& builtinLimits()
{
    static const RuleLimits limits = [] {
        const auto read = readLimits(embeddedRules(), "rules.json", nullptr);
        return read ? *read : RuleLimits{}; // a test reads the file and says what is wrong with it
    }();
    return limits;
}

} // namespace tideline
