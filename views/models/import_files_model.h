// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/import/importer.h"
#include "views/models/table_model.h"

namespace tideline {

/// What became of each file of the profile.
class ImportFilesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { FileColumn, StatusColumn, ReasonColumn, RowsColumn, BytesColumn };

    using TableModel::TableModel;
    /// Paths below root are shown relative to it; exports keep the whole path.
    void setFiles(std::vector<FileReport> files, const std::filesystem::path& root = {});
    QString filterText(int row) const override;

protected:
    int tableRows() const override { return static_cast<int>(m_files.size()); }
    QVariant cell(int row, int column, int role) const override;
    const std::vector<ColumnInfo>& columns() const override;

private:
    QString shownPath(const FileReport& file) const;

    std::vector<FileReport> m_files;
    std::filesystem::path m_root;
};

} // namespace tideline
