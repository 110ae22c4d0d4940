// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "views/kit/latest_job.h"
#include "views/page/page.h"
#include "views/tables/details_data.h"

class QLabel;
class QStandardItemModel;
class QTreeView;
class QModelIndex;

namespace tideline {

/// Everything the profile knows about the selection. Values are copied as they stand; links lead to other slices.
class DetailsPage final : public Page {
    Q_OBJECT

public:
    explicit DetailsPage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;
    QTreeView* tree() const { return m_tree; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void show(const DetailSections& sections);
    void follow(const QModelIndex& index);
    void copyRows() const;
    void showMenu(const QPoint& place);
    void showHint();

    std::shared_ptr<const Session> m_session;
    QStandardItemModel* m_model;
    QTreeView* m_tree;
    QLabel* m_hint;
    LatestJob m_job;
};

} // namespace tideline
