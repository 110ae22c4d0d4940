// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/views/timeline/timeline_fixture.h"
#include "views/timeline/find_bar.h"
#include "views/timeline/go_to_bar.h"
#include "views/timeline/slice_finder.h"
#include "views/timeline/time_goal.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using test::sliceEvent;

/// Go to time and find over slice names.
class TestFind : public QObject {
    Q_OBJECT

private slots:
    void timesAreUnderstood_data();
    void timesAreUnderstood();
    void stepsAreUnderstood();
    void goToMovesTheView();
    void aFaultStaysInTheField();
    void wordsAreAndedInAnyCase_data();
    void wordsAreAndedInAnyCase();
    void hitsAreCountedInOrderOfTime();
    void keysStepThroughTheHits();
    void manyStepsAtOnceAreKept();
    void nothingIsFound();
    void escapeGivesTheKeyboardBack();
    void aNewProfileIsSearchedAnew();
    void manySlicesAreFoundQuickly();

private:
    std::string names() const;
    void find(test::TimelineFixture& fixture, const QString& text) const;
    QString current(const test::TimelineFixture& fixture) const;
};

/// In the order of time: MatMul fwd, Add, matmul bwd (other thread), MatMul fwd.
std::string TestFind::names() const
{
    return sliceEvent("MatMul fwd", 1000, 10) + "," + sliceEvent("Add", 1020, 10) + ","
           + sliceEvent("matmul bwd", 1030, 10, 2) + "," + sliceEvent("MatMul fwd", 1050, 50);
}

void TestFind::find(test::TimelineFixture& fixture, const QString& text) const
{
    fixture.page.findBar()->open();
    fixture.page.findBar()->field()->setText(text);
    QTRY_VERIFY(!fixture.page.findBar()->searching());
}

QString TestFind::current(const test::TimelineFixture& fixture) const
{
    const Selection& selection = fixture.state.selection();
    if (selection.kind != Selection::Kind::Slices || selection.slices.size() != 1)
        return {};
    const Trace& trace = fixture.trace();
    const std::string_view name = trace.text(trace.slices().name.at(selection.slices[0].row));
    const Duration since = trace.rangeOf(selection.slices[0]).start - trace.axisExtent().start;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + u'@'
           + QString::number(since.ns / 1000);
}

void TestFind::timesAreUnderstood_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("good");
    QTest::addColumn<qint64>("sinceStartNs");
    QTest::newRow("ms") << u"0.0125ms"_s << true << qint64{12'500};
    QTest::newRow("space and case") << u" 12.5 US "_s << true << qint64{12'500};
    QTest::newRow("micro sign") << u"3\u00B5s"_s << true << qint64{3'000};
    QTest::newRow("greek mu") << u"3\u03BCs"_s << true << qint64{3'000};
    QTest::newRow("forward") << u"+3us"_s << true << qint64{53'000};
    QTest::newRow("back") << u"-3us"_s << true << qint64{47'000};
    QTest::newRow("raw on the clock") << u"1020001"_s << true << qint64{20'001};
    QTest::newRow("raw since the start") << u"20001"_s << true << qint64{20'001};
    QTest::newRow("ns since the start") << u"20001ns"_s << true << qint64{20'001};
    QTest::newRow("the end") << u"100us"_s << true << qint64{100'000};
    QTest::newRow("behind the end") << u"101us"_s << false << qint64{0};
    QTest::newRow("before the start") << u"-1ms"_s << false << qint64{0};
    QTest::newRow("too large") << u"99999999999999999999"_s << false << qint64{0};
    QTest::newRow("far too large") << u"99999999999999999999s"_s << false << qint64{0};
    QTest::newRow("largest number") << u"+9223372036854775807"_s << false << qint64{0};
    QTest::newRow("no time") << u"soon"_s << false << qint64{0};
    QTest::newRow("no step") << u"step 3"_s << false << qint64{0};
    QTest::newRow("empty") << QString() << false << qint64{0};
}

void TestFind::timesAreUnderstood()
{
    QFETCH(QString, text);
    QFETCH(bool, good);
    QFETCH(qint64, sinceStartNs);
    test::TimelineFixture fixture;
    fixture.open(names());
    const Instant start = fixture.trace().axisExtent().start;
    const TimeGoal goal = parseTimeGoal(text, fixture.trace(), start + Duration{50'000});
    QCOMPARE(goal.time.has_value(), good);
    QCOMPARE(goal.fault.isEmpty(), good);
    if (good)
        QCOMPARE((*goal.time - start).ns, sinceStartNs);
}

void TestFind::stepsAreUnderstood()
{
    test::TimelineFixture fixture;
    fixture.open(sliceEvent("ProfilerStep#3", 1000, 100) + "," + sliceEvent("ProfilerStep#4", 1100, 200));
    QCOMPARE(fixture.trace().steps().size(), std::size_t{2});
    const TimeGoal goal = parseTimeGoal(u"Step 4"_s, fixture.trace(), {});
    QVERIFY(goal.step);
    QCOMPARE(goal.step->length().ns, 200'000);
    fixture.page.goToBar()->open();
    fixture.page.goToBar()->field()->setText(u"step 4"_s);
    QTest::keyClick(fixture.page.goToBar()->field(), Qt::Key_Return);
    const TimeRange view = fixture.state.visibleRange();
    QVERIFY(view.start <= goal.step->start && goal.step->end <= view.end && view.length().ns < 300'000);
}

void TestFind::goToMovesTheView()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    const Instant start = fixture.trace().axisExtent().start;
    fixture.state.setVisibleRange({start, start + Duration{20'000}});
    GoToBar* bar = fixture.page.goToBar();
    QVERIFY(!bar->isVisible());
    bar->open();
    QVERIFY(bar->field()->hasFocus());
    QTest::keyClicks(bar->field(), u"60us"_s);
    QTest::keyClick(bar->field(), Qt::Key_Return);
    QCOMPARE(fixture.state.visibleRange(), (TimeRange{start + Duration{50'000}, start + Duration{70'000}}));
    QCOMPARE(fixture.state.hover().time, std::optional(start + Duration{60'000}));
    QVERIFY(!bar->isVisible());
    QVERIFY(fixture.canvas()->hasFocus());
    fixture.state.goBack();
    QCOMPARE(fixture.state.visibleRange().start, start);
}

void TestFind::aFaultStaysInTheField()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    const TimeRange before = fixture.state.visibleRange();
    GoToBar* bar = fixture.page.goToBar();
    bar->open();
    QTest::keyClicks(bar->field(), u"5s"_s);
    QTest::keyClick(bar->field(), Qt::Key_Return);
    QVERIFY(bar->isVisible());
    QVERIFY(bar->fault().contains(u"100"_s));
    QCOMPARE(fixture.state.visibleRange(), before);
    QTest::keyClick(bar->field(), Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QVERIFY(fixture.canvas()->hasFocus());
}

void TestFind::wordsAreAndedInAnyCase_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("names");
    QTest::newRow("one word") << u"matmul"_s << 2;
    QTest::newRow("two words") << u"FWD mat"_s << 1;
    QTest::newRow("spaces") << u"  mat   bwd "_s << 1;
    QTest::newRow("no name has both") << u"add mat"_s << 0;
    QTest::newRow("nothing") << u"  "_s << 0;
}

void TestFind::wordsAreAndedInAnyCase()
{
    QFETCH(QString, text);
    QFETCH(int, names);
    test::TimelineFixture fixture;
    fixture.open(this->names());
    QCOMPARE(static_cast<int>(namesWithWords(fixture.session->index().names(), text).size()), names);
}

void TestFind::hitsAreCountedInOrderOfTime()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    const NameIndex& index = fixture.session->index().names();
    const auto rows = namesWithWords(index, u"matmul"_s);
    SlicePlace at{fixture.trace().axisExtent().start - Duration{1}, {}};
    QList<std::uint64_t> numbers;
    QList<qint64> times;
    for (int i = 0; i < 4; ++i) {
        const FoundSlice found = findSlice(fixture.trace(), index, rows, at, true, {});
        QCOMPARE(found.total, std::uint64_t{3});
        numbers.append(found.number);
        times.append((found.place.time - fixture.trace().axisExtent().start).ns / 1000);
        at = found.place;
    }
    QCOMPARE(numbers, QList<std::uint64_t>({1, 2, 3, 1}));
    QCOMPARE(times, QList<qint64>({0, 30, 50, 0}));
    const FoundSlice back = findSlice(fixture.trace(), index, rows, at, false, {});
    QCOMPARE(back.number, std::uint64_t{3});
}

void TestFind::keysStepThroughTheHits()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    find(fixture, u"MATMUL"_s);
    FindBar* bar = fixture.page.findBar();
    QCOMPARE(bar->counter(), u"1 / 3"_s);
    QCOMPARE(current(fixture), u"MatMul fwd@0"_s);
    QTest::keyClick(bar->field(), Qt::Key_Return);
    QTRY_COMPARE(bar->counter(), u"2 / 3"_s);
    QCOMPARE(current(fixture), u"matmul bwd@30"_s);
    QTest::keyClick(bar->field(), Qt::Key_Return, Qt::ShiftModifier);
    QTRY_COMPARE(bar->counter(), u"1 / 3"_s);
    bar->step(-1);
    QTRY_COMPARE(bar->counter(), u"3 / 3"_s);
    QCOMPARE(current(fixture), u"MatMul fwd@50"_s);
}

void TestFind::manyStepsAtOnceAreKept()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    find(fixture, u"m"_s);
    FindBar* bar = fixture.page.findBar();
    QCOMPARE(bar->counter(), u"1 / 3"_s);
    bar->step(1);
    bar->step(1);
    QTRY_COMPARE(bar->counter(), u"3 / 3"_s);
}

void TestFind::nothingIsFound()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    const TimeRange before = fixture.state.visibleRange();
    find(fixture, u"conv"_s);
    QCOMPARE(fixture.page.findBar()->counter(), u"Nothing found"_s);
    QCOMPARE(fixture.state.visibleRange(), before);
    fixture.page.findBar()->step(1);
    QVERIFY(fixture.state.selection().slices.empty());
}

void TestFind::escapeGivesTheKeyboardBack()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    QTest::keyClick(fixture.canvas(), Qt::Key_Slash);
    FindBar* bar = fixture.page.findBar();
    QVERIFY(bar->isVisible());
    QVERIFY(bar->field()->hasFocus());
    QTest::keyClicks(bar->field(), u"mat"_s);
    QTRY_COMPARE(bar->counter(), u"1 / 3"_s);
    QTest::keyClick(bar->field(), Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QVERIFY(fixture.canvas()->hasFocus());
    bar->step(1); // the text is still in force
    QTRY_COMPARE(current(fixture), u"matmul bwd@30"_s);
    QVERIFY(!bar->isVisible());
}

void TestFind::aNewProfileIsSearchedAnew()
{
    test::TimelineFixture fixture;
    fixture.open(names());
    find(fixture, u"mat"_s);
    fixture.open(sliceEvent("MatMul", 0, 5));
    FindBar* bar = fixture.page.findBar();
    QVERIFY(bar->counter().isEmpty());
    bar->step(1);
    QTRY_COMPARE(bar->counter(), u"1 / 1"_s);
}

void TestFind::manySlicesAreFoundQuickly()
{
    constexpr int kSlices = 200'000;
    std::string events;
    for (int i = 0; i < kSlices; ++i)
        events += (i ? "," : "") + sliceEvent(i % 2 ? "MatMul" : "Add", i * 2, 1);
    test::TimelineFixture fixture;
    fixture.open(events);
    const NameIndex& index = fixture.session->index().names();
    QElapsedTimer timer;
    timer.start();
    const FoundSlice found = findSlice(fixture.trace(), index, namesWithWords(index, u"m"_s),
                                       {fixture.trace().axisExtent().end, {}}, false, {});
    const double nsPerSlice = static_cast<double>(timer.nsecsElapsed()) / (kSlices / 2);
    QCOMPARE(found.number, std::uint64_t{kSlices / 2});
    // 10 M slices in a second even where the machine is busy.
    QVERIFY2(nsPerSlice < 100, qPrintable(QString::number(nsPerSlice)));
}

QTEST_MAIN(TestFind)
#include "test_find.moc"
