// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/advise/finding.h"
#include "core/store/trace.h"
#include "views/models/table_model.h"

namespace tideline {

/// The places that a finding rests on. Which value columns there are depends on the rule.
class EvidenceModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { RankColumn, NameColumn, StartColumn, DurationColumn, LaneColumn, FixedColumns };

    using TableModel::TableModel;

    void setEvidence(std::vector<Evidence> evidence, std::shared_ptr<const Trace> trace);
    const Evidence& row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QString filterText(int row) const override { return QString::fromStdString(this->row(row).name); }

protected:
    int tableRows() const override { return static_cast<int>(m_rows.size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override { return m_columns; }

private:
    QVariant value(const Evidence& evidence, int column, int role) const;
    QVariant time(const Evidence& evidence, int column, int role) const;
    QVariant text(const Evidence& evidence, int column, int role) const;

    std::vector<Evidence> m_rows;
    std::shared_ptr<const Trace> m_trace;
    std::vector<std::string> m_keys; ///< of the value columns
    std::vector<ColumnInfo> m_columns;
};

} // namespace tideline
