// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "app/common/collect_output.h"
#include "core/analyze/clocks/clock_notes.h"
#include "core/session/session.h"
#include "views/state/view_state.h"
#include "views/tables/import_page.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// What the import report says about the clocks of a job of which one rank's are set wrong.
class TestImportPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void notesOfClocks();
    void refusals();
    void asRecorded();
    void nothingKnown();

private:
    std::shared_ptr<const Session> opened(const QString& name, ClockUse use);
    QPlainTextEdit* clocks() const { return m_page->findChild<QPlainTextEdit*>(u"importClocks"_s); }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<ImportPage> m_page;
};

void TestImportPage::initTestCase()
{
    for (const bool comparable : {true, false}) {
        CollectOutput output;
        output.directory = path(comparable ? u"job"_s : u"few"_s).toStdString();
        output.forms = {ExportForm::Text};
        collect::CollectOptions options;
        options.scenario = "healthy";
        options.ranks = 2;
        options.steps = 3;
        options.hardwareMemory = false;
        options.communication = comparable;
        options.faults = {*collect::parseFault("clock-skew")};
        QVERIFY(collectTo(output, options, {}));
    }
}

void TestImportPage::init()
{
    m_page.reset();
    m_state = std::make_unique<ViewState>();
    m_page = std::make_unique<ImportPage>(*m_state);
    m_page->resize(900, 600);
    m_page->show();
}

std::shared_ptr<const Session> TestImportPage::opened(const QString& name, ClockUse use)
{
    OpenOptions options;
    options.paths = {path(name).toStdString()};
    options.clocks = use;
    const auto session = Session::open(options, {});
    return session ? *session : nullptr;
}

void TestImportPage::notesOfClocks()
{
    const auto session = opened(u"job"_s, ClockUse::Aligned);
    QVERIFY(session);
    m_page->setSession(session);
    QVERIFY(clocks()->isVisible());
    const QStringList lines = clocks()->toPlainText().split(u'\n');
    QCOMPARE(lines.size(), 4); // both sides of both ranks
    QCOMPARE(lines[0], u"rank 0 is the reference, with 33 collectives"_s);
    QVERIFY2(lines[2].startsWith(u"rank 1 shifted by \u22123.000"_s), qPrintable(lines[2]));
    QVERIFY2(lines[2].contains(u" \u00b5s over 33 collectives"_s), qPrintable(lines[2]));
    QVERIFY2(lines[3].startsWith(u"rank 1 host shifted by "_s), qPrintable(lines[3]));
    // Word for word what the command line says; counts in the style of the window.
    const std::vector<Message> notes = clockNotes(session->trace().ranks(), ClockUse::Aligned);
    QCOMPARE(QString::fromStdString(englishText(notes[2])), lines[2]);
    m_page->findChild<QPushButton*>()->click();
    QVERIFY(QApplication::clipboard()->text().contains(lines[2]));
}

/// A refusal names its reason.
void TestImportPage::refusals()
{
    const auto session = opened(u"few"_s, ClockUse::Aligned);
    QVERIFY(session);
    m_page->setSession(session);
    QVERIFY2(clocks()->toPlainText().contains(u"rank 1 not shifted: it shares no collective with the others"_s),
             qPrintable(clocks()->toPlainText()));
}

void TestImportPage::asRecorded()
{
    const auto session = opened(u"job"_s, ClockUse::AsRecorded);
    QVERIFY(session);
    m_page->setSession(session);
    QCOMPARE(clocks()->toPlainText(), u"as recorded (--align off)"_s);
}

void TestImportPage::nothingKnown()
{
    QVERIFY(!clocks()->isVisible());
    m_page->setSession(opened(u"job"_s, ClockUse::Aligned));
    QVERIFY(clocks()->isVisible());
    m_page->setSession(nullptr);
    QVERIFY(!clocks()->isVisible());
}

QTEST_MAIN(TestImportPage)
#include "test_import_page.moc"
