// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/communication/communication_importer.h"

#include "core/import/communication/communication_json.h"

namespace tideline {

bool CommunicationImporter::sniff(const std::filesystem::path& path) const
{
    return communicationKind(path).has_value();
}

Status CommunicationImporter::read(const std::filesystem::path& path, ImportContext& context) const
{
    const auto kind = communicationKind(path);
    if (!kind)
        return Error{ErrorCode::Unrecognised, "not a communication file of a rank", path.string(), {}};
    if (context.options.quickOnly)
        return Done{};
    RankInfo info;
    info.format = "communication";
    info.path = path.string();
    return readCommunication(path, *kind, context.builder.addRank(std::move(info)), context);
}

} // namespace tideline
