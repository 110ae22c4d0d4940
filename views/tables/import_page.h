// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "views/page/page.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace tideline {

class ImportFilesModel;
class ImportIssuesModel;
class TableView;

/// How the profile was read: what became of each file, what was counted and where it came first, and what was done about
/// the clocks of the ranks.
class ImportPage final : public Page {
    Q_OBJECT

public:
    explicit ImportPage(ViewState& state, QWidget* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session) override;
    bool canExportTable() const override;
    void exportTable() override;

    /// Everything the page knows as plain text, for a bug report.
    QString details() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void showPlaces();
    void showClocks();

    std::shared_ptr<const Session> m_session;
    ImportFilesModel* m_files;
    ImportIssuesModel* m_issues;
    TableView* m_fileTable;
    TableView* m_issueTable;
    QLabel* m_filesTitle;
    QLabel* m_issuesTitle;
    QPlainTextEdit* m_places;
    QLabel* m_clocksTitle;
    QPlainTextEdit* m_clocks;
    QPushButton* m_copy;
};

} // namespace tideline
