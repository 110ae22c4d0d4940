// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/scene/track_scene.h"
#include "core/session/session.h"

namespace tideline {

/// Plain texts about what lies under the pointer: full literal name, exact times, track.

/// "name\nstart …\nduration …\ntrack"; a box of many slices says how many it stands for.
QString sliceTip(const Session& session, const TrackScene::Box& box);
QString instantTip(const Session& session, InstantId instant);
/// "" where the counter has no value at t (common axis).
QString counterTip(const Session& session, CounterId counter, Instant t);

/// "process › track", with the rank when there are several.
QString trackPath(const Trace& trace, TrackId track);
/// The name a lane's header shows.
QString processTitle(const Trace& trace, ProcessId process);
QString rankTitle(const Trace& trace, RankId rank);
QString counterTitle(const Trace& trace, CounterId counter);

} // namespace tideline
