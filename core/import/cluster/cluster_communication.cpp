// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/cluster/cluster_communication.h"

#include "core/import/cluster/cluster_handler.h"
#include "core/import/communication/communication_text.h"

namespace tideline {

namespace {

Status readFile(const std::filesystem::path& path, ClusterFile kind, ClusterRanks& ranks, ImportContext& context)
{
    std::uint64_t bytes = 0;
    const auto text = communicationText(path, bytes, context);
    if (!text)
        return text.error();
    std::uint64_t position = 0;
    ClusterHandler handler(path.string(), kind, ranks, position, context);
    const bool whole = parseCommunication(*text, position, handler);
    const CommunicationHandler& records = handler.records();
    if (records.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    if (!whole && records.count() + records.totals() == 0)
        return Error{ErrorCode::Damaged, "nothing in it could be read", records.place(), {}};
    if (!whole)
        context.issues.add(IssueKind::Truncated, records.place(), 1, handler.trouble());
    std::string reason = handler.trouble();
    if (whole && handler.rejected() > 0)
        reason = std::to_string(handler.rejected()) + " entries could not be read";
    context.files.push_back(
        {path, reason.empty() ? FileStatus::Ok : FileStatus::Partial, reason, bytes, records.count()});
    return Done{};
}

} // namespace

Status readClusterOperations(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context)
{
    return readFile(path, ClusterFile::Operations, ranks, context);
}

Status readClusterMatrix(const std::filesystem::path& path, ClusterRanks& ranks, ImportContext& context)
{
    return readFile(path, ClusterFile::Matrix, ranks, context);
}

} // namespace tideline
