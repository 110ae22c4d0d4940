// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QMimeData;

namespace tideline {

/// What a drag carries: files and directories of this machine, and urls that are not.
struct DroppedPaths {
    QStringList local;
    QStringList refused;
};

DroppedPaths droppedPaths(const QMimeData& data);

} // namespace tideline
