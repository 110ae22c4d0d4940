// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/flame_members.h"

namespace tideline {

namespace {

std::uint8_t answered(bool yes)
{
    return yes ? 1 : 2;
}

} // namespace

FlameMembers::FlameMembers(const Trace& trace, const std::vector<FlameRole>& roles)
    : m_trace(&trace),
      m_roles(&roles),
      m_classifier(trace),
      m_rankHasGroups(trace.ranks().size()),
      m_python(trace.strings().size()),
      m_step(trace.strings().size()),
      m_name(trace.slices().name),
      m_category(trace.slices().category),
      m_taskType(trace.slices().taskType)
{
    for (const TrackInfo& track : trace.tracks()) {
        if (track.kind == TrackKind::CommGroup && track.slices.size() > 0)
            m_rankHasGroups[track.rank.row] = true;
    }
}

bool FlameMembers::isPython(StringId category)
{
    std::uint8_t& known = m_python[category.row];
    if (known == 0) {
        const std::string_view text = m_trace->text(category);
        // PyTorch's profilers say python_function; tracers of Python alone FEE (function entry and exit).
        known = answered(text.starts_with("python") || text.starts_with("Python") || text == "FEE");
    }
    return known == 1;
}

bool FlameMembers::isStep(StringId name)
{
    std::uint8_t& known = m_step[name.row];
    if (known == 0)
        known = answered(m_trace->text(name).starts_with("ProfilerStep#"));
    return known == 1;
}

bool FlameMembers::isDeviceWork(const TrackInfo& track, std::uint32_t row)
{
    if (track.kind == TrackKind::CommGroup)
        return true;
    // Waits, records and copies of a stream are no kernels.
    switch (m_classifier.of(track, m_category[row], m_taskType[row], m_name[row])) {
    case DeviceWork::None: return false;
    case DeviceWork::Compute: return true;
    case DeviceWork::Communication: break;
    }
    return !m_rankHasGroups[track.rank.row];
}

FlameMembers::Member FlameMembers::of(TrackId track, std::uint32_t row)
{
    switch ((*m_roles)[track.row]) {
    case FlameRole::Out: return Member::None;
    case FlameRole::Device: return isDeviceWork(m_trace->track(track), row) ? Member::Device : Member::None;
    case FlameRole::Host:
    case FlameRole::Cann: break;
    }
    if (isPython(m_category[row]))
        return Member::Python;
    return isStep(m_name[row]) ? Member::Step : Member::Operator;
}

} // namespace tideline
