// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>

#include "app/cli/interrupt.h"

namespace CLI {
class App;
}

namespace tideline {

/// What all verbs share: where they leave their exit status, and the request to stop.
struct Run {
    int exitCode = 0;
    std::stop_token stop;
    std::shared_ptr<MayEnd> mayEnd;
};

// Each adds one verb; its callback runs when the verb was named. To add a verb: one file, one line in main.cpp.
void addInfoVerb(CLI::App& app, Run& run);
void addTopVerb(CLI::App& app, Run& run);
void addStepsVerb(CLI::App& app, Run& run);
void addAnalyzeVerb(CLI::App& app, Run& run);
void addIndexVerb(CLI::App& app, Run& run);
void addPackVerb(CLI::App& app, Run& run);
void addCollectVerb(CLI::App& app, Run& run);
void addSampleVerb(CLI::App& app, Run& run);
void addExportVerb(CLI::App& app, Run& run);
void addReportVerb(CLI::App& app, Run& run);
void addHotspotVerb(CLI::App& app, Run& run);
void addCommunicationVerb(CLI::App& app, Run& run);
void addMemoryVerb(CLI::App& app, Run& run);
void addRenderVerb(CLI::App& app, Run& run);

} // namespace tideline
