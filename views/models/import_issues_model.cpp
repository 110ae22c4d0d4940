// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/import_issues_model.h"

#include <QCoreApplication>

#include <utility>

#include "views/text/core_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

namespace {

QString idOf(const ImportIssue& issue)
{
    const std::string_view id = issueId(issue.kind);
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

QVariant display(const ImportIssue& issue, int column)
{
    switch (column) {
    case ImportIssuesModel::SeverityColumn: return severityText(issueSeverity(issue.kind));
    case ImportIssuesModel::KindColumn: return idOf(issue);
    case ImportIssuesModel::TextColumn: return issueSentence(issue.kind);
    case ImportIssuesModel::CountColumn: return countText(issue.count);
    case ImportIssuesModel::FirstColumn: return visibleValue(QString::fromStdString(issue.first));
    }
    return {};
}

QString sampleList(const ImportIssue& issue)
{
    QStringList lines;
    for (const std::string& sample : issue.samples)
        lines.append(visibleValue(QString::fromStdString(sample)));
    return lines.join(u'\n');
}

} // namespace

const std::vector<TableModel::ColumnInfo>& ImportIssuesModel::columns() const
{
    static const std::vector<ColumnInfo> kColumns{
        {QT_TRANSLATE_NOOP("Columns", "Severity"), "severity"}, {QT_TRANSLATE_NOOP("Columns", "Kind"), "kind"},
        {QT_TRANSLATE_NOOP("Columns", "Count"), "count", true}, {QT_TRANSLATE_NOOP("Columns", "First place"), "first"},
        {QT_TRANSLATE_NOOP("Columns", "What"), "text"},
    };
    return kColumns;
}

void ImportIssuesModel::setIssues(std::vector<ImportIssue> issues)
{
    beginResetModel();
    m_issues = std::move(issues);
    endResetModel();
}

QVariant ImportIssuesModel::cell(int row, int column, int role) const
{
    const ImportIssue& found = issue(row);
    switch (role) {
    case Qt::DisplayRole: return display(found, column);
    case SortRole:
        if (column == CountColumn)
            return static_cast<qlonglong>(found.count);
        if (column == SeverityColumn)
            return static_cast<qlonglong>(issueSeverity(found.kind));
        return display(found, column);
    case ExportRole:
        return column == CountColumn ? QVariant(static_cast<qlonglong>(found.count)) : display(found, column);
    case Qt::ToolTipRole:
        return plainToolTip(column == FirstColumn ? sampleList(found) : display(found, column).toString());
    }
    return {};
}

QString ImportIssuesModel::filterText(int row) const
{
    return idOf(issue(row)) + u' ' + issueSentence(issue(row).kind);
}

} // namespace tideline
