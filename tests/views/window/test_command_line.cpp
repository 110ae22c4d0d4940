// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/command_line.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// How the desktop program is started, and what it answers where there is no display.
class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void answersWithoutADisplay_data();
    void answersWithoutADisplay();
    void readsItsArguments();
};

void TestCommandLine::answersWithoutADisplay_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("out");
    QTest::addColumn<QString>("err");
    QTest::newRow("help") << QStringList{u"--help"_s} << 0 << u"--safe-mode"_s << QString();
    QTest::newRow("short help") << QStringList{u"-h"_s} << 0 << u"--safe-mode"_s << QString();
    QTest::newRow("version") << QStringList{u"--version"_s} << 0 << u"tideline "_s + QStringLiteral(TIDELINE_VERSION)
                             << QString();
    QTest::newRow("after an option of Qt")
        << QStringList{u"-platform"_s, u"xcb"_s, u"-v"_s} << 0 << u"tideline "_s << QString();
    QTest::newRow("bad option") << QStringList{u"--bad"_s} << 2 << QString() << u"bad"_s;
    QTest::newRow("missing value") << QStringList{u"--lang"_s} << 2 << QString() << u"lang"_s;
}

void TestCommandLine::answersWithoutADisplay()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, out);
    QFETCH(QString, err);
    const QTemporaryDir dir;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString& name : {u"DISPLAY"_s, u"WAYLAND_DISPLAY"_s})
        environment.remove(name);
    environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
    environment.insert(u"XDG_CONFIG_HOME"_s, dir.path());
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TIDELINE_GUI), arguments);
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), code);
    const QString said = QString::fromUtf8(process.readAllStandardOutput());
    const QString complained = QString::fromUtf8(process.readAllStandardError());
    QVERIFY2(out.isEmpty() ? said.isEmpty() : said.contains(out), qPrintable(said));
    QVERIFY2(err.isEmpty() || complained.contains(err), qPrintable(complained));
}

void TestCommandLine::readsItsArguments()
{
    const CommandLine line = parseCommandLine({u"tideline"_s, u"-style"_s, u"fusion"_s, u"--lang"_s, u"zh_CN"_s,
                                               u"--safe-mode"_s, u"a b"_s, u"--"_s, u"-platform"_s});
    QCOMPARE(line.answer, CommandLine::Answer::None);
    QCOMPARE(line.language, u"zh_CN"_s);
    QVERIFY(line.safeMode);
    QCOMPARE(line.paths, QStringList({u"a b"_s, u"-platform"_s}));
}

QTEST_MAIN(TestCommandLine)
#include "test_command_line.moc"
