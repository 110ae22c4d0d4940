// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/store/track.h"

namespace tideline {

/// What a process is, by the name and label that its trace gives it.
ProcessRole roleOfProcess(std::string_view name, std::string_view labels);

/// What a lane is. `deviceCategories`: its slices have categories of device work (Kineto: kernel, gpu_memcpy, …).
TrackKind kindOfLane(ProcessRole role, std::string_view threadName, bool deviceCategories);

/// True for categories that Kineto gives to work on a device stream.
bool isDeviceCategory(std::string_view category);

/// The unit in a counter's key: "MB/s" of "Read(MB/s)", "KB" of "KB"; "" when unknown.
std::string unitOfSeries(std::string_view process, std::string_view key);

} // namespace tideline
