// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "app/cli/documents.h"
#include "core/analyze/comm_sums.h"

namespace tideline {

/// What the verb `communication` says.
struct Communication {
    std::vector<CommSum> rows;
    std::vector<LinkSum> links;
};

Document communicationDocument(const Trace& trace, const Communication& communication);

/// Tables for a terminal of 80 columns, with a sentence where the profile lacks a part. Empty without rows.
std::string communicationText(const Trace& trace, const Communication& communication, const Scope& scope);

} // namespace tideline
