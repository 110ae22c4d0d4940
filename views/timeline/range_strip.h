// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <memory>
#include <stop_token>

#include "core/index/range_stats.h"
#include "views/kit/latest_job.h"
#include "views/timeline/timeline_model.h"

namespace tideline {

/// What a selection amounts to.
struct RangeSummary {
    TimeRange range;
    std::size_t tracks = 0;
    RangeStats stats;
};

/// Union and sum over the counted tracks of a range selection (all of them when it names none). O(k + log n).
RangeSummary summarise(const Session& session, const Selection& selection, const std::stop_token& stop);

/// One line about the selection below the tracks: for a range busy (union), sum and slices, for two slices the
/// distances between their starts and ends.
class RangeStrip : public QLabel {
    Q_OBJECT

public:
    explicit RangeStrip(TimelineModel& model, QWidget* parent = nullptr);

    bool running() const { return m_job.running(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void show(const RangeSummary& summary);
    QString sliceText() const;

    TimelineModel& m_model;
    LatestJob m_job;
};

} // namespace tideline
