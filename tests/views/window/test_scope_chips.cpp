// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include <memory>

#include "app/gui/window_actions.h"
#include "tests/views/window/window_fixture.h"
#include "views/advisor/advisor_page.h"
#include "views/advisor/finding_tree.h"
#include "views/models/operators_model.h"
#include "views/models/table_model.h"
#include "views/models/table_proxy.h"
#include "views/scope/scope_bar.h"
#include "views/scope/scope_chips.h"
#include "views/state/scope_edit.h"
#include "views/summary/triage_canvas.h"
#include "views/summary/triage_page.h"
#include "views/summary/triage_text.h"
#include "views/tables/operators_page.h"
#include "views/tables/table_view.h"
#include "views/text/message_text.h"
#include "views/timeline/timeline_page.h"
#include "views/timeline/track_canvas.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// The scope of the whole window: its bar, the menus that limit it and the pages that obey it.
class TestScopeChips : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void wordsOfAScope();
    void chipsGoOneByOne();
    void barHidesWithoutAProfile();
    void boxesLimitRankAndStep();
    void fieldReadsTheGrammar();
    void limitsToTheSelection();
    void limitsFromTheOperatorsMenu();
    void limitsFromTheTimelineMenu();
    void operatorFiguresFollow();
    void timelineDimsTheOutside();
    void scopeNeverZooms();
    void triageFiguresFollow();
    void triageShowsTheHeaviestFindings();
    void newProfileClearsTheScope();
    void chipsSpeakChinese();

private:
    MainWindow& window() { return *m_fixture->window; }
    ViewState& state() { return window().state(); }
    ScopeBar& bar() { return *window().scopeBar(); }
    const Trace& trace() { return window().session()->trace(); }
    TriagePage* triage() { return static_cast<TriagePage*>(window().page("triage")); }
    OperatorsPage* operators() { return static_cast<OperatorsPage*>(window().page("operators")); }
    QStringList shownChips();
    qlonglong totalOf(const QString& name);
    QMenu* shownMenu();

    std::unique_ptr<test::WindowFixture> m_fixture;
};

void TestScopeChips::init()
{
    m_fixture = std::make_unique<test::WindowFixture>();
}

void TestScopeChips::cleanup()
{
    m_fixture.reset();
}

QStringList TestScopeChips::shownChips()
{
    QStringList texts;
    for (const QToolButton* chip : bar().chips())
        texts << chip->text().section(u"  "_s, 0, 0);
    return texts;
}

/// Sum of a name in the operators table in ns; 0 while there is no such row.
qlonglong TestScopeChips::totalOf(const QString& name)
{
    const QAbstractItemModel& model = *operators()->table()->model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, OperatorsModel::NameColumn).data().toString() == name)
            return model.index(row, OperatorsModel::TotalColumn).data(ExportRole).toLongLong();
    }
    return 0;
}

QMenu* TestScopeChips::shownMenu()
{
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

void TestScopeChips::wordsOfAScope()
{
    Scope scope;
    scope.ranks = {0, 3};
    scope.steps = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    scope.range = TimeRange{{1'000'000}, {3'000'000}};
    scope.categories = {"AI_CORE"};
    scope.operators = {"<b>Mat & Mul</b>"};
    scope.nameParts = {"x"};
    QStringList texts;
    for (const ScopeChip& chip : chipsOf(scope, Instant{1'000'000}))
        texts << chip.text;
    QCOMPARE(texts, QStringList({u"Rank 0"_s, u"Rank 3"_s, u"Step 1\u20269"_s, u"0\u202Fns to 2.000\u202Fms"_s,
                                 u"Category AI_CORE"_s, u"Operator <b>Mat & Mul</b>"_s, u"Name has \u201Cx\u201D"_s}));
    for (const ScopeChip& chip : chipsOf(scope, {}))
        QVERIFY(without(scope, chip) != scope);
    QVERIFY(without(scope, chipsOf(scope, {})[2]).steps.empty());
    QCOMPARE(without(scope, chipsOf(scope, {})[0]).ranks, std::vector<std::int64_t>{3});
}

void TestScopeChips::chipsGoOneByOne()
{
    m_fixture->openRanks();
    QVERIFY(bar().chips().empty());
    QVERIFY(!bar().clearButton()->isEnabled());
    Scope scope;
    scope.ranks = {1};
    scope.steps = {5};
    scope.streams = {7};
    scope.nameParts = {"conv"};
    state().setScope(scope);
    QCOMPARE(shownChips(), QStringList({u"Rank 1"_s, u"Step 5"_s, u"Stream 7"_s, u"Name has \u201Cconv\u201D"_s}));
    QTest::mouseClick(bar().chips()[1], Qt::LeftButton);
    QVERIFY(state().scope().steps.empty());
    QCOMPARE(shownChips(), QStringList({u"Rank 1"_s, u"Stream 7"_s, u"Name has \u201Cconv\u201D"_s}));
    bar().chips()[0]->setFocus();
    QTest::keyClick(bar().chips()[0], Qt::Key_Space);
    QVERIFY(state().scope().ranks.empty());
    for (const QToolButton* chip : bar().chips())
        QVERIFY(chip->accessibleName().contains(u"Take away"_s));
    QTest::mouseClick(bar().clearButton(), Qt::LeftButton);
    QVERIFY(state().scope().limitsNothing());
    QVERIFY(bar().chips().empty());
}

void TestScopeChips::barHidesWithoutAProfile()
{
    QVERIFY(!bar().isVisible());
    m_fixture->openRanks();
    QVERIFY(bar().isVisible());
    window().closeProfile();
    QVERIFY(!bar().isVisible());
}

void TestScopeChips::boxesLimitRankAndStep()
{
    m_fixture->openRanks();
    QCOMPARE(bar().rankBox()->count(), 3);
    QCOMPARE(bar().stepBox()->count(), 3);
    bar().rankBox()->setFocus();
    QTest::keyClick(bar().rankBox(), Qt::Key_End);
    // A key on a closed box activates its entry.
    QCOMPARE(state().scope().ranks, std::vector<std::int64_t>{1});
    bar().stepBox()->setFocus();
    QTest::keyClick(bar().stepBox(), Qt::Key_Down);
    QCOMPARE(state().scope().steps, std::vector<std::int64_t>{5});
    QCOMPARE(shownChips(), QStringList({u"Rank 1"_s, u"Step 5"_s}));
    QTest::keyClick(bar().stepBox(), Qt::Key_Home);
    QVERIFY(state().scope().steps.empty());
    state().setScope({});
    QCOMPARE(bar().rankBox()->currentIndex(), 0);
}

void TestScopeChips::fieldReadsTheGrammar()
{
    m_fixture->openRanks();
    limitToRank(state(), 1);
    bar().field()->setText(u"stream:7 op:\"Conv2D\" mul"_s);
    QTest::keyClick(bar().field(), Qt::Key_Return);
    QCOMPARE(QString::fromStdString(scopeText(state().scope())), u"rank:1 stream:7 op:\"Conv2D\" name:\"mul\""_s);
    QVERIFY(bar().field()->text().isEmpty());
    const Scope before = state().scope();
    bar().field()->setText(u"colour:red"_s);
    QTest::keyClick(bar().field(), Qt::Key_Return);
    QVERIFY(state().scope() == before);
    QVERIFY(bar().field()->toolTip().contains(u"colour:red"_s));
    QCOMPARE(bar().field()->text(), u"colour:red"_s);
}

void TestScopeChips::limitsToTheSelection()
{
    m_fixture->openRanks();
    QVERIFY(!bar().limitButton()->isEnabled());
    const SliceId conv = trace().kernels().slice.at(0);
    state().selectSlice(conv);
    QVERIFY(bar().limitButton()->isEnabled());
    QTest::mouseClick(bar().limitButton(), Qt::LeftButton);
    QCOMPARE(state().scope().range,
             std::optional(trace().rangeOf(conv).shifted(trace().axisShift(trace().trackOf(conv)))));
    clearScope(state());
    Selection selection;
    selection.kind = Selection::Kind::Operator;
    selection.operatorName = trace().strings().find("Add");
    state().setSelection(selection);
    window().actions()[ActionId::LimitToSelection]->trigger();
    QCOMPARE(state().scope().operators, std::vector<std::string>{"Add"});
    QVERIFY(window().actions()[ActionId::ClearScope]->isEnabled());
    window().actions()[ActionId::ClearScope]->trigger();
    QVERIFY(state().scope().limitsNothing());
}

void TestScopeChips::limitsFromTheOperatorsMenu()
{
    m_fixture->openRanks();
    QTRY_VERIFY(totalOf(u"Conv2D"_s) > 0);
    TableView* table = operators()->table();
    QTimer::singleShot(0, this, [this] {
        QMenu* menu = shownMenu();
        QVERIFY(menu);
        for (QAction* action : menu->actions()) {
            if (action->text() == u"&Limit to this operator"_s)
                action->trigger();
        }
        menu->close();
    });
    const QPoint place = table->visualRect(table->model()->index(0, 0)).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, table->viewport()->mapToGlobal(place));
    QApplication::sendEvent(table->viewport(), &event);
    QCOMPARE(state().scope().operators, std::vector<std::string>{"Conv2D"});
    QTRY_COMPARE(totalOf(u"Add"_s), 0);
    QCOMPARE(totalOf(u"Conv2D"_s), 1'200'000);
}

void TestScopeChips::limitsFromTheTimelineMenu()
{
    m_fixture->openRanks();
    window().raisePage("timeline");
    auto* page = static_cast<TimelinePage*>(window().page("timeline"));
    const SliceId conv = trace().kernels().slice.at(0);
    const auto lane = page->model().layout().laneOf(trace().trackOf(conv));
    QVERIFY(lane);
    emit page->canvas()->menuWanted(QPoint(10, 10), conv, static_cast<int>(*lane));
    QMenu* menu = shownMenu();
    QVERIFY(menu);
    QStringList texts;
    for (QAction* action : menu->actions())
        texts << action->text();
    for (const QString& wanted :
         {u"Limit to Its &Time"_s, u"Limit to This O&perator"_s, u"Limit to Stream 7"_s, u"Limit to Rank 0"_s})
        QVERIFY2(texts.contains(wanted), qPrintable(texts.join(u'|')));
    menu->actions()[static_cast<int>(texts.indexOf(u"Limit to Stream 7"_s))]->trigger();
    menu->close();
    QCOMPARE(state().scope().streams, std::vector<std::int64_t>{7});
}

void TestScopeChips::operatorFiguresFollow()
{
    m_fixture->openRanks();
    QTRY_COMPARE(totalOf(u"Conv2D"_s), 1'200'000);
    limitToRank(state(), 0);
    QTRY_COMPARE(totalOf(u"Conv2D"_s), 600'000);
    limitToStep(state(), 6);
    QTRY_COMPARE(totalOf(u"Conv2D"_s), 300'000);
    limitToStream(state(), 8);
    QTRY_COMPARE(totalOf(u"Conv2D"_s), 0);
    clearScope(state());
    QTRY_COMPARE(totalOf(u"Conv2D"_s), 1'200'000);
    QString reason;
    limitToRank(state(), 0);
    QTRY_COMPARE(totalOf(u"Conv2D"_s), 600'000);
    const QString path = m_fixture->dir.filePath(u"scoped.csv"_s);
    QVERIFY(operators()->exportTo(path, &reason));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("# scope: rank:0\r\n"));
}

void TestScopeChips::timelineDimsTheOutside()
{
    m_fixture->openRanks();
    window().raisePage("timeline");
    auto* page = static_cast<TimelinePage*>(window().page("timeline"));
    TrackCanvas* canvas = page->canvas();
    canvas->scene();
    QVERIFY(canvas->overlay().outside.empty());
    const TimeRange extent = state().extent();
    const Instant middle = extent.start + Duration{extent.length().ns / 2};
    limitToRange(state(), {extent.start, middle});
    QCOMPARE(canvas->overlay().outside.size(), std::size_t{1});
    QVERIFY(std::abs(canvas->overlay().outside.back().left() - canvas->xOf(middle)) < 1.5);
    clearScope(state());
    limitToOperator(state(), "Conv2D");
    QVERIFY(!canvas->overlay().outside.empty());
    const SliceId conv = trace().kernels().slice.at(0);
    for (const LaneScene& lane : canvas->scene().lanes) {
        for (const TrackScene::Box& box : lane.track.boxes) {
            const QPointF centre((box.x0 + box.x1) / 2.0 / canvas->scene().scale,
                                 TimelineLayout::rowTop(lane.lane, box.row) - page->model().scrollTop() + 4);
            const auto& parts = canvas->overlay().outside;
            const bool dimmed =
                std::any_of(parts.begin(), parts.end(), [centre](const QRectF& part) { return part.contains(centre); });
            QCOMPARE(dimmed, box.name != trace().slices().name.at(conv.row));
        }
    }
    clearScope(state());
    QVERIFY(canvas->overlay().outside.empty());
}

void TestScopeChips::scopeNeverZooms()
{
    m_fixture->openRanks();
    const TimeRange before = state().visibleRange();
    limitToRange(state(), {before.start, before.start + Duration{1000}});
    limitToStep(state(), 6);
    QCOMPARE(state().visibleRange(), before);
}

void TestScopeChips::triageFiguresFollow()
{
    m_fixture->openRanks();
    QTRY_COMPARE(triage()->canvas()->data().bars.size(), std::size_t{4});
    limitToRank(state(), 1);
    QTRY_COMPARE(triage()->canvas()->data().bars.size(), std::size_t{2});
    limitToStep(state(), 5);
    QTRY_COMPARE(triage()->canvas()->data().bars.size(), std::size_t{1});
    QVERIFY(triage()->canvas()->data().limited);
    limitToStep(state(), 77);
    QTRY_VERIFY(triage()->canvas()->data().outside);
    QCOMPARE(verdictText(triage()->canvas()->data()), u"No step lies inside the scope."_s);
    QVERIFY(triage()->canvas()->data().busy.empty());
    clearScope(state());
    QTRY_COMPARE(triage()->canvas()->data().bars.size(), std::size_t{4});
}

void TestScopeChips::triageShowsTheHeaviestFindings()
{
    m_fixture->openRanks();
    TriageCanvas* canvas = triage()->canvas();
    QTRY_VERIFY(!canvas->data().findings.empty());
    auto* advisor = static_cast<AdvisorPage*>(window().page("advisor"));
    const auto& findings = advisor->result()->findings;
    QCOMPARE(canvas->data().findings.size(), std::min<std::size_t>(5, findings.size()));
    QCOMPARE(canvas->data().findings.front().ruleId, findings.front().ruleId);
    QVERIFY(canvas->data().verdict.has_value());
    QCOMPARE(headText(canvas->data()), translated(sentenceOf(advisor->result()->overview.verdict)));
    const std::size_t last = canvas->data().findings.size() - 1;
    QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->layoutOf().findings[last].center().toPoint());
    QCOMPARE(advisor->tree()->picked(), QString::fromStdString(findings[last].ruleId));
    QVERIFY(advisor->isVisible());
    // The same with keys.
    canvas->setFocus();
    QTest::keyClick(canvas, Qt::Key_Up);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(canvas, Qt::Key_Up);
    QTest::keyClick(canvas, Qt::Key_Return);
    QCOMPARE(advisor->tree()->picked(), QString::fromStdString(findings.front().ruleId));
}

void TestScopeChips::newProfileClearsTheScope()
{
    m_fixture->openRanks();
    limitToRank(state(), 1);
    m_fixture->openRanks();
    QVERIFY(state().scope().limitsNothing());
    QVERIFY(bar().chips().empty());
}

void TestScopeChips::chipsSpeakChinese()
{
    m_fixture->openRanks();
    limitToRank(state(), 1);
    window().setLanguage(u"zh_CN"_s);
    QTRY_COMPARE(bar().chips().size(), std::size_t{1});
    QVERIFY(bar().chips().front()->text().contains(u"1"_s));
    window().setLanguage(u"en"_s);
    QTRY_COMPARE(shownChips(), QStringList{u"Rank 1"_s});
}

QTEST_MAIN(TestScopeChips)
#include "test_scope_chips.moc"
