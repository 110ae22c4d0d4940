// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>

#include <memory>

#include "app/gui/window_actions.h"
#include "tests/views/window/profile_maker.h"
#include "tests/views/window/window_fixture.h"
#include "views/advisor/advisor_page.h"
#include "views/advisor/finding_tree.h"
#include "views/notes/notes_page.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// Notes: what they are about, how they are kept, where they lead.
class TestNotes : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void jsonRoundTrip();
    void foreignJsonIsNoNote();
    void keyAddsANoteAboutTheSelection();
    void keyTypesIntoFields();
    void escapeEndsTheNote();
    void noteAboutAFinding();
    void notesSurviveARestart();
    void eachProfileHasItsOwn();
    void orderAndRemoval();
    void goesToWhatItIsAbout();
    void damagedFileIsPutAside();
    void newerFileIsLeftAlone();
    void unwritableFileSaysSo();

private:
    MainWindow& window() { return *m_fixture->window; }
    NotesPage& page() { return *static_cast<NotesPage*>(window().page("notes")); }
    NoteBook& book() { return page().book(); }
    void type(const QString& text);
    void selectRange();

    std::unique_ptr<test::WindowFixture> m_fixture;
};

void TestNotes::init()
{
    m_fixture = std::make_unique<test::WindowFixture>();
}

void TestNotes::cleanup()
{
    m_fixture.reset();
}

void TestNotes::type(const QString& text)
{
    QTest::keyClicks(page().editor(), text);
}

void TestNotes::selectRange()
{
    Selection selection;
    selection.kind = Selection::Kind::Range;
    const Instant start = window().state().extent().start;
    selection.range = {start + Duration{100'000}, start + Duration{300'000}};
    window().state().setSelection(selection);
}

void TestNotes::jsonRoundTrip()
{
    Note note;
    note.kind = Note::Kind::Slice;
    note.range = {{1'700'000'000'000'000'001}, {1'700'000'000'000'000'999}}; // more than a double holds
    note.slice = 7;
    note.name = u"MatMul \"x\""_s;
    note.label = u"label"_s;
    note.text = u"# a\n<b>"_s;
    note.created = u"2026-01-01T00:00:00Z"_s;
    const QByteArray text = QJsonDocument(toJson(note)).toJson();
    QCOMPARE(noteFromJson(QJsonDocument::fromJson(text).object()), std::optional(note));
}

void TestNotes::foreignJsonIsNoNote()
{
    QVERIFY(!noteFromJson({}));
    QVERIFY(!noteFromJson({{u"kind"_s, u"poem"_s}, {u"text"_s, u"x"_s}}));
    QVERIFY(!noteFromJson({{u"kind"_s, u"range"_s}, {u"text"_s, 5}}));
    const auto odd = noteFromJson({{u"kind"_s, u"slice"_s},
                                   {u"text"_s, u"x"_s},
                                   {u"slice"_s, -4},
                                   {u"start_ns"_s, 1e300},
                                   {u"end_ns"_s, u"soon"_s}});
    QVERIFY(odd);
    QVERIFY(odd->range.start <= odd->range.end);
}

void TestNotes::keyAddsANoteAboutTheSelection()
{
    m_fixture->openRanks();
    selectRange();
    window().page("timeline")->setFocus();
    QTest::keyClick(&window(), Qt::Key_K);
    QCOMPARE(book().notes().size(), std::size_t{1});
    QCOMPARE(book().notes().front().kind, Note::Kind::Range);
    QCOMPARE(book().notes().front().range, window().state().selection().range);
    QVERIFY(page().editor()->hasFocus());
    type(u"look **here**"_s);
    QCOMPARE(book().notes().front().text, u"look **here**"_s);
    QCOMPARE(page().list()->item(0)->text(), u"100.0\u202F\u00B5s to 300.0\u202F\u00B5s\nlook **here**"_s);
    window().state().selectSlice(window().session()->trace().kernels().slice.at(0));
    window().actions()[ActionId::AddNote]->trigger();
    QCOMPARE(book().notes().back().kind, Note::Kind::Slice);
    QVERIFY(book().notes().back().label.startsWith(u"Conv2D at "_s));
    Selection selection;
    selection.kind = Selection::Kind::Operator;
    selection.operatorName = window().session()->trace().strings().find("Add");
    window().state().setSelection(selection);
    window().actions()[ActionId::AddNote]->trigger();
    QCOMPARE(book().notes().back().kind, Note::Kind::Operator);
    QCOMPARE(book().notes().back().name, u"Add"_s);
    window().state().clearSelection();
    window().actions()[ActionId::AddNote]->trigger();
    QCOMPARE(book().notes().back().kind, Note::Kind::Profile);
}

void TestNotes::keyTypesIntoFields()
{
    m_fixture->openRanks();
    selectRange();
    window().actions()[ActionId::AddNote]->trigger();
    QTest::keyClick(page().editor(), Qt::Key_K);
    QCOMPARE(book().notes().size(), std::size_t{1});
    QCOMPARE(book().notes().front().text, u"k"_s);
}

void TestNotes::escapeEndsTheNote()
{
    m_fixture->openRanks();
    window().raisePage("timeline");
    selectRange();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_K);
    QVERIFY(page().editor()->hasFocus());
    type(u"seen"_s);
    QTest::keyClick(page().editor(), Qt::Key_Escape);
    QVERIFY(!page().editor()->hasFocus());
    QVERIFY(window().page("timeline")->isAncestorOf(QApplication::focusWidget()));
    const TimeRange before = window().state().visibleRange();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_W);
    QVERIFY(window().state().visibleRange().length() < before.length());
    QCOMPARE(book().notes().front().text, u"seen"_s);
    QCOMPARE(window().state().selection().kind, Selection::Kind::Range);
}

void TestNotes::noteAboutAFinding()
{
    m_fixture->openRanks();
    auto* advisor = static_cast<AdvisorPage*>(window().page("advisor"));
    window().raisePage("advisor");
    advisor->showRule(u"C17"_s);
    advisor->tree()->setFocus();
    window().actions()[ActionId::AddNote]->trigger();
    QCOMPARE(book().notes().size(), std::size_t{1});
    QCOMPARE(book().notes().front().kind, Note::Kind::Finding);
    QCOMPARE(book().notes().front().name, u"C17"_s);
    advisor->showRule(QString::fromStdString(advisor->result()->unavailable.front().ruleId));
    emit page().list()->itemActivated(page().list()->item(0));
    QCOMPARE(advisor->tree()->picked(), u"C17"_s);
}

void TestNotes::notesSurviveARestart()
{
    m_fixture->openRanks();
    selectRange();
    window().actions()[ActionId::AddNote]->trigger();
    type(u"kept"_s);
    const QString path = book().filePath();
    QVERIFY(path.startsWith(m_fixture->dir.filePath(u"XDG_STATE_HOME/tideline/notes/"_s)));
    QTRY_VERIFY(QFile::exists(path)); // by itself
    m_fixture->restart();
    m_fixture->openRanks();
    QCOMPARE(book().notes().size(), std::size_t{1});
    QCOMPARE(book().notes().front().text, u"kept"_s);
    QCOMPARE(page().editor()->toPlainText(), u"kept"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(root.value(u"schema_version"_s).toInt(), 1);
    QCOMPARE(root.value(u"profile"_s).toArray().size(), 2);
}

void TestNotes::eachProfileHasItsOwn()
{
    m_fixture->openRanks();
    window().actions()[ActionId::AddNote]->trigger();
    type(u"one"_s);
    const QString first = book().filePath();
    m_fixture->open({test::writeFile(m_fixture->dir.path(), u"t.json"_s, test::smallTrace("alpha"))});
    QVERIFY(book().notes().empty());
    QVERIFY(book().filePath() != first);
    QVERIFY(page().editor()->toPlainText().isEmpty());
    QVERIFY(QFile::exists(first)); // saved on the way out
    window().closeProfile();
    QVERIFY(book().filePath().isEmpty());
}

void TestNotes::orderAndRemoval()
{
    m_fixture->openRanks();
    for (const QString& text : {u"a"_s, u"b"_s, u"c"_s}) {
        window().actions()[ActionId::AddNote]->trigger();
        type(text);
    }
    QVERIFY(book().move(2, -1));
    QVERIFY(!book().move(0, -1));
    QCOMPARE(book().markdown(), u"**The profile**\n\na\n\n**The profile**\n\nc\n\n**The profile**\n\nb"_s);
    page().list()->setCurrentRow(0);
    page().list()->setFocus();
    QTest::keyClick(page().list(), Qt::Key_Delete);
    QCOMPARE(book().notes().size(), std::size_t{2});
    QCOMPARE(book().notes().front().text, u"c"_s);
    QCOMPARE(page().editor()->toPlainText(), u"c"_s);
    QCOMPARE(page().list()->count(), 2);
}

void TestNotes::goesToWhatItIsAbout()
{
    m_fixture->openRanks();
    const SliceId conv = window().session()->trace().kernels().slice.at(0);
    window().state().selectSlice(conv);
    window().actions()[ActionId::AddNote]->trigger();
    window().state().clearSelection();
    window().state().fitAll();
    window().raisePage("triage");
    emit page().list()->itemActivated(page().list()->item(0));
    QCOMPARE(window().state().selection().slices, std::vector<SliceId>{conv});
    QCOMPARE(window().tabs()->currentWidget(), window().page("timeline"));
    QVERIFY(window().state().visibleRange().length() < window().state().extent().length());
}

void TestNotes::damagedFileIsPutAside()
{
    m_fixture->openRanks();
    window().actions()[ActionId::AddNote]->trigger();
    const QString path = book().filePath();
    QVERIFY(book().save());
    m_fixture->restart();
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"schema_version\": 1, \"notes\": [");
    file.close();
    m_fixture->openRanks();
    QVERIFY(book().notes().empty());
    QVERIFY(book().problem().contains(path + u".damaged"_s));
    QVERIFY(QFile::exists(path + u".damaged"_s));
}

void TestNotes::newerFileIsLeftAlone()
{
    m_fixture->openRanks();
    const QString path = book().filePath();
    m_fixture->restart();
    QDir().mkpath(QFileInfo(path).absolutePath());
    const QByteArray text = R"({"schema_version": 2, "notes": {}})";
    test::writeFile(QFileInfo(path).absolutePath(), QFileInfo(path).fileName(), text);
    m_fixture->openRanks();
    QVERIFY(!book().problem().isEmpty());
    window().actions()[ActionId::AddNote]->trigger();
    QVERIFY(!book().save());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), text);
}

void TestNotes::unwritableFileSaysSo()
{
    // A file where the directory should be: true for every user.
    test::writeFile(m_fixture->dir.path(), u"XDG_STATE_HOME/tideline"_s, "no directory");
    m_fixture->openRanks();
    window().actions()[ActionId::AddNote]->trigger();
    QVERIFY(!book().save());
    QVERIFY(book().problem().contains(book().filePath()));
}

QTEST_MAIN(TestNotes)
#include "test_notes.moc"
