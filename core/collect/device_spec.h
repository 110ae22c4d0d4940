// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace tideline::collect {

/// A connection between devices.
struct LinkSpec {
    double bytesPerSecond = 0;
    std::int64_t latencyNs = 0;
};

/// The figures of one device variant. Every figure of its file states a source or that it is assumed.
struct DeviceSpec {
    std::string name;
    std::string title;
    bool splitCores = true; ///< separate cube and vector cores
    std::int64_t aiCores = 0;
    std::int64_t vectorCores = 0;
    std::int64_t clockMhz = 0;
    double cubeFlopPerCycle = 0; ///< per core, half precision
    std::int64_t hbmCapacityBytes = 0;
    std::int64_t hbmUsableBytes = 0;
    double hbmBytesPerSecond = 0;
    std::int64_t hbmUnits = 1;
    std::int64_t l2Bytes = 0;
    double l2BytesPerSecond = 0;
    double pageableBytesPerSecond = 0; ///< host to device copies
    double pinnedBytesPerSecond = 0;
    std::map<std::string, LinkSpec, std::less<>> links; ///< HCCS, PCIE, ROCE, SIO

    double peakFlopsHalf() const
    {
        return static_cast<double>(aiCores) * static_cast<double>(clockMhz) * 1e6 * cubeFlopPerCycle;
    }
};

/// Reads a device description; errors name file, JSON pointer and what is allowed.
Result<DeviceSpec> parseDevice(std::string_view text, const std::string& file);

/// The device of that name among the built-in ones, or the file if the text names a path (it holds '/' or ends
/// in .json).
Result<DeviceSpec> loadDevice(const std::string& nameOrPath);

/// Names of the built-in devices, sorted.
std::vector<std::string> deviceNames();

} // namespace tideline::collect
