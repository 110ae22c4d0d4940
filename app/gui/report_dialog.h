// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/gui/report_export.h"
#include "views/kit/latest_job.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace tideline {

/// What goes into a report and where it is written. Writes on a worker and closes when the file is there.
class ReportDialog final : public QDialog {
    Q_OBJECT

public:
    /// session, scope, notes and the window's language come with the order.
    explicit ReportDialog(ReportOrder order, QWidget* parent = nullptr);

    QLineEdit* targetField() const { return m_target; }
    QLineEdit* titleField() const { return m_title; }
    QComboBox* formatBox() const { return m_format; }
    QComboBox* languageBox() const { return m_language; }
    QSpinBox* rowsBox() const { return m_rows; }
    QCheckBox* redactBox() const { return m_redact; }
    QCheckBox* notesBox() const { return m_notes; }
    QLabel* message() const { return m_message; }
    /// As the fields stand.
    ReportOrder order() const;

    void accept() override;
    void reject() override;

signals:
    void written(const QString& path);

private:
    void build();
    void chooseTarget();
    void followFormat();
    void checkTarget();
    void take(const Status& status);

    ReportOrder m_order;
    QLineEdit* m_target;
    QLineEdit* m_title;
    QComboBox* m_format;
    QComboBox* m_language;
    QSpinBox* m_rows;
    QCheckBox* m_redact;
    QCheckBox* m_notes;
    QLabel* m_message;
    QDialogButtonBox* m_buttons;
    LatestJob m_job;
};

} // namespace tideline
