// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace tideline {

/// What the program was started with.
struct CommandLine {
    enum class Answer { None, Help, Version, Fault };
    Answer answer = Answer::None; ///< Help, Version, Fault: nothing is opened
    QString fault;
    QString help;
    QString language;
    bool safeMode = false;
    QStringList paths;
};

/// Needs no application object. Options that Qt itself takes (-platform, -style …) are passed over.
CommandLine parseCommandLine(const QStringList& arguments);

/// Answers --help, --version and faults on the terminal, without a display: the exit code (0 or 2), or none when a
/// window is to be opened. Makes an application object for the time of the call.
std::optional<int> answerOnTerminal(int argc, char** argv, const CommandLine& line);

} // namespace tideline
