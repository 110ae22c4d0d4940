// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <optional>

#include "core/base/result.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace tideline {

/// A bar above the pages: a failure with what, where, why and what next, or a standing warning. Never modal.
class MessageBar final : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showError(const Error& error);
    void showWarning(const QString& text, bool closable = false);
    /// The plain text that "Copy details" copies.
    QString details() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void recolour();

    std::optional<Error> m_error;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_body;
    QPushButton* m_copy;
    QToolButton* m_close;
};

} // namespace tideline
