// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "tests/unit/import/profile_files.h"

namespace tideline::test {

/// A rank of the steps 5, 6 and 7. Each has, on the host: its mark, an operator of the framework with an instant, and a
/// launch in CANN; on the device: a kernel that ends after the host's step, with an arrow from the operator and one from
/// the launch; a sample of a counter, a memory record, an allocation, a row of step_trace_time.
std::filesystem::path writeSteps(const ProfileFiles& files, const std::filesystem::path& name, int rank);

/// A trace whose rank stands behind its events, where only reading it to the end tells.
std::filesystem::path writeLateRank(const ProfileFiles& files, const std::filesystem::path& name, int rank);

} // namespace tideline::test
