// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>

#include "app/gui/command_line.h"
#include "app/gui/gui_settings.h"
#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "views/kit/indicator_style.h"

using namespace Qt::StringLiterals;
using namespace tideline;

namespace {

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication::setApplicationName(u"tideline"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(TIDELINE_VERSION));
    // Before the application object: without a display there is none.
    const CommandLine line = parseCommandLine(argumentsOf(argc, argv));
    if (const auto code = answerOnTerminal(argc, argv, line))
        return *code;
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName({});
    QApplication::setStyle(new IndicatorStyle); // takes it
    Language language;
    language.use(line.language.isEmpty() ? GuiSettings().language() : line.language);
    MainWindow window(language, line.safeMode);
    window.show();
    if (!line.paths.isEmpty())
        window.openPaths(line.paths);
    return QApplication::exec();
}
