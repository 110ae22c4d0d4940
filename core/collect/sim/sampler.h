// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>

#include "core/capture/record_sink.h"
#include "core/collect/sim/clocks.h"

namespace tideline::collect::sim {

/// What a kernel or a copy moves.
struct Traffic {
    std::int64_t read = 0; ///< bytes of HBM
    std::int64_t write = 0;
    std::int64_t request = 0; ///< reads as L2 sees them
    std::int64_t hit = 0;
};

/// The hardware counters of one device. Bytes of kernels and copies are spread evenly over their time; a sample
/// is the average of the window that ends at it, so that the integral of the samples is the sum of the bytes.
class Sampler {
public:
    /// Times are on the device counter; the first window starts at startNs.
    Sampler(capture::RecordSink& sink, std::int64_t startNs, std::int64_t intervalNs, std::uint32_t units);

    void add(std::int64_t startNs, std::int64_t endNs, const Traffic& traffic);
    /// Nothing is emitted before that time, and HBM, L2 and memory only where asked for.
    void recordFrom(std::int64_t atNs) { m_from = atNs; }
    void recordMemory(bool wanted) { m_wanted = wanted; }
    void setMemory(std::int64_t processBytes, std::int64_t deviceBytes);
    void setFrequency(std::int64_t atNs, std::int64_t mhz);
    /// Emits every window that ends at or before untilNs; nothing may be added there afterwards.
    void flush(std::int64_t untilNs);
    /// Emits what is left, the last window whole.
    void finish(std::int64_t endNs);

private:
    void emitWindow(const Traffic& window, std::int64_t endNs);
    void emitMemory(std::int64_t atNs);
    void emit(capture::CounterKind kind, std::uint32_t unit, std::int64_t atNs, double value);

    capture::RecordSink& m_sink;
    std::int64_t m_start; ///< of the first window held
    std::int64_t m_interval;
    std::uint32_t m_units;
    std::deque<Traffic> m_windows;
    std::int64_t m_from = INT64_MIN;
    bool m_wanted = true;
    std::int64_t m_processBytes = 0;
    std::int64_t m_deviceBytes = 0;
};

} // namespace tideline::collect::sim
