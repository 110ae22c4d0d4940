// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/communication/communication_json.h"

#include <cstddef>

#include "core/import/communication/communication_handler.h"
#include "core/import/communication/communication_text.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 16'384;

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
    std::uint64_t bytes = 0;
    const auto text = communicationText(path, bytes, context);
    if (!text)
        return text.error();
    std::uint64_t position = 0;
    CommunicationHandler handler(path.string(), kind, rank, position, context);
    const bool whole = parseCommunication(*text, position, handler);
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
