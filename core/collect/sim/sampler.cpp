// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/sim/sampler.h"

#include <algorithm>

namespace tideline::collect::sim {

namespace {

constexpr double kIdleHitRate = 0.0;

/// total × part ÷ whole without overflow; 0 <= part <= whole.
std::int64_t share(std::int64_t total, std::int64_t part, std::int64_t whole)
{
    return total / whole * part + total % whole * part / whole;
}

} // namespace

Sampler::Sampler(capture::RecordSink& sink, std::int64_t startNs, std::int64_t intervalNs, std::uint32_t units)
    : m_sink(sink), m_start(startNs), m_interval(intervalNs), m_units(units)
{
}

void Sampler::add(std::int64_t startNs, std::int64_t endNs, const Traffic& traffic)
{
    const std::int64_t length = std::max<std::int64_t>(endNs - startNs, 1);
    const std::int64_t from = std::max<std::int64_t>(startNs - m_start, 0);
    const auto last = static_cast<std::size_t>((from + length - 1) / m_interval);
    if (m_windows.size() <= last)
        m_windows.resize(last + 1);
    std::int64_t done = 0;
    for (auto i = static_cast<std::size_t>(from / m_interval); i <= last; ++i) {
        const std::int64_t windowEnd = (static_cast<std::int64_t>(i) + 1) * m_interval;
        const std::int64_t next = std::min(windowEnd - from, length);
        const auto add = [next, done, length](std::int64_t& into, std::int64_t total) {
            into += share(total, next, length) - share(total, done, length);
        };
        Traffic& window = m_windows[i];
        add(window.read, traffic.read);
        add(window.write, traffic.write);
        add(window.request, traffic.request);
        add(window.hit, traffic.hit);
        done = next;
    }
}

void Sampler::setMemory(std::int64_t processBytes, std::int64_t deviceBytes)
{
    m_processBytes = processBytes;
    m_deviceBytes = deviceBytes;
}

void Sampler::setFrequency(std::int64_t atNs, std::int64_t mhz)
{
    emit(capture::CounterKind::CoreFrequency, 0, atNs, static_cast<double>(mhz));
}

void Sampler::flush(std::int64_t untilNs)
{
    while (m_start + m_interval <= untilNs) {
        if (m_windows.empty())
            m_windows.emplace_back();
        emitWindow(m_windows.front(), m_start + m_interval);
        m_windows.pop_front();
        m_start += m_interval;
        emitMemory(m_start);
    }
}

void Sampler::finish(std::int64_t endNs)
{
    flush(endNs + m_interval - 1);
    while (!m_windows.empty())
        flush(m_start + m_interval);
}

void Sampler::emitWindow(const Traffic& window, std::int64_t endNs)
{
    const double perSecond = 1e9 / static_cast<double>(m_interval);
    const double units = static_cast<double>(m_units);
    for (std::uint32_t unit = 0; unit < m_units; ++unit) {
        emit(capture::CounterKind::HbmRead, unit, endNs, static_cast<double>(window.read) * perSecond / units);
        emit(capture::CounterKind::HbmWrite, unit, endNs, static_cast<double>(window.write) * perSecond / units);
    }
    const auto request = static_cast<double>(window.request);
    const double hit = window.request > 0 ? static_cast<double>(window.hit) / request : kIdleHitRate;
    emit(capture::CounterKind::L2ReadThroughput, 0, endNs, request * perSecond);
    emit(capture::CounterKind::L2ReadHitRate, 0, endNs, std::max(0.0, hit));
}

void Sampler::emitMemory(std::int64_t atNs)
{
    emit(capture::CounterKind::ProcessMemory, 0, atNs, static_cast<double>(m_processBytes));
    emit(capture::CounterKind::DeviceMemory, 0, atNs, static_cast<double>(m_deviceBytes));
}

void Sampler::emit(capture::CounterKind kind, std::uint32_t unit, std::int64_t atNs, double value)
{
    if (atNs > m_from && (m_wanted || kind == capture::CounterKind::CoreFrequency))
        m_sink.counter({kind, unit, atNs, value});
}

} // namespace tideline::collect::sim
