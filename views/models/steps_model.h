// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/analyze/steps.h"
#include "views/models/table_model.h"

namespace tideline {

/// The time breakdown per rank and step as a table.
class StepsModel final : public TableModel {
    Q_OBJECT

public:
    enum Column {
        RankColumn,
        StepColumn,
        WallColumn,
        ComputingColumn,
        ExposedColumn,
        OverlappedColumn,
        FreeColumn,
        PreparingColumn
    };

    using TableModel::TableModel;
    void setSteps(std::vector<StepRow> rows, std::shared_ptr<const Trace> trace);
    QString filterText(int row) const override;

protected:
    int tableRows() const override { return static_cast<int>(m_rows.size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override;

private:
    QVariant number(const StepRow& row, int column) const;

    std::vector<StepRow> m_rows;
    std::shared_ptr<const Trace> m_trace;
};

} // namespace tideline
