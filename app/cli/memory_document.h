// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/cli/documents.h"
#include "core/session/memory.h"

namespace tideline {

/// What the verb `memory` shows.
struct MemoryView {
    bool detail = false;  ///< every row, and each allocation
    bool modules = false; ///< modules of the driver instead of operators
};

/// The summary leaves nothing out but the single allocations.
Document memoryDocument(const Trace& trace, const MemoryFigures& memory, const MemoryView& view, const Scope& scope);

/// Tables for a terminal of 80 columns, the greatest rows of each, with a sentence where the profile lacks a part.
std::string memoryText(const Trace& trace, const MemoryFigures& memory, const MemoryView& view);

} // namespace tideline
