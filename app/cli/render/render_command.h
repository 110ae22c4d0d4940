// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/analyze/scope.h"
#include "core/base/progress.h"
#include "core/base/time.h"
#include "core/session/session.h"

namespace tideline {

enum class RenderView { Timeline, Curves, Flame, Triage };

/// What `render` draws, as the command line asks for it. Everything is checked before runRender() is called.
struct RenderOptions {
    std::shared_ptr<const Session> session; ///< opened by the verb; never null
    RenderView view = RenderView::Timeline;
    std::optional<TimeRange> range; ///< on the common axis; missing: the whole profile
    Scope scope;                    ///< ranks, steps and streams to show
    int widthPx = 1600;             ///< logical pixels
    int heightPx = 900;
    double scale = 1; ///< device pixels per logical pixel
    bool dark = false;
    std::string language;         ///< "en", "zh_CN"; "" = that of the environment
    std::filesystem::path target; ///< file to write; the verb renames it to its final name
    std::string format;           ///< "png", "svg" or "pdf", from the name the user gave
    Progress progress;
};

/// Draws the picture into `target` on the offscreen platform. Returns the exit status (exit_codes.h); what went wrong
/// is said on stderr.
int runRender(const RenderOptions& options);

} // namespace tideline
