// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/import/importer.h"
#include "core/import/listing/profile_listing.h"
#include "views/models/table_model.h"

namespace tideline {

/// What became of each file of the profile, then what lies beside it and was not read.
class ImportFilesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { FileColumn, StatusColumn, ReasonColumn, RowsColumn, BytesColumn };

    using TableModel::TableModel;
    /// Paths below root are shown relative to it; exports keep the whole path.
    void setFiles(std::vector<FileReport> files, const std::filesystem::path& root = {},
                  const std::vector<ListedPart>& parts = {});
    QString filterText(int row) const override;

protected:
    int tableRows() const override { return static_cast<int>(m_rows.size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override;

private:
    /// A file, or a part that was not read.
    struct Row {
        FileReport file;
        std::string format;                  // of a part
        PartState state = PartState::Chosen; // of a part: NotChosen or LeftOut
    };

    static QString statusKey(const Row& row);
    static QString statusText(const Row& row);
    static QString reasonText(const Row& row, bool translate);
    static QVariant display(const Row& row, int column);
    static QVariant exact(const Row& row, int column);
    QString shownPath(const FileReport& file) const;

    std::vector<Row> m_rows;
    std::filesystem::path m_root;
};

} // namespace tideline
