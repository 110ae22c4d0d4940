// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "core/session/session.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace tideline {

class ViewState;

/// What the figures are limited to: a box for the rank and one for the step, a chip for each part of the scope.
class ScopeBar final : public QWidget {
    Q_OBJECT

public:
    explicit ScopeBar(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session);
    /// The selected range, the time of the selected slices, or the selected operator.
    void limitToSelection();

    QComboBox* rankBox() const { return m_rank; }
    QComboBox* stepBox() const { return m_step; }
    QPushButton* limitButton() const { return m_limit; }
    QPushButton* clearButton() const { return m_clear; }
    /// The words of a scope: "rank:0 stream:7 MatMul".
    QLineEdit* field() const { return m_field; }
    const std::vector<QToolButton*>& chips() const { return m_chips; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void fillBoxes();
    void showScope();
    void showLimit();
    void addFromField();
    void markField(const QString& fault); ///< "": none

    ViewState& m_state;
    std::shared_ptr<const Session> m_session;
    QLabel* m_rankLabel;
    QComboBox* m_rank;
    QLabel* m_stepLabel;
    QComboBox* m_step;
    QHBoxLayout* m_chipLayout;
    std::vector<QToolButton*> m_chips;
    QLineEdit* m_field;
    QPushButton* m_limit;
    QPushButton* m_clear;
};

} // namespace tideline
