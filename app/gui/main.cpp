// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include "app/gui/gui_settings.h"
#include "app/gui/language.h"
#include "app/gui/main_window.h"

using namespace Qt::StringLiterals;
using namespace tideline;

namespace {

struct Options {
    QString language;
    bool safeMode = false;
    QStringList paths;
};

Options parse(const QApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate("main", "Shows where the time of NPU jobs goes."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOption(
        {u"lang"_s, QCoreApplication::translate("main", "Language of the texts: en or zh_CN."), u"lang"_s});
    parser.addOption({u"safe-mode"_s, QCoreApplication::translate("main", "Ignore the saved layout.")});
    parser.addOption({u"new-window"_s, QCoreApplication::translate("main", "Open a window of its own (always so).")});
    parser.addPositionalArgument(u"path"_s, QCoreApplication::translate("main", "Profile directories or trace files."),
                                 u"[PATH...]"_s);
    parser.process(application);
    return {parser.value(u"lang"_s), parser.isSet(u"safe-mode"_s), parser.positionalArguments()};
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(u"tideline"_s);
    QApplication::setApplicationDisplayName({});
    QApplication::setApplicationVersion(QStringLiteral(TIDELINE_VERSION));
    Language language;
    language.use(GuiSettings().language());
    const Options options = parse(application);
    if (!options.language.isEmpty())
        language.use(options.language);
    MainWindow window(language, options.safeMode);
    window.show();
    if (!options.paths.isEmpty())
        window.openPaths(options.paths);
    return QApplication::exec();
}
