// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace tideline::test {

/// What one entry of a directory is: kind and rights, size, owner, inode, time of change. Contents are not read, so
/// that a directory of many large files costs a stat each.
using DirectoryState = QMap<QString, QString>;

/// All that is below the paths. Links are not followed; of a file its directory is looked at too, but not what lies in
/// the directories beside it.
DirectoryState stateBelow(const QStringList& paths);

/// The words of a command line that name something to read, as absolute paths: all that exist but the values of options
/// for output and /dev and /proc. Of a pattern its directory.
QStringList inputsOf(const QStringList& words, const QString& directory);
/// The values of options for output, as absolute paths.
QStringList outputsOf(const QStringList& words, const QString& directory);

/// Nothing that is read may change: no name, size, time, right or inode of the inputs and of what lies beside them. The
/// outputs, and the times of the directories that hold them, are left out. What changed fails the running test.
class InputGuard {
public:
    explicit InputGuard(const QStringList& inputs, const QStringList& outputs = {});
    InputGuard(const InputGuard&) = delete;
    InputGuard& operator=(const InputGuard&) = delete;
    ~InputGuard();

    /// What changed since, a line each; compared again from here on.
    QStringList changes();

private:
    DirectoryState state() const;

    QStringList m_inputs;
    QStringList m_outputs;
    DirectoryState m_before;
};

} // namespace tideline::test
