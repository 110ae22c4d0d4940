// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionViewItem>
#include <QTest>
#include <QTimer>
#include <QTranslator>
#include <QTreeWidget>
#include <QUrl>

#include <memory>

#include "app/gui/choose_parts_dialog.h"
#include "app/gui/message_bar.h"
#include "tests/support/made_database.h"
#include "tests/views/window/profile_maker.h"
#include "tests/views/window/window_fixture.h"

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::test;

namespace {

/// Marks every text that can be translated.
class Marker final : public QTranslator {
public:
    QString translate(const char*, const char* source, const char*, int) const override
    {
        return u"\u8BD1 "_s + QString::fromUtf8(source);
    }
    bool isEmpty() const override { return false; }
};

} // namespace

/// What is asked before a directory is opened, and what the answer opens.
class TestChoose : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void plainDirectoriesOpenAtOnce();
    void anAmbiguousOneAsks();
    void keysPickParts();
    void aDatabaseInsteadOfText();
    void textAndDatabaseExcludeEachOther();
    void theMenuListsAPlainDirectory();
    void manyRowsAtOnce();
    void stepsAndTheRest();
    void stepsThatAreNoNumbers();
    void escapeOpensNothing();
    void partsThatCannotBeRead();
    void aLargeOneAsks();
    void twoDroppedRuns();
    void anotherOpenTakesItsPlace();
    void cancelWhileLooking();
    void everyTextIsTranslated();

private:
    MainWindow& window() { return *m_fixture->window; }
    QString path(const QString& name) const { return m_fixture->dir.filePath(name); }
    /// A job whose ranks are claimed twice: a choice.
    QString ambiguousJob();
    /// What the window asks about a directory; `ask`: as the user who wants to choose.
    QPointer<ChoosePartsDialog> asked(const QString& directory, bool ask = false);
    bool opens();
    /// A rank as text and as a database, and a second one as text alone: nothing to ask about.
    QString jobWithDatabase();
    void clickCheckBox(QTreeWidget& table, int row) const;
    QPushButton* openButton(ChoosePartsDialog& dialog) const
    {
        return dialog.buttons()->findChild<QPushButton*>(u"openParts"_s);
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

void TestChoose::init()
{
    m_fixture = std::make_unique<WindowFixture>();
}

void TestChoose::cleanup()
{
    m_fixture.reset();
}

QString TestChoose::ambiguousJob()
{
    writeRank(path(u"job/a"_s), 0);
    writeRank(path(u"job/b"_s), 0);
    writeRank(path(u"job/c"_s), 1);
    return path(u"job"_s);
}

QPointer<ChoosePartsDialog> TestChoose::asked(const QString& directory, bool ask)
{
    QSignalSpy wanted(&window().loader(), &SessionLoader::choiceWanted);
    window().openPaths({directory}, ask);
    [&] { QTRY_COMPARE_WITH_TIMEOUT(wanted.count(), 1, 20'000); }();
    return window().choice();
}

bool TestChoose::opens()
{
    const auto before = window().session();
    const auto isThere = [&] {
        const auto session = window().session();
        return session && session != before && !session->isFirstPart();
    };
    [&] { QTRY_VERIFY_WITH_TIMEOUT(isThere(), 20'000); }();
    return isThere();
}

void TestChoose::plainDirectoriesOpenAtOnce()
{
    QSignalSpy wanted(&window().loader(), &SessionLoader::choiceWanted);
    QSignalSpy started(&window().loader(), &SessionLoader::started);
    writeRank(path(u"job"_s), 0);
    writeRank(path(u"job"_s), 1);
    window().openPaths({path(u"job"_s)});
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
    QCOMPARE(wanted.count(), 0);
    QCOMPARE(started.count(), 1);
    QVERIFY(!window().partialBanner()->isVisible());
}

void TestChoose::anAmbiguousOneAsks()
{
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    QVERIFY(!window().session());
    QVERIFY(!window().loader().busy());
    const QTreeWidget& table = *dialog->table();
    QCOMPARE(table.topLevelItemCount(), 3);
    for (int i = 0; i < 3; ++i) {
        const QTreeWidgetItem& row = *table.topLevelItem(i);
        QCOMPARE(row.checkState(ChoosePartsDialog::RankColumn), Qt::Checked);
        QCOMPARE(row.text(ChoosePartsDialog::RankColumn), i < 2 ? u"0"_s : u"1"_s);
        QCOMPARE(row.text(ChoosePartsDialog::FormatColumn), u"torch-npu-text"_s);
        QVERIFY(row.text(ChoosePartsDialog::PathColumn).contains(u"_ascend_pt"_s));
        QVERIFY(!row.text(ChoosePartsDialog::SizeColumn).isEmpty());
        QCOMPARE(row.text(ChoosePartsDialog::NoteColumn).contains(u"claimed by 2"_s), i < 2);
    }
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(3));
    QVERIFY(window().session()->partial().limitsNothing());
    QVERIFY(!window().partialBanner()->isVisible());
    QTRY_VERIFY(!dialog);
}

void TestChoose::keysPickParts()
{
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog);
    QVERIFY(dialog->table()->hasFocus());
    QTest::keyClick(dialog->table(), Qt::Key_Down);
    QTest::keyClick(dialog->table(), Qt::Key_Space);
    QCOMPARE(dialog->table()->topLevelItem(1)->checkState(0), Qt::Unchecked);
    QVERIFY2(dialog->summary()->text().startsWith(u"2 of 3"_s), qPrintable(dialog->summary()->text()));
    QTest::keyClick(dialog->table(), Qt::Key_Return);
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
    QVERIFY(window().partialBanner()->isVisible());
    QVERIFY2(window().partialBanner()->details().contains(u"1 parts were left out"_s),
             qPrintable(window().partialBanner()->details()));
    window().reload(); // the same part again, without a question
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
    QVERIFY(!window().choice());
}

void TestChoose::aDatabaseInsteadOfText()
{
    const QString rank = writeRank(path(u"job"_s), 0);
    const QString file = rank + u"/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"_s;
    MadeDatabase(file.toStdString()).makeProfileTables(Schema::First);
    const auto dialog = asked(path(u"job"_s), true);
    QVERIFY(dialog);
    QCOMPARE(dialog->table()->topLevelItemCount(), 2);
    QTreeWidgetItem* database = dialog->table()->topLevelItem(1);
    QCOMPARE(database->checkState(0), Qt::Unchecked);
    QVERIFY(database->text(ChoosePartsDialog::NoteColumn).startsWith(u"Not chosen"_s));
    dialog->table()->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    QVERIFY(!openButton(*dialog)->isEnabled()); // nothing is left to open
    database->setCheckState(0, Qt::Checked);
    QTest::mouseClick(openButton(*dialog), Qt::LeftButton);
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().front().format, std::string("torch-npu-db"));
}

QString TestChoose::jobWithDatabase()
{
    const QString rank = writeRank(path(u"job"_s), 0);
    writeRank(path(u"job"_s), 1);
    const QString file = rank + u"/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db"_s;
    MadeDatabase(file.toStdString()).makeProfileTables(Schema::First);
    return path(u"job"_s);
}

void TestChoose::clickCheckBox(QTreeWidget& table, int row) const
{
    const QRect cell = table.visualItemRect(table.topLevelItem(row));
    QStyleOptionViewItem option;
    option.initFrom(&table);
    option.rect = cell;
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    const QRect box = table.style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &table);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, box.center());
}

void TestChoose::textAndDatabaseExcludeEachOther()
{
    const auto dialog = asked(jobWithDatabase(), true);
    QVERIFY(dialog);
    QTreeWidget& table = *dialog->table();
    QCOMPARE(table.topLevelItemCount(), 3);
    const auto checks = [&] {
        QString text;
        for (int row = 0; row < 3; ++row)
            text += table.topLevelItem(row)->checkState(0) == Qt::Checked ? u'x' : u'-';
        return text;
    };
    const QTreeWidgetItem* database = table.topLevelItem(1); // beside the text of its rank
    QCOMPARE(database->text(ChoosePartsDialog::FormatColumn), u"torch-npu-db"_s);
    QCOMPARE(database->text(ChoosePartsDialog::RankColumn), u"0"_s);
    QVERIFY2(database->text(ChoosePartsDialog::PathColumn).startsWith(u"r0_"_s),
             qPrintable(database->text(ChoosePartsDialog::PathColumn)));
    QVERIFY(dialog->windowTitle().endsWith(u"job"_s));
    QCOMPARE(checks(), u"x-x"_s);
    clickCheckBox(table, 1);
    QCOMPARE(checks(), u"-xx"_s);
    QVERIFY2(dialog->summary()->text().startsWith(u"2 of 3"_s), qPrintable(dialog->summary()->text()));
    clickCheckBox(table, 0);
    QCOMPARE(checks(), u"x-x"_s);
    clickCheckBox(table, 1);
    QTest::mouseClick(openButton(*dialog), Qt::LeftButton);
    QVERIFY(opens());
    QStringList formats;
    for (const RankInfo& rank : window().session()->trace().ranks())
        formats.append(QString::fromStdString(rank.format));
    formats.sort();
    QCOMPARE(formats, QStringList({u"torch-npu-db"_s, u"torch-npu-text"_s}));
}

/// The menu, the name of the directory, the list: by events alone.
void TestChoose::theMenuListsAPlainDirectory()
{
    const QString directory = jobWithDatabase();
    QSignalSpy wanted(&window().loader(), &SessionLoader::choiceWanted);
    bool answered = false;
    QTimer typist;
    connect(&typist, &QTimer::timeout, this, [&] {
        auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* name = files ? files->findChild<QLineEdit*>(u"fileNameEdit"_s) : nullptr;
        if (!name || answered)
            return;
        answered = true;
        name->selectAll();
        QTest::keyClicks(name, directory);
        QTest::keyClick(name, Qt::Key_Return);
    });
    typist.start(50);
    QMenuBar& bar = *window().menuBar();
    QTest::mouseClick(&bar, Qt::LeftButton, Qt::NoModifier, bar.actionGeometry(bar.actions().front()).center());
    QTRY_VERIFY(QApplication::activePopupWidget());
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_T);
    QVERIFY(answered);
    QTRY_COMPARE_WITH_TIMEOUT(wanted.count(), 1, 20'000);
    const QPointer<ChoosePartsDialog> dialog = window().choice();
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(!window().session());
    const QTreeWidget& table = *dialog->table();
    QCOMPARE(table.topLevelItemCount(), 3);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < ChoosePartsDialog::NoteColumn; ++column)
            QVERIFY(!table.topLevelItem(row)->text(column).isEmpty());
    }
    QTest::keyClick(dialog->table(), Qt::Key_End);
    QTest::keyClick(dialog->table(), Qt::Key_Space); // not the second rank
    QTest::keyClick(dialog->table(), Qt::Key_Return);
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(1));
    QVERIFY(window().partialBanner()->isVisible());
}

void TestChoose::manyRowsAtOnce()
{
    const auto dialog = asked(jobWithDatabase(), true);
    QVERIFY(dialog);
    QTreeWidget& table = *dialog->table();
    const auto picked = [&] { return dialog->summary()->text().section(u' ', 0, 0).toInt(); };
    QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(table.selectedItems().size(), 3);
    QTest::keyClick(&table, Qt::Key_Space); // the texts of both ranks are checked
    QCOMPARE(picked(), 0);
    QVERIFY(!openButton(*dialog)->isEnabled());
    QTest::keyClick(&table, Qt::Key_Space);
    QCOMPARE(picked(), 2);
    QCOMPARE(table.topLevelItem(1)->checkState(0), Qt::Unchecked); // its text is taken
    QTest::mouseClick(dialog->noneButton(), Qt::LeftButton);
    QCOMPARE(picked(), 0);
    QTest::mouseClick(dialog->allButton(), Qt::LeftButton);
    QCOMPARE(picked(), 2);
    QVERIFY(dialog->isVisible());
}

void TestChoose::stepsAndTheRest()
{
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog);
    dialog->stepsField()->setFocus();
    QTest::keyClicks(dialog->stepsField(), u"6"_s);
    dialog->pythonBox()->setFocus();
    QTest::keyClick(dialog->pythonBox(), Qt::Key_Space);
    dialog->argumentsBox()->setFocus();
    QTest::keyClick(dialog->argumentsBox(), Qt::Key_Space);
    QTest::keyClick(dialog->stepsField(), Qt::Key_Return);
    QVERIFY(opens());
    QCOMPARE(window().session()->partial().text(), std::string("--steps 6 --no-python --no-args"));
    for (const StepInfo& step : window().session()->trace().steps())
        QCOMPARE(step.id, std::int64_t(6));
    QCOMPARE(window().session()->leftOut().python, std::uint64_t(3));
    QVERIFY(window().partialBanner()->details().contains(u"--steps 6"_s));
}

void TestChoose::stepsThatAreNoNumbers()
{
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog);
    dialog->stepsField()->setText(u"five"_s);
    QVERIFY(!openButton(*dialog)->isEnabled());
    QVERIFY(dialog->summary()->text().contains(u"3-5,9"_s));
    dialog->accept();
    QVERIFY(dialog->isVisible());
    dialog->stepsField()->clear();
    QVERIFY(openButton(*dialog)->isEnabled());
}

void TestChoose::escapeOpensNothing()
{
    QSignalSpy opened(&window().loader(), &SessionLoader::opened);
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog);
    QTest::keyClick(dialog->table(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog);
    QVERIFY(!window().session());
    QTest::qWait(50);
    QCOMPARE(opened.count(), 0);
    m_fixture->openRanks(); // the window goes on
    QVERIFY(window().session());
}

void TestChoose::partsThatCannotBeRead()
{
    writeRank(path(u"job"_s), 1);
    writeFile(path(u"job/w_1_20250809_ascend_pt/FRAMEWORK"_s), u"torch.op_range"_s, "x");
    const auto dialog = asked(path(u"job"_s));
    QVERIFY(dialog);
    QTreeWidgetItem* raw = dialog->table()->topLevelItem(1);
    QVERIFY(raw->text(ChoosePartsDialog::NoteColumn).contains(u"analyse(\""_s));
    QVERIFY(!(raw->flags() & Qt::ItemIsUserCheckable));
    QTest::keyClick(dialog->table(), Qt::Key_Return);
    QVERIFY(opens());
    QCOMPARE(window().session()->issues().countOf(IssueKind::NotAnalysed), std::uint64_t(1));
}

void TestChoose::aLargeOneAsks()
{
    const QString rank = writeRank(path(u"job"_s), 0);
    QFile trace(rank + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s);
    QVERIFY(trace.resize(qint64(9) << 30)); // without blocks on the disk
    const auto dialog = asked(rank);
    QVERIFY(dialog);
    QCOMPARE(dialog->table()->topLevelItemCount(), 1);
    const QString estimate = dialog->table()->topLevelItem(0)->text(ChoosePartsDialog::EstimateColumn);
    QVERIFY2(estimate == u"22 s"_s, qPrintable(estimate));
    QTest::keyClick(dialog->table(), Qt::Key_Escape);
}

void TestChoose::twoDroppedRuns()
{
    writeRank(path(u"one"_s), 0);
    writeRank(path(u"two"_s), 1);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path(u"one"_s)), QUrl::fromLocalFile(path(u"two"_s))});
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &enter);
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &drop);
    QTRY_VERIFY(window().choice());
    QCOMPARE(openButton(*window().choice())->text(), u"&Open Both"_s);
    QTest::keyClick(window().choice()->table(), Qt::Key_Return);
    QVERIFY(opens());
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
}

void TestChoose::anotherOpenTakesItsPlace()
{
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog);
    m_fixture->openRanks();
    QTRY_VERIFY(!dialog);
    QCOMPARE(window().session()->trace().ranks().size(), std::size_t(2));
}

void TestChoose::cancelWhileLooking()
{
    for (int i = 0; i < 400; ++i)
        writeFile(path(u"job/d%1/deep"_s.arg(i)), u"x.json"_s, "{}");
    ambiguousJob();
    QSignalSpy wanted(&window().loader(), &SessionLoader::choiceWanted);
    QSignalSpy cancelled(&window().loader(), &SessionLoader::cancelled);
    window().openPaths({path(u"job"_s)});
    QVERIFY(window().loader().busy());
    QElapsedTimer clock;
    clock.start();
    window().loader().cancel();
    QVERIFY(clock.elapsed() < 100);
    QCOMPARE(cancelled.count(), 1);
    QTest::qWait(500);
    QCOMPARE(wanted.count(), 0);
    QVERIFY(!window().choice() && !window().session());
}

void TestChoose::everyTextIsTranslated()
{
    Marker marker;
    QApplication::installTranslator(&marker);
    const auto dialog = asked(ambiguousJob());
    QVERIFY(dialog);
    const QString mark = u"\u8BD1 "_s;
    QVERIFY(dialog->windowTitle().startsWith(mark));
    for (int column = 0; column < ChoosePartsDialog::ColumnCount; ++column)
        QVERIFY(dialog->table()->headerItem()->text(column).startsWith(mark));
    for (const auto* label : dialog->findChildren<QLabel*>())
        QVERIFY2(label->text().isEmpty() || label->text().startsWith(mark), qPrintable(label->text()));
    for (const auto* button : dialog->findChildren<QAbstractButton*>()) {
        if (!button->text().isEmpty())
            QVERIFY2(button->text().startsWith(mark), qPrintable(button->text()));
    }
    QApplication::removeTranslator(&marker);
}

QTEST_MAIN(TestChoose)
#include "test_choose.moc"
