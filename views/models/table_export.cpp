// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/models/table_export.h"

#include <QStringList>

#include <set>

#include "views/models/table_model.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

bool isText(const QAbstractItemModel& model, int column)
{
    const Qt::Alignment alignment(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    return !alignment.testFlag(Qt::AlignRight);
}

QString header(const QAbstractItemModel& model, int column)
{
    return model.headerData(column, Qt::Horizontal, ExportRole).toString();
}

QString flat(QString value)
{
    for (QChar& c : value) {
        if (c == u'\t' || c == u'\n' || c == u'\r')
            c = u' ';
    }
    return value;
}

} // namespace

QString tabSeparated(const QAbstractItemModel& model, const QModelIndexList& indexes, const std::vector<int>& columns)
{
    std::set<int> rows;
    for (const QModelIndex& index : indexes)
        rows.insert(index.row());
    QStringList cells;
    for (const int column : columns)
        cells.append(header(model, column));
    QString out = cells.join(u'\t') + u'\n';
    for (const int row : rows) {
        cells.clear();
        for (const int column : columns)
            cells.append(flat(model.index(row, column).data(ExportRole).toString()));
        out += cells.join(u'\t') + u'\n';
    }
    return out;
}

QString csvCell(const QString& value, bool text)
{
    QString cell = value;
    constexpr QStringView kFormulaStarts = u"=+-@\t\r";
    if (text && !cell.isEmpty() && kFormulaStarts.contains(cell.front()))
        cell.prepend(u'\'');
    const bool quoted = cell.contains(u',') || cell.contains(u'"') || cell.contains(u'\n') || cell.contains(u'\r');
    if (!quoted)
        return cell;
    return u'"' + cell.replace(u'"', u"\"\""_s) + u'"';
}

QByteArray csvOf(const QAbstractItemModel& model, const std::vector<int>& columns, const QStringList& comments)
{
    QString out;
    for (const QString& comment : comments)
        out += u"# "_s + flat(comment) + u"\r\n"_s;
    QStringList cells;
    for (const int column : columns)
        cells.append(csvCell(header(model, column), true));
    out += cells.join(u',') + u"\r\n"_s;
    for (int row = 0; row < model.rowCount(); ++row) {
        cells.clear();
        for (const int column : columns)
            cells.append(csvCell(model.index(row, column).data(ExportRole).toString(), isText(model, column)));
        out += cells.join(u',') + u"\r\n"_s;
    }
    return out.toUtf8();
}

} // namespace tideline
