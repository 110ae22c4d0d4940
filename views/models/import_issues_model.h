// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/import/issues.h"
#include "views/models/table_model.h"

namespace tideline {

/// What the importers counted, worst first.
class ImportIssuesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { SeverityColumn, KindColumn, CountColumn, FirstColumn, TextColumn };

    using TableModel::TableModel;
    void setIssues(std::vector<ImportIssue> issues);
    const ImportIssue& issue(int row) const { return m_issues[static_cast<std::size_t>(row)]; }
    QString filterText(int row) const override;

protected:
    int tableRows() const override { return static_cast<int>(m_issues.size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override;

private:
    std::vector<ImportIssue> m_issues;
};

} // namespace tideline
