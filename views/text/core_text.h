// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/import/importer.h"
#include "core/import/issues.h"
#include "core/store/track.h"

namespace tideline {

/// What the core says with enums, in the language of the user.

/// One sentence: what was found and what was done about it.
QString issueSentence(IssueKind kind);
QString severityText(Severity severity);
QString fileStatusText(FileStatus status);
QString trackKindText(TrackKind kind);
QString stageText(Stage stage);

/// A failure in parts, for the error panel.
struct ErrorText {
    QString code;  ///< "TL1002": stable, for searching
    QString title; ///< what happened
    QString where; ///< "" when unknown
    QString why;   ///< the reason as the reader gave it
    QString next;  ///< what to try
};
ErrorText errorText(const Error& error);

} // namespace tideline
