// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/time.h"
#include "views/curves/curve_set.h"
#include "views/models/table_model.h"

namespace tideline {

/// All curves, which are shown, and their figures over one range.
class CurveLegendModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, MinColumn, MeanColumn, P95Column, MaxColumn };

    explicit CurveLegendModel(CurveSet& set, QObject* parent = nullptr);

    void setTheme(const Theme& theme);
    /// One entry for each curve of the set; empty while they are computed.
    void setStatistics(std::vector<CurveStatistics> statistics, TimeRange range);
    QString filterText(int row) const override;

protected:
    int tableRows() const override { return static_cast<int>(m_set.curves().size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override;

private:
    QVariant nameCell(std::size_t row, int role) const;
    QVariant figureCell(std::size_t row, int column, int role) const;
    void curvesChanged();

    CurveSet& m_set;
    Theme m_theme = Theme::light();
    std::vector<CurveStatistics> m_statistics;
    TimeRange m_range;
    int m_rows = 0; ///< as the views know it
};

} // namespace tideline
