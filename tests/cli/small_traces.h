// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <utility>

namespace tideline::test {

/// One complete event of a small trace; times in whole nanoseconds.
struct TestSlice {
    QString name;
    qint64 startNs = 0;
    qint64 durationNs = 0;
    int thread = 1;
};

/// A Chrome trace with these slices, times written exactly.
QByteArray chromeTrace(const QList<TestSlice>& slices);

/// A trace of some thousand slices per megabyte, so large that its import takes a while.
bool writeLargeTrace(const QString& path, qint64 bytes);

/// The text as gzip would pack it (stored through zlib).
QByteArray gzipped(const QByteArray& text);

/// The same really packed, as small as it gets.
QByteArray packed(const QByteArray& text);

/// A zip archive of members by name, stored as they are.
QByteArray zipped(const QList<std::pair<QByteArray, QByteArray>>& members);

/// Names that break careless output: commas, quotes, line ends, control and bidirectional characters, none at all.
QStringList hostileNames();

/// The cells of a CSV text after RFC 4180, line by line.
QList<QStringList> csvRows(const QByteArray& text);

} // namespace tideline::test
