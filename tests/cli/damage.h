// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace tideline::test {

/// A way to damage the text of a file.
struct Damage {
    const char* name;
    bool tablesOnly; ///< makes sense where rows have fields
    QByteArray (*apply)(const QByteArray& text);
};

/// Cut, glued, emptied, overwritten, with bytes and numbers that do not belong there.
QList<Damage> damages();

} // namespace tideline::test
