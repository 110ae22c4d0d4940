// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "views/kit/latest_job.h"
#include "views/page/page.h"
#include "views/summary/triage_data.h"

class QScrollArea;

namespace tideline {

class TriageCanvas;

/// The first page of every profile: where the time of each rank and step goes, in bars and one sentence.
class TriagePage final : public Page {
    Q_OBJECT

public:
    explicit TriagePage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;
    /// Bars from the small files while the import runs; replaced by setSession().
    void setPreview(const std::vector<StepRow>& rows, const Trace& trace);
    /// Shows the data at once, without a worker; for pictures.
    void setData(TriageData data);
    TriageCanvas* canvas() const { return m_canvas; }

signals:
    /// The timeline now shows a step that was picked here.
    void timelineWanted();

private:
    QScrollArea* m_scroll;
    TriageCanvas* m_canvas;
    LatestJob m_job;
};

} // namespace tideline
