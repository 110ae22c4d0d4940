// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/import_files_model.h"

#include <QCoreApplication>

#include <set>
#include <utility>

#include "views/text/core_text.h"
#include "views/text/number_text.h"
#include "views/text/reason_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

QString pathText(const FileReport& file)
{
    return QString::fromStdString(file.path.string());
}

} // namespace

/// A stable word for exports, whatever the language.
QString ImportFilesModel::statusKey(const Row& row)
{
    if (row.state == PartState::NotChosen)
        return u"not chosen"_s;
    if (row.state == PartState::LeftOut)
        return u"left out"_s;
    switch (row.file.status) {
    case FileStatus::Ok: return u"ok"_s;
    case FileStatus::Partial: return u"partial"_s;
    case FileStatus::Skipped: return u"skipped"_s;
    case FileStatus::Unsupported: break;
    }
    return u"unsupported"_s;
}

QString ImportFilesModel::statusText(const Row& row)
{
    if (row.state == PartState::NotChosen)
        return tr("not chosen");
    return row.state == PartState::LeftOut ? tr("left out") : fileStatusText(row.file.status);
}

/// Format and reason of a part; of a file why it is not whole, and what to know about its format.
QString ImportFilesModel::reasonText(const Row& row, bool translate)
{
    QStringList texts;
    for (const std::string& text : {row.format, row.file.reason, row.file.note}) {
        if (!text.empty())
            texts.append(translate ? tideline::reasonText(text) : QString::fromStdString(text));
    }
    return texts.join(row.format.empty() ? u"; "_s : u": "_s);
}

QVariant ImportFilesModel::display(const Row& row, int column)
{
    switch (column) {
    case FileColumn: return visibleText(pathText(row.file));
    case StatusColumn: return statusText(row);
    case ReasonColumn: return reasonText(row, true);
    case RowsColumn: return row.file.rows ? countText(*row.file.rows) : u"\u2013"_s;
    case BytesColumn: return byteText(row.file.bytes);
    }
    return {};
}

QVariant ImportFilesModel::exact(const Row& row, int column)
{
    switch (column) {
    case FileColumn: return pathText(row.file);
    case StatusColumn: return statusKey(row);
    case ReasonColumn: return reasonText(row, false);
    case RowsColumn: return row.file.rows ? QVariant(static_cast<qlonglong>(*row.file.rows)) : QVariant();
    case BytesColumn: return static_cast<qlonglong>(row.file.bytes);
    }
    return {};
}

const std::vector<TableModel::ColumnInfo>& ImportFilesModel::columns() const
{
    static const std::vector<ColumnInfo> kColumns{
        {QT_TRANSLATE_NOOP("Columns", "File"), "path"},        {QT_TRANSLATE_NOOP("Columns", "Status"), "status"},
        {QT_TRANSLATE_NOOP("Columns", "Reason"), "reason"},    {QT_TRANSLATE_NOOP("Columns", "Rows"), "rows", true},
        {QT_TRANSLATE_NOOP("Columns", "Size"), "bytes", true},
    };
    return kColumns;
}

void ImportFilesModel::setFiles(std::vector<FileReport> files, const std::filesystem::path& root,
                                const std::vector<ListedPart>& parts)
{
    beginResetModel();
    m_root = root;
    m_rows.clear();
    std::set<std::filesystem::path> known; // what was noticed about a part stands there already
    for (FileReport& file : files) {
        known.insert(file.path);
        m_rows.push_back({std::move(file), {}, PartState::Chosen});
    }
    for (const ListedPart& part : parts) {
        const bool unread = part.state == PartState::NotChosen || part.state == PartState::LeftOut;
        if (!unread || known.contains(part.path))
            continue;
        Row row;
        row.file = {part.path, FileStatus::Skipped, part.reason, part.bytes, {}};
        row.format = part.format;
        row.state = part.state;
        m_rows.push_back(std::move(row));
    }
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
    const Row& shown = m_rows[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole: return column == FileColumn ? QVariant(shownPath(shown.file)) : display(shown, column);
    case SortRole:
    case ExportRole: return exact(shown, column);
    case Qt::ToolTipRole: return plainToolTip(display(shown, column).toString());
    }
    return {};
}

QString ImportFilesModel::filterText(int row) const
{
    return pathText(m_rows[static_cast<std::size_t>(row)].file);
}

} // namespace tideline
