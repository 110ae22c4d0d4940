// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace tideline {

/// The device that each process of a trace by Ascend's profilers works for, by process id; processes of the host that
/// drive no device or several are absent. `labels` holds the label of every process, by id.
///
/// A device stands in the label ("NPU 4") or in the lowest five bits of the id, whose upper bits are the number of the
/// process that drives it; 31 stands for the host.
std::map<std::string, std::int64_t, std::less<>> devicesOfProcesses(const std::map<std::string, std::string>& labels);

} // namespace tideline
