// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/finding_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

#include "views/text/message_text.h"
#include "views/text/number_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Findings {
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

constexpr QChar kMinus(0x2212);

struct KeyName {
    std::string_view key;
    const char* text;
};
constexpr auto kKeyNames = std::to_array<KeyName>({
    {"allocated_bytes", QT_TRANSLATE_NOOP("Findings", "Allocated")},
    {"bandwidth_bytes_per_s", QT_TRANSLATE_NOOP("Findings", "Bandwidth")},
    {"communication_not_overlapped_ns", QT_TRANSLATE_NOOP("Findings", "Exposed communication")},
    {"computing_ns", QT_TRANSLATE_NOOP("Findings", "Computing")},
    {"count", QT_TRANSLATE_NOOP("Findings", "Count")},
    {"duration_ns", QT_TRANSLATE_NOOP("Findings", "Duration")},
    {"elapse_ns", QT_TRANSLATE_NOOP("Findings", "Elapsed")},
    {"exposed_ns", QT_TRANSLATE_NOOP("Findings", "Exposed")},
    {"free_ns", QT_TRANSLATE_NOOP("Findings", "Free")},
    {"gap_ns", QT_TRANSLATE_NOOP("Findings", "Gap")},
    {"greatest_ratio", QT_TRANSLATE_NOOP("Findings", "Greatest ratio")},
    {"live_bytes", QT_TRANSLATE_NOOP("Findings", "Live")},
    {"mac_ratio", QT_TRANSLATE_NOOP("Findings", "MAC ratio")},
    {"median_ns", QT_TRANSLATE_NOOP("Findings", "Median")},
    {"memory_ratio", QT_TRANSLATE_NOOP("Findings", "Memory ratio")},
    {"reserved_bytes", QT_TRANSLATE_NOOP("Findings", "Reserved")},
    {"size_bytes", QT_TRANSLATE_NOOP("Findings", "Size")},
    {"transfer_ns", QT_TRANSLATE_NOOP("Findings", "Transfer")},
    {"utilization_ratio", QT_TRANSLATE_NOOP("Findings", "Utilisation")},
    {"vector_ratio", QT_TRANSLATE_NOOP("Findings", "Vector ratio")},
    {"wait_ns", QT_TRANSLATE_NOOP("Findings", "Waiting")},
});

QString bytesText(double bytes)
{
    return argumentText(MessageArg::bytes(bytes));
}

} // namespace

QString severityText(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::High: return Findings::tr("High");
    case FindingSeverity::Medium: return Findings::tr("Medium");
    case FindingSeverity::Low: return Findings::tr("Low");
    case FindingSeverity::Note: break;
    }
    return Findings::tr("Note");
}

QString categoryText(FindingCategory category)
{
    switch (category) {
    case FindingCategory::Compute: return Findings::tr("Compute");
    case FindingCategory::Memory: return Findings::tr("Memory");
    case FindingCategory::Communication: return Findings::tr("Communication");
    case FindingCategory::Schedule: return Findings::tr("Host and schedule");
    case FindingCategory::Data: return Findings::tr("Data loading");
    case FindingCategory::Environment: return Findings::tr("Environment");
    case FindingCategory::Quality: return Findings::tr("Quality of the data");
    case FindingCategory::Regression: break;
    }
    return Findings::tr("Regression");
}

QString severityGlyph(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::High: return u"\u25B2"_s;
    case FindingSeverity::Medium: return u"\u25C6"_s;
    case FindingSeverity::Low: return u"\u25BD"_s;
    case FindingSeverity::Note: break;
    }
    return u"\u25CB"_s;
}

QString figureText(double value, FindingUnit unit)
{
    switch (unit) {
    case FindingUnit::Ratio: return percentText(value);
    case FindingUnit::Ns: return durationText(value);
    case FindingUnit::Count: return numberText(value, 4);
    case FindingUnit::Bytes: break;
    }
    return bytesText(value);
}

QString metricText(const Finding& finding)
{
    return Findings::tr("%1 (limit %2)")
        .arg(figureText(finding.metric, finding.unit), figureText(finding.threshold, finding.unit));
}

QString gainText(const Saving& saving)
{
    if (saving.bytes)
        return bytesText(static_cast<double>(*saving.bytes));
    if (!saving.high)
        return saving.note.empty() ? Findings::tr("no figure") : messageText(saving.note);
    const QString high = durationText(*saving.high);
    const bool bounded = saving.low && saving.low->ns > 0 && *saving.low < *saving.high;
    if (saving.ratioOfWall && bounded)
        return Findings::tr("%1 to %2 per step (up to %3)")
            .arg(durationText(*saving.low), high, percentText(*saving.ratioOfWall));
    if (saving.ratioOfWall)
        return Findings::tr("up to %1 per step (%2)").arg(high, percentText(*saving.ratioOfWall));
    return bounded ? Findings::tr("%1 to %2 per step").arg(durationText(*saving.low), high)
                   : Findings::tr("up to %1 per step").arg(high);
}

QString shortGainText(const Saving& saving)
{
    if (saving.bytes)
        return kMinus + bytesText(static_cast<double>(*saving.bytes));
    if (!saving.high)
        return {};
    return kMinus + (saving.ratioOfWall ? percentText(*saving.ratioOfWall) : durationText(*saving.high));
}

QString evidenceValueText(const std::string& key, double value)
{
    const std::string_view name = key;
    if (name.ends_with("_ns"))
        return durationText(value);
    if (name.ends_with("_ratio"))
        return percentText(value);
    if (name.ends_with("_bytes"))
        return bytesText(value);
    if (name.ends_with("_bytes_per_s"))
        return rateText(value);
    return numberText(value);
}

QString evidenceKeyText(const std::string& key)
{
    const auto* const known =
        std::find_if(kKeyNames.begin(), kKeyNames.end(), [&key](const KeyName& name) { return name.key == key; });
    if (known != kKeyNames.end())
        return QCoreApplication::translate("Findings", known->text);
    // A key without a name of its own stays recognisable.
    return QString::fromStdString(key).replace(u'_', u' ');
}

} // namespace tideline
