// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include "views/curves/curve_legend_model.h"
#include "views/curves/curve_set.h"

namespace tideline {

/// The list of curves: a click or Space shows and hides, a double click or Enter shows one alone.
class CurveLegend final : public QTableView {
    Q_OBJECT

public:
    CurveLegend(CurveSet& set, CurveLegendModel& model, QWidget* parent = nullptr);
    void fitColumns();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    CurveSet& m_set;
};

} // namespace tideline
