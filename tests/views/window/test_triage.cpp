// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTabWidget>
#include <QTest>

#include <memory>
#include <optional>

#include "tests/views/window/profile_maker.h"
#include "tests/views/window/window_fixture.h"
#include "views/summary/triage_canvas.h"
#include "views/summary/triage_page.h"
#include "views/summary/triage_paint.h"
#include "views/summary/triage_text.h"
#include "views/text/number_text.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// The triage page in the window, and what it says of steps.
class TestTriage : public QObject {
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<test::WindowFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void showsStepsAndZooms();
    void totalsAreWallTimes();
    void showsWhatTheProfilerSaysElse();
    void legendFitsThePage_data();
    void legendFitsThePage();
    void withoutSteps();

private:
    std::unique_ptr<test::WindowFixture> m_fixture;
};

void TestTriage::showsStepsAndZooms()
{
    m_fixture->open({test::writeRank(m_fixture->dir.path(), 0), test::writeRank(m_fixture->dir.path(), 1)});
    auto* page = static_cast<TriagePage*>(m_fixture->window->page("triage"));
    QTRY_COMPARE(page->canvas()->data().bars.size(), std::size_t{4});
    const TriageData& data = page->canvas()->data();
    QCOMPARE(data.bars[0].parts[0].ns, 400'000);
    QCOMPARE(data.bars[0].parts[2].ns, 100'000);
    QCOMPARE(data.dominant, std::optional(StepPart::Computing));
    QVERIFY2(verdictText(data).contains(u"40.0"_s), qPrintable(verdictText(data)));
    QVERIFY(data.bars[1].range.has_value());
    const TriageLayout& layout = page->canvas()->layoutOf();
    QTest::mouseClick(page->canvas(), Qt::LeftButton, {}, layout.lines[1].bar.center().toPoint());
    QCOMPARE(m_fixture->window->tabs()->currentWidget(), m_fixture->window->page("timeline"));
    const TimeRange seen = m_fixture->window->state().visibleRange();
    QVERIFY(seen.start <= data.bars[1].range->start && data.bars[1].range->end <= seen.end);
    QVERIFY(m_fixture->window->state().scope().limitsNothing());
}

void TestTriage::totalsAreWallTimes()
{
    m_fixture->open({test::writeRank(m_fixture->dir.path(), 0)});
    const Trace& trace = m_fixture->window->session()->trace();
    StepRow row;
    row.rank = RankId{0};
    row.step = 3;
    row.wall = Duration{156'000};
    row.computing = Duration{100'000};
    row.free = Duration{44'500};
    row.preparing = Duration{10'000};
    TriageData data = triageOf({row}, trace);
    const auto tail = static_cast<std::size_t>(StepPart::Tail);
    QCOMPARE(data.bars.at(0).total().ns, 156'000);
    QCOMPARE(data.bars.at(0).parts[tail].ns, 1'500);
    QCOMPARE(data.meanTotal.ns, 156'000);
    QCOMPARE(data.dominantShare, 100.0 / 156.0);
    QVERIFY(barToolTip(data, data.bars[0]).contains(partText(StepPart::Tail)));
    // The device may work on after the step.
    row.wall = Duration{150'000};
    data = triageOf({row}, trace);
    QCOMPARE(data.bars.at(0).total().ns, 150'000);
    QCOMPARE(data.bars.at(0).parts[tail].ns, 0);
    // Files without traces know no wall time.
    row.wall.reset();
    data = triageOf({row}, trace);
    QCOMPARE(data.bars.at(0).total().ns, 154'500);
}

void TestTriage::showsWhatTheProfilerSaysElse()
{
    m_fixture->open({test::writeRank(m_fixture->dir.path(), 0)});
    StepRow row;
    row.rank = RankId{0};
    row.computing = Duration{100'000};
    row.free = Duration{44'500};
    row.file = {{"Computing", Duration{90'000}}, {"Free", Duration{44'600}}};
    row.differs = {"computing"};
    TriageData data = triageOf({row}, m_fixture->window->session()->trace());
    QVERIFY(data.bars.at(0).differs.empty()); // figures of the file differ from nothing
    row.recomputed = true;
    data = triageOf({row}, m_fixture->window->session()->trace());
    QCOMPARE(data.bars.at(0).differs.size(), std::size_t(1));
    const QString figures = u"Computing recomputed: %1, the profiler says %2"_s.arg(
        exactDurationText(Duration{100'000}), exactDurationText(Duration{90'000}));
    QVERIFY(barToolTip(data, data.bars[0]).contains(figures));
    QVERIFY(remarkTexts(data).join(u'\n').contains(u"1 of 1 steps differ"_s));
    // Column names have had several spellings.
    row.notOverlapped = Duration{500};
    row.file = {{"Communication (not overlapped)", Duration{700}}};
    row.differs = {"communication_not_overlapped"};
    data = triageOf({row}, m_fixture->window->session()->trace());
    QCOMPARE(data.bars.at(0).differs.size(), std::size_t(1));
    QCOMPARE(data.bars.at(0).differs.front().file.ns, 700);
    row.differs.clear();
    data = triageOf({row}, m_fixture->window->session()->trace());
    QVERIFY(!remarkTexts(data).join(u'\n').contains(u"differ"_s));
}

void TestTriage::legendFitsThePage_data()
{
    QTest::addColumn<double>("width");
    for (const double width : {260.0, 500.0, 900.0, 1600.0})
        QTest::addRow("%.0f px", width) << width;
}

void TestTriage::legendFitsThePage()
{
    QFETCH(double, width);
    TriageData data;
    data.mean = {Duration{8'876'000}, Duration{99'160'000}, Duration{26'210'000}, Duration{19'170'000},
                 Duration{1'522'000}};
    data.meanTotal = Duration{154'937'000};
    data.bars.resize(1);
    const TriageLayout layout = layoutTriage(data, width, QFont());
    QCOMPARE(layout.legendEntries.size(), std::size_t{5});
    QRectF before;
    for (const TriageLayout::LegendEntry& entry : layout.legendEntries) {
        const QRectF place = entry.place.translated(layout.legend.topLeft());
        QVERIFY(layout.legend.adjusted(-0.5, -0.5, 0.5, 0.5).contains(place));
        QVERIFY(!before.intersects(place));
        before = place;
    }
}

void TestTriage::withoutSteps()
{
    // No step rows at all: the tracks are summed up instead of an empty page.
    m_fixture->open({test::writeFile(m_fixture->dir.path(), u"t.json"_s, test::smallTrace("alpha"))});
    const TriageData data = triageOf({}, m_fixture->window->session()->trace());
    QVERIFY(data.bars.empty());
    QCOMPARE(data.busy.size(), std::size_t{1});
    QCOMPARE(data.busy.front().busy.ns, 3'190'000);
    QVERIFY(!verdictText(data).isEmpty());
}

QTEST_MAIN(TestTriage)
#include "test_triage.moc"
