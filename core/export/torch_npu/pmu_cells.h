// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/capture/pmu.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"

namespace tideline::torch_npu {

/// ",aicore_time(us),aic_total_cycles,…": the counter columns of a kernel table; empty without counters.
std::string pmuHeader(const capture::RankInfo& rank);
/// Appends the cells under that header.
void addPmuCells(std::string& out, const capture::RankInfo& rank, const capture::KernelRecord& kernel);
/// The cells of a row that has no counters.
std::string missingPmuCells(const capture::RankInfo& rank);

/// The counters of a group as the database names them: without units.
std::vector<std::string> pmuNames(capture::PmuGroup group);
/// Their values for one kernel, times in ns.
void pmuValues(const capture::KernelRecord& kernel, capture::PmuGroup group, std::vector<double>& out);

} // namespace tideline::torch_npu
