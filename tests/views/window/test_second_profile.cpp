// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTest>

#include <algorithm>
#include <set>

#include "tests/views/window/profile_maker.h"
#include "tests/views/window/window_fixture.h"
#include "views/advisor/advisor_page.h"
#include "views/curves/curves_page.h"
#include "views/flame/flame_canvas.h"
#include "views/flame/flame_page.h"

using namespace Qt::StringLiterals;
using namespace tideline;

namespace {

constexpr double kFirstMhz = 1800;
constexpr double kSecondMhz = 900;

} // namespace

/// What every page shows of a profile when another one was open before, and of names that look like markup.
class TestSecondProfile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void case069_pagesShowTheSecondAlone();
    void case069_afterZoomAndSearch();
    void case056_flameNamesAreLiteral();
    void case012_pagesWithoutDeviceData();

private:
    MainWindow& window() { return *m_fixture->window; }
    template <typename P>
    P& page(const char* id)
    {
        window().raisePage(id);
        return *static_cast<P*>(window().page(id));
    }
    QStringList flameNames();
    QStringList evidenceNames();
    double highestCurve();
    QString writeProfile(bool second);
    void checkOther();

    std::unique_ptr<test::WindowFixture> m_fixture;
};

void TestSecondProfile::init()
{
    m_fixture = std::make_unique<test::WindowFixture>();
    window().resize(1400, 900);
}

void TestSecondProfile::cleanup()
{
    m_fixture.reset();
}

/// Every frame of the graph that has a name; waits until none is being computed.
QStringList TestSecondProfile::flameNames()
{
    auto& flame = page<FlamePage>("flame");
    if (!QTest::qWaitFor([&] { return !flame.running() && flame.model().tree(); }, 20'000))
        return {u"no graph"_s};
    const Trace& trace = window().session()->trace();
    QStringList names;
    for (const FlameFrame& frame : flame.model().tree()->frames) {
        const std::string_view name = frame.kind == FlameKind::Slice ? trace.text(frame.name) : std::string_view{};
        if (!name.empty())
            names.append(QString::fromUtf8(name.data(), qsizetype(name.size())));
    }
    return names;
}

QStringList TestSecondProfile::evidenceNames()
{
    auto& advisor = page<AdvisorPage>("advisor");
    QStringList names;
    if (!QTest::qWaitFor([&] { return advisor.result() != nullptr; }, 20'000))
        return {u"no result"_s};
    for (const Finding& finding : advisor.result()->findings) {
        for (const Evidence& place : finding.evidence)
            names.append(QString::fromStdString(place.name));
    }
    return names + advisor.copyText().split(u'\n');
}

/// The greatest value of all curves, and that every curve is of a rank of the profile.
double TestSecondProfile::highestCurve()
{
    auto& curves = page<CurvesPage>("curves");
    const Trace& trace = window().session()->trace();
    double most = -1;
    if (!QTest::qWaitFor([&] { return !curves.set().curves().empty(); }, 20'000))
        return most;
    for (const Curve& curve : curves.set().curves()) {
        if (curve.rank.row >= trace.ranks().size())
            return -2;
        const CurveStatistics figures = statisticsOf(curve, {Instant{0}, Instant{10'000'000}});
        if (figures.enough)
            most = std::max(most, figures.max);
    }
    return most;
}

/// A rank with a counter of the core's frequency; the second one has other names.
QString TestSecondProfile::writeProfile(bool second)
{
    const QString root = test::writeRank(m_fixture->dir.filePath(second ? u"two"_s : u"one"_s), second ? 7 : 0);
    for (const QString& name : {u"trace_view.json"_s, u"kernel_details.csv"_s}) {
        QFile file(root + u"/ASCEND_PROFILER_OUTPUT/"_s + name);
        if (!file.open(QIODevice::ReadWrite))
            return {};
        QByteArray text = file.readAll();
        const QByteArray sample = R"(,{"ph":"C","name":"AI Core Freq","pid":9,"tid":0,"args":{"MHz":)"
                                  + QByteArray::number(second ? kSecondMhz : kFirstMhz) + R"(},"ts":)";
        if (text.endsWith(']'))
            text = text.chopped(1) + sample + "1000}" + sample + "2000}" + sample + "3000}]";
        if (second)
            text.replace("aten::conv2d", "aten::sqrt").replace("Conv2D", "Sqrt").replace("Add", "Neg");
        file.resize(0);
        file.seek(0);
        file.write(text);
    }
    return root;
}

void TestSecondProfile::checkOther()
{
    const std::set<QString> gone{u"Conv2D"_s, u"Add"_s, u"aten::conv2d"_s};
    const QStringList frames = flameNames();
    QVERIFY2(frames.contains(u"Sqrt"_s), qPrintable(frames.join(u' ')));
    for (const QString& name : frames + evidenceNames())
        QVERIFY2(std::none_of(gone.begin(), gone.end(), [&](const QString& old) { return name.contains(old); }),
                 qPrintable(name));
    QCOMPARE(page<AdvisorPage>("advisor").result()->overview.ranks, std::size_t(1));
    QTRY_COMPARE(page<CurvesPage>("curves").set().curves().size(), std::size_t(1));
    QCOMPARE(highestCurve(), kSecondMhz);
}

void TestSecondProfile::case069_pagesShowTheSecondAlone()
{
    m_fixture->open({writeProfile(false)});
    QVERIFY2(flameNames().contains(u"Conv2D"_s), qPrintable(flameNames().join(u' ')));
    QVERIFY(evidenceNames().join(u' ').contains(u"Conv2D"_s));
    QCOMPARE(highestCurve(), kFirstMhz);
    m_fixture->open({writeProfile(true)});
    checkOther();
}

/// The same after the first one was zoomed, searched and selected, and the second one reset.
void TestSecondProfile::case069_afterZoomAndSearch()
{
    m_fixture->open({writeProfile(false)});
    QVERIFY2(flameNames().contains(u"Conv2D"_s), qPrintable(flameNames().join(u' ')));
    page<FlamePage>("flame").searchField()->setText(u"Conv"_s);
    page<AdvisorPage>("advisor");
    Selection range;
    range.kind = Selection::Kind::Range;
    range.range = {Instant{1'100'000}, Instant{1'600'000}};
    window().state().setSelection(range);
    window().state().zoomTo(range.range);
    m_fixture->open({writeProfile(true)});
    window().state().setSelection(range);
    window().state().zoomTo(range.range);
    page<FlamePage>("flame").searchField()->clear();
    page<FlamePage>("flame").model().reset();
    window().state().fitAll();
    window().state().setSelection({});
    checkOther();
}

/// Names in the graph are text: in its frames and in what the pointer shows.
void TestSecondProfile::case056_flameNamesAreLiteral()
{
    const QStringList names{u"run<3, Less<int>>(float)"_s, u"<img src=y onload=1>"_s, u"<frozen>(4): <go>"_s,
                            u"\u77E9\u9635/\u4E58 \u00E8"_s, u"x&lt;y 'p' %1"_s};
    QByteArray events;
    for (int i = 0; i < names.size(); ++i)
        events += (i ? "," : "") + QByteArray(R"({"ph":"X","cat":"cpu_op","pid":1,"tid":1,"dur":90,"ts":)")
                  + QByteArray::number(i * 100) + R"(,"name":")" + names[i].toUtf8() + R"("})";
    m_fixture->open({test::writeFile(m_fixture->dir.path(), u"names.json"_s, "[" + events + "]")});
    const QStringList frames = flameNames();
    for (const QString& name : names)
        QVERIFY2(frames.contains(name), qPrintable(name));
    FlameCanvas& canvas = *page<FlamePage>("flame").canvas();
    QTRY_VERIFY(canvas.width() > 200);
    std::set<QString> seen;
    const auto collect = [&] {
        for (int y = 2; y < canvas.height(); y += 5) {
            for (int x = 2; x < canvas.width(); x += 10)
                seen.insert(canvas.tipAt(QPointF(x, y)));
        }
        return std::all_of(names.begin(), names.end(), [&](const QString& name) {
            return std::any_of(seen.begin(), seen.end(), [&](const QString& tip) { return tip.contains(name); });
        });
    };
    QTRY_VERIFY(collect());
}

/// Without device data a page says what is missing; it draws no curve at 0.
void TestSecondProfile::case012_pagesWithoutDeviceData()
{
    const QString root = m_fixture->dir.filePath(u"h_ascend_pt"_s);
    test::writeFile(root + u"/ASCEND_PROFILER_OUTPUT"_s, u"trace_view.json"_s,
                    R"([{"ph":"M","name":"process_name","pid":2,"args":{"name":"Python"}},
{"ph":"X","name":"aten::mul","cat":"cpu_op","pid":2,"tid":2,"ts":"1690000000000000","dur":300}])");
    m_fixture->open({root});
    QCOMPARE(flameNames(), QStringList({u"aten::mul"_s}));
    auto& curves = page<CurvesPage>("curves");
    const auto said = [&] {
        for (const QLabel* label : curves.findChildren<QLabel*>()) {
            if (label->isVisible() && label->text().contains(u"No counters"_s))
                return true;
        }
        return false;
    };
    QTRY_VERIFY(said());
    QVERIFY(curves.set().curves().empty());
    for (const Finding& finding : page<AdvisorPage>("advisor").result()->findings)
        QVERIFY2(finding.category == FindingCategory::Quality || finding.category == FindingCategory::Environment,
                 finding.ruleId.c_str());
}

QTEST_MAIN(TestSecondProfile)
#include "test_second_profile.moc"
