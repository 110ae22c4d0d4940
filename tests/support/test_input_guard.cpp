// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <sys/stat.h>

#include <utime.h>

#include "tests/support/input_guard.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// What watches the inputs of all other tests sees each way to change them.
class TestInputGuard : public QObject {
    Q_OBJECT

private slots:
    void changes_data();
    void changes();
    void outputsAreNoInputs();
    void wordsOfACommandLine();
};

namespace {

using Change = void (*)(const QString& folder);

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

} // namespace

Q_DECLARE_METATYPE(Change)

void TestInputGuard::changes_data()
{
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, Change change) { QTest::newRow(name) << change; };
    row("nothing", [](const QString&) {});
    row("new beside it", [](const QString& folder) { write(folder + u"/a.db-shm"_s, "x"); });
    row("new below", [](const QString& folder) { write(folder + u"/sub/new"_s, ""); });
    row("gone", [](const QString& folder) { QVERIFY(QFile::remove(folder + u"/a.db"_s)); });
    row("longer", [](const QString& folder) { write(folder + u"/a.db"_s, "abcdef"); });
    row("rights",
        [](const QString& folder) { QCOMPARE(::chmod(QFile::encodeName(folder + u"/a.db"_s).constData(), 0640), 0); });
    row("time", [](const QString& folder) {
        const utimbuf past = {1000, 1000};
        QCOMPARE(::utime(QFile::encodeName(folder + u"/a.db"_s).constData(), &past), 0);
    });
    row("the same again", [](const QString& folder) {
        QVERIFY(QFile::rename(folder + u"/a.db"_s, folder + u"/b.db"_s));
        QVERIFY(QFile::rename(folder + u"/b.db"_s, folder + u"/a.db"_s)); // the time of the directory tells
    });
    row("hidden", [](const QString& folder) { write(folder + u"/.cache"_s, ""); });
}

void TestInputGuard::changes()
{
    QFETCH(Change, change);
    for (const bool whole : {true, false}) {
        const QTemporaryDir dir;
        write(dir.filePath(u"a.db"_s), "abc");
        QVERIFY(QDir(dir.path()).mkdir(u"sub"_s));
        InputGuard guard({whole ? dir.path() : dir.filePath(u"a.db"_s)});
        QVERIFY(guard.changes().isEmpty());
        QTest::qWait(2); // so that times differ
        change(dir.path());
        const bool seen = !guard.changes().isEmpty();
        QCOMPARE(seen, qstrcmp(QTest::currentDataTag(), "nothing") != 0);
        QVERIFY(guard.changes().isEmpty());
    }
}

void TestInputGuard::outputsAreNoInputs()
{
    const QTemporaryDir dir;
    write(dir.filePath(u"a.json"_s), "[]");
    const QStringList words{u"export"_s, u"a.json"_s, u"-o"_s, u"out.csv"_s};
    InputGuard guard(inputsOf(words, dir.path()), outputsOf(words, dir.path()));
    write(dir.filePath(u"out.csv"_s), "x");
    QVERIFY(guard.changes().isEmpty());
    write(dir.filePath(u"other.csv"_s), "x");
    QCOMPARE(guard.changes().size(), 1);
}

void TestInputGuard::wordsOfACommandLine()
{
    const QTemporaryDir dir;
    write(dir.filePath(u"a b.json"_s), "[]");
    const QString path = dir.filePath(u"a b.json"_s);
    for (const QStringList& words :
         {QStringList{u"info"_s, path}, QStringList{u"info"_s, u"a b.json"_s}, QStringList{u"-d"_s, u"./a b.json"_s},
          QStringList{u"--input="_s + path}, QStringList{u"--json"_s, u"--output=x"_s, path}})
        QCOMPARE(inputsOf(words, dir.path()), QStringList{path});
    QCOMPARE(inputsOf({u"top"_s, dir.path() + u"/*.json"_s}, {}), QStringList{dir.path()});
    QVERIFY(inputsOf({u"info"_s, u"/dev/null"_s, u"absent"_s, u"-o"_s, path}, dir.path()).isEmpty());
}

QTEST_GUILESS_MAIN(TestInputGuard)
#include "test_input_guard.moc"
