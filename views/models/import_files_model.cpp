// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/import_files_model.h"

#include <QCoreApplication>

#include <utility>

#include "views/text/core_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QString pathText(const FileReport& file)
{
    return QString::fromStdString(file.path.string());
}

/// A stable word for exports, whatever the language.
QString statusKey(FileStatus status)
{
    switch (status) {
    case FileStatus::Ok: return u"ok"_s;
    case FileStatus::Partial: return u"partial"_s;
    case FileStatus::Skipped: return u"skipped"_s;
    case FileStatus::Unsupported: break;
    }
    return u"unsupported"_s;
}

QVariant display(const FileReport& file, int column)
{
    switch (column) {
    case ImportFilesModel::FileColumn: return visibleText(pathText(file));
    case ImportFilesModel::StatusColumn: return fileStatusText(file.status);
    case ImportFilesModel::ReasonColumn: return visibleValue(QString::fromStdString(file.reason));
    case ImportFilesModel::RowsColumn: return file.rows ? countText(*file.rows) : u"\u2013"_s;
    case ImportFilesModel::BytesColumn: return byteText(file.bytes);
    }
    return {};
}

QVariant exact(const FileReport& file, int column)
{
    switch (column) {
    case ImportFilesModel::FileColumn: return pathText(file);
    case ImportFilesModel::StatusColumn: return statusKey(file.status);
    case ImportFilesModel::ReasonColumn: return QString::fromStdString(file.reason);
    case ImportFilesModel::RowsColumn: return file.rows ? QVariant(static_cast<qlonglong>(*file.rows)) : QVariant();
    case ImportFilesModel::BytesColumn: return static_cast<qlonglong>(file.bytes);
    }
    return {};
}

} // namespace

const std::vector<TableModel::ColumnInfo>& ImportFilesModel::columns() const
{
    static const std::vector<ColumnInfo> kColumns{
        {QT_TRANSLATE_NOOP("Columns", "File"), "path"},        {QT_TRANSLATE_NOOP("Columns", "Status"), "status"},
        {QT_TRANSLATE_NOOP("Columns", "Reason"), "reason"},    {QT_TRANSLATE_NOOP("Columns", "Rows"), "rows", true},
        {QT_TRANSLATE_NOOP("Columns", "Size"), "bytes", true},
    };
    return kColumns;
}

void ImportFilesModel::setFiles(std::vector<FileReport> files, const std::filesystem::path& root)
{
    beginResetModel();
    m_root = root;
    m_files = std::move(files);
    endResetModel();
}

QString ImportFilesModel::shownPath(const FileReport& file) const
{
    const std::filesystem::path relative = m_root.empty() ? file.path : file.path.lexically_relative(m_root);
    const bool inside = !relative.empty() && *relative.begin() != ".." && *relative.begin() != ".";
    return visibleText(QString::fromStdString(inside ? relative.string() : file.path.string()));
}

QVariant ImportFilesModel::cell(int row, int column, int role) const
{
    const FileReport& file = m_files[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole: return column == FileColumn ? QVariant(shownPath(file)) : display(file, column);
    case SortRole:
    case ExportRole: return exact(file, column);
    case Qt::ToolTipRole: return plainToolTip(display(file, column).toString());
    }
    return {};
}

QString ImportFilesModel::filterText(int row) const
{
    return pathText(m_files[static_cast<std::size_t>(row)]);
}

} // namespace tideline
