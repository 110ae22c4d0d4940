// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/triage_text.h"

#include <QCoreApplication>

#include <algorithm>

#include "views/text/message_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Triage {
    Q_DECLARE_TR_FUNCTIONS(Triage)
};

QString figureText(const std::string& word)
{
    if (word == "computing")
        return partText(StepPart::Computing);
    if (word == "communication_not_overlapped")
        return partText(StepPart::Exposed);
    if (word == "free")
        return partText(StepPart::Free);
    return word == "overlapped" ? Triage::tr("Overlapped") : Triage::tr("Communication");
}

} // namespace

QString partText(StepPart part)
{
    switch (part) {
    case StepPart::Computing: return Triage::tr("Computing");
    case StepPart::Exposed: return Triage::tr("Exposed communication");
    case StepPart::Free: return Triage::tr("Free");
    case StepPart::Preparing: return Triage::tr("Preparing");
    case StepPart::Tail: break;
    }
    return Triage::tr("After the last device work");
}

QString rankText(const TriageData& data, RankId rank)
{
    const std::string name = rank.row < data.rankNames.size() ? data.rankNames[rank.row] : std::string();
    return name.empty() ? Triage::tr("Profile %1").arg(rank.valid() ? rank.row + 1 : 1)
                        : Triage::tr("Rank %1").arg(QString::fromStdString(name));
}

QString stepText(const TriageBar& bar)
{
    return bar.step ? Triage::tr("Step %1").arg(*bar.step) : Triage::tr("All");
}

QString headText(const TriageData& data)
{
    return data.verdict && data.dominant ? translated(sentenceOf(*data.verdict)) : verdictText(data);
}

QString findingsTitle(const TriageData& data)
{
    return data.findingCount > data.findings.size()
               ? Triage::tr("The heaviest of %1 findings").arg(countText(data.findingCount))
               : Triage::tr("Findings");
}

QString verdictText(const TriageData& data)
{
    if (data.outside)
        return Triage::tr("No step lies inside the scope.");
    if (!data.dominant)
        return data.busy.empty() ? Triage::tr("This profile holds no activity.")
                                 : Triage::tr("No steps in this profile: what its tracks are busy with");
    const QString share = percentText(data.dominantShare);
    switch (*data.dominant) {
    case StepPart::Computing: return Triage::tr("The device is computing for %1 of the step time.").arg(share);
    case StepPart::Exposed: return Triage::tr("The device waits for communication for %1 of the step time.").arg(share);
    case StepPart::Free:
        return Triage::tr("The device is idle for %1 of the step time: it waits for the host.").arg(share);
    case StepPart::Preparing:
        return Triage::tr("Preparing takes %1 of the step time: the device waits for its first kernel.").arg(share);
    case StepPart::Tail: break;
    }
    return Triage::tr("After its last work the device is idle for %1 of the step time: the host goes on.").arg(share);
}

QStringList remarkTexts(const TriageData& data)
{
    QStringList remarks;
    if (data.verdict && data.dominant)
        remarks.append(verdictText(data));
    if (data.limited)
        remarks.append(Triage::tr("Only the ranks, steps and times of the scope count here; streams and names do not "
                                  "change the figures of steps."));
    if (data.slowest)
        remarks.append(Triage::tr("%1 is the slowest: %2 (%3) more work of its own per step than the median.")
                           .arg(rankText(data, data.slowest->rank), durationText(data.slowest->excess),
                                percentText(data.slowest->ratio)));
    if (data.variation)
        remarks.append(Triage::tr("Step times vary by %1 (standard deviation).").arg(percentText(*data.variation)));
    if (data.preview)
        remarks.append(Triage::tr("Preview from the small files; the traces are still being read."));
    else if (!data.bars.empty())
        remarks.append(data.recomputed ? Triage::tr("Figures: recomputed from the events.")
                                       : Triage::tr("Figures: from step_trace_time.csv."));
    const auto differing =
        std::count_if(data.bars.begin(), data.bars.end(), [](const TriageBar& bar) { return !bar.differs.empty(); });
    if (differing > 0)
        remarks.append(
            Triage::tr("%1 of %2 steps differ by more than 1 % from the profiler's own figures; the bars say "
                       "by how much.")
                .arg(countText(static_cast<std::uint64_t>(differing)), countText(data.bars.size())));
    return remarks;
}

QString factsText(const TriageData& data)
{
    QStringList facts;
    facts.append(Triage::tr("%n rank(s)", nullptr, static_cast<int>(data.rankNames.size())));
    if (data.steps > 0)
        facts.append(Triage::tr("%n step(s)", nullptr, static_cast<int>(data.steps)));
    if (data.events > 0)
        facts.append(Triage::tr("%1 events").arg(countText(data.events)));
    if (data.span > Duration{})
        facts.append(Triage::tr("%1 long").arg(durationText(data.span)));
    for (const std::string& format : data.formats)
        facts.append(visibleText(format));
    return facts.join(u"   \u00B7   "_s);
}

bool qualityIsPoor(const TriageData& data)
{
    return data.rejected > 0 || data.truncated;
}

QString qualityText(const TriageData& data)
{
    if (data.preview)
        return {};
    if (data.truncated && data.rejected == 0)
        return Triage::tr("Partial data: a file ends too early. The Import tab says where.");
    if (data.rejected > 0) {
        const double share = static_cast<double>(data.rejected)
                             / static_cast<double>(std::max<std::uint64_t>(data.events, data.rejected));
        return Triage::tr("Partial data: %1 of the events were rejected (%2). The Import tab says which.")
            .arg(percentText(share), countText(data.rejected));
    }
    return data.issues > 0
               ? Triage::tr("All events were read; the Import tab lists %1 remarks.").arg(countText(data.issues))
               : Triage::tr("All events were read.");
}

QString busyText(const BusyBar& bar)
{
    return Triage::tr("%n track(s), busiest: %1 (%2)", nullptr, static_cast<int>(bar.tracks))
        .arg(visibleText(bar.busiest), percentText(bar.busiestShare));
}

QString barToolTip(const TriageData& data, const TriageBar& bar)
{
    QStringList lines{rankText(data, bar.rank) + u" \u00B7 "_s + stepText(bar)};
    for (std::size_t i = 0; i < kStepParts; ++i) {
        if (static_cast<StepPart>(i) == StepPart::Tail && bar.parts[i] == Duration{})
            continue;
        const double share = static_cast<double>(bar.parts[i].ns) / static_cast<double>(bar.total().ns);
        lines.append(Triage::tr("%1: %2 (%3)")
                         .arg(partText(static_cast<StepPart>(i)), exactDurationText(bar.parts[i]), percentText(share)));
    }
    if (bar.wall)
        lines.append(Triage::tr("Wall: %1").arg(exactDurationText(*bar.wall)));
    for (const DifferingFigure& figure : bar.differs)
        lines.append(Triage::tr("%1 recomputed: %2, the profiler says %3")
                         .arg(figureText(figure.word), exactDurationText(figure.ours), exactDurationText(figure.file)));
    if (bar.range)
        lines.append(Triage::tr("Click to see it in the timeline"));
    return lines.join(u'\n');
}

} // namespace tideline
