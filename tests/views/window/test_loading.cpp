// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabWidget>
#include <QTest>

#include <functional>
#include <set>

#include "app/gui/message_bar.h"
#include "app/gui/progress_strip.h"
#include "app/gui/window_actions.h"
#include "tests/views/window/profile_maker.h"
#include "tests/views/window/window_fixture.h"
#include "views/kit/job_pool.h"
#include "views/notes/notes_page.h"
#include "views/summary/start_page.h"
#include "views/summary/triage_canvas.h"
#include "views/summary/triage_page.h"
#include "views/timeline/timeline_page.h"
#include "views/timeline/track_canvas.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

constexpr int kLargeRank = 400'000; // slices; above what is read side by side with others
constexpr int kStored = 60'000;     // slices; above what is too small to keep

/// Flips bytes in the middle of a file: `part` of its length from the beginning.
bool damage(const QString& path, double part)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite))
        return false;
    const qint64 at = static_cast<qint64>(static_cast<double>(file.size()) * part);
    file.seek(at);
    QByteArray bytes = file.read(64);
    for (char& byte : bytes)
        byte = static_cast<char>(~byte);
    file.seek(at);
    return file.write(bytes) == bytes.size();
}

std::int64_t durationSum(const Trace& trace)
{
    std::int64_t sum = 0;
    for (std::uint32_t row = 0; row < trace.slices().size(); ++row)
        sum += trace.slices().duration.at(row).ns;
    return sum;
}

} // namespace

/// The window between the first rank and the last, and with the store of a profile.
class TestLoading : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void firstRankIsShownEarly();
    void aBusyWindowHearsOfTheFirstRank();
    void zoomIsKeptWhenTheRestArrives();
    void aNoteBegunInTheFirstRankGoesOn();
    void cancelAfterTheFirstRank();
    void failureAfterTheFirstRank();
    void anotherOpenedAfterTheFirstRank();
    void openProfileStaysUntilTheWholeIsThere();
    void previewNamesTheSlowestRank();
    void progressNeverGoesBack();
    void clearCache();
    void damagedStoreIsReplaced_data();
    void damagedStoreIsReplaced();
    void damagedStoreFileIsClosed();

private:
    MainWindow& window() { return *m_fixture->window; }
    TimelinePage& timeline() { return *static_cast<TimelinePage*>(window().page("timeline")); }
    QString path(const QString& name) const { return m_fixture->dir.filePath(name); }
    /// A small rank and a large one.
    const QString& job();
    /// Opens the job; `meanwhile` runs when the window shows its first rank.
    void openJob(const std::function<void()>& meanwhile);
    QStringList stores() const
    {
        const QDir dir(path(u"XDG_CACHE_HOME/tideline/stores"_s));
        QStringList paths;
        for (const QString& name : dir.entryList({u"*.tld"_s}))
            paths.append(dir.filePath(name));
        return paths;
    }
    /// A profile with a store; it is closed.
    QString storedProfile();

    std::unique_ptr<WindowFixture> m_fixture;
    QString m_job;
    int m_firstParts = 0;
};

void TestLoading::init()
{
    m_fixture = std::make_unique<WindowFixture>();
    m_firstParts = 0;
    m_job.clear();
}

void TestLoading::cleanup()
{
    m_fixture.reset();
}

const QString& TestLoading::job()
{
    if (!m_job.isEmpty())
        return m_job;
    writeRank(path(u"job"_s), 0);
    const QString second = writeRank(path(u"job"_s), 1);
    writeFile(second + u"/ASCEND_PROFILER_OUTPUT"_s, u"trace_view.json"_s, bigTrace(kLargeRank));
    m_job = path(u"job"_s);
    return m_job;
}

void TestLoading::openJob(const std::function<void()>& meanwhile)
{
    connect(&window().loader(), &SessionLoader::firstPartReady, this, [this, meanwhile] {
        ++m_firstParts;
        meanwhile();
    });
    window().openPaths({job()});
    QTRY_VERIFY_WITH_TIMEOUT(m_firstParts == 1 || window().errorBar()->isVisible() || window().choice(), 30'000);
    QVERIFY2(!window().choice(), "there is nothing to choose");
    QCOMPARE(m_firstParts, 1);
}

void TestLoading::firstRankIsShownEarly()
{
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    openJob([&] {
        QCOMPARE(opened.count(), 0);
        QVERIFY(window().loader().busy());
        QVERIFY(window().session() && window().session()->isFirstPart());
        QCOMPARE(window().session()->trace().ranks().size(), std::size_t(1));
        QCOMPARE(window().tabs()->currentWidget(), &timeline());
        const QImage picture = timeline().canvas()->grab().toImage();
        std::set<QRgb> colours;
        for (int y = 0; y < picture.height(); y += 2)
            for (int x = 0; x < picture.width(); x += 2)
                colours.insert(picture.pixel(x, y));
        QVERIFY2(colours.size() > 4, qPrintable(QString::number(colours.size())));
        QVERIFY(!timeline().canvas()->scene().lanes.empty());
        QVERIFY(window().partialBanner()->isVisible());
        QVERIFY(window().partialBanner()->details().contains(u"still being read"_s));
        QVERIFY(window().windowTitle().startsWith(u"job"_s));
    });
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
    QVERIFY(!window().session()->isFirstPart());
    QVERIFY(!window().partialBanner()->isVisible());
    QCOMPARE(window().tabs()->currentWidget(), window().page("triage")); // nobody had begun to look around
}

/// Everything is read before the window turns to its events: the order is the same, and so are the tests below on a
/// machine where the window is slower than the import.
void TestLoading::aBusyWindowHearsOfTheFirstRank()
{
    QStringList heard;
    connect(&window().loader(), &SessionLoader::progressed, this, [&] { heard.append(u"progress"_s); });
    connect(&window().loader(), &SessionLoader::firstPartReady, this, [&] {
        heard.append(u"first"_s);
        QVERIFY(window().loader().busy());
        QVERIFY(window().session() && window().session()->isFirstPart());
    });
    connect(&window().loader(), &SessionLoader::opened, this, [&] { heard.append(u"whole"_s); });
    window().loader().open({job()});
    QVERIFY(waitForJobs(120'000));
    QTRY_VERIFY(heard.contains(u"whole"_s));
    heard.removeDuplicates();
    QVERIFY2(heard.contains(u"progress"_s), qPrintable(heard.join(u' ')));
    heard.removeAll(u"progress"_s);
    QCOMPARE(heard, QStringList({u"first"_s, u"whole"_s}));
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
}

void TestLoading::zoomIsKeptWhenTheRestArrives()
{
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    TimeRange seen;
    openJob([&] {
        timeline().canvas()->setFocus();
        QTest::keyClick(timeline().canvas(), Qt::Key_W);
        QTest::keyClick(timeline().canvas(), Qt::Key_W);
        seen = window().state().visibleRange();
        QVERIFY(seen != window().state().extent());
    });
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QVERIFY(window().state().visibleRange() == seen);
    QVERIFY(window().state().extent() == window().session()->trace().axisExtent());
}

void TestLoading::aNoteBegunInTheFirstRankGoesOn()
{
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    const auto notes = [this] { return static_cast<NotesPage*>(window().page("notes")); };
    openJob([&] {
        window().actions()[ActionId::AddNote]->trigger();
        window().actions()[ActionId::AddNote]->trigger();
        QTest::keyClicks(notes()->editor(), u"see"_s);
        QCOMPARE(notes()->list()->currentRow(), 1);
    });
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QTest::keyClicks(notes()->editor(), u" below"_s);
    QCOMPARE(notes()->book().notes().size(), std::size_t(2));
    QCOMPARE(notes()->book().notes().at(1).text, u"see below"_s);
    QVERIFY(notes()->book().notes().at(0).text.isEmpty());
}

void TestLoading::cancelAfterTheFirstRank()
{
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    openJob([this] {
        QTest::mouseClick(window().findChild<ProgressStrip*>()->cancelButton(), Qt::LeftButton);
        QVERIFY(!window().session());
        QVERIFY(window().startPage()->isVisible());
        QCOMPARE(window().windowTitle(), u"Tideline"_s);
    });
    QVERIFY(waitForJobs(5000));
    QApplication::processEvents();
    QCOMPARE(opened.count(), 0);
    QVERIFY(!window().partialBanner()->isVisible());
    QVERIFY(!window().errorBar()->isVisible());
}

void TestLoading::failureAfterTheFirstRank()
{
    openJob([this] {
        window().loader().blockSignals(true); // the import ends in its own way, unheard
        window().loader().cancel();
        window().loader().blockSignals(false);
        emit window().loader().failed(Error{ErrorCode::NotWritable, "the disk is full", "/somewhere", {}});
    });
    QVERIFY(!window().session());
    QVERIFY(window().startPage()->isVisible());
    QVERIFY(window().errorBar()->isVisible());
    QVERIFY(window().errorBar()->details().contains(u"/somewhere"_s));
    QVERIFY(waitForJobs(5000));
}

void TestLoading::anotherOpenedAfterTheFirstRank()
{
    const QString other = writeFile(m_fixture->dir.path(), u"other.json"_s, smallTrace("alpha"));
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    openJob([&] {
        window().openPaths({other});
        QVERIFY(!window().session());
        QCOMPARE(window().findChild<ProgressStrip*>()->bar()->value(), 0);
    });
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QVERIFY(waitForJobs(5000));
    QApplication::processEvents();
    QCOMPARE(opened.count(), 1);
    QVERIFY(window().windowTitle().startsWith(u"other.json"_s));
    QVERIFY(window().state().visibleRange() == window().session()->trace().axisExtent());
    QCOMPARE(window().tabs()->currentWidget(), window().page("triage"));
}

void TestLoading::openProfileStaysUntilTheWholeIsThere()
{
    job(); // the directory must not change once something in it is open
    m_fixture->open({writeFile(m_fixture->dir.path(), u"first.json"_s, smallTrace("alpha"))});
    const auto before = window().session();
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    openJob([&] {
        QVERIFY(window().session() == before);
        QVERIFY(window().windowTitle().startsWith(u"first.json"_s));
    });
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
}

void TestLoading::previewNamesTheSlowestRank()
{
    const QString second = job() + u"/r1_20260101_ascend_pt/ASCEND_PROFILER_OUTPUT"_s;
    writeFile(second, u"step_trace_time.csv"_s,
              "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
              "Communication(Not Overlapped and Exclude Receive),Preparing\n"
              "5,800.0,0,0,0,10.0,810.0,0,0,20.0\n6,800.0,0,0,0,10.0,810.0,0,0,20.0\n");
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    bool previewed = false;
    const auto check = [&] {
        QCOMPARE(opened.count(), 0);
        if (!previewed)
            return;
        const TriageData& data = static_cast<TriagePage*>(window().page("triage"))->canvas()->data();
        QVERIFY(data.preview);
        QVERIFY(data.verdict.has_value());
        QCOMPARE(data.rankNames.size(), std::size_t(2));
        QVERIFY(data.slowest && data.rankNames[data.slowest->rank.row] == "1");
    };
    connect(&window().loader(), &SessionLoader::previewReady, this, [&] {
        previewed = true;
        check();
    });
    openJob(check);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QVERIFY(previewed);
    const auto* triage = static_cast<TriagePage*>(window().page("triage"));
    QTRY_VERIFY(!triage->canvas()->data().preview);
}

void TestLoading::progressNeverGoesBack()
{
    const auto* strip = window().findChild<ProgressStrip*>();
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    int shown = 0;
    std::uint64_t done = 0;
    Stage stage = Stage::Discover;
    int moves = 0;
    connect(&window().loader(), &SessionLoader::progressed, this, [&](const ProgressUpdate& update) {
        QVERIFY(update.stage >= stage);
        QVERIFY(update.stage != stage || update.stage != Stage::Parse || update.done >= done);
        QVERIFY(strip->bar()->value() >= shown);
        moves += strip->bar()->value() > shown ? 1 : 0;
        stage = update.stage;
        done = update.done;
        shown = strip->bar()->value();
    });
    openJob([] {});
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60'000);
    QVERIFY2(moves >= 1, qPrintable(QString::number(moves)));
}

QString TestLoading::storedProfile()
{
    const QString file = writeFile(m_fixture->dir.path(), u"stored.json"_s, bigTrace(kStored));
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    window().openPaths({file});
    [&] {
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(stores().size(), 1, 30'000);
    }();
    window().closeProfile();
    return file;
}

void TestLoading::clearCache()
{
    const QString file = storedProfile();
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    window().openPaths({file});
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30'000);
    QVERIFY(window().session()->isFromStore());
    QAction* action = window().actions()[ActionId::ClearCache];
    window().actions().fileMenu()->popup(window().mapToGlobal(QPoint(0, 0)));
    QTRY_VERIFY(action->text().contains(u'('));
    window().actions().fileMenu()->close();
    action->trigger();
    QTRY_VERIFY(stores().isEmpty());
    QTRY_VERIFY(window().statusBar()->currentMessage().contains(u"freed"_s));
    QVERIFY(!action->text().contains(u'('));
    // What is open still reads its frames, also those that nobody had asked for.
    QCOMPARE(window().session()->trace().slices().size(), std::size_t(kStored));
    QCOMPARE(durationSum(window().session()->trace()), std::int64_t(kStored) * 1000);
    action->trigger();
    QTRY_VERIFY(window().statusBar()->currentMessage().contains(u"empty"_s));
    QVERIFY(!window().errorBar()->isVisible());
}

void TestLoading::damagedStoreIsReplaced_data()
{
    QTest::addColumn<double>("place");
    for (const double place : {0.02, 0.25, 0.5, 0.75, 0.97})
        QTest::addRow("at %.2f", place) << place;
}

void TestLoading::damagedStoreIsReplaced()
{
    QFETCH(double, place);
    const QString file = storedProfile();
    QVERIFY(damage(stores().front(), place));
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    window().openPaths({file});
    QTRY_VERIFY_WITH_TIMEOUT(opened.count() > 0 && window().session() && !window().session()->isFromStore(), 30'000);
    QCOMPARE(window().session()->trace().slices().size(), std::size_t(kStored));
    QCOMPARE(durationSum(window().session()->trace()), std::int64_t(kStored) * 1000);
    QVERIFY(!window().errorBar()->isVisible());
    QVERIFY(!QApplication::activeModalWidget());
    QTRY_COMPARE_WITH_TIMEOUT(stores().size(), 1, 30'000); // a good one again
    QVERIFY(waitForJobs(30'000));
    window().closeProfile();
    opened.clear();
    window().openPaths({file});
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 30'000);
    QVERIFY(window().session()->isFromStore());
    QCOMPARE(durationSum(window().session()->trace()), std::int64_t(kStored) * 1000);
}

void TestLoading::damagedStoreFileIsClosed()
{
    storedProfile();
    const QString store = path(u"own.tld"_s);
    QVERIFY(QFile::copy(stores().front(), store));
    QVERIFY(damage(store, 0.5));
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    window().openPaths({store});
    QTRY_VERIFY_WITH_TIMEOUT(window().errorBar()->isVisible(), 30'000);
    QVERIFY(!window().session());
    QVERIFY(window().errorBar()->details().contains(u"own.tld"_s));
    QVERIFY(waitForJobs(5000));
    QApplication::processEvents();
    QVERIFY(opened.count() <= 1);
    QVERIFY(!window().loader().busy());
    QVERIFY(QFile::exists(store)); // it is the user's
}

QTEST_MAIN(TestLoading)
#include "test_loading.moc"
