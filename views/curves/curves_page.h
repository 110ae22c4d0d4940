// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/curves/curve_set.h"
#include "views/kit/latest_job.h"
#include "views/page/page.h"

class QLabel;
class QSplitter;

namespace tideline {

class CurveLegend;
class CurveLegendModel;
class CurvePlot;

/// Utilisation, bandwidth, frequency and memory over time, beside a list of the curves with their figures over the
/// selected range.
class CurvesPage final : public Page {
    Q_OBJECT

public:
    explicit CurvesPage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;

    CurveSet& set() { return m_set; }
    CurvePlot* plot() const { return m_plot; }
    CurveLegend* legend() const { return m_legend; }
    /// The range that the figures are of, in words.
    QString rangeText() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void showCurves(std::vector<Curve> curves);
    void updateStatistics();
    void updateMessage();
    TimeRange statisticsRange() const;

    CurveSet m_set;
    LatestJob m_curvesJob;
    LatestJob m_statisticsJob;
    std::shared_ptr<const Session> m_session;
    CurveLegendModel* m_model;
    CurvePlot* m_plot;
    CurveLegend* m_legend;
    QLabel* m_rangeLabel;
    QLabel* m_empty;
    QSplitter* m_splitter;
    std::vector<std::int64_t> m_ranks; ///< of the scope
    TimeRange m_statisticsRange;
};

} // namespace tideline
