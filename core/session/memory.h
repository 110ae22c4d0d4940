// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/analyze/memory_blocks.h"
#include "core/analyze/memory_peaks.h"
#include "core/analyze/memory_traffic.h"
#include "core/base/progress.h"
#include "core/session/session.h"

namespace tideline {

/// All that is said about the memory of a profile.
struct MemoryFigures {
    std::vector<MemoryPeak> peaks;
    LiveSet live;
    std::vector<OperatorMemory> operators;
    std::vector<ModulePeak> modules;
    std::vector<CopySum> copies;
    std::vector<ChurnSum> churn;
    bool empty() const
    {
        return peaks.empty() && operators.empty() && modules.empty() && copies.empty() && churn.empty();
    }
};

/// The figures inside the scope; sizes of copies are read again from the profile's files (see readCopyDetails()).
MemoryFigures memoryFigures(const Session& session, const Scope& scope, const Progress& progress = {});

} // namespace tideline
