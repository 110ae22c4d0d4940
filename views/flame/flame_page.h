// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "views/flame/flame_model.h"
#include "views/kit/latest_job.h"
#include "views/page/page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QStackedWidget;

namespace tideline {

class FlameCanvas;

/// The flame graph of the profile: where the time of the scope goes, as merged stacks of operators, calls and kernels.
class FlamePage final : public Page {
    Q_OBJECT

public:
    explicit FlamePage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;

    /// True while a tree or a search is being computed.
    bool running() const { return m_job.running() || m_search.running(); }

    FlameModel& model() { return m_model; }
    FlameCanvas* canvas() const { return m_canvas; }
    QComboBox* sourceBox() const { return m_source; }
    QComboBox* weightBox() const { return m_weight; }
    QComboBox* orderBox() const { return m_order; }
    QCheckBox* leafFirstBox() const { return m_leafFirst; }
    QCheckBox* flipBox() const { return m_flip; }
    QLineEdit* searchField() const { return m_find; }
    QString statusText() const;
    /// What stands in place of the graph; "" while there is one.
    QString emptyText() const;
    /// What a click with the right button on a frame offers; kNone beside the frames.
    void fillMenu(QMenu& menu, std::uint32_t frame);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void connectParts();
    void retranslate();
    void fillBoxes();
    void refresh();
    void takeTree(std::shared_ptr<const FlameTree> tree);
    void search();
    void updateTexts();
    void showMenu(QPoint position, std::uint32_t frame);
    void addFrameActions(QMenu& menu, std::uint32_t frame);
    FlameOptions options() const;

    FlameModel m_model;
    FlameCanvas* m_canvas;
    QComboBox* m_source;
    QComboBox* m_weight;
    QComboBox* m_order;
    QLabel* m_sourceLabel;
    QLabel* m_weightLabel;
    QLabel* m_orderLabel;
    QCheckBox* m_leafFirst;
    QCheckBox* m_flip;
    QLineEdit* m_find;
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QLabel* m_status;
    QTimer m_findDelay;
    QString m_findError;
    Scope m_treeScope; ///< of the tree
    LatestJob m_job;
    LatestJob m_search;
    bool m_stale = false; ///< the tree is of another profile, scope or choice; computed when the page is seen
};

} // namespace tideline
