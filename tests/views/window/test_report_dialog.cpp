// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QSpinBox>
#include <QTest>

#include <memory>

#include "app/gui/report_dialog.h"
#include "app/gui/window_actions.h"
#include "tests/views/window/window_fixture.h"
#include "views/notes/notes_page.h"
#include "views/state/scope_edit.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// The report of the window as a file and on paper.
class TestReportDialog : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void actionsNeedAProfile();
    void twoActionsToAPdf();
    void formats_data();
    void formats();
    void notesAndScopeAreIncluded();
    void notesMayBeLeftOut();
    void failureStaysInTheDialog();
    void previewShowsPages();

private:
    MainWindow& window() { return *m_fixture->window; }
    QPointer<ReportDialog> dialog();
    QByteArray written(ReportDialog& dialog, const QString& name);

    std::unique_ptr<test::WindowFixture> m_fixture;
};

void TestReportDialog::init()
{
    m_fixture = std::make_unique<test::WindowFixture>();
}

void TestReportDialog::cleanup()
{
    m_fixture.reset();
}

QPointer<ReportDialog> TestReportDialog::dialog()
{
    window().actions()[ActionId::ExportReport]->trigger();
    return window().findChild<ReportDialog*>();
}

/// Writes to the directory of the test and waits for the dialog to close.
QByteArray TestReportDialog::written(ReportDialog& dialog, const QString& name)
{
    const QPointer<ReportDialog> alive(&dialog);
    const QString path = m_fixture->dir.filePath(name);
    dialog.targetField()->setText(path);
    dialog.accept();
    if (!QTest::qWaitFor([&alive] { return !alive || !alive->isVisible(); }, 30'000))
        qWarning("the dialog says: %s", qPrintable(alive->message()->text()));
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestReportDialog::actionsNeedAProfile()
{
    QVERIFY(!window().actions()[ActionId::ExportReport]->isEnabled());
    QVERIFY(!window().actions()[ActionId::PrintReport]->isEnabled());
    m_fixture->openRanks();
    QVERIFY(window().actions()[ActionId::ExportReport]->isEnabled());
}

void TestReportDialog::twoActionsToAPdf()
{
    qputenv("HOME", QFile::encodeName(m_fixture->dir.path()));
    m_fixture->openRanks();
    QTest::keyClick(&window(), Qt::Key_E, Qt::ControlModifier);
    const QPointer<ReportDialog> shown = window().findChild<ReportDialog*>();
    QVERIFY(shown);
    const QString path = shown->targetField()->text();
    QVERIFY(path.startsWith(m_fixture->dir.path()) && path.endsWith(u".pdf"_s));
    QTest::keyClick(shown->targetField(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 30'000);
    QTRY_VERIFY(!shown || !shown->isVisible());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.read(5) == "%PDF-");
}

void TestReportDialog::formats_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("contains");
    QTest::newRow("html") << static_cast<int>(ReportFormat::Html) << u"r.html"_s << QByteArray("My title");
    QTest::newRow("markdown") << static_cast<int>(ReportFormat::Markdown) << u"r.md"_s << QByteArray("# My title");
    QTest::newRow("json") << static_cast<int>(ReportFormat::Json) << u"r.json"_s << QByteArray("\"schema_version\"");
}

void TestReportDialog::formats()
{
    QFETCH(int, format);
    QFETCH(QString, name);
    QFETCH(QByteArray, contains);
    m_fixture->openRanks();
    const QPointer<ReportDialog> shown = dialog();
    QVERIFY(shown);
    shown->formatBox()->setCurrentIndex(shown->formatBox()->findData(format));
    QVERIFY(shown->targetField()->text().endsWith(suffixOf(static_cast<ReportFormat>(format))));
    shown->titleField()->setText(u"My title"_s);
    const QByteArray text = written(*shown, name);
    QVERIFY2(text.contains(contains), text.left(2000).constData());
    if (static_cast<ReportFormat>(format) == ReportFormat::Json)
        QVERIFY(QJsonDocument::fromJson(text).isObject());
}

void TestReportDialog::notesAndScopeAreIncluded()
{
    m_fixture->openRanks();
    window().actions()[ActionId::AddNote]->trigger();
    static_cast<NotesPage*>(window().page("notes"))->book().setText(0, u"watch the second step"_s);
    limitToStep(window().state(), 6);
    const QPointer<ReportDialog> shown = dialog();
    QVERIFY(shown && shown->notesBox()->isChecked());
    shown->formatBox()->setCurrentIndex(shown->formatBox()->findData(static_cast<int>(ReportFormat::Markdown)));
    const QByteArray text = written(*shown, u"n.md"_s);
    QVERIFY(text.contains("watch the second step"));
    QVERIFY(text.contains("step:6"));
}

void TestReportDialog::notesMayBeLeftOut()
{
    m_fixture->openRanks();
    window().actions()[ActionId::AddNote]->trigger();
    static_cast<NotesPage*>(window().page("notes"))->book().setText(0, u"for me alone"_s);
    const QPointer<ReportDialog> shown = dialog();
    QVERIFY(shown);
    shown->notesBox()->setChecked(false);
    QVERIFY(shown->order().options.notes.empty());
    shown->rowsBox()->setValue(7);
    shown->redactBox()->setChecked(true);
    QCOMPARE(shown->order().options.topN, std::size_t{7});
    QVERIFY(shown->order().options.redact);
    shown->reject();
}

void TestReportDialog::failureStaysInTheDialog()
{
    m_fixture->openRanks();
    const QPointer<ReportDialog> shown = dialog();
    QVERIFY(shown);
    shown->targetField()->setText(m_fixture->dir.filePath(u"no/such/place.pdf"_s));
    shown->accept();
    QTRY_VERIFY_WITH_TIMEOUT(shown->message()->text().contains(u"place.pdf"_s), 30'000);
    QVERIFY(shown->isVisible());
    shown->reject();
}

void TestReportDialog::previewShowsPages()
{
    m_fixture->openRanks();
    window().actions()[ActionId::PrintReport]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window().findChild<QPrintPreviewDialog*>(), 30'000);
    auto* preview = window().findChild<QPrintPreviewDialog*>();
    auto* pages = preview->findChild<QPrintPreviewWidget*>();
    QVERIFY(pages);
    QTRY_VERIFY_WITH_TIMEOUT(pages->pageCount() > 0, 30'000);
    preview->reject();
}

QTEST_MAIN(TestReportDialog)
#include "test_report_dialog.moc"
