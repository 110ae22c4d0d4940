// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

#include <algorithm>
#include <memory>
#include <optional>

#include "tests/views/window/profile_maker.h"
#include "views/advisor/advisor_page.h"
#include "views/advisor/advisor_text.h"
#include "views/advisor/evidence_model.h"
#include "views/advisor/evidence_place.h"
#include "views/advisor/finding_pane.h"
#include "views/advisor/finding_tree.h"
#include "views/kit/theme.h"
#include "views/models/table_proxy.h"
#include "views/state/view_state.h"
#include "views/tables/table_view.h"
#include "views/text/finding_text.h"
#include "views/text/message_text.h"

using namespace Qt::StringLiterals;
using namespace tideline;

Q_DECLARE_METATYPE(tideline::MessageArg)
Q_DECLARE_METATYPE(tideline::Saving)

/// The advisor page on a profile of two ranks, with real clicks and keys.
class TestAdvisor : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void argumentsAreFilledInOnce();
    void argumentTexts_data();
    void argumentTexts();
    void gains_data();
    void gains();
    void htmlIsEscaped();
    void gapHasAPlace();

    void emptyWithoutAProfile();
    void judgesTheProfile();
    void clickOnEvidenceSelects();
    void doubleClickOnEvidenceZooms();
    void enterOnAFindingZooms();
    void arrowKeysWalkTheFindings();
    void filters();
    void scopeIsObeyed();
    void onlyTheNewestResultCounts();
    void rulesFileErrorNamesThePlace();
    void rulesFileChangesTheJudgement();
    void unavailableRulesAreFolded();
    void copiesAsText();
    void waitsForTheResult();

private:
    void open();
    const Finding* finding(const QString& id) const;
    QModelIndex rowOf(const QString& id) const;
    QPoint pointOf(const QModelIndex& index) const { return m_page->tree()->visualRect(index).center(); }
    void pickWithEvidence();
    QString write(const QString& name, const QByteArray& text);

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<AdvisorPage> m_page;
    std::shared_ptr<const Session> m_session;
};

void TestAdvisor::initTestCase()
{
    QLocale::setDefault(QLocale(u"en_US"_s));
}

void TestAdvisor::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_state = std::make_unique<ViewState>();
    m_page = std::make_unique<AdvisorPage>(*m_state);
    m_page->resize(420, 900);
    m_page->show();
    QApplication::setActiveWindow(m_page.get());
}

void TestAdvisor::cleanup()
{
    m_page.reset();
    m_state.reset();
    m_session.reset();
}

void TestAdvisor::open()
{
    OpenOptions options;
    options.threads = 1;
    for (const int rank : {0, 1})
        options.paths.emplace_back(test::writeRank(m_dir->path(), rank).toStdString());
    auto opened = Session::open(options, Progress{});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    m_session = *opened;
    m_page->setSession(m_session);
    m_state->reset(m_session->trace().axisExtent());
    QTRY_VERIFY(m_page->result());
    QVERIFY(!m_page->result()->findings.empty());
}

QString TestAdvisor::write(const QString& name, const QByteArray& text)
{
    return test::writeFile(m_dir->path(), name, text);
}

const Finding* TestAdvisor::finding(const QString& id) const
{
    const auto& findings = m_page->result()->findings;
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&id](const Finding& one) { return one.ruleId == id.toStdString(); });
    return found == findings.end() ? nullptr : &*found;
}

QModelIndex TestAdvisor::rowOf(const QString& id) const
{
    const QAbstractItemModel& model = *m_page->tree()->model();
    const QModelIndexList found =
        model.match(model.index(0, 0), Qt::UserRole + 1, id, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QModelIndex() : found.front();
}

void TestAdvisor::pickWithEvidence()
{
    for (const Finding& one : m_page->result()->findings) {
        const bool placed = std::any_of(one.evidence.begin(), one.evidence.end(), [this](const Evidence& evidence) {
            return placeOf(m_session->trace(), evidence).slice.valid();
        });
        if (!placed)
            continue;
        QTest::mouseClick(m_page->tree()->viewport(), Qt::LeftButton, {},
                          pointOf(rowOf(QString::fromStdString(one.ruleId))));
        QCOMPARE(m_page->pane()->finding(), &one);
        return;
    }
    QFAIL("no finding has a slice as evidence");
}

void TestAdvisor::argumentsAreFilledInOnce()
{
    const Message message{TL_TEXT("Advisor", "%2 takes %1, %3, 100 % of %1"),
                          {MessageArg::time(Duration{1'500'000}), MessageArg::name("a%1\nb")}};
    QCOMPARE(messageText(message), u"a%1\u240Ab takes 1.500\u202Fms, %3, 100 % of 1.500\u202Fms"_s);
}

void TestAdvisor::argumentTexts_data()
{
    QTest::addColumn<MessageArg>("argument");
    QTest::addColumn<QString>("text");
    QTest::newRow("time") << MessageArg::timeNs(1234.5) << u"1.234\u202F\u00B5s"_s;
    QTest::newRow("ratio") << MessageArg::ratio(0.123) << u"12.3\u202F%"_s;
    QTest::newRow("count") << MessageArg::count(12345) << u"12,345"_s;
    QTest::newRow("bytes") << MessageArg::bytes(1536) << u"1.5 KiB"_s;
    QTest::newRow("rate") << MessageArg::rate(1.5e9) << u"1.5 GB/s"_s;
    QTest::newRow("name") << MessageArg::name("MatMul") << u"MatMul"_s;
    QTest::newRow("word") << MessageArg::of(TL_TEXT("Advisor", "host")) << u"host"_s;
}

void TestAdvisor::argumentTexts()
{
    QFETCH(MessageArg, argument);
    QTEST(argumentText(argument), "text");
}

void TestAdvisor::gains_data()
{
    QTest::addColumn<Saving>("saving");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("inShort");
    Saving both;
    both.low = Duration{1'000'000};
    both.high = Duration{2'000'000};
    both.ratioOfWall = 0.05;
    QTest::newRow("low and high") << both << u"1.000\u202Fms to 2.000\u202Fms per step (up to 5.0\u202F%)"_s
                                  << u"\u22125.0\u202F%"_s;
    Saving high = both;
    high.low = Duration{};
    QTest::newRow("high only") << high << u"up to 2.000\u202Fms per step (5.0\u202F%)"_s << u"\u22125.0\u202F%"_s;
    Saving bytes;
    bytes.bytes = 1 << 20;
    QTest::newRow("bytes") << bytes << u"1.0 MiB"_s << u"\u22121.0 MiB"_s;
    Saving none;
    none.note = {TL_TEXT("Advisor", "not quantified"), {}};
    QTest::newRow("a reason") << none << u"not quantified"_s << QString();
}

void TestAdvisor::gains()
{
    QFETCH(Saving, saving);
    QTEST(gainText(saving), "text");
    QTEST(shortGainText(saving), "inShort");
}

void TestAdvisor::htmlIsEscaped()
{
    open();
    AdvisorResult result;
    Finding one;
    one.ruleId = "N01";
    one.title = TL_TEXT("Advisor", "Shares & more");
    one.text = {TL_TEXT("Advisor", "%1 is slow"), {MessageArg::name("<img src=x>")}};
    one.explainedBy = {"N04", "N99"};
    Finding other;
    other.ruleId = "N04";
    other.title = TL_TEXT("Advisor", "Waiting");
    result.findings = {one, other};
    const QString html = findingHtml(result.findings[0], result, m_session->trace(), Theme::light());
    QVERIFY(html.contains(u"Shares &amp; more"_s));
    QVERIFY(html.contains(u"&lt;img src=x&gt;"_s) && !html.contains(u"<img"_s));
    QVERIFY(html.contains(u"<a href=\"rule:N04\">N04 Waiting</a>"_s));
    QVERIFY(html.contains(u"N99"_s) && !html.contains(u"rule:N99"_s));
}

void TestAdvisor::gapHasAPlace()
{
    open();
    const Trace& trace = m_session->trace();
    const SliceId conv = trace.kernels().slice.at(0);
    const SliceId add = trace.kernels().slice.at(1);
    Evidence gap;
    gap.rank = RankId{0};
    gap.track = trace.trackOf(conv);
    gap.name = "Add";
    gap.range = {trace.rangeOf(conv).end, trace.rangeOf(add).start};
    const EvidencePlace place = placeOf(trace, gap);
    QVERIFY(place.known);
    QVERIFY(!place.slice.valid());
    QCOMPARE(place.nearby, add);
    QSignalSpy revealed(m_state.get(), &ViewState::revealRequested);
    zoomToPlace(*m_state, place);
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(m_state->selection().kind, Selection::Kind::Range);
    QCOMPARE(m_state->selection().range, place.range);
    QCOMPARE(m_state->selection().tracks, std::vector<TrackId>{gap.track});
    Evidence setting;
    setting.rank = RankId{0};
    setting.name = "ASCEND_LAUNCH_BLOCKING";
    QVERIFY(!placeOf(trace, setting).known);
}

void TestAdvisor::emptyWithoutAProfile()
{
    const QList<QLabel*> labels = m_page->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text() == u"Open a profile to get advice."_s;
    }));
    open();
    m_page->setSession(nullptr);
    QVERIFY(!m_page->result());
    QCOMPARE(m_page->tree()->shownFindings(), 0);
}

void TestAdvisor::judgesTheProfile()
{
    open();
    // The kernels of the profile are in FLOAT, and the device is idle for a fifth of its span.
    const Finding* const floats = finding(u"C17"_s);
    QVERIFY(floats);
    QCOMPARE(m_page->tree()->shownFindings(), static_cast<int>(m_page->result()->findings.size()));
    QVERIFY(m_page->summary()->text().contains(verdictText(m_page->result()->overview)));
    m_page->showRule(u"C17"_s);
    const QString text = m_page->pane()->text()->toPlainText();
    for (QString part : {translated(floats->title), messageText(floats->text), messageText(floats->suggestion),
                         metricText(*floats), gainText(floats->saving), categoryText(floats->category)})
        QVERIFY2(text.contains(part.replace(QChar(0x202F), u' ')), qPrintable(part + u" is not in: "_s + text));
    QVERIFY(text.contains(u"0, 1"_s)); // the ranks
    QCOMPARE(m_page->pane()->evidenceTable()->model()->rowCount(), static_cast<int>(floats->evidence.size()));
    for (QWidget* part :
         {static_cast<QWidget*>(m_page->tree()), static_cast<QWidget*>(m_page->severityFilter()),
          static_cast<QWidget*>(m_page->categoryFilter()), static_cast<QWidget*>(m_page->pane()->evidenceTable())})
        QVERIFY(!part->accessibleName().isEmpty());
    EvidenceModel model;
    const QAbstractItemModelTester tester(&model);
    model.setEvidence(floats->evidence, m_session->sharedTrace());
    QCOMPARE(model.index(0, EvidenceModel::NameColumn).data(ExportRole).toString(), u"Conv2D"_s);
    model.setEvidence({}, nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestAdvisor::clickOnEvidenceSelects()
{
    open();
    pickWithEvidence();
    m_state->clearSelection();
    const TimeRange before = m_state->visibleRange();
    TableView* table = m_page->pane()->evidenceTable();
    const QModelIndex cell = table->model()->index(0, EvidenceModel::NameColumn);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    const EvidencePlace place = placeOf(m_session->trace(), m_page->pane()->finding()->evidence.front());
    QVERIFY(place.slice.valid());
    QCOMPARE(m_state->selection().kind, Selection::Kind::Slices);
    QCOMPARE(m_state->selection().slices, std::vector<SliceId>{place.slice});
    QCOMPARE(m_state->visibleRange(), before);
}

void TestAdvisor::doubleClickOnEvidenceZooms()
{
    open();
    pickWithEvidence();
    QSignalSpy wanted(m_page.get(), &AdvisorPage::timelineWanted);
    TableView* table = m_page->pane()->evidenceTable();
    const QModelIndex cell = table->model()->index(0, EvidenceModel::NameColumn);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    QCOMPARE(wanted.count(), 1);
    const EvidencePlace place = placeOf(m_session->trace(), m_page->pane()->finding()->evidence.front());
    const TimeRange seen = m_state->visibleRange();
    QVERIFY(seen.start <= place.range.start && place.range.end <= seen.end);
    QVERIFY(seen.length() < m_session->trace().axisExtent().length());
    QVERIFY(m_state->scope().limitsNothing());
    QCOMPARE(m_state->selection().slices, std::vector<SliceId>{place.slice});
    m_state->goBack();
    QVERIFY(m_state->visibleRange().length() >= m_session->trace().axisExtent().length());
}

void TestAdvisor::enterOnAFindingZooms()
{
    open();
    pickWithEvidence();
    m_page->tree()->setFocus();
    const TimeRange before = m_state->visibleRange();
    QTest::keyClick(m_page->tree(), Qt::Key_Return);
    QVERIFY(m_state->visibleRange() != before);
}

void TestAdvisor::arrowKeysWalkTheFindings()
{
    open();
    m_page->tree()->setFocus();
    m_page->tree()->setCurrentIndex(m_page->tree()->model()->index(0, 0));
    QVERIFY(m_page->tree()->picked().isEmpty());
    QTest::keyClick(m_page->tree(), Qt::Key_Down);
    QCOMPARE(m_page->tree()->picked(), QString::fromStdString(m_page->result()->findings.front().ruleId));
    QVERIFY(m_page->pane()->finding());
}

void TestAdvisor::filters()
{
    open();
    const auto shown = [this](auto test) {
        const auto& findings = m_page->result()->findings;
        return static_cast<int>(std::count_if(findings.begin(), findings.end(), test));
    };
    m_page->severityFilter()->setFocus();
    QTest::keyClick(m_page->severityFilter(), Qt::Key_End);
    QCOMPARE(m_page->severityFilter()->currentText(), u"High only"_s);
    QCOMPARE(m_page->tree()->shownFindings(),
             shown([](const Finding& one) { return one.severity == FindingSeverity::High; }));
    QTest::keyClick(m_page->severityFilter(), Qt::Key_Home);
    for (int i = 1; i < m_page->categoryFilter()->count(); ++i) {
        m_page->categoryFilter()->setCurrentIndex(i);
        const auto category = static_cast<FindingCategory>(m_page->categoryFilter()->currentData().toInt());
        const int expected = shown([category](const Finding& one) { return one.category == category; });
        QCOMPARE(m_page->tree()->shownFindings(), expected);
        if (expected == 0)
            QVERIFY(m_page->summary()->text().contains(u"The filter hides all"_s));
    }
    // Going to a rule lifts the filters.
    m_page->showRule(u"C17"_s);
    QCOMPARE(m_page->tree()->picked(), u"C17"_s);
    QCOMPARE(m_page->categoryFilter()->currentIndex(), 0);
}

void TestAdvisor::scopeIsObeyed()
{
    open();
    const auto before = m_page->result();
    Scope scope;
    scope.ranks = {1};
    m_state->setScope(scope);
    QTRY_VERIFY(m_page->result() != before);
    for (const Finding& one : m_page->result()->findings) {
        for (const RankId rank : one.ranks)
            QCOMPARE(m_session->trace().rank(rank).rank, std::optional<std::int64_t>(1));
    }
    QCOMPARE(m_page->result()->overview.ranks, std::size_t{1});
    scope.ranks = {99};
    m_state->setScope(scope);
    QTRY_VERIFY(m_page->result()->overview.ranks == 0);
    if (m_page->result()->findings.empty())
        QVERIFY(m_page->summary()->text().contains(u"No rule holds inside this scope."_s));
    m_state->setScope({});
    QTRY_COMPARE(m_page->result()->overview.ranks, std::size_t{2});
    const std::uint64_t all = m_page->result()->overview.operators;
    scope = {};
    scope.operators = {"Conv2D"};
    m_state->setScope(scope);
    QTRY_COMPARE(m_page->result()->overview.operators, all / 2);
    scope.operators.clear();
    scope.categories = {"ai_vector_core"};
    m_state->setScope(scope);
    QTRY_VERIFY(!finding(u"C17"_s));
    QCOMPARE(m_page->result()->overview.operators, all / 2);
}

void TestAdvisor::onlyTheNewestResultCounts()
{
    open();
    QSignalSpy results(m_page.get(), &AdvisorPage::resultChanged);
    std::vector<std::size_t> ranks;
    connect(m_page.get(), &AdvisorPage::resultChanged, this,
            [this, &ranks] { ranks.push_back(m_page->result()->overview.ranks); });
    Scope none;
    none.ranks = {99};
    for (int i = 0; i < 20; ++i)
        m_state->setScope(i % 2 ? Scope() : none);
    Scope one;
    one.ranks = {1};
    m_state->setScope(one);
    QTRY_COMPARE(results.count(), 1);
    QTest::qWait(50); // for results that should not come
    QCOMPARE(ranks, std::vector<std::size_t>{1});
    m_page->disconnect(this);
}

void TestAdvisor::rulesFileErrorNamesThePlace()
{
    open();
    const auto before = m_page->result();
    const QString path = write(u"rules.json"_s, "{\n  \"C17\": {\n    \"share_ration\": 0.5\n  }\n}\n");
    QVERIFY(!m_page->loadRules(path));
    QVERIFY(m_page->rulesError()->isVisible());
    const QString text = m_page->rulesError()->text();
    QVERIFY2(text.contains(u"rules.json:3"_s) && text.contains(u"/C17/share_ration"_s), qPrintable(text));
    QCOMPARE(m_page->result(), before);
    QVERIFY(!m_page->loadRules(m_dir->filePath(u"absent.json"_s)));
    QVERIFY(m_page->rulesError()->text().contains(u"absent.json"_s));
    m_page->resetRules();
    QVERIFY(!m_page->rulesError()->isVisible());
}

void TestAdvisor::rulesFileChangesTheJudgement()
{
    open();
    QVERIFY(finding(u"C17"_s));
    QVERIFY(m_page->loadRules(write(u"mine.json"_s, R"({"C17": {"enabled": false}})")));
    QTRY_VERIFY(!finding(u"C17"_s));
    QVERIFY(m_page->summary()->text().contains(u"mine.json"_s));
    m_page->resetRules();
    QTRY_VERIFY(finding(u"C17"_s));
    QVERIFY(!m_page->summary()->text().contains(u"mine.json"_s));
}

void TestAdvisor::unavailableRulesAreFolded()
{
    open();
    QVERIFY(!m_page->result()->unavailable.empty());
    const QAbstractItemModel& model = *m_page->tree()->model();
    const QModelIndex group = model.index(model.rowCount() - 1, 0);
    QVERIFY(group.data().toString().startsWith(u"Not judged"_s));
    QVERIFY(!m_page->tree()->isExpanded(group));
    m_page->tree()->setFocus();
    m_page->tree()->setCurrentIndex(group);
    QTest::keyClick(m_page->tree(), Qt::Key_Return);
    QVERIFY(m_page->tree()->isExpanded(group));
    QTest::keyClick(m_page->tree(), Qt::Key_Down);
    const Unavailable& rule = m_page->result()->unavailable.front();
    QCOMPARE(m_page->tree()->picked(), QString::fromStdString(rule.ruleId));
    QVERIFY(m_page->pane()->text()->toPlainText().contains(messageText(rule.reason)));
    QVERIFY(!m_page->pane()->finding());
}

void TestAdvisor::copiesAsText()
{
    open();
    pickWithEvidence();
    m_page->tree()->setFocus();
    QTest::keyClick(m_page->tree(), Qt::Key_C, Qt::ControlModifier);
    const QString text = QApplication::clipboard()->text();
    const Finding& shown = *m_page->pane()->finding();
    QVERIFY(text.startsWith(QString::fromStdString(shown.ruleId)));
    QVERIFY(text.contains(messageText(shown.text)));
    QVERIFY(text.contains(QString::number(shown.evidence.front().range.start.ns)));
    const QString all = resultPlain(*m_page->result(), m_session->trace());
    for (const Finding& one : m_page->result()->findings)
        QVERIFY(all.contains(QString::fromStdString(one.ruleId)));
    QVERIFY(all.contains(u"Not judged"_s));
}

void TestAdvisor::waitsForTheResult()
{
    open();
    m_page->setSession(m_session);
    QVERIFY(!m_page->result());
    m_page->showRule(u"C17"_s);
    QTRY_COMPARE(m_page->tree()->picked(), u"C17"_s);
}

QTEST_MAIN(TestAdvisor)
#include "test_advisor.moc"
