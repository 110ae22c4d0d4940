// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/communication/communication_json.h"

#include <cstddef>
#include <iterator>

#include "core/import/communication/communication_handler.h"
#include "core/import/communication/json_repair.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 16'384;
constexpr std::size_t kFileLimit = std::size_t{1} << 30;

/// Walks the text and tells how far it came: the parser names no places while all is well.
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

/// The text of the first string in the head, when the head begins with an object.
std::string_view firstKey(std::string_view head)
{
    const std::size_t open = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    if (open == std::string_view::npos || head[open] != '{')
        return {};
    const std::size_t quote = head.find_first_not_of(" \t\r\n", open + 1);
    if (quote == std::string_view::npos || head[quote] != '"')
        return {};
    const std::size_t end = head.find('"', quote + 1);
    return end == std::string_view::npos ? std::string_view{} : head.substr(quote + 1, end - quote - 1);
}

} // namespace

std::optional<CommunicationKind> communicationKind(const std::filesystem::path& path)
{
    const auto head = textHead(path, kHeadBytes);
    if (!head)
        return {};
    // Files of a whole cluster begin with p2p or collective; they have other levels.
    const std::string_view key = firstKey(*head);
    const bool steps = key.starts_with("step") && key.find_first_not_of("0123456789", 4) == std::string_view::npos;
    if (steps && head->find("\"Communication Time Info\"") != std::string::npos)
        return CommunicationKind::Operations;
    if (steps && head->find("\"Transport Type\"") != std::string::npos)
        return CommunicationKind::Matrix;
    const std::size_t start = head->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const bool object = start == std::string::npos || (*head)[start] == '{';
    if (!object || !(steps || key.empty()))
        return {};
    const std::string name = path.filename().string();
    if (name == "communication.json")
        return CommunicationKind::Operations;
    if (name == "communication_matrix.json")
        return CommunicationKind::Matrix;
    return {};
}

std::string_view communicationName(CommunicationKind kind)
{
    return kind == CommunicationKind::Matrix ? "communication_matrix" : "communication";
}

Status readCommunication(const std::filesystem::path& path, CommunicationKind kind, RankId rank, ImportContext& context)
{
    auto text = smallFile(path, kFileLimit);
    if (!text)
        return Error{ErrorCode::TooLarge, "the file cannot be read or is larger than 1 GiB", path.string(), {}};
    if (text->empty())
        return Error{ErrorCode::Damaged, "empty file", path.string(), {}};
    const std::uint64_t bytes = text->size();
    context.progress.report({Stage::Parse, 0, bytes, 0, path.filename().string()});
    const JsonRepairs repairs = repairJson(*text);
    context.issues.add(IssueKind::ControlCharacters, path.string(), repairs.controls);
    context.issues.add(IssueKind::InvalidUtf8, path.string(), repairs.invalidUtf8 ? 1 : 0);
    std::uint64_t position = 0;
    CommunicationHandler handler(path.string(), kind, rank, position, context);
    const bool whole = nlohmann::json::sax_parse(CountingIterator(text->data(), &position),
                                                 CountingIterator(text->data() + text->size(), &position), &handler);
    if (handler.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    if (!whole && handler.count() + handler.totals() == 0)
        return Error{ErrorCode::Damaged, "nothing in it could be read", handler.place(), {}};
    if (!whole)
        context.issues.add(IssueKind::Truncated, handler.place(), 1, handler.trouble());
    std::string reason = handler.trouble();
    if (whole && handler.rejected() > 0)
        reason = std::to_string(handler.rejected()) + " entries could not be read";
    context.files.push_back(
        {path, reason.empty() ? FileStatus::Ok : FileStatus::Partial, reason, bytes, handler.count()});
    return Done{};
}

} // namespace tideline
