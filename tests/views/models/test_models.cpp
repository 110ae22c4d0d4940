// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QTest>

#include "views/models/import_files_model.h"
#include "views/models/import_issues_model.h"
#include "views/models/operators_model.h"
#include "views/models/steps_model.h"
#include "views/models/table_export.h"
#include "views/models/table_proxy.h"
#include "views/text/core_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

using namespace Qt::StringLiterals;
using namespace tideline;

namespace {

RankingRow row(const std::string& name, const std::string& type, std::uint64_t calls, std::int64_t total,
               std::int64_t longest)
{
    RankingRow out;
    out.name = name;
    out.type = type;
    out.core = type == "MatMul" ? "AI_CORE" : "AI_VECTOR_CORE";
    out.calls = calls;
    out.total = Duration{total};
    out.min = Duration{10};
    out.max = Duration{longest};
    out.ratio = static_cast<double>(total) / 4'000'000;
    return out;
}

Ranking threeRows()
{
    Ranking ranking;
    ranking.rows = {row("MatMulA", "MatMul", 2, 3'000'000, 2'000'000), row("=cmd|'x'", "Add", 9, 900'000, 500'000),
                    row("", "Add", 100, 100'000, 1'000)};
    ranking.rows[0].wait = Duration{5};
    ranking.groups = 3;
    return ranking;
}

QStringList namesOf(const TableProxy& proxy)
{
    QStringList names;
    for (int i = 0; i < proxy.rowCount(); ++i)
        names.append(proxy.index(i, 0).data(ExportRole).toString());
    return names;
}

const std::vector<int> kNameAndTotal{OperatorsModel::NameColumn, OperatorsModel::TotalColumn};

} // namespace

class TestModels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale(u"en_US"_s)); }

    void numbers_data();
    void numbers();
    void visibleTexts_data();
    void visibleTexts();
    void issueSentencesAreComplete();
    void modelsKeepTheContract();
    void importReportNamesUnreadParts();
    void sortsNumbersAsNumbers();
    void sortsBySeveralColumns();
    void missingValuesComeLast();
    void filters_data();
    void filters();
    void unknownTermIsNamed();
    void copiesExactValues();
    void csvIsSafeForSpreadsheets();
    void csvQuotes();
};

void TestModels::numbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("zero") << durationText(Duration{0}) << u"0\u202Fns"_s;
    QTest::newRow("ns") << durationText(Duration{999}) << u"999\u202Fns"_s;
    QTest::newRow("us") << durationText(Duration{1234}) << u"1.234\u202F\u00B5s"_s;
    QTest::newRow("ms") << durationText(Duration{17'902'500}) << u"17.90\u202Fms"_s;
    QTest::newRow("s") << durationText(Duration{61'000'000'000}) << u"61.00\u202Fs"_s;
    QTest::newRow("negative") << durationText(Duration{-1500}) << u"-1.500\u202F\u00B5s"_s;
    QTest::newRow("rounds up") << durationText(Duration{999'999}) << u"1.000\u202Fms"_s;
    QTest::newRow("exact") << exactDurationText(Duration{1'234'567}) << u"1,234,567\u202Fns"_s;
    QTest::newRow("percent") << percentText(0.1234) << u"12.3\u202F%"_s;
    QTest::newRow("small percent") << percentText(0.0004) << u"0.040\u202F%"_s;
    QTest::newRow("missing") << durationText(std::optional<Duration>()) << u"\u2013"_s;
}

void TestModels::numbers()
{
    QFETCH(QString, text);
    QFETCH(QString, wanted);
    QCOMPARE(text, wanted);
}

void TestModels::visibleTexts_data()
{
    QTest::addColumn<QByteArray>("raw");
    QTest::addColumn<QString>("wanted");
    QTest::newRow("plain") << QByteArray("aten::add") << u"aten::add"_s;
    QTest::newRow("markup stays") << QByteArray("<b>x</b>&amp;") << u"<b>x</b>&amp;"_s;
    QTest::newRow("empty") << QByteArray("") << u"(no name)"_s;
    QTest::newRow("control") << QByteArray("a\nb\x7f") << u"a\u240Ab\u2421"_s;
    QTest::newRow("bidi override") << QByteArray("a\xE2\x80\xAE"
                                                 "b")
                                   << u"a\u27E8U+202E\u27E9b"_s;
    QTest::newRow("chinese") << QByteArray("\xE7\xAE\x97\xE5\xAD\x90") << u"\u7B97\u5B50"_s;
}

void TestModels::visibleTexts()
{
    QFETCH(QByteArray, raw);
    QFETCH(QString, wanted);
    QCOMPARE(visibleText(std::string_view(raw.constData(), static_cast<std::size_t>(raw.size()))), wanted);
    QVERIFY(!plainToolTip(u"<b>"_s).contains(u"<b>"_s));
}

void TestModels::issueSentencesAreComplete()
{
    for (int kind = 0; kind <= static_cast<int>(IssueKind::UnknownFormat); ++kind)
        QVERIFY(!issueSentence(static_cast<IssueKind>(kind)).isEmpty());
    const ErrorText text = errorText(Error{ErrorCode::Damaged, "bad bytes", "a.json@17", {}});
    QCOMPARE(text.code, u"TL1003"_s);
    QCOMPARE(text.where, u"a.json@17"_s);
    QCOMPARE(text.why, u"bad bytes"_s);
    QVERIFY(!text.next.isEmpty());
}

void TestModels::modelsKeepTheContract()
{
    OperatorsModel operators;
    ImportFilesModel files;
    ImportIssuesModel issues;
    StepsModel steps;
    TableProxy proxy;
    proxy.setSourceModel(&operators);
    constexpr auto kFatal = QAbstractItemModelTester::FailureReportingMode::QtTest;
    const QAbstractItemModelTester a(&operators, kFatal);
    const QAbstractItemModelTester b(&files, kFatal);
    const QAbstractItemModelTester c(&issues, kFatal);
    const QAbstractItemModelTester d(&steps, kFatal);
    const QAbstractItemModelTester e(&proxy, kFatal);
    operators.setRanking(threeRows());
    FileReport report;
    report.path = "a.json";
    report.status = FileStatus::Partial;
    report.reason = "cut";
    report.rows = 12;
    files.setFiles({report});
    ImportIssues found;
    found.add(IssueKind::BadTime, "a.json@12", 3, "ts is no number");
    issues.setIssues(found.list());
    StepRow step;
    step.step = 7;
    step.computing = Duration{5000};
    steps.setSteps({step}, nullptr);
    proxy.setFilter(u"matmul"_s);
    QCOMPARE(proxy.rowCount(), 1);
    operators.retranslate();
    QCOMPARE(files.index(0, ImportFilesModel::StatusColumn).data(ExportRole).toString(), u"partial"_s);
    QCOMPARE(issues.index(0, ImportIssuesModel::CountColumn).data(ExportRole).toLongLong(), 3);
    QCOMPARE(steps.index(0, StepsModel::ComputingColumn).data(ExportRole).toString(), u"5000"_s);
    QCOMPARE(steps.index(0, StepsModel::FreeColumn).data().toString(), u"\u2013"_s);
}

void TestModels::importReportNamesUnreadParts()
{
    FileReport read;
    read.path = "/p/a.csv";
    read.note = kFromDocumentation;
    FileReport noticed;
    noticed.path = "/p/raw";
    noticed.status = FileStatus::Skipped;
    ListedPart database;
    database.path = "/p/a.db";
    database.format = "torch-npu-db";
    database.state = PartState::NotChosen;
    database.reason = "the text is read";
    database.bytes = 7;
    ListedPart chosen = database;
    chosen.path = "/p/a.csv";
    chosen.state = PartState::Chosen;
    ListedPart known = database;
    known.path = "/p/raw";
    ListedPart left = database;
    left.path = "/p/b";
    left.state = PartState::LeftOut;
    ImportFilesModel model;
    model.setFiles({read, noticed}, "/p", {chosen, database, known, left});
    const auto cell = [&](int row, int column, int role) { return model.index(row, column).data(role).toString(); };
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(cell(0, ImportFilesModel::ReasonColumn, Qt::DisplayRole), u"from documentation"_s);
    QCOMPARE(cell(2, ImportFilesModel::FileColumn, Qt::DisplayRole), u"a.db"_s);
    QCOMPARE(cell(2, ImportFilesModel::StatusColumn, Qt::DisplayRole), u"not chosen"_s);
    QCOMPARE(cell(2, ImportFilesModel::ReasonColumn, ExportRole), u"torch-npu-db: the text is read"_s);
    QCOMPARE(cell(2, ImportFilesModel::BytesColumn, ExportRole), u"7"_s);
    QCOMPARE(cell(3, ImportFilesModel::StatusColumn, ExportRole), u"left out"_s);
}

void TestModels::sortsNumbersAsNumbers()
{
    OperatorsModel model;
    model.setRanking(threeRows());
    TableProxy proxy;
    proxy.setSourceModel(&model);
    proxy.sortBy(OperatorsModel::CallsColumn);
    QCOMPARE(namesOf(proxy), QStringList({u""_s, u"=cmd|'x'"_s, u"MatMulA"_s}));
    proxy.sortBy(OperatorsModel::CallsColumn);
    QCOMPARE(namesOf(proxy), QStringList({u"MatMulA"_s, u"=cmd|'x'"_s, u""_s}));
}

void TestModels::sortsBySeveralColumns()
{
    OperatorsModel model;
    model.setRanking(threeRows());
    TableProxy proxy;
    proxy.setSourceModel(&model);
    proxy.sortBy(OperatorsModel::TypeColumn);
    proxy.sortBy(OperatorsModel::TotalColumn, true);
    QCOMPARE(namesOf(proxy), QStringList({u"=cmd|'x'"_s, u""_s, u"MatMulA"_s}));
    proxy.sortBy(OperatorsModel::TotalColumn, true);
    QCOMPARE(namesOf(proxy), QStringList({u""_s, u"=cmd|'x'"_s, u"MatMulA"_s}));
}

void TestModels::missingValuesComeLast()
{
    OperatorsModel model;
    model.setRanking(threeRows());
    TableProxy proxy;
    proxy.setSourceModel(&model);
    proxy.setSortKeys({{OperatorsModel::WaitColumn, Qt::AscendingOrder}});
    QCOMPARE(namesOf(proxy).front(), u"MatMulA"_s);
    proxy.setSortKeys({{OperatorsModel::WaitColumn, Qt::DescendingOrder}});
    QCOMPARE(namesOf(proxy).front(), u"MatMulA"_s);
}

void TestModels::filters_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<int>("rows");
    QTest::newRow("none") << QString() << 3;
    QTest::newRow("word, any case") << u"matmul"_s << 1;
    QTest::newRow("all words") << u"mat mula"_s << 1;
    QTest::newRow("words that do not meet") << u"mat cmd"_s << 0;
    QTest::newRow("exact") << u"\"MatMulA\""_s << 1;
    QTest::newRow("exact is no substring") << u"\"MatMul\""_s << 0;
    QTest::newRow("regex") << u"/^mat.*a$/"_s << 1;
    QTest::newRow("placeholder is found") << u"\"(no name)\""_s << 1;
    QTest::newRow("field") << u"type:add"_s << 2;
    QTest::newRow("core") << u"core:AI_CORE"_s << 1;
    QTest::newRow("negated") << u"-type:add"_s << 1;
    QTest::newRow("an instance longer than") << u"dur>1ms"_s << 1;
    QTest::newRow("at least") << u"dur>=500us"_s << 2;
    QTest::newRow("total") << u"total<1ms"_s << 2;
    QTest::newRow("calls and type") << u"type:add calls>50"_s << 1;
    QTest::newRow("share") << u"share>50%"_s << 1;
}

void TestModels::filters()
{
    QFETCH(QString, filter);
    QFETCH(int, rows);
    OperatorsModel model;
    model.setRanking(threeRows());
    TableProxy proxy;
    proxy.setSourceModel(&model);
    proxy.setFilter(filter);
    QCOMPARE(proxy.rowCount(), rows);
    QVERIFY(proxy.filter().error().isEmpty());
}

void TestModels::unknownTermIsNamed()
{
    QCOMPARE(TableFilter::parse(u"mat /(/ x"_s).error(), u"/(/"_s);
}

void TestModels::copiesExactValues()
{
    OperatorsModel model;
    Ranking ranking = threeRows();
    ranking.rows[1].name = "a\tb\nc";
    model.setRanking(ranking);
    const QString text = tabSeparated(model, {model.index(1, 0), model.index(1, 1), model.index(0, 0)}, kNameAndTotal);
    QCOMPARE(text, u"name\ttotal_ns\nMatMulA\t3000000\na b c\t900000\n"_s);
}

void TestModels::csvIsSafeForSpreadsheets()
{
    OperatorsModel model;
    model.setRanking(threeRows());
    const QByteArray csv = csvOf(model, kNameAndTotal, {u"filter: x"_s});
    QCOMPARE(csv, QByteArray("# filter: x\r\nname,total_ns\r\nMatMulA,3000000\r\n'=cmd|'x',900000\r\n,100000\r\n"));
}

void TestModels::csvQuotes()
{
    QCOMPARE(csvCell(u"a,\"b\""_s, true), u"\"a,\"\"b\"\"\""_s);
    QCOMPARE(csvCell(u"-5"_s, false), u"-5"_s);
    QCOMPARE(csvCell(u"-5"_s, true), u"'-5"_s);
    QCOMPARE(csvCell(u"two\nlines"_s, true), u"\"two\nlines\""_s);
}

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
