// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/documents.h"
#include "core/session/read_parts.h"

namespace tideline {

/// What paths hold before an import, and what became of it.
Document listingDocument(const std::vector<std::filesystem::path>& paths, const ProfileListing& listing);
Document partsDocument(const std::vector<ReadPart>& parts);
/// Null where nothing was left out on request.
Document partialDocument(const PartialImport& partial, const LeftOut& leftOut);

std::string listingText(const ProfileListing& listing);
std::string partsText(const std::vector<ReadPart>& parts);
/// "read in part (--ranks 0): 3 parts, 120 rows left out"; "" where all was asked for.
std::string partialText(const PartialImport& partial, const LeftOut& leftOut);

} // namespace tideline
