// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/ranking.h"
#include "views/models/table_model.h"

namespace tideline {

/// A ranking as a table: one row per operator, type or name and shape.
class OperatorsModel final : public TableModel {
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        TypeColumn,
        CoreColumn,
        ShapeColumn,
        CallsColumn,
        TotalColumn,
        SelfColumn,
        AverageColumn,
        MinColumn,
        MaxColumn,
        ShareColumn,
        WaitColumn,
        UtilisationColumn,
    };

    using TableModel::TableModel;

    void setRanking(Ranking ranking);
    const Ranking& ranking() const { return m_ranking; }
    const RankingRow& row(int row) const { return m_ranking.rows[static_cast<std::size_t>(row)]; }
    /// True if at least one row has a value in an optional column; the others are always used.
    bool columnUsed(int column) const;

    QString filterText(int row) const override;
    QVariant filterField(int row, const QString& key, bool upperBound) const override;

protected:
    int tableRows() const override { return static_cast<int>(m_ranking.rows.size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override;

private:
    static QVariant text(const RankingRow& row, int column, int role);
    static QVariant number(const RankingRow& row, int column);
    static QString numberDisplay(const RankingRow& row, int column);
    static QVariant numberExport(const RankingRow& row, int column);

    Ranking m_ranking;
};

} // namespace tideline
