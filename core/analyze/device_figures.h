// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "core/store/trace.h"

namespace tideline {

/// One device of resources/devices.
struct DeviceRow {
    const char* name;
    bool splitCores; ///< separate cube and vector cores
    std::int64_t cubeCores;
    std::int64_t vectorCores;
    std::int64_t clockMhz;
    double hbmBytesPerSecond;
    bool hbmAssumed;       ///< the rate is not a measured or published figure of this part
    double hbmUsableBytes; ///< that a process can have
};
std::span<const DeviceRow> deviceTable();

enum class FigureSource {
    None,
    Profile,     ///< stated by a file of the profile
    Kernels,     ///< solved from cycles, times and utilisation of the kernel rows
    DeviceTable, ///< of the device that the profile names or whose cores and clock it shows
};

/// What is known of a rank's device. 0 or NaN: unknown.
struct DeviceFigures {
    std::int64_t cubeCores = 0;
    std::int64_t vectorCores = 0;
    double clockMhz = std::numeric_limits<double>::quiet_NaN();
    double hbmBytesPerSecond = std::numeric_limits<double>::quiet_NaN();
    double hbmUsableBytes = std::numeric_limits<double>::quiet_NaN();
    FigureSource cubeSource = FigureSource::None;
    FigureSource vectorSource = FigureSource::None;
    FigureSource clockSource = FigureSource::None;
    FigureSource hbmSource = FigureSource::None;
    std::string device;      ///< row of the table that was used; "" for none
    bool hbmAssumed = false; ///< see DeviceRow
};

/// From the profile's own words, else solved from the kernel rows, else from the device table. A bandwidth is taken
/// from the table only where the profile names the device. O(kernel rows of the rank).
DeviceFigures deviceFiguresOf(const Trace& trace, RankId rank);

} // namespace tideline
