// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/advisor/evidence_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

#include "views/advisor/advisor_text.h"
#include "views/text/finding_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::string_view kDurationKey = "duration_ns"; // the fixed column shows it

const double* valueOf(const Evidence& evidence, const std::string& key)
{
    const auto found = std::find_if(evidence.values.begin(), evidence.values.end(),
                                    [&key](const auto& value) { return value.first == key; });
    return found == evidence.values.end() ? nullptr : &found->second;
}

} // namespace

void EvidenceModel::setEvidence(std::vector<Evidence> evidence, std::shared_ptr<const Trace> trace)
{
    beginResetModel();
    m_rows = std::move(evidence);
    m_trace = std::move(trace);
    m_keys.clear();
    for (const Evidence& row : m_rows) {
        for (const auto& [key, value] : row.values) {
            if (key != kDurationKey && std::find(m_keys.begin(), m_keys.end(), key) == m_keys.end())
                m_keys.push_back(key);
        }
    }
    m_columns = {{QT_TRANSLATE_NOOP("Columns", "Rank"), "rank", true},
                 {QT_TRANSLATE_NOOP("Columns", "Name"), "name"},
                 {QT_TRANSLATE_NOOP("Columns", "Start"), "start_ns", true},
                 {QT_TRANSLATE_NOOP("Columns", "Duration"), "duration_ns", true},
                 {QT_TRANSLATE_NOOP("Columns", "Lane"), "lane"}};
    for (const std::string& key : m_keys)
        m_columns.push_back({key.c_str(), key.c_str(), true});
    endResetModel();
}

QVariant EvidenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool ofValue = orientation == Qt::Horizontal && section >= FixedColumns && section < columnCount();
    if (ofValue && role == Qt::DisplayRole)
        return evidenceKeyText(m_keys[static_cast<std::size_t>(section - FixedColumns)]);
    return TableModel::headerData(section, orientation, role);
}

QVariant EvidenceModel::cell(int rowIndex, int column, int role) const
{
    const Evidence& evidence = row(rowIndex);
    if (column >= FixedColumns)
        return value(evidence, column, role);
    if (column == StartColumn || column == DurationColumn)
        return time(evidence, column, role);
    return text(evidence, column, role);
}

QVariant EvidenceModel::value(const Evidence& evidence, int column, int role) const
{
    const std::string& key = m_keys[static_cast<std::size_t>(column - FixedColumns)];
    const double* const number = valueOf(evidence, key);
    switch (role) {
    case Qt::DisplayRole: return number ? evidenceValueText(key, *number) : u"\u2013"_s;
    case SortRole: return number ? QVariant(*number) : QVariant();
    case ExportRole: return number ? QString::number(*number, 'g', 15) : QString();
    }
    return {};
}

QVariant EvidenceModel::time(const Evidence& evidence, int column, int role) const
{
    const double* const measured = valueOf(evidence, std::string(kDurationKey));
    if (evidence.range.empty() && !(column == DurationColumn && measured))
        return role == Qt::DisplayRole ? QVariant(u"\u2013"_s) : QVariant();
    const Duration length =
        evidence.range.empty() ? Duration{static_cast<std::int64_t>(*measured)} : evidence.range.length();
    if (column == DurationColumn) {
        if (role == Qt::DisplayRole)
            return durationText(length);
        if (role == Qt::ToolTipRole)
            return exactDurationText(length);
        return role == SortRole || role == ExportRole ? QVariant(static_cast<qlonglong>(length.ns)) : QVariant();
    }
    if (role == Qt::DisplayRole && m_trace && evidence.rank.row < m_trace->ranks().size()) {
        const Instant start = evidence.range.start + axisShift(*m_trace, evidence);
        return durationText(start - m_trace->axisExtent().start);
    }
    const QVariant exact(static_cast<qlonglong>(evidence.range.start.ns));
    return role == SortRole || role == ExportRole ? exact : QVariant();
}

QVariant EvidenceModel::text(const Evidence& evidence, int column, int role) const
{
    if (column == RankColumn && role == SortRole)
        return evidence.rank.valid() ? QVariant(evidence.rank.row) : QVariant();
    if (role == KeyRole)
        return QString::fromStdString(evidence.name);
    const QString shown = column == RankColumn   ? (m_trace ? rankText(*m_trace, evidence.rank) : QString())
                          : column == LaneColumn ? (m_trace ? laneText(*m_trace, evidence.track) : QString())
                                                 : visibleText(evidence.name);
    if (role == Qt::ToolTipRole)
        return plainToolTip(shown);
    if (role == ExportRole)
        return column == NameColumn ? QString::fromStdString(evidence.name) : shown;
    return role == Qt::DisplayRole || role == SortRole ? QVariant(shown) : QVariant();
}

} // namespace tideline
