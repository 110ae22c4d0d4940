// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyleOptionButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>

#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "app/gui/message_bar.h"
#include "app/gui/progress_strip.h"
#include "app/gui/window_actions.h"
#include "tests/views/window/profile_maker.h"
#include "views/kit/indicator_style.h"
#include "views/kit/job_pool.h"
#include "views/kit/theme.h"
#include "views/models/operators_model.h"
#include "views/models/table_export.h"
#include "views/models/table_model.h"
#include "views/models/table_proxy.h"
#include "views/summary/start_page.h"
#include "views/tables/details_page.h"
#include "views/tables/operators_page.h"
#include "views/tables/table_view.h"
#include "views/timeline/find_bar.h"
#include "views/timeline/go_to_bar.h"
#include "views/timeline/timeline_page.h"

using namespace Qt::StringLiterals;
using namespace tideline;

Q_DECLARE_METATYPE(tideline::Error)

class TestWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void startsOnTheStartPage();
    void opensAFile();
    void opensChinesePathWithSpaces();
    void case060_pathsOfAllKinds();
    void case069_onlyTheSecondFileIsShown();
    void case056_namesAreLiteral();
    void case019_kernelBeforeItsLaunch();
    void case051_busyAndKernelTimeAreNamedApart();
    void opensSeveralPathsAsOneProfile();
    void dropOfDirectoryUrl();
    void dropOfTraceFile();
    void dropOfForeignUrlIsRefused();
    void damagedFileKeepsTheOldProfile();
    void missingFileSaysSo();
    void cancelReturnsAtOnce();
    void closingWhileLoadingIsSafe();
    void secondFileReplacesEverything();
    void markupStaysLiteral();
    void copiesRowsAsTsv();
    void exportsFilteredCsv();
    void groupsAndFilters();
    void selectionIsShared();
    void doubleClickReveals();
    void detailsOfAKernel();
    void detailsOfARange();
    void checkBoxesAreSeenInTheDark_data();
    void checkBoxesAreSeenInTheDark();
    void findAndGoToOpenInTheTimeline();
    void partialDataBanner();
    void languageSwitchesLive();
    void themesSwitch();
    void recentListIsKept();
    void layoutIsKept();
    void bottomAreaToggles();

private:
    void open(const QStringList& paths);
    QString trace(const QString& name, const QByteArray& slice);
    OperatorsPage* operators() const { return static_cast<OperatorsPage*>(m_window->page("operators")); }
    void waitForRows(int atLeast) const;
    QStringList shownNames() const;
    QString detailsText() const;
    void drop(const QList<QUrl>& urls);

    std::unique_ptr<QTemporaryDir> m_dir;
    Language m_language;
    std::unique_ptr<MainWindow> m_window;
};

void TestWindow::initTestCase()
{
    qRegisterMetaType<tideline::Error>();
    qRegisterMetaType<std::shared_ptr<const Session>>();
}

void TestWindow::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        qputenv(variable, QFile::encodeName(m_dir->filePath(QString::fromLatin1(variable))));
    m_language.use(u"en"_s);
    m_window = std::make_unique<MainWindow>(m_language, false);
    m_window->show();
}

void TestWindow::cleanup()
{
    m_window.reset();
    m_language.use(u"en"_s);
}

QString TestWindow::trace(const QString& name, const QByteArray& slice)
{
    return test::writeFile(m_dir->path(), name, test::smallTrace(slice));
}

void TestWindow::open(const QStringList& paths)
{
    QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
    m_window->openPaths(paths);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
}

void TestWindow::waitForRows(int atLeast) const
{
    QTRY_VERIFY(operators()->table()->model()->rowCount() >= atLeast);
}

QStringList TestWindow::shownNames() const
{
    QStringList names;
    const QAbstractItemModel* model = operators()->table()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        names.append(model->index(row, 0).data().toString());
    return names;
}

QString TestWindow::detailsText() const
{
    const auto* page = static_cast<DetailsPage*>(m_window->page("details"));
    const QAbstractItemModel* model = page->tree()->model();
    QStringList lines;
    for (int i = 0; i < model->rowCount(); ++i) {
        const QModelIndex section = model->index(i, 0);
        lines.append(section.data().toString());
        for (int row = 0; row < model->rowCount(section); ++row)
            lines.append(model->index(row, 0, section).data().toString() + u'='
                         + model->index(row, 1, section).data().toString());
    }
    return lines.join(u'\n');
}

void TestWindow::drop(const QList<QUrl>& urls)
{
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(40, 40), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(40, 40), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &event);
}

void TestWindow::startsOnTheStartPage()
{
    QVERIFY(m_window->startPage()->isVisible());
    QVERIFY(!m_window->page("timeline"));
    QCOMPARE(m_window->windowTitle(), u"Tideline"_s);
}

void TestWindow::opensAFile()
{
    open({trace(u"timeline.json"_s, "alpha")});
    QVERIFY(!m_window->startPage()->isVisible());
    QCOMPARE(m_window->tabs()->currentWidget(), m_window->page("triage"));
    QVERIFY(m_window->windowTitle().startsWith(u"timeline.json"));
    QVERIFY(!m_window->errorBar()->isVisible());
    waitForRows(4);
    QCOMPARE(shownNames().front(), u"alpha"_s);
}

void TestWindow::opensChinesePathWithSpaces()
{
    open({trace(u"\u6027\u80FD \u6570\u636E#1 50%/my \u8F68\u8FF9.json"_s, "alpha")});
    QVERIFY(m_window->windowTitle().contains(u"my \u8F68\u8FF9.json"_s));
    QVERIFY(QFile::exists(m_window->startPage()->recent().front()));
}

/// A path with blanks, signs and Chinese characters: dropped, from the recent list, relative and through a link.
void TestWindow::case060_pathsOfAllKinds()
{
    const QString folder = m_dir->filePath(u"\u5206\u6790 \u7ED3\u679C #7 50%"_s);
    const QString root = test::writeRank(folder, 3);
    const auto opensBy = [this](const std::function<void()>& how) {
        QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
        how();
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
        QCOMPARE(m_window->session()->trace().ranks()[0].rank, std::optional<std::int64_t>(3));
    };
    opensBy([&] { drop({QUrl::fromLocalFile(root)}); });
    opensBy([&] { drop({QUrl::fromLocalFile(root + u"/ASCEND_PROFILER_OUTPUT"_s)}); });
    const QStringList recent = m_window->startPage()->recent();
    QVERIFY(!recent.isEmpty() && recent.front().contains(u"\u7ED3\u679C #7 50%"_s));
    opensBy([&] { emit m_window->startPage()->recentWanted(recent.front()); });
    const QString here = QDir::currentPath();
    QVERIFY(QDir::setCurrent(folder));
    opensBy([&] { m_window->openPaths({QFileInfo(root).fileName()}); });
    QVERIFY(QDir::setCurrent(here));
    const QString link = m_dir->filePath(u"link \u94FE"_s);
    QVERIFY(QFile::link(root, link));
    opensBy([&] { m_window->openPaths({link}); });
    waitForRows(2);
    QString reason;
    const QString target = folder + u"/\u62A5\u544A #1 5%.csv"_s;
    QVERIFY2(operators()->exportTo(target, &reason), qPrintable(reason));
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("Conv2D"));
}

/// A second profile, a selected range, then zoom and filter reset: timeline and tables show the second one alone.
void TestWindow::case069_onlyTheSecondFileIsShown()
{
    const auto file = [this](const QString& name, const QByteArray& events) {
        return test::writeFile(m_dir->path(), name, "[" + events + "]");
    };
    open({file(u"one.json"_s, R"({"ph":"X","name":"gone","pid":5,"tid":9,"ts":0,"dur":700})")});
    waitForRows(1);
    open({file(u"two.json"_s, R"({"ph":"X","name":"here","pid":6,"tid":2,"ts":0,"dur":300},
{"ph":"X","name":"too","pid":6,"tid":2,"ts":40,"dur":50})")});
    waitForRows(2);
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = {Instant{10'000}, Instant{60'000}};
    m_window->state().setSelection(selection);
    m_window->state().zoomTo(selection.range);
    operators()->filterField()->setText(u"too"_s);
    QTRY_COMPARE(shownNames(), QStringList({u"too"_s}));
    operators()->filterField()->clear();
    m_window->state().fitAll();
    m_window->state().setSelection({});
    QTRY_COMPARE(shownNames(), QStringList({u"here"_s, u"too"_s}));
    auto& model = static_cast<TimelinePage*>(m_window->page("timeline"))->model();
    QCOMPARE(model.session(), m_window->session().get());
    const Trace& trace = model.session()->trace();
    QCOMPARE(trace.slices().size(), std::uint32_t(2));
    QVERIFY(!trace.strings().find("gone").valid());
    for (const Lane& lane : model.layout().lanes())
        QVERIFY(lane.kind != LaneKind::Track || trace.track(TrackId{lane.id}).tid == "2");
    const TimeRange seen = m_window->state().visibleRange();
    QVERIFY(seen.start <= Instant{0} && Instant{300'000} <= seen.end && seen.end < Instant{700'000});
}

/// Names in table, tool tip, details and CSV are text; a name that is empty is shown as such and can be found.
void TestWindow::case056_namesAreLiteral()
{
    const QStringList names{u"run<3, Less<int>>(float)"_s, u"<img src=y onload=1>"_s, u"<frozen>(4): <go>"_s,
                            u"\u77E9\u9635/\u4E58 \u00E8"_s, u"x&lt;y 'p' %1"_s};
    QByteArray events = R"({"ph":"X","name":"","pid":1,"tid":1,"ts":900,"dur":5})";
    for (int i = 0; i < names.size(); ++i)
        events += R"(,{"ph":"X","name":")" + names[i].toUtf8() + R"(","pid":1,"tid":1,"ts":)"
                  + QByteArray::number(i * 20) + R"(,"dur":9})";
    open({test::writeFile(m_dir->path(), u"names.json"_s, "[" + events + "]")});
    waitForRows(6);
    const QString path = m_dir->filePath(u"names.csv"_s);
    QString reason;
    QVERIFY2(operators()->exportTo(path, &reason), qPrintable(reason));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString csv = QString::fromUtf8(file.readAll());
    const Trace& opened = m_window->session()->trace();
    for (const QString& name : names) {
        QVERIFY2(shownNames().contains(name), qPrintable(name));
        QVERIFY2(csv.contains(name), qPrintable(name));
        const int row = static_cast<int>(shownNames().indexOf(name));
        const QString tip = operators()->table()->model()->index(row, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(name.toHtmlEscaped()), qPrintable(tip));
        for (std::uint32_t slice = 0; slice < opened.slices().size(); ++slice) {
            if (opened.text(opened.slices().name.at(slice)) == name.toStdString())
                m_window->state().selectSlice(SliceId{slice});
        }
        QTRY_VERIFY2(detailsText().contains(u"Name="_s + name), qPrintable(name));
    }
    m_window->state().setSelection({});
    operators()->filterField()->setText(u"\"(no name)\""_s);
    QTRY_COMPARE(shownNames(), QStringList({u"(no name)"_s}));
}

/// The details of a kernel show its launch with the distance, which may be negative.
void TestWindow::case019_kernelBeforeItsLaunch()
{
    open({test::writeFile(m_dir->path(), u"early.json"_s,
                          R"([{"ph":"X","name":"launch","pid":3,"tid":3,"ts":800,"dur":7},
{"ph":"s","id":5,"cat":"ac2g","name":"ac2g","pid":3,"tid":3,"ts":800},
{"ph":"X","name":"early","cat":"kernel","pid":0,"tid":2,"ts":775,"dur":60},
{"ph":"f","bp":"e","id":5,"cat":"ac2g","name":"ac2g","pid":0,"tid":2,"ts":775}])")});
    const Trace& opened = m_window->session()->trace();
    for (std::uint32_t slice = 0; slice < opened.slices().size(); ++slice) {
        if (opened.text(opened.slices().name.at(slice)) == "early")
            m_window->state().selectSlice(SliceId{slice});
    }
    QTRY_VERIFY(detailsText().contains(u"Launched by"_s));
    QVERIFY2(detailsText().contains(u"ac2g=launch   (-25.00\u202F\u00B5s)"_s), qPrintable(detailsText()));
}

/// Time in which a stream is busy and the sum of its kernels are two figures with two names.
void TestWindow::case051_busyAndKernelTimeAreNamedApart()
{
    open({test::writeFile(m_dir->path(), u"over.json"_s,
                          R"([{"ph":"X","name":"huge","cat":"kernel","pid":0,"tid":4,"ts":500,"dur":9000},
{"ph":"X","name":"step","cat":"kernel","pid":0,"tid":4,"ts":1000,"dur":700},
{"ph":"X","name":"step","cat":"kernel","pid":0,"tid":4,"ts":3000,"dur":700}])")});
    Selection selection;
    selection.kind = Selection::Kind::Range;
    selection.range = {Instant{0}, Instant{10'000'000}};
    m_window->state().setSelection(selection);
    QTRY_VERIFY2(detailsText().contains(u"Busy (union)=9.000\u202Fms"_s), qPrintable(detailsText()));
    QVERIFY(detailsText().contains(u"Busy share=90.0"_s));
    QVERIFY2(detailsText().contains(u"Sum of durations=10.40\u202Fms"_s), qPrintable(detailsText()));
}

void TestWindow::opensSeveralPathsAsOneProfile()
{
    open({test::writeRank(m_dir->path(), 0), test::writeRank(m_dir->path(), 1)});
    QCOMPARE(m_window->session()->trace().ranks().size(), std::size_t{2});
}

void TestWindow::dropOfDirectoryUrl()
{
    const QString root = test::writeRank(m_dir->path(), 0);
    QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
    drop({QUrl::fromLocalFile(root)});
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
    QVERIFY(m_window->session()->trace().kernels().size() > 0);
}

void TestWindow::dropOfTraceFile()
{
    QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
    drop({QUrl::fromLocalFile(trace(u"timeline.json"_s, "alpha"))});
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
}

void TestWindow::dropOfForeignUrlIsRefused()
{
    drop({QUrl(u"https://example.org/trace.json"_s)});
    QVERIFY(m_window->errorBar()->isVisible());
    QVERIFY(m_window->errorBar()->details().contains(u"https://example.org/trace.json"_s));
    QVERIFY(!m_window->loader().busy());
}

void TestWindow::damagedFileKeepsTheOldProfile()
{
    open({trace(u"good.json"_s, "alpha")});
    const auto before = m_window->session();
    const QString bad = test::writeFile(m_dir->path(), u"bad.json"_s, QByteArray("\x01\x02 no trace at all"));
    QSignalSpy failed(&m_window->loader(), &SessionLoader::failed);
    m_window->openPaths({bad});
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(m_window->session(), before);
    QVERIFY(m_window->windowTitle().startsWith(u"good.json"));
    QVERIFY(m_window->errorBar()->isVisible());
    const QString details = m_window->errorBar()->details();
    QVERIFY2(details.contains(u"bad.json"), qPrintable(details));
    for (const QString& part : {u"TL1"_s, u"Where: "_s, u"Why: "_s, u"What next: "_s})
        QVERIFY2(details.contains(part), qPrintable(details));
    waitForRows(4);
}

void TestWindow::missingFileSaysSo()
{
    QSignalSpy failed(&m_window->loader(), &SessionLoader::failed);
    m_window->openPaths({m_dir->filePath(u"nowhere.json"_s)});
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(m_window->errorBar()->details().contains(u"nowhere.json"));
    QVERIFY(m_window->startPage()->isVisible());
}

void TestWindow::cancelReturnsAtOnce()
{
    const QString big = test::writeFile(m_dir->path(), u"big.json"_s, test::bigTrace(400'000));
    QSignalSpy opened(&m_window->loader(), &SessionLoader::opened);
    m_window->openPaths({big});
    QTest::qWait(30);
    QVERIFY(m_window->loader().busy());
    QElapsedTimer clock;
    clock.start();
    QTest::mouseClick(m_window->findChild<ProgressStrip*>()->cancelButton(), Qt::LeftButton);
    QVERIFY(clock.elapsed() < 100);
    QVERIFY(!m_window->loader().busy());
    QVERIFY(waitForJobs(2000));
    QApplication::processEvents();
    QCOMPARE(opened.count(), 0);
    QVERIFY(!m_window->session());
    QVERIFY(m_window->startPage()->isVisible());
    QVERIFY(!QFile::exists(m_dir->filePath(u"XDG_CACHE_HOME/tideline"_s)));
}

void TestWindow::closingWhileLoadingIsSafe()
{
    const QString big = test::writeFile(m_dir->path(), u"big.json"_s, test::bigTrace(200'000));
    m_window->openPaths({big});
    QTest::qWait(5);
    m_window->close();
    m_window.reset();
    QVERIFY(waitForJobs(5000));
    QApplication::processEvents();
}

void TestWindow::secondFileReplacesEverything()
{
    open({trace(u"first.json"_s, "alpha")});
    waitForRows(4);
    m_window->state().selectSlice(SliceId{0});
    m_window->state().zoomTo({Instant{200'000}, Instant{300'000}});
    operators()->filterField()->setText(u"alpha"_s);
    open({trace(u"second.json"_s, "beta")});
    QTRY_VERIFY(shownNames().contains(u"beta"_s));
    QVERIFY(!shownNames().contains(u"alpha"_s));
    QVERIFY(operators()->filterField()->text().isEmpty());
    QCOMPARE(m_window->state().selection(), Selection());
    QVERIFY(!m_window->state().canGoBack());
    m_window->state().fitAll();
    QVERIFY(m_window->state().visibleRange().start <= m_window->session()->trace().axisExtent().start);
    QVERIFY(!detailsText().contains(u"alpha"_s));
    QVERIFY(m_window->windowTitle().startsWith(u"second.json"));
}

void TestWindow::markupStaysLiteral()
{
    open({trace(u"t.json"_s, "alpha")});
    waitForRows(4);
    const QString raw = u"<b>bold</b> &amp; <img src=x>"_s;
    QVERIFY(shownNames().contains(raw));
    QVERIFY(shownNames().contains(u"(no name)"_s));
    const qsizetype row = shownNames().indexOf(raw);
    const QString tip = operators()->table()->model()->index(static_cast<int>(row), 0).data(Qt::ToolTipRole).toString();
    QVERIFY(tip.contains(u"&lt;b&gt;"_s) && !tip.contains(u"<b>"_s));
    const StringId name = m_window->session()->trace().strings().find(raw.toStdString());
    const Trace& opened = m_window->session()->trace();
    for (std::uint32_t slice = 0; slice < opened.slices().size(); ++slice) {
        if (opened.slices().name.at(slice) == name)
            m_window->state().selectSlice(SliceId{slice});
    }
    QTRY_VERIFY(detailsText().contains(raw));
    QVERIFY(detailsText().contains(u"k=<i>v</i>"_s));
    QVERIFY(detailsText().contains(u"<u>thread</u>"_s));
}

void TestWindow::copiesRowsAsTsv()
{
    open({trace(u"t.json"_s, "alpha")});
    waitForRows(4);
    operators()->table()->selectRow(0);
    QTest::keyClick(operators()->table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    const qsizetype total = lines[0].split(u'\t').indexOf(u"total_ns"_s);
    QVERIFY(total > 0);
    QCOMPARE(lines[1].split(u'\t')[0], u"alpha"_s);
    QCOMPARE(lines[1].split(u'\t')[total], u"3000000"_s);
}

void TestWindow::exportsFilteredCsv()
{
    open({trace(u"t.json"_s, "alpha")});
    waitForRows(4);
    operators()->filterField()->setText(u"-alpha"_s);
    const QString path = m_dir->filePath(u"\u8868 1.csv"_s);
    QString reason;
    QVERIFY2(operators()->exportTo(path, &reason), qPrintable(reason));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY(text.contains(u"# filter: -alpha\r\n"_s));
    QVERIFY(text.contains(u"'=SUM(A1),"_s));
    QVERIFY(text.contains(u"<b>bold</b> &amp; <img src=x>,"_s));
    QVERIFY(!text.contains(u"\r\nalpha"_s));
    QVERIFY(!operators()->exportTo(m_dir->filePath(u"no/such/place.csv"_s), &reason));
    QVERIFY(!reason.isEmpty());
}

void TestWindow::groupsAndFilters()
{
    open({test::writeRank(m_dir->path(), 0)});
    waitForRows(2);
    QCOMPARE(shownNames(), QStringList({u"Conv2D"_s, u"Add"_s}));
    operators()->filterField()->setText(u"dur>200us"_s);
    QTRY_COMPARE(shownNames(), QStringList({u"Conv2D"_s}));
    operators()->filterField()->setText(u"core:vector"_s);
    QTRY_COMPARE(shownNames(), QStringList({u"Add"_s}));
}

void TestWindow::selectionIsShared()
{
    open({trace(u"t.json"_s, "alpha")});
    waitForRows(4);
    m_window->activateWindow();
    operators()->table()->selectionModel()->setCurrentIndex(
        operators()->table()->model()->index(0, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    QCOMPARE(m_window->state().selection().kind, Selection::Kind::Operator);
    QTRY_VERIFY(detailsText().contains(u"Calls=2"_s));
    operators()->filterField()->setFocus();
    m_window->state().selectSlice(SliceId{2});
    const Trace& opened = m_window->session()->trace();
    const std::string name(opened.text(opened.slices().name.at(2)));
    QTRY_COMPARE(operators()->table()->currentIndex().siblingAtColumn(0).data(ExportRole).toString(),
                 QString::fromStdString(name));
}

void TestWindow::doubleClickReveals()
{
    open({trace(u"t.json"_s, "alpha")});
    waitForRows(4);
    QSignalSpy revealed(&m_window->state(), &ViewState::revealRequested);
    emit operators()->table()->doubleClicked(operators()->table()->model()->index(0, 0));
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(m_window->tabs()->currentWidget(), m_window->page("timeline"));
    const SliceId slice = m_window->state().selection().slices.back();
    QCOMPARE(m_window->session()->trace().slices().duration.at(slice.row).ns, 2'000'000);
}

void TestWindow::detailsOfAKernel()
{
    open({test::writeRank(m_dir->path(), 0)});
    const Trace& opened = m_window->session()->trace();
    QVERIFY(opened.kernels().size() > 0);
    const SliceId slice = opened.kernels().slice.at(0);
    QVERIFY(slice.valid());
    m_window->state().selectSlice(slice);
    QTRY_VERIFY(detailsText().contains(u"Input shapes=1,2"_s));
    QVERIFY(detailsText().contains(u"aic_mac_ratio=0.5"_s));
    QVERIFY(detailsText().contains(u"(300,000\u202Fns)"_s));
    m_window->state().selectSlice(opened.kernels().slice.at(1));
    QTRY_VERIFY(detailsText().contains(u"not collected: switch aic_metrics=PipeUtilization"_s));
}

void TestWindow::detailsOfARange()
{
    open({trace(u"t.json"_s, "alpha")});
    Selection selection;
    selection.kind = Selection::Kind::Range;
    const Instant start = m_window->session()->trace().axisExtent().start;
    selection.range = {start, start + Duration{3'900'000}};
    m_window->state().setSelection(selection);
    QTRY_VERIFY(detailsText().contains(u"Busy (union)=3.000"_s));
    QVERIFY(detailsText().contains(u"Slices=2"_s));
}

void TestWindow::checkBoxesAreSeenInTheDark_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("dark") << true;
    QTest::newRow("light") << false;
}

void TestWindow::checkBoxesAreSeenInTheDark()
{
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::darkTheme() : Theme::light();
    const IndicatorStyle style(u"fusion"_s);
    QStyleOptionButton option;
    option.palette = theme.palette();
    option.state = QStyle::State_Enabled | QStyle::State_Off;
    option.rect = QRect(4, 4, 14, 14);
    QImage image(22, 22, QImage::Format_RGB32);
    image.fill(theme.window);
    QPainter painter(&image);
    style.drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter);
    painter.end();
    double best = 0;
    for (int x = 0; x < 9; ++x)
        best = std::max(best, contrast(image.pixelColor(x, 11), theme.window));
    QVERIFY2(!dark || best >= 3, qPrintable(QString::number(best)));
    if (!dark) { // nothing is added
        const QImage mine = image;
        image.fill(theme.window);
        painter.begin(&image);
        style.baseStyle()->drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter);
        painter.end();
        QCOMPARE(mine, image);
    }
}

void TestWindow::findAndGoToOpenInTheTimeline()
{
    open({trace(u"t.json"_s, "alpha")});
    auto* timeline = static_cast<TimelinePage*>(m_window->page("timeline"));
    for (const ActionId id : {ActionId::Find, ActionId::FindNext, ActionId::FindPrevious, ActionId::GoToTime})
        QVERIFY(m_window->actions()[id]->isEnabled());
    m_window->actions()[ActionId::Find]->trigger();
    QCOMPARE(m_window->tabs()->currentWidget(), timeline);
    QVERIFY(timeline->findBar()->isVisible());
    timeline->findBar()->field()->setText(u"ALPHA"_s);
    m_window->actions()[ActionId::FindNext]->trigger();
    QTRY_COMPARE(timeline->findBar()->counter(), u"1 / 2"_s);
    m_window->actions()[ActionId::FindPrevious]->trigger();
    QTRY_COMPARE(timeline->findBar()->counter(), u"2 / 2"_s);
    m_window->actions()[ActionId::GoToTime]->trigger();
    QVERIFY(timeline->goToBar()->isVisible());
    m_window->closeProfile();
    QVERIFY(!m_window->actions()[ActionId::GoToTime]->isEnabled());
}

void TestWindow::partialDataBanner()
{
    QByteArray text = test::smallTrace("alpha");
    text.replace("\"ts\":6000.000", "\"ts\":\"soon\"");
    open({test::writeFile(m_dir->path(), u"p.json"_s, text)});
    QVERIFY(m_window->partialBanner()->isVisible());
    QVERIFY(m_window->partialBanner()->details().contains(u"Partial data"_s));
    open({trace(u"t.json"_s, "alpha")});
    QVERIFY(!m_window->partialBanner()->isVisible());
}

void TestWindow::languageSwitchesLive()
{
    open({trace(u"t.json"_s, "alpha")});
    waitForRows(4);
    m_window->actions()[ActionId::LanguageChinese]->trigger();
    QTRY_COMPARE(m_window->tabs()->tabText(1), u"\u65F6\u95F4\u7EBF"_s);
    QVERIFY(m_window->actions()[ActionId::Quit]->text() != u"&Quit"_s);
    QVERIFY(operators()->table()->model()->headerData(0, Qt::Horizontal).toString() != u"Name"_s);
    m_window->actions()[ActionId::LanguageEnglish]->trigger();
    QTRY_COMPARE(m_window->tabs()->tabText(1), u"Timeline"_s);
}

void TestWindow::themesSwitch()
{
    m_window->actions()[ActionId::ThemeDark]->trigger();
    QTRY_VERIFY(Theme::fromPalette(m_window->palette()).dark);
    m_window->actions()[ActionId::ThemeLight]->trigger();
    QTRY_VERIFY(!Theme::fromPalette(m_window->palette()).dark);
    m_window->actions()[ActionId::ThemeSystem]->trigger();
}

void TestWindow::recentListIsKept()
{
    const QString first = trace(u"first.json"_s, "alpha");
    open({first});
    open({trace(u"second.json"_s, "alpha")});
    m_window->close();
    QFile::remove(first);
    m_window = std::make_unique<MainWindow>(m_language, false);
    m_window->show();
    const QStringList recent = m_window->startPage()->recent();
    QCOMPARE(recent.size(), 2);
    QVERIFY(recent[0].endsWith(u"second.json"));
    emit m_window->startPage()->removeRecentWanted(recent[1]);
    QCOMPARE(m_window->startPage()->recent().size(), 1);
}

void TestWindow::layoutIsKept()
{
    const QString path = trace(u"t.json"_s, "alpha");
    open({path});
    auto* details = m_window->findChild<QDockWidget*>(u"dock.details"_s);
    QVERIFY(details->isVisible());
    details->hide();
    m_window->close();
    m_window = std::make_unique<MainWindow>(m_language, false);
    m_window->show();
    open({path});
    QVERIFY(!m_window->findChild<QDockWidget*>(u"dock.details"_s)->isVisible());
    m_window->actions()[ActionId::DefaultLayout]->trigger();
    QVERIFY(m_window->findChild<QDockWidget*>(u"dock.details"_s)->isVisible());
}

void TestWindow::bottomAreaToggles()
{
    open({trace(u"t.json"_s, "alpha")});
    auto* dock = m_window->findChild<QDockWidget*>(u"dock.operators"_s);
    QVERIFY(!dock->isHidden());
    m_window->actions()[ActionId::BottomArea]->trigger();
    QVERIFY(dock->isHidden());
    m_window->actions()[ActionId::BottomArea]->trigger();
    QVERIFY(!dock->isHidden());
    m_window->closeProfile();
    QVERIFY(m_window->startPage()->isVisible());
    QVERIFY(dock->isHidden());
}

QTEST_MAIN(TestWindow)
#include "test_window.moc"
