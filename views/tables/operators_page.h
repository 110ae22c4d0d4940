// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <memory>

#include "core/analyze/ranking.h"
#include "views/kit/latest_job.h"
#include "views/page/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tideline {

class OperatorsModel;
class TableProxy;
class TableView;

/// The heaviest operators of the profile: grouped, filtered, sorted, copied and written as CSV.
class OperatorsPage final : public Page {
    Q_OBJECT

public:
    explicit OperatorsPage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;
    bool canExportTable() const override;
    void exportTable() override;

    TableView* table() const { return m_table; }
    QLineEdit* filterField() const { return m_filter; }
    /// Writes the filtered and sorted table; false with a reason when that fails.
    bool exportTo(const QString& path, QString* reason);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void refresh();
    void show(Result<Ranking> ranking);
    void fitOnce();
    void applyFilter();
    void updateTotals();
    void selectFromTable();
    void selectFromState();
    void revealRow(const QModelIndex& index);
    void addRowActions(QMenu* menu, const QModelIndex& index);
    void markMissing(const QString& text);
    QString emptyText(RankingOf of) const;
    RankingOptions options() const;

    std::shared_ptr<const Session> m_session;
    OperatorsModel* m_model;
    TableProxy* m_proxy;
    TableView* m_table;
    QComboBox* m_of;
    QComboBox* m_by;
    QLabel* m_ofLabel;
    QLabel* m_byLabel;
    QLineEdit* m_filter;
    QPushButton* m_export;
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QLabel* m_totals;
    QToolButton* m_showAll;
    QTimer m_filterDelay;
    LatestJob m_job;
    bool m_all = false; // show every group, not only the heaviest
    bool m_fitted = false;
    bool m_following = false; // the selection is being taken over from elsewhere
};

} // namespace tideline
