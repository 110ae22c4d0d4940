// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/flame/test_flame_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "tests/views/flame/flame_fixture.h"

namespace tideline::test {

using namespace Qt::StringLiterals;

namespace {

/// linear 0–600 with matmul 100–300 and 400–500 and bias 500–550; relu 700–900 with matmul 710–760; drop 1000–1200.
std::string sampleEvents()
{
    return call("linear", 0, 600) + "," + call("matmul", 100, 200) + "," + call("matmul", 400, 100) + ","
           + call("bias", 500, 50) + "," + call("relu", 700, 200) + "," + call("matmul", 710, 50) + ","
           + call("drop", 1000, 200);
}

QStringList namesOf(const FlameFixture& it, const Selection& selection)
{
    QStringList names;
    for (const SliceId slice : selection.slices) {
        const auto name = it.session->trace().text(it.session->trace().slices().name.at(slice.row));
        names << QString::fromUtf8(name.data(), qsizetype(name.size()));
    }
    return names;
}

QAction* actionNamed(const QMenu& menu, const QString& text)
{
    for (QAction* action : menu.actions()) {
        if (action->text().remove(u'&') == text)
            return action;
    }
    return nullptr;
}

std::string deepStack(int depth)
{
    std::string events;
    for (int i = 0; i < depth; ++i)
        events += (i ? "," : "") + call("f" + std::to_string(i), i, 2 * (depth - i) + 10);
    return events;
}

} // namespace

void TestFlamePage::clickSelectsTheSlices()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.click("matmul");
    const Selection& selection = it.state.selection();
    QCOMPARE(selection.kind, Selection::Kind::Slices);
    QCOMPARE(namesOf(it, selection), QStringList({u"matmul"_s, u"matmul"_s}));
    // The longest is the current one.
    QCOMPARE(it.session->trace().slices().duration.at(selection.slices.back().row).ns, 200'000);
    QCOMPARE(it.current(), u"matmul"_s);
    QCOMPARE(it.selected(), QStringList{u"matmul"_s});
}

void TestFlamePage::manySlicesAreSelectedByName()
{
    FlameFixture it;
    std::string events;
    for (int i = 0; i < int(FlameModel::kMaxSelected) + 1; ++i)
        events += (i ? "," : "") + call("tiny", i * 10, 5);
    it.open(events);
    it.click("tiny");
    QCOMPARE(it.state.selection().kind, Selection::Kind::Operator);
    QCOMPARE(it.state.selection().operatorName, it.session->trace().strings().find("tiny"));
}

void TestFlamePage::selectionComesFromElsewhere()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.state.selectSlice(it.slice("bias"));
    QCOMPARE(it.selected(), QStringList{u"bias"_s});
    QCOMPARE(it.current(), u"bias"_s);
    QVERIFY(it.canvas()->accessibleDescription().startsWith(u"bias, "_s));
    it.state.clearSelection();
    QVERIFY(it.selected().isEmpty());
}

void TestFlamePage::operatorMarksAllItsFrames()
{
    FlameFixture it;
    it.open(sampleEvents());
    Selection selection;
    selection.kind = Selection::Kind::Operator;
    selection.operatorName = it.session->trace().strings().find("matmul");
    it.state.setSelection(selection);
    QCOMPARE(it.selected(), QStringList({u"matmul"_s, u"matmul"_s})); // below linear and below relu
}

void TestFlamePage::clickBesideClearsTheSelection()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.click("drop");
    QTest::mouseClick(it.canvas()->viewport(), Qt::LeftButton, Qt::NoModifier,
                      QPoint(it.canvas()->viewport()->width() - 5, it.canvas()->viewport()->height() - 5));
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
}

void TestFlamePage::doubleClickZoomsAndAncestorZoomsOut()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.doubleClick("relu");
    QCOMPARE(it.nameOf(it.page.model().focus()), u"relu"_s);
    QCOMPARE(it.canvas()->rectOf(it.frame("relu"))->width(), double(it.canvas()->viewport()->width()));
    QVERIFY(!it.canvas()->rectOf(it.frame("linear")));
    // The frame of the whole lies above it: a click there zooms out.
    const QPoint top(20, int(it.canvas()->rectOf(0)->center().y()));
    QTest::mouseClick(it.canvas()->viewport(), Qt::LeftButton, Qt::NoModifier, top);
    QVERIFY(!it.page.model().isZoomed());
    QVERIFY(it.canvas()->rectOf(it.frame("linear")));
}

void TestFlamePage::escapeAndBackspace()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.doubleClick("linear");
    it.doubleClick("bias");
    QCOMPARE(it.nameOf(it.page.model().focus()), u"bias"_s);
    it.key(Qt::Key_Backspace);
    QCOMPARE(it.nameOf(it.page.model().focus()), u"linear"_s);
    it.doubleClick("bias");
    it.key(Qt::Key_Escape);
    QVERIFY(!it.page.model().isZoomed());
    QCOMPARE(it.state.selection().kind, Selection::Kind::Slices);
    it.key(Qt::Key_Backspace);
    QCOMPARE(it.nameOf(it.page.model().focus()), u"bias"_s);
    it.key(Qt::Key_Escape);
    it.key(Qt::Key_Escape);
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
}

void TestFlamePage::enterZooms()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.click("linear");
    it.key(Qt::Key_Return);
    QCOMPARE(it.nameOf(it.page.model().focus()), u"linear"_s);
}

void TestFlamePage::arrowKeys()
{
    FlameFixture it;
    it.open(sampleEvents());
    QStringList way;
    for (const int key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Left,
                          Qt::Key_Up, Qt::Key_Up, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right}) {
        it.key(key);
        way << it.current();
    }
    QCOMPARE(way, QStringList({u"linear"_s, u"matmul"_s, u"bias"_s, u"matmul"_s, u"matmul"_s, u"bias"_s, u"linear"_s,
                               u"linear"_s, u"relu"_s, u"drop"_s, u"drop"_s}));
    QCOMPARE(namesOf(it, it.state.selection()), QStringList{u"drop"_s});
}

void TestFlamePage::flippedArrowKeys()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.page.flipBox()->setChecked(true);
    QVERIFY(it.pointOf("matmul").y() < it.pointOf("linear").y());
    it.click("linear");
    QCOMPARE(it.current(), u"linear"_s);
    it.key(Qt::Key_Up);
    QCOMPARE(it.current(), u"matmul"_s);
    it.key(Qt::Key_Down);
    QCOMPARE(it.current(), u"linear"_s);
}

void TestFlamePage::wheelZoomsAtThePointer()
{
    FlameFixture it;
    it.open(sampleEvents());
    const double width = it.canvas()->viewport()->width();
    it.wheel({width / 4, 30}, 2, Qt::ControlModifier);
    const auto [from, to] = it.view();
    QVERIFY(std::abs((to - from) - 1 / 1.25 / 1.25) < 1e-9);
    QVERIFY(std::abs(from + (to - from) / 4 - 0.25) < 1e-9);
    it.wheel({width / 4, 30}, -9, Qt::ControlModifier);
    QCOMPARE(it.view(), std::pair(0.0, 1.0));
    it.key(Qt::Key_Backspace); // all turns of the wheel are one step
    QVERIFY(!it.page.model().isZoomed());
}

void TestFlamePage::wheelScrollsDeepStacks()
{
    FlameFixture it;
    it.open(deepStack(300));
    QVERIFY(it.canvas()->verticalScrollBar()->maximum() > 0);
    it.wheel({20, 20}, -3);
    QVERIFY(it.canvas()->verticalScrollBar()->value() > 0);
    for (int i = 0; i < 200; ++i)
        it.key(Qt::Key_Down);
    const auto rect = it.canvas()->rectOf(it.page.model().current());
    QVERIFY(rect && rect->top() >= 0 && rect->bottom() <= it.canvas()->viewport()->height());
}

void TestFlamePage::searchCountsAndSteps()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.find(u"MATMUL"_s);
    QVERIFY2(it.page.statusText().startsWith(u"2 frames, 35.0 % of weight, overlapping counted once"_s)
                 || it.page.statusText().startsWith(u"2 frames, 35.0\u202F% of weight, overlapping counted once"_s),
             qPrintable(it.page.statusText()));
    QVERIFY(it.page.model().matches()->frames[it.frame("matmul")]);
    QVERIFY(!it.page.model().matches()->frames[it.frame("linear")]);
    const std::uint32_t first = it.frame("matmul");
    it.key(Qt::Key_Period);
    QCOMPARE(it.page.model().current(), first);
    it.key(Qt::Key_Period);
    QVERIFY(it.page.model().current() != first);
    QCOMPARE(it.current(), u"matmul"_s);
    it.key(Qt::Key_Period);
    QCOMPARE(it.page.model().current(), first);
    it.key(Qt::Key_Comma);
    QVERIFY(it.page.model().current() != first);
    it.find({});
    QVERIFY(!it.page.model().matches());
}

void TestFlamePage::searchTakesExpressions()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.find(u"/^(re|dr)/"_s);
    QCOMPARE(it.page.model().matches()->count, std::uint64_t(2));
    it.find(u"/(/"_s);
    QVERIFY(it.page.statusText().startsWith(u"Not understood"_s));
    QVERIFY(!it.page.model().matches());
    it.find(u"^re"_s); // without slashes it is a plain text
    QCOMPARE(it.page.model().matches()->count, std::uint64_t(0));
}

void TestFlamePage::searchSurvivesAnotherTree()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.find(u"matmul"_s);
    it.page.leafFirstBox()->setChecked(true);
    it.wait();
    QVERIFY(it.tree().leafFirst);
    QVERIFY(it.page.model().matches());
    QCOMPARE(it.page.model().matches()->count, std::uint64_t(1));
}

void TestFlamePage::combosChangeTheTree()
{
    FlameFixture it;
    it.open(sampleEvents());
    QCOMPARE(it.tree().weight, FlameWeight::HostTime);
    QCOMPARE(it.tree().total(), 1'000'000);
    it.choose(it.page.weightBox(), int(FlameWeight::Count));
    QCOMPARE(it.tree().total(), 7);
    it.choose(it.page.sourceBox(), int(FlameSource::Python));
    QVERIFY(it.page.emptyText().contains(u"with_stack=True"_s));
    it.choose(it.page.sourceBox(), int(FlameSource::Operators));
    QVERIFY(it.page.emptyText().isEmpty());
}

void TestFlamePage::keysOneTwoAndFlip()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.key(Qt::Key_1);
    it.wait();
    QCOMPARE(it.page.orderBox()->currentData().toInt(), int(FlameOrder::Time));
    QCOMPARE(it.tree().frames.front().children, 1U); // the thread
    it.key(Qt::Key_2);
    it.wait();
    QCOMPARE(it.tree().frames.front().children, 3U);
    it.key(Qt::Key_I);
    QVERIFY(it.canvas()->flipped());
    it.key(Qt::Key_Slash);
    QVERIFY(it.page.searchField()->hasFocus());
}

void TestFlamePage::scopeRebuildsAndKeepsTheFocus()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.doubleClick("linear");
    Scope scope;
    scope.nameParts = {"matmul"};
    it.state.setScope(scope);
    it.wait();
    QCOMPARE(it.tree().total(), 350'000);
    QCOMPARE(it.nameOf(it.page.model().focus()), u"linear"_s);
    QVERIFY(it.page.statusText().contains(u"matmul"_s));
    scope.nameParts = {"nowhere"};
    it.state.setScope(scope);
    it.wait();
    QVERIFY(it.page.emptyText().contains(u"scope"_s));
    it.state.setScope({});
    it.wait();
    QCOMPARE(it.tree().total(), 1'000'000);
}

void TestFlamePage::staleTreesAreDiscarded()
{
    FlameFixture it;
    it.open(sampleEvents());
    QSignalSpy changed(&it.page.model(), &FlameModel::treeChanged);
    Scope scope;
    for (const char* name : {"linear", "relu", "drop"}) {
        scope.nameParts = {name};
        it.state.setScope(scope);
    }
    it.wait();
    QCoreApplication::processEvents();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(it.tree().total(), 200'000);
    QCOMPARE(it.tree().frames.front().children, 1U);
    QCOMPARE(it.nameOf(1), u"drop"_s);
}

void TestFlamePage::hiddenPageWaits()
{
    FlameFixture it;
    it.page.hide();
    it.open(sampleEvents());
    QVERIFY(!it.page.model().tree());
    it.page.show();
    it.wait();
    QCOMPARE(it.tree().total(), 1'000'000);
}

void TestFlamePage::emptyStates_data()
{
    QTest::addColumn<QString>("events");
    QTest::addColumn<int>("source");
    QTest::addColumn<int>("weight");
    QTest::addColumn<QString>("text");
    const QString some = QString::fromStdString(sampleEvents());
    QTest::newRow("no slices") << uR"({"ph":"C","pid":1,"name":"c","ts":1,"args":{"v":1}})"_s << -1 << -1
                               << u"trace_view.json"_s;
    QTest::newRow("no kernels") << some << int(FlameSource::Kernels) << -1 << u"activities=[CPU, NPU]"_s;
    QTest::newRow("no device time") << some << -1 << int(FlameWeight::DeviceTime) << u"activities=[CPU, NPU]"_s;
    QTest::newRow("no Python") << some << int(FlameSource::Python) << -1 << u"with_stack=True"_s;
    QTest::newRow("only instants of time") << QString::fromStdString(call("a", 1, 0)) << -1 << -1 << u"\"Count\""_s;
}

void TestFlamePage::emptyStates()
{
    QFETCH(QString, events);
    QFETCH(int, source);
    QFETCH(int, weight);
    QFETCH(QString, text);
    FlameFixture it;
    QVERIFY(it.page.emptyText().contains(u"Open a profile"_s));
    it.open(events.toStdString());
    it.choose(it.page.sourceBox(), source);
    it.choose(it.page.weightBox(), weight);
    QVERIFY2(it.page.emptyText().contains(text), qPrintable(it.page.emptyText()));
    QVERIFY(!it.canvas()->isVisible());
    it.key(Qt::Key_Down);
    it.key(Qt::Key_Return);
}

void TestFlamePage::tipTellsEverything()
{
    FlameFixture it;
    it.open(sampleEvents());
    const QString tip = it.canvas()->tipAt(it.pointOf("linear")).replace(QChar(0x202F), u' ');
    QCOMPARE(tip, u"linear\nHost time: 600.0 µs  (600,000 ns)\nShare of all: 60.0 %\nOwn: 250.0 µs  (250,000 ns)\n"
                  "Calls: 1"_s);
    const QString inner = it.canvas()->tipAt(it.pointOf("bias")).replace(QChar(0x202F), u' ');
    QVERIFY2(inner.contains(u"Share of the frame above: 8.33 %"_s)
                 || inner.contains(u"Share of the frame above: 8.3 %"_s),
             qPrintable(inner));
    QVERIFY(it.canvas()->tipAt({5, 395}).isEmpty());
}

void TestFlamePage::menu()
{
    FlameFixture it;
    it.open(sampleEvents());
    QMenu menu;
    it.page.fillMenu(menu, it.frame("bias"));
    actionNamed(menu, u"Copy Name"_s)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"bias"_s);
    actionNamed(menu, u"Copy Stack"_s)->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"linear\nbias"_s);
    QSignalSpy revealed(&it.state, &ViewState::revealRequested);
    actionNamed(menu, u"Show Longest in Timeline"_s)->trigger();
    QCOMPARE(revealed.size(), 1);
    QCOMPARE(it.state.selection().slices, std::vector<SliceId>{it.slice("bias")});
    actionNamed(menu, u"Zoom to Frame"_s)->trigger();
    QCOMPARE(it.nameOf(it.page.model().focus()), u"bias"_s);
    QMenu beside;
    it.page.fillMenu(beside, FlameTree::kNone);
    QVERIFY(!actionNamed(beside, u"Copy Name"_s));
    actionNamed(beside, u"Show the Whole Graph"_s)->trigger();
    QVERIFY(!it.page.model().isZoomed());
}

void TestFlamePage::mergedCellZooms()
{
    FlameFixture it;
    std::string events = call("wide", 0, 100'000);
    for (int i = 0; i < 100; ++i)
        events += "," + call("crumb" + std::to_string(i), 200'000 + i * 100, 40);
    it.open(events);
    const auto row = it.canvas()->scene().row(1);
    QCOMPARE(row.back().merged, 100U);
    const QPoint at(int((row.back().x0 + row.back().x1) / 2), it.pointOf("wide").y());
    QVERIFY(it.canvas()->tipAt(at).startsWith(u"100 frames below 0.1 %"_s));
    QTest::mouseClick(it.canvas()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QCOMPARE(it.state.selection().kind, Selection::Kind::None);
    QTest::mouseDClick(it.canvas()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QCOMPARE(it.canvas()->scene().row(1).size(), std::size_t(100));
    it.key(Qt::Key_Backspace);
    QVERIFY(!it.page.model().isZoomed());
}

void TestFlamePage::profileChangeForgets()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.doubleClick("relu");
    it.find(u"relu"_s);
    it.open(call("other", 0, 10));
    QCOMPARE(it.tree().frames.size(), std::size_t(2));
    QVERIFY(!it.page.model().isZoomed());
    QCOMPARE(it.current(), QString());
    it.page.setSession(nullptr);
    QVERIFY(it.page.emptyText().contains(u"Open a profile"_s));
}

void TestFlamePage::hoverIsShared()
{
    FlameFixture it;
    it.open(sampleEvents());
    const QPoint at = it.pointOf("drop");
    QMouseEvent move(QEvent::MouseMove, at, it.canvas()->viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(it.canvas()->viewport(), &move);
    QCOMPARE(it.state.hover().slice, it.slice("drop"));
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(it.canvas()->viewport(), &leave);
    QVERIFY(!it.state.hover().slice.valid());
}

void TestFlamePage::languageChange()
{
    FlameFixture it;
    it.open(sampleEvents());
    it.page.weightBox()->setCurrentIndex(2);
    const QString before = it.page.statusText();
    QEvent change(QEvent::LanguageChange);
    QCoreApplication::sendEvent(&it.page, &change);
    QCOMPARE(it.page.weightBox()->currentIndex(), 2);
    QCOMPARE(it.page.statusText(), before);
}

} // namespace tideline::test
