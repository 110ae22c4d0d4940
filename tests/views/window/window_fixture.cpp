// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/window/window_fixture.h"

#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include "app/gui/session_loader.h"
#include "tests/views/window/profile_maker.h"
#include "views/advisor/advisor_page.h"

namespace tideline::test {

using namespace Qt::StringLiterals;

WindowFixture::WindowFixture()
{
    qRegisterMetaType<std::shared_ptr<const Session>>();
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(variable, QFile::encodeName(dir.filePath(QString::fromLatin1(variable))));
    language.use(u"en"_s);
    restart();
}

WindowFixture::~WindowFixture()
{
    window.reset();
    language.use(u"en"_s);
}

void WindowFixture::restart()
{
    if (window)
        window->close();
    window = std::make_unique<MainWindow>(language, false);
    window->show();
    window->activateWindow();
}

void WindowFixture::open(const QStringList& paths)
{
    QStringList own;
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        own.append(dir.filePath(QString::fromLatin1(variable)));
    m_guards.push_back(std::make_unique<InputGuard>(paths, own));
    QSignalSpy opened(&window->loader(), &SessionLoader::opened);
    window->openPaths(paths);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
    const auto* advisor = qobject_cast<AdvisorPage*>(window->page("advisor"));
    QVERIFY(advisor);
    QTRY_VERIFY(advisor->result());
}

void WindowFixture::openRanks()
{
    if (m_ranks.isEmpty())
        m_ranks = {writeRank(dir.path(), 0), writeRank(dir.path(), 1)};
    open(m_ranks);
}

} // namespace tideline::test
