// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>

#include "core/advise/advisor.h"
#include "core/store/trace.h"

class QLabel;
class QModelIndex;
class QTextBrowser;

namespace tideline {

class EvidenceModel;
class TableProxy;
class TableView;

/// What the advisor says about one rule: text, figures and the table of its evidence.
class FindingPane final : public QWidget {
    Q_OBJECT

public:
    explicit FindingPane(QWidget* parent = nullptr);

    /// The rule's finding, or why it was not judged; nothing for an id that the result does not hold.
    void show(std::shared_ptr<const AdvisorResult> result, std::shared_ptr<const Trace> trace, const QString& ruleId);
    TableView* evidenceTable() const { return m_table; }
    QTextBrowser* text() const { return m_text; }
    /// The shown finding, or null.
    const Finding* finding() const { return m_finding; }

signals:
    void ruleWanted(const QString& ruleId);
    void evidencePicked(const tideline::Evidence& evidence);
    void evidenceActivated(const tideline::Evidence& evidence);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void refresh();
    void fillEvidence();
    const Evidence* evidenceAt(const QModelIndex& index) const;

    QTextBrowser* m_text;
    QLabel* m_count;
    EvidenceModel* m_model;
    TableProxy* m_proxy;
    TableView* m_table;
    std::shared_ptr<const AdvisorResult> m_result;
    std::shared_ptr<const Trace> m_trace;
    QString m_ruleId;
    const Finding* m_finding = nullptr; // inside m_result
    bool m_filling = false;
};

} // namespace tideline
