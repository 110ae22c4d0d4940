// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/import/listing/profile_listing.h"

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QTreeWidget;

namespace tideline {

/// Lists what was found where there is a choice, and asks what of it to open. Does not block.
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

    void accept() override;

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

    ProfileListing m_listing;
    QTreeWidget* m_table;
    QLineEdit* m_steps;
    QCheckBox* m_noPython;
    QCheckBox* m_noArguments;
    QLabel* m_summary;
    QDialogButtonBox* m_buttons;
};

} // namespace tideline
