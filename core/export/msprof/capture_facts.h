// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/capture/rank_info.h"

namespace tideline::msprof {

/// PROF_<6 digits>_<17 digits>_<letters>; the letters follow from host, process and rank.
std::string captureName(const capture::RankInfo& rank);

/// info.json and sample.json of host and device: who was recorded, and what was asked for.
Status writeFacts(const std::filesystem::path& capture, const capture::RankInfo& rank);

} // namespace tideline::msprof
