// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

#include <memory>
#include <optional>

#include "core/advise/advisor.h"

class QStandardItem;
class QStandardItemModel;

namespace tideline {

/// The findings grouped by severity, and folded away the rules that could not be judged.
class FindingTree final : public QTreeView {
    Q_OBJECT

public:
    struct Filter {
        FindingSeverity least = FindingSeverity::Note; ///< this severe or worse
        std::optional<FindingCategory> category;       ///< none: all
    };

    explicit FindingTree(QWidget* parent = nullptr);

    /// Keeps the picked rule where it is still there.
    void setResult(std::shared_ptr<const AdvisorResult> result);
    void setFilter(Filter filter);
    /// Picks a rule by its id and scrolls to it; false when the list does not hold it.
    bool pick(const QString& ruleId);
    /// The id of the picked rule; "" for none.
    QString picked() const;
    /// Findings that pass the filter.
    int shownFindings() const { return m_shown; }

signals:
    /// The user went to another rule; "" for a heading. Not sent for setResult() and setFilter().
    void ruleChosen(const QString& ruleId);
    /// What is picked may have changed in any way.
    void pickedChanged();
    /// Double click or Enter.
    void ruleActivated(const QString& ruleId);
    void copyWanted();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void addFindings(FindingSeverity severity);
    void addUnavailable();
    QStandardItem* addGroup(const QString& text, const QColor& colour);
    bool shows(const Finding& finding) const;
    QModelIndex find(const QString& ruleId) const;
    QModelIndex kept(const QString& ruleId) const;

    QStandardItemModel* m_model;
    std::shared_ptr<const AdvisorResult> m_result;
    Filter m_filter;
    int m_shown = 0;
    bool m_filling = false;
    bool m_unavailableOpen = false;
};

} // namespace tideline
