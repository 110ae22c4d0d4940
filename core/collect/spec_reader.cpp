// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/spec_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/mapped_file.h"

namespace tideline::collect {

namespace {

constexpr std::size_t kMaxSpecBytes = std::size_t{16} << 20U;
constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxDimensions = 8;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;

const nlohmann::json kNull;

std::string joined(std::initializer_list<std::string_view> words)
{
    std::string out;
    for (const std::string_view word : words) {
        out += out.empty() ? "" : ", ";
        out += word;
    }
    return out;
}

bool tooDeep(std::string_view text)
{
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '\\')
            ++i;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            ++depth;
        else if (!quoted && (c == '}' || c == ']'))
            --depth;
        if (depth > kMaxDepth)
            return true;
    }
    return false;
}

} // namespace

void SpecErrors::fail(const std::string& pointer, const std::string& what)
{
    if (!m_error)
        m_error = Error{ErrorCode::InvalidArgument, what, m_file + "#" + (pointer.empty() ? "/" : pointer), {}};
}

void SpecNode::allowOnly(std::initializer_list<std::string_view> keys) const
{
    if (!m_value->is_object())
        return fail("expected an object with the keys " + joined(keys));
    for (const auto& item : m_value->items()) {
        if (std::find(keys.begin(), keys.end(), item.key()) == keys.end())
            return at(item.key()).fail("unknown key; allowed: " + joined(keys));
    }
}

bool SpecNode::has(const std::string& key) const
{
    return m_value->is_object() && m_value->contains(key);
}

SpecNode SpecNode::at(const std::string& key) const
{
    const std::string pointer = m_pointer + "/" + key;
    if (!has(key)) {
        m_errors->fail(pointer, "this key is missing");
        return {&kNull, pointer, m_errors};
    }
    return {&m_value->at(key), pointer, m_errors};
}

std::vector<SpecNode> SpecNode::items() const
{
    std::vector<SpecNode> out;
    if (!m_value->is_array()) {
        fail("expected an array");
        return out;
    }
    out.reserve(m_value->size());
    for (const nlohmann::json& item : *m_value)
        out.emplace_back(&item, m_pointer + "/" + std::to_string(out.size()), m_errors);
    return out;
}

std::vector<std::string> SpecNode::keys() const
{
    std::vector<std::string> out;
    if (!m_value->is_object())
        fail("expected an object");
    else
        for (const auto& item : m_value->items())
            out.push_back(item.key());
    return out;
}

double SpecNode::number(double low, double high) const
{
    const double value = m_value->is_number() ? m_value->get<double>() : low - 1;
    if (m_value->is_number() && value >= low && value <= high)
        return value;
    fail(fmt::format("expected a number from {} to {}", low, high));
    return low;
}

std::int64_t SpecNode::integer(std::int64_t low, std::int64_t high) const
{
    const bool fits =
        m_value->is_number_integer() && (!m_value->is_number_unsigned() || m_value->get<std::uint64_t>() <= INT64_MAX);
    const std::int64_t value = fits ? m_value->get<std::int64_t>() : 0;
    if (fits && value >= low && value <= high)
        return value;
    fail(fmt::format("expected a whole number from {} to {}", low, high));
    return low;
}

bool SpecNode::boolean() const
{
    if (m_value->is_boolean())
        return m_value->get<bool>();
    fail("expected true or false");
    return false;
}

std::string SpecNode::text() const
{
    if (m_value->is_string() && !m_value->get_ref<const std::string&>().empty())
        return m_value->get<std::string>();
    fail("expected a text that is not empty");
    return {};
}

std::size_t SpecNode::choice(std::initializer_list<std::string_view> words) const
{
    if (m_value->is_string()) {
        const auto found = std::find(words.begin(), words.end(), m_value->get_ref<const std::string&>());
        if (found != words.end())
            return static_cast<std::size_t>(found - words.begin());
    }
    fail("expected one of " + joined(words));
    return 0;
}

std::vector<std::int64_t> SpecNode::shape() const
{
    std::vector<std::int64_t> out;
    std::int64_t elements = 1;
    const std::vector<SpecNode> sizes = items();
    if (sizes.size() > kMaxDimensions) {
        fail("expected at most 8 sizes");
        return out;
    }
    for (const SpecNode& size : sizes) {
        out.push_back(size.integer(1, std::int64_t{1} << 31));
        if (out.back() > kMaxElements / elements) {
            fail("expected fewer than 2^40 elements");
            return {};
        }
        elements *= out.back();
    }
    return out;
}

Result<nlohmann::json> parseSpec(std::string_view text, const std::string& file)
{
    if (text.size() > kMaxSpecBytes)
        return Error{ErrorCode::TooLarge, "a description above 16 MiB", file, {}};
    if (tooDeep(text))
        return Error{ErrorCode::TooLarge, "a description nested deeper than 32 levels", file, {}};
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& failure) {
        return Error{ErrorCode::Damaged, "not valid JSON", file + "@" + std::to_string(failure.byte), {}};
    }
}

Result<std::string> readSpecFile(const std::string& path)
{
    Result<MappedFile> file = MappedFile::open(path);
    if (!file)
        return file.error();
    if (file->size() > kMaxSpecBytes)
        return Error{ErrorCode::TooLarge, "a description above 16 MiB", path, {}};
    return std::string(file->text());
}

} // namespace tideline::collect
