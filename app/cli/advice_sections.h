// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/documents.h"
#include "core/analyze/scope.h"

namespace tideline {

/// A part of the advisor's output that is asked for by name. One without data says what is missing.
struct AdviceSection {
    std::string key;     ///< of the document: "operators", "fusion", "memory", "communication"
    std::string title;   ///< for people
    Document rows;       ///< an array of objects
    std::string text;    ///< a table
    std::string missing; ///< why there are no rows; "" when there are
};

struct SectionOptions {
    std::optional<double> operatorMs; ///< operators whose longest call takes at least this
    bool fusion = false;
    bool memory = false;
    bool communication = false;
    std::size_t top = 20; ///< rows; 0: all
};

std::vector<AdviceSection> adviceSections(const Session& session, const Scope& scope, const SectionOptions& options);

} // namespace tideline
