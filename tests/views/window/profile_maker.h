// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tideline::test {

/// Writes text to directory/name, making directories as needed; returns the path.
QString writeFile(const QString& directory, const QString& name, const QByteArray& text);

/// A Chrome trace with one thread of a few slices: `name` twice (2 ms and 1 ms) and names with markup.
QByteArray smallTrace(const QByteArray& name);

/// A *_ascend_pt directory of one rank and two steps with a kernel table; returns its path.
QString writeRank(const QString& parent, int rank);

/// A Chrome trace with this many slices.
QByteArray bigTrace(int slices);

} // namespace tideline::test
