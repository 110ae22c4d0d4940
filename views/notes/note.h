// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <optional>

#include "core/store/trace.h"

namespace tideline {

struct Selection;

/// A remark of the user with what it is about. Text is Markdown and kept as it was typed.
struct Note {
    enum class Kind { Profile, Range, Slice, Operator, Finding };
    Kind kind = Kind::Profile;
    TimeRange range;         ///< Range, Slice: on the common axis
    std::uint32_t slice = 0; ///< Slice: its row, valid as long as the name and the range agree
    QString name;            ///< Slice, Operator: the raw name; Finding: the rule's id
    QString label;           ///< what people read, in the language it was written in
    QString text;
    QString created; ///< ISO 8601, UTC
    bool operator==(const Note&) const = default;
};

/// An empty note about what is selected; about the profile when nothing is.
Note noteAbout(const Trace& trace, const Selection& selection);
Note noteAboutFinding(const QString& ruleId, const QString& title);

/// The slice that a note is about, if the profile still has it.
std::optional<SliceId> sliceOf(const Trace& trace, const Note& note);

QJsonObject toJson(const Note& note);
/// Missing for an object that is no note.
std::optional<Note> noteFromJson(const QJsonObject& object);

} // namespace tideline
