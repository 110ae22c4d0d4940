// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QByteArray>
#include <QModelIndexList>
#include <QString>

#include <vector>

namespace tideline {

/// Exact values of the rows of `indexes` (each row once, in the order of the model) as tab-separated lines with a
/// header. Tabs and line breaks inside values become spaces. Columns are those given, in their order.
QString tabSeparated(const QAbstractItemModel& model, const QModelIndexList& indexes, const std::vector<int>& columns);

/// The whole model as RFC 4180 CSV, UTF-8, CRLF, after comment lines that start with '#'. A text that a spreadsheet
/// would run as a formula gets a leading apostrophe.
QByteArray csvOf(const QAbstractItemModel& model, const std::vector<int>& columns, const QStringList& comments = {});

/// One CSV cell: guarded against formulas, quoted where needed.
QString csvCell(const QString& value, bool text);

} // namespace tideline
