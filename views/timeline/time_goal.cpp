// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/time_goal.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct GoTo {
    Q_DECLARE_TR_FUNCTIONS(GoTo)
};

TimeGoal faulty(const QString& fault)
{
    TimeGoal goal;
    goal.fault = fault;
    return goal;
}

TimeGoal stepGoal(const Trace& trace, std::int64_t wanted)
{
    TimeGoal goal;
    for (const StepInfo& step : trace.steps()) {
        if (step.id != wanted)
            continue;
        const TimeRange range = step.range.shifted(trace.hostAxisShift(step.rank));
        goal.step =
            goal.step ? TimeRange{std::min(goal.step->start, range.start), std::max(goal.step->end, range.end)} : range;
    }
    if (!goal.step)
        goal.fault = GoTo::tr("There is no step %1.").arg(wanted);
    return goal;
}

/// Nanoseconds of a number with its unit; none when it is too large for the clock.
std::optional<std::int64_t> nanoseconds(const QString& number, const QString& unit)
{
    bool ok = false;
    if (unit.isEmpty() || unit == u"ns") {
        const qlonglong whole = number.toLongLong(&ok);
        if (ok)
            return whole;
    }
    const double factor = unit == u"s" ? 1e9 : unit == u"ms" ? 1e6 : unit.isEmpty() || unit == u"ns" ? 1 : 1e3;
    const double ns = number.toDouble(&ok) * factor;
    constexpr double kLargest = 4e18; // two of them still fit the clock
    return ok && std::abs(ns) < kLargest ? std::optional(std::llround(ns)) : std::nullopt;
}

} // namespace

TimeGoal parseTimeGoal(const QString& text, const Trace& trace, Instant here)
{
    static const QRegularExpression kStep(u"^step\\s*:?\\s*(-?\\d{1,18})$"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kTime(u"^([+-]?)\\s*(\\d+(?:\\.\\d*)?|\\.\\d+)\\s*(ns|us|\u00B5s|\u03BCs|ms|s)?$"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    const QString trimmed = text.trimmed();
    if (const auto step = kStep.match(trimmed); step.hasMatch())
        return stepGoal(trace, step.captured(1).toLongLong());
    const QRegularExpressionMatch match = kTime.match(trimmed);
    if (!match.hasMatch())
        return faulty(GoTo::tr("Not a time: write 12.5ms, +3us, nanoseconds, or step 3."));
    const TimeRange extent = trace.axisExtent();
    const QString sign = match.captured(1);
    const QString unit = match.captured(3).toLower();
    const auto ns = nanoseconds(match.captured(2), unit);
    if (!ns)
        return faulty(GoTo::tr("This time is too large."));
    const bool onClock = sign.isEmpty() && unit.isEmpty() && extent.start.ns <= *ns && *ns <= extent.end.ns;
    // As long as the profile at most, so that the sums below cannot run over.
    const Duration by{std::min(*ns, extent.length().ns + 1)};
    TimeGoal goal;
    goal.time = onClock ? Instant{*ns} : sign == u"+" ? here + by : sign == u"-" ? here - by : extent.start + by;
    if (*goal.time < extent.start || *goal.time > extent.end) {
        goal.time.reset();
        goal.fault = GoTo::tr("Outside the profile, which is %1 long.").arg(durationText(extent.length()));
    }
    return goal;
}

} // namespace tideline
