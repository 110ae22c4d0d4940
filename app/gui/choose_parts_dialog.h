// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/import/listing/profile_listing.h"

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace tideline {

/// Lists what was found where there is a choice, and asks what of it to open. Does not block. Of the text and the database
/// of one capture only one is checked at a time. Space checks or unchecks all rows that are selected.
class ChoosePartsDialog final : public QDialog {
    Q_OBJECT

public:
    enum Column { RankColumn, PathColumn, FormatColumn, SizeColumn, EstimateColumn, NoteColumn, ColumnCount };

    /// separateRuns: that many runs were dropped, which opening them makes one profile.
    ChoosePartsDialog(ProfileListing listing, qsizetype separateRuns, QWidget* parent = nullptr);

    QTreeWidget* table() const { return m_table; }
    QLineEdit* stepsField() const { return m_steps; }
    QCheckBox* pythonBox() const { return m_noPython; }
    QCheckBox* argumentsBox() const { return m_noArguments; }
    QLabel* summary() const { return m_summary; }
    QDialogButtonBox* buttons() const { return m_buttons; }
    QPushButton* allButton() const { return m_all; }
    QPushButton* noneButton() const { return m_none; }

    void accept() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void openWanted(const tideline::PartialImport& partial);

private:
    void build(qsizetype separateRuns);
    void fill();
    void addRow(const ListedPart& part);
    void follow();
    /// As the fields stand; nothing where the steps are no list of numbers.
    std::optional<PartialImport> partial() const;
    bool isPicked(std::size_t part) const;
    void setPicked(std::size_t part, bool picked);
    /// Unchecks what cannot be read beside this part.
    void uncheckRivals(std::size_t part);
    /// true: all that is read by default.
    void pickAll(bool picked);
    void toggleSelected();

    ProfileListing m_listing;
    std::filesystem::path m_parent; // of all parts: what is shown is below it
    QTreeWidget* m_table;
    QPushButton* m_all;
    QPushButton* m_none;
    QLineEdit* m_steps;
    QCheckBox* m_noPython;
    QCheckBox* m_noArguments;
    QLabel* m_summary;
    QDialogButtonBox* m_buttons;
};

} // namespace tideline
