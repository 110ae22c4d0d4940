// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/aic_config.h"
#include "app/common/collect_output.h"
#include "core/base/result.h"

namespace tideline {

/// What the command line and the environment ask the collector for.
struct CollectRequest {
    collect::CollectOptions options;
    CollectOutput output;
    bool enabled = true;    ///< false: the environment switched collecting off
    bool frequency = false; ///< the rate was given in hertz
    bool interval = false;  ///< the rate was given as a time
    std::optional<std::uint32_t> batches;
    std::vector<PlacedMetric> metrics;
    std::vector<std::string> notes; ///< for standard error
};

/// One option of the verb. Its text is taken from the command line, else from the environment variable.
struct CollectSetting {
    /// What is wrong with the text, or nothing.
    using Take = std::function<std::optional<std::string>(CollectRequest&, const std::string&)>;

    const char* option;   ///< empty: a variable alone
    const char* variable; ///< empty: an option alone
    const char* type;
    const char* help;
    bool bare = false; ///< the option may stand without a text, which then is "on"
    Take take;
};

/// All options with a text, in the order of the help.
const std::vector<CollectSetting>& collectSettings();

/// What follows from the settings together. InvalidArgument: they contradict each other.
Status settle(CollectRequest& request);

} // namespace tideline
