// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "app/gui/message_bar.h"
#include "tests/views/window/profile_maker.h"
#include "views/page/page.h"
#include "views/summary/start_page.h"
#include "views/summary/triage_canvas.h"
#include "views/summary/triage_page.h"

using namespace Qt::StringLiterals;
using namespace tideline;

Q_DECLARE_METATYPE(tideline::Error)

/// The start page and what is seen before a profile is complete.
class TestStart : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<std::shared_ptr<const Session>>(); }
    void init();
    void cleanup() { m_window.reset(); }

    void theSampleOpensByAClick();
    void theSampleIsWrittenOnce();
    void anUnwritableCacheIsAnError();
    void stepsAreShownBeforeTheTraceIsRead();
    void missingRecentPathsCanBeRemoved();

private:
    QAbstractButton* button(const QString& text) const;

    std::unique_ptr<QTemporaryDir> m_dir;
    Language m_language;
    std::unique_ptr<MainWindow> m_window;
};

void TestStart::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(variable, QFile::encodeName(m_dir->filePath(QString::fromLatin1(variable))));
    m_language.use(u"en"_s);
    m_window = std::make_unique<MainWindow>(m_language, false);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

QAbstractButton* TestStart::button(const QString& text) const
{
    for (QAbstractButton* each : m_window->startPage()->findChildren<QAbstractButton*>()) {
        if (each->isVisible() && QString(each->text()).remove(u'&').contains(text, Qt::CaseInsensitive))
            return each;
    }
    return nullptr;
}

void TestStart::theSampleOpensByAClick()
{
    QAbstractButton* sample = button(u"sample"_s);
    QVERIFY(sample);
    QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
    QTest::mouseClick(sample, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30'000);
    QCOMPARE(m_window->session()->trace().ranks().size(), std::size_t{2});
    QCOMPARE(m_window->session()->steps().size(), std::size_t{6});
    QVERIFY(m_window->page("triage")->isVisible());
    QVERIFY(!m_window->startPage()->isVisible());
    QVERIFY(!m_window->errorBar()->isVisible());
}

void TestStart::theSampleIsWrittenOnce()
{
    const auto open = [this] {
        QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
        m_window->openSample();
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30'000);
    };
    open();
    const QString path = QString::fromStdString(m_window->session()->paths().front().string());
    QVERIFY2(path.startsWith(m_dir->filePath(u"XDG_CACHE_HOME"_s)), qPrintable(path));
    const QDateTime first = QFileInfo(path).lastModified();
    open();
    QCOMPARE(QString::fromStdString(m_window->session()->paths().front().string()), path);
    QCOMPARE(QFileInfo(path).lastModified(), first);
}

void TestStart::anUnwritableCacheIsAnError()
{
    // A file stands where the directory should be.
    QFile file(m_dir->filePath(u"XDG_CACHE_HOME"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QSignalSpy failed(&m_window->loader(), &SessionLoader::failed);
    m_window->openSample();
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 30'000);
    QVERIFY(m_window->errorBar()->isVisible());
    QVERIFY(m_window->startPage()->isVisible());
    QVERIFY(!m_window->session());
}

void TestStart::stepsAreShownBeforeTheTraceIsRead()
{
    const QString rank = test::writeRank(m_dir->path(), 3);
    test::writeFile(rank, u"ASCEND_PROFILER_OUTPUT/step_trace_time.csv"_s,
                    "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                    "Communication(Not Overlapped and Exclude Receive),Preparing\n3,1,500,0,0,0,250,750,0,0,100\n");
    // Long enough that its import cannot win.
    test::writeFile(rank, u"ASCEND_PROFILER_OUTPUT/trace_view.json"_s, test::bigTrace(400'000));
    QSignalSpy preview(&m_window->loader(), &SessionLoader::previewReady);
    QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
    m_window->openPaths({rank});
    QTRY_COMPARE_WITH_TIMEOUT(preview.count(), 1, 20'000);
    QCOMPARE(opened.count(), 0);
    QVERIFY(m_window->page("triage")->isVisible());
    QVERIFY(!m_window->session());
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QVERIFY(m_window->session());
}

void TestStart::missingRecentPathsCanBeRemoved()
{
    m_window->startPage()->setRecent({m_dir->filePath(u"gone"_s)});
    QSignalSpy remove(m_window->startPage(), &StartPage::removeRecentWanted);
    QTRY_VERIFY(this->button(u"remove"_s)); // the list is laid out by the event loop
    QAbstractButton* button = this->button(u"remove"_s);
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(remove.count(), 1);
    QCOMPARE(remove.first().first().toString(), m_dir->filePath(u"gone"_s));
}

QTEST_MAIN(TestStart)
#include "test_start.moc"
