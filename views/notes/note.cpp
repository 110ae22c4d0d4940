// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/notes/note.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

#include "views/state/view_state.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Notes {
    Q_DECLARE_TR_FUNCTIONS(Notes)
};

struct KindWord {
    Note::Kind kind;
    const char* word;
};
constexpr std::array<KindWord, 5> kKinds{{{Note::Kind::Profile, "profile"},
                                          {Note::Kind::Range, "range"},
                                          {Note::Kind::Slice, "slice"},
                                          {Note::Kind::Operator, "operator"},
                                          {Note::Kind::Finding, "finding"}}};

QString raw(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString placeText(const Trace& trace, TimeRange range)
{
    const Instant origin = trace.axisExtent().start;
    return Notes::tr("%1 to %2").arg(durationText(range.start - origin), durationText(range.end - origin));
}

} // namespace

Note noteAbout(const Trace& trace, const Selection& selection)
{
    Note note;
    switch (selection.kind) {
    case Selection::Kind::Slices: {
        if (selection.slices.empty())
            break;
        const SliceId slice = selection.slices.back();
        note.kind = Note::Kind::Slice;
        note.slice = slice.row;
        note.range = trace.rangeOf(slice).shifted(trace.axisShift(trace.trackOf(slice)));
        note.name = raw(trace.text(trace.slices().name.at(slice.row)));
        note.label = Notes::tr("%1 at %2")
                         .arg(visibleText(note.name), durationText(note.range.start - trace.axisExtent().start));
        return note;
    }
    case Selection::Kind::Range:
        note.kind = Note::Kind::Range;
        note.range = selection.range;
        note.label = placeText(trace, note.range);
        return note;
    case Selection::Kind::Operator:
        note.kind = Note::Kind::Operator;
        note.name = raw(trace.text(selection.operatorName));
        note.label = visibleText(note.name);
        return note;
    case Selection::Kind::None: break;
    }
    note.label = Notes::tr("The profile");
    return note;
}

Note noteAboutFinding(const QString& ruleId, const QString& title)
{
    Note note;
    note.kind = Note::Kind::Finding;
    note.name = ruleId;
    note.label = ruleId + u"  "_s + title;
    return note;
}

std::optional<SliceId> sliceOf(const Trace& trace, const Note& note)
{
    if (note.kind != Note::Kind::Slice || note.slice >= trace.slices().size())
        return std::nullopt;
    const SliceId slice{note.slice};
    const bool same = raw(trace.text(trace.slices().name.at(slice.row))) == note.name
                      && trace.rangeOf(slice).shifted(trace.axisShift(trace.trackOf(slice))) == note.range;
    return same ? std::optional(slice) : std::nullopt;
}

QJsonObject toJson(const Note& note)
{
    const auto* const word =
        std::find_if(kKinds.begin(), kKinds.end(), [&note](const KindWord& kind) { return kind.kind == note.kind; });
    QJsonObject out{{u"kind"_s, QString::fromLatin1(word->word)},
                    {u"label"_s, note.label},
                    {u"text"_s, note.text},
                    {u"created"_s, note.created}};
    if (note.kind == Note::Kind::Range || note.kind == Note::Kind::Slice) {
        out.insert(u"start_ns"_s, static_cast<qint64>(note.range.start.ns));
        out.insert(u"end_ns"_s, static_cast<qint64>(note.range.end.ns));
    }
    if (note.kind == Note::Kind::Slice)
        out.insert(u"slice"_s, static_cast<qint64>(note.slice));
    if (!note.name.isEmpty())
        out.insert(u"name"_s, note.name);
    return out;
}

std::optional<Note> noteFromJson(const QJsonObject& object)
{
    const QString kind = object.value(u"kind"_s).toString();
    const auto* const word = std::find_if(kKinds.begin(), kKinds.end(),
                                          [&kind](const KindWord& one) { return kind == QLatin1String(one.word); });
    if (word == kKinds.end() || !object.value(u"text"_s).isString())
        return std::nullopt;
    Note note;
    note.kind = word->kind;
    const auto time = [&object](const QString& key) {
        return Instant{std::clamp<std::int64_t>(object.value(key).toInteger(), -kTimeLimitNs, kTimeLimitNs)};
    };
    note.range = {time(u"start_ns"_s), time(u"end_ns"_s)};
    note.range.end = std::max(note.range.start, note.range.end);
    note.slice = static_cast<std::uint32_t>(std::clamp<qint64>(object.value(u"slice"_s).toInteger(), 0, 0xFFFFFFFE));
    note.name = object.value(u"name"_s).toString();
    note.label = object.value(u"label"_s).toString();
    note.text = object.value(u"text"_s).toString();
    note.created = object.value(u"created"_s).toString();
    return note;
}

} // namespace tideline
