// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/paint/flame_label.h"

#include <QCoreApplication>

#include "core/base/utf8.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

namespace {

struct Flame {
    Q_DECLARE_TR_FUNCTIONS(Flame)
};

constexpr std::size_t kMaxBytes = 2048; // no cell is wide enough for more

QString sliceLabel(std::string_view name)
{
    if (name.size() <= kMaxBytes)
        return visibleText(name);
    return visibleText(utf8Prefix(name, kMaxBytes)) + QChar(0x2026);
}

} // namespace

QString flameLabel(const Trace& trace, const FlameFrame& frame)
{
    switch (frame.kind) {
    case FlameKind::All: return Flame::tr("All");
    case FlameKind::Slice: return sliceLabel(trace.text(frame.name));
    case FlameKind::Step: return Flame::tr("[training steps]");
    case FlameKind::NotLinked: return Flame::tr("[not linked]");
    case FlameKind::Track: return visibleText(trace.track(frame.track).name);
    }
    return {};
}

QString flameWeightText(FlameWeight weight, std::int64_t value)
{
    switch (weight) {
    case FlameWeight::HostTime:
    case FlameWeight::DeviceTime: return durationText(Duration{value});
    case FlameWeight::Count: break;
    }
    return countText(static_cast<std::uint64_t>(value));
}

QString flameRestLabel(std::uint64_t frames)
{
    return Flame::tr("%1 frames below 0.1 %").arg(countText(frames));
}

} // namespace tideline
