// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flame/flame_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "views/paint/flame_label.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Flame {
    Q_DECLARE_TR_FUNCTIONS(Flame)
};

QString weightLine(const FlameTree& tree, std::int64_t weight)
{
    const QString shown = flameWeightText(tree.weight, weight);
    const QString exact = tree.weight == FlameWeight::Count ? shown : exactDurationText(Duration{weight});
    return shown == exact ? shown : shown + u"  ("_s + exact + u')';
}

double shareOf(const FlameTree& tree, std::int64_t weight)
{
    return tree.total() == 0 ? 0 : static_cast<double>(weight) / static_cast<double>(tree.total());
}

} // namespace

QString flameSourceText(FlameSource source)
{
    switch (source) {
    case FlameSource::Operators: return Flame::tr("Operators");
    case FlameSource::Python: return Flame::tr("Python stacks");
    case FlameSource::Kernels: return Flame::tr("Device kernels");
    }
    return {};
}

QString flameWeightName(FlameWeight weight)
{
    switch (weight) {
    case FlameWeight::HostTime: return Flame::tr("Host time");
    case FlameWeight::DeviceTime: return Flame::tr("Device time");
    case FlameWeight::Count: return Flame::tr("Count");
    }
    return {};
}

QString flameTip(const Trace& trace, const FlameTree& tree, const FlameScene::Box& box)
{
    const FlameFrame& frame = tree.frames[box.frame];
    QStringList lines;
    lines << (box.merged > 0 ? flameRestLabel(box.hidden) : flameLabel(trace, frame));
    lines << u"%1: %2"_s.arg(flameWeightName(tree.weight), weightLine(tree, box.weight));
    lines << Flame::tr("Share of all: %1").arg(percentText(shareOf(tree, box.weight)));
    if (box.merged > 0) {
        lines << Flame::tr("Too narrow to draw; zoom in to see them");
        return lines.join(u'\n');
    }
    const std::int64_t above = tree.frames[frame.parent].weight;
    if (frame.parent != 0 && above > 0)
        lines << Flame::tr("Share of the frame above: %1")
                     .arg(percentText(static_cast<double>(frame.weight) / static_cast<double>(above)));
    if (!tree.leafFirst)
        lines << Flame::tr("Own: %1").arg(weightLine(tree, frame.own));
    if (frame.calls > 0)
        lines << Flame::tr("Calls: %1").arg(countText(frame.calls));
    return lines.join(u'\n');
}

QString flameLine(const Trace& trace, const FlameTree& tree, std::uint32_t frame)
{
    const FlameFrame& shown = tree.frames[frame];
    return Flame::tr("%1, %2, %3 of all")
        .arg(flameLabel(trace, shown), flameWeightText(tree.weight, shown.weight),
             percentText(shareOf(tree, shown.weight)));
}

QString flameRawName(const Trace& trace, const FlameFrame& frame)
{
    if (frame.kind != FlameKind::Slice)
        return flameLabel(trace, frame);
    const std::string_view name = trace.text(frame.name);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString flameStackText(const Trace& trace, const FlameTree& tree, std::uint32_t frame)
{
    QStringList lines;
    for (const std::uint32_t at : tree.pathTo(frame))
        lines << flameRawName(trace, tree.frames[at]);
    return lines.join(u'\n');
}

QString flameLackText(FlameLack lack)
{
    switch (lack) {
    case FlameLack::None: return {};
    case FlameLack::Slices:
        return Flame::tr("No slices in this profile. trace_view.json or another trace file feeds this view.");
    case FlameLack::Host:
        return Flame::tr("No host calls in this profile. trace_view.json feeds this view; collect with "
                         "activities=[CPU, NPU], or choose the source \"Device kernels\".");
    case FlameLack::Device:
        return Flame::tr(
            "No kernels on a device timeline in this profile. The Ascend Hardware lanes of trace_view.json "
            "feed this view; collect with activities=[CPU, NPU], or choose another source and the weight "
            "\"Host time\".");
    case FlameLack::Python:
        return Flame::tr("No Python functions in this profile. trace_view.json holds them when the profiler runs with "
                         "with_stack=True; the source \"Operators\" does without.");
    case FlameLack::Length:
        return Flame::tr("All slices have the length 0. Choose the weight \"Count\" to see how often they occur.");
    case FlameLack::Scope: return Flame::tr("Nothing inside the scope. Remove a part of the scope to see more.");
    }
    return {};
}

QString flameSummary(const FlameTree& tree, const Scope& scope)
{
    QString text = Flame::tr("%1 · %2: %3 · %4 frames")
                       .arg(flameSourceText(tree.source), flameWeightName(tree.weight),
                            flameWeightText(tree.weight, tree.total()), countText(tree.frames.size() - 1));
    if (tree.leafFirst)
        text += u" · "_s + Flame::tr("leaf first");
    if (tree.cut)
        text += u" · "_s + Flame::tr("callers beyond %1 levels left out").arg(countText(kMaxLeafFirstDepth));
    if (!scope.limitsNothing())
        text += u" · "_s + Flame::tr("scope %1").arg(visibleValue(QString::fromStdString(scopeText(scope))));
    return text;
}

QString flameFoundText(const FlameTree& tree, const FlameMatches& matches)
{
    return Flame::tr("%1 frames, %2 of weight, overlapping counted once")
        .arg(countText(matches.count), percentText(shareOf(tree, matches.weight)));
}

} // namespace tideline
