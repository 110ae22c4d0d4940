// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "core/import/importer.h"

namespace tideline {

enum class CommunicationKind {
    Operations, ///< communication.json: times and traffic of every operation
    Matrix,     ///< communication_matrix.json: traffic between two members of a group
};

/// What a communication file of a rank holds, decided by its first bytes; an empty one by its name. Reads a few KiB.
std::optional<CommunicationKind> communicationKind(const std::filesystem::path& path);

/// "communication" or "communication_matrix".
std::string_view communicationName(CommunicationKind kind);

/// Reads either file into the records of a rank. What is complete before damage is kept; figures that are missing or no
/// numbers are counted and stay unknown. An Error means that nothing could be read; its file is not yet reported.
Status readCommunication(const std::filesystem::path& path, CommunicationKind kind, RankId rank,
                         ImportContext& context);

} // namespace tideline
