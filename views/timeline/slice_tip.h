// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

#include "core/scene/track_scene.h"
#include "core/session/session.h"

namespace tideline {

/// Plain texts about what lies under the pointer: full literal name, exact times, track.

/// "name\nstart …\nduration …\ntrack"; a box of many slices says how many it stands for.
QString sliceTip(const Session& session, const TrackScene::Box& box);
QString instantTip(const Session& session, InstantId instant);
/// The values of the series of one lane at t (common axis); "" where none has one.
QString counterTip(const Session& session, std::span<const CounterId> series, Instant t);

/// "process › track", with the rank when there are several.
QString trackPath(const Trace& trace, TrackId track);
/// The name a lane's header shows.
QString processTitle(const Trace& trace, ProcessId process);
QString rankTitle(const Trace& trace, RankId rank);
QString counterTitle(const Trace& trace, CounterId counter);

} // namespace tideline
