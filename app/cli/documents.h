// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/analyze/ranking.h"
#include "core/analyze/steps.h"
#include "core/session/session.h"

namespace tideline {

/// JSON documents that scripts rely on; keys keep their order. Unknown figures are null.
using Document = nlohmann::ordered_json;

Document infoDocument(const Session& session);
Document topDocument(const Trace& trace, const Ranking& ranking, RankingBy by);
Document stepsDocument(const Trace& trace, const std::vector<StepRow>& rows);

/// Null where the figure is unknown or no number.
Document orNull(const std::optional<std::int64_t>& value);
Document orNull(const std::optional<Duration>& value);
Document orNull(const std::optional<double>& value);

/// The text of a document with a final newline; invalid UTF-8 is replaced, never thrown at.
std::string documentText(const Document& document);

/// Stable words of the documents.
std::string trackKindWord(TrackKind kind);
std::string fileStatusWord(FileStatus status);
std::string severityWord(Severity severity);

} // namespace tideline
