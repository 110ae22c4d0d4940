// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

#include "app/gui/gui_settings.h"
#include "app/gui/language.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kUsageFault = 2; // as the command line program has it

/// QGuiApplication and QApplication take these out of the arguments, but only once they exist.
QStringList withoutQtOptions(const QStringList& arguments)
{
    static const QStringList kWithValue{
        u"platform"_s, u"platformpluginpath"_s, u"platformtheme"_s, u"plugin"_s,       u"qwindowgeometry"_s,
        u"geometry"_s, u"qwindowicon"_s,        u"icon"_s,          u"qwindowtitle"_s, u"title"_s,
        u"style"_s,    u"stylesheet"_s,         u"display"_s,       u"session"_s};
    static const QStringList kAlone{u"reverse"_s, u"nograb"_s, u"dograb"_s, u"sync"_s, u"widgetcount"_s};
    QStringList ours;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments[i];
        if (i == 0 || !argument.startsWith(u'-')) {
            ours.append(argument);
            continue;
        }
        if (argument == u"--")
            return ours + arguments.mid(i);
        const QString name = argument.mid(argument.startsWith(u"--") ? 2 : 1);
        if (kWithValue.contains(name))
            ++i;
        else if (!kAlone.contains(name) && !kWithValue.contains(name.section(u'=', 0, 0)))
            ours.append(argument);
    }
    return ours;
}

void write(FILE* to, const QString& text)
{
    std::fputs(text.toLocal8Bit().constData(), to);
    std::fputc('\n', to);
}

} // namespace

CommandLine parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate("main", "Shows where the time of NPU jobs goes."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    parser.addOption(
        {u"lang"_s, QCoreApplication::translate("main", "Language of the texts: en or zh_CN."), u"lang"_s});
    parser.addOption({u"safe-mode"_s, QCoreApplication::translate("main", "Ignore the saved layout.")});
    parser.addOption({u"new-window"_s, QCoreApplication::translate("main", "Open a window of its own (always so).")});
    parser.addPositionalArgument(u"path"_s, QCoreApplication::translate("main", "Profile directories or trace files."),
                                 u"[PATH...]"_s);
    CommandLine line;
    const bool understood = parser.parse(withoutQtOptions(arguments));
    if (!understood) {
        line.answer = CommandLine::Answer::Fault;
        line.fault = parser.errorText();
    } else if (parser.isSet(help) || parser.isSet(u"help-all"_s)) {
        line.answer = CommandLine::Answer::Help;
    } else if (parser.isSet(version)) {
        line.answer = CommandLine::Answer::Version;
    }
    if (line.answer == CommandLine::Answer::Help && QCoreApplication::instance())
        line.help = parser.helpText();
    line.language = parser.value(u"lang"_s);
    line.safeMode = parser.isSet(u"safe-mode"_s);
    line.paths = parser.positionalArguments();
    return line;
}

std::optional<int> answerOnTerminal(int argc, char** argv, const CommandLine& line)
{
    if (line.answer == CommandLine::Answer::None)
        return std::nullopt;
    const QCoreApplication application(argc, argv);
    Language language;
    language.use(line.language.isEmpty() ? GuiSettings().language() : line.language);
    // Once more, now in the language of the user.
    const CommandLine answer = parseCommandLine(QCoreApplication::arguments());
    switch (line.answer) {
    case CommandLine::Answer::None: break;
    case CommandLine::Answer::Help: write(stdout, answer.help); break;
    case CommandLine::Answer::Version: write(stdout, u"tideline "_s + QStringLiteral(TIDELINE_VERSION)); break;
    case CommandLine::Answer::Fault:
        write(stderr, u"tideline: "_s + answer.fault);
        write(stderr, QCoreApplication::translate("main", "Try: tideline --help"));
        return kUsageFault;
    }
    return 0;
}

} // namespace tideline
