// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/import.h"
#include "core/store/packer.h"

// The account of an import as a store keeps it, for Packer.
namespace tideline {

void fields(Packer& packer, TableRows& table);
void fields(Packer& packer, FileReport& file);
void fields(Packer& packer, ImportIssue& issue);
void fields(Packer& packer, ListedPart& part);
void fields(Packer& packer, ProfileListing& listing);
void fields(Packer& packer, LeftOut& leftOut);
void fields(Packer& packer, PartialImport& partial);

} // namespace tideline
