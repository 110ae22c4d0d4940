// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/advice_sections.h"
#include "app/cli/documents.h"
#include "core/advise/advisor.h"

namespace tideline {

/// The document of `analyze --json`; each section adds its key.
Document adviceDocument(const Trace& trace, const AdvisorResult& result, const std::vector<AdviceSection>& sections);

/// One finding of that document.
Document findingEntry(const Trace& trace, const Finding& finding);

} // namespace tideline
