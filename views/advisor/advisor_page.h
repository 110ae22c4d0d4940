// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "core/advise/advisor.h"
#include "views/kit/latest_job.h"
#include "views/page/page.h"

class QAction;
class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace tideline {

class FindingPane;
class FindingTree;

/// The performance advisor: what the rules found inside the scope, what each would save, and where it shows.
class AdvisorPage final : public Page {
    Q_OBJECT

public:
    explicit AdvisorPage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;

    /// Goes to a rule, lifting the filters when they hide it; remembered when the result is not there yet.
    void showRule(const QString& ruleId);
    /// Takes the limits of a rules file; on an error nothing changes but the message.
    bool loadRules(const QString& path);
    void resetRules();
    QString copyText() const;

    const std::shared_ptr<const AdvisorResult>& result() const { return m_result; }
    const RuleLimits& limits() const { return m_limits; }
    FindingTree* tree() const { return m_tree; }
    FindingPane* pane() const { return m_pane; }
    QComboBox* severityFilter() const { return m_severity; }
    QComboBox* categoryFilter() const { return m_category; }
    QLabel* summary() const { return m_summary; }
    QLabel* rulesError() const { return m_error; }

signals:
    /// A result for the present scope and rules; null when there is none.
    void resultChanged();
    /// The timeline now shows a place that was picked here.
    void timelineWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildMenu();
    void connectParts();
    void retranslate();
    void fillCombos();
    void refresh();
    using Advice = Result<std::shared_ptr<const AdvisorResult>>;
    void take(Advice result);
    void applyFilter();
    void showSummary();
    void showPicked();
    void activate(const Evidence& evidence);
    void chooseRules();

    std::shared_ptr<const Session> m_session;
    std::shared_ptr<const AdvisorResult> m_result;
    RuleLimits m_limits;
    std::optional<Scope> m_judgedScope; ///< of the result that is shown or on its way
    QString m_rulesPath;
    QString m_wantedRule;
    QString m_failure; // of the last run
    std::optional<Error> m_rulesFault;

    QComboBox* m_severity;
    QComboBox* m_category;
    QToolButton* m_more;
    QAction* m_copyOne = nullptr;
    QAction* m_copyAll = nullptr;
    QAction* m_load = nullptr;
    QAction* m_reset = nullptr;
    QLabel* m_summary;
    QLabel* m_error;
    QLabel* m_hint;
    QStackedWidget* m_stack;
    FindingTree* m_tree;
    FindingPane* m_pane;
    LatestJob m_job;
};

} // namespace tideline
