// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/analyze/job_verdict.h"
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
    /// Bars and the verdict from the small files while the import runs; replaced by setSession().
    void setPreview(const std::vector<StepRow>& rows, const Trace& trace, const JobVerdict& verdict);
    /// The advisor's result for the present scope, or null while there is none.
    void setAdvice(std::shared_ptr<const AdvisorResult> advice);
    /// Shows the data at once, without a worker; for pictures.
    void setData(TriageData data);
    TriageCanvas* canvas() const { return m_canvas; }

signals:
    /// The timeline now shows a step that was picked here.
    void timelineWanted();
    /// One of the heaviest findings was picked.
    void findingWanted(const QString& ruleId);

private:
    void refresh();
    void show();

    std::shared_ptr<const Session> m_session;
    std::shared_ptr<const AdvisorResult> m_advice;
    TriageData m_figures;     // without advice
    bool m_previewed = false; // what is shown tells of the whole job, the session at most of its first rank
    QScrollArea* m_scroll;
    TriageCanvas* m_canvas;
    LatestJob m_job;
};

} // namespace tideline
