// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/communication/communication_text.h"

#include <cstddef>
#include <iterator>

#include "core/import/communication/json_repair.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kFileLimit = std::size_t{1} << 30;

/// Walks the text and counts.
class CountingIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, std::uint64_t* position) : m_at(at), m_position(position) {}
    reference operator*() const { return *m_at; }
    CountingIterator& operator++()
    {
        ++m_at;
        ++*m_position;
        return *this;
    }
    CountingIterator operator++(int)
    {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return m_at == other.m_at; }

private:
    const char* m_at;
    std::uint64_t* m_position;
};

} // namespace

Result<std::string> communicationText(const std::filesystem::path& path, std::uint64_t& bytes, ImportContext& context)
{
    auto text = smallFile(path, kFileLimit);
    if (!text)
        return Error{ErrorCode::TooLarge, "the file cannot be read or is larger than 1 GiB", path.string(), {}};
    if (text->empty())
        return Error{ErrorCode::Damaged, "empty file", path.string(), {}};
    bytes = text->size();
    context.progress.report({Stage::Parse, 0, bytes, 0, path.filename().string()});
    const JsonRepairs repairs = repairJson(*text);
    context.issues.add(IssueKind::ControlCharacters, path.string(), repairs.controls);
    context.issues.add(IssueKind::InvalidUtf8, path.string(), repairs.invalidUtf8 ? 1 : 0);
    return std::move(*text);
}

bool parseCommunication(const std::string& text, std::uint64_t& position, nlohmann::json_sax<nlohmann::json>& reader)
{
    return nlohmann::json::sax_parse(CountingIterator(text.data(), &position),
                                     CountingIterator(text.data() + text.size(), &position), &reader);
}

} // namespace tideline
