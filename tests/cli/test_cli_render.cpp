// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/cli/cli_run.h"

using namespace Qt::StringLiterals;
using namespace tideline::test;

/// Pictures without a display, and without the words of the toolkit about it.
class TestCliRender : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void saysNothing_data();
    void saysNothing();
    void realWarningsAreKept();
    void pictureHasItsSize();
    void triageShowsWhatTheAdvisorFound();
    void wrongNamesAreUsageErrors();

private:
    CliCall picture(const QString& view, const QString& name) const;

    QTemporaryDir m_folder;
    Sample m_sample;
};

void TestCliRender::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QVERIFY(m_sample.make());
}

/// Called as from a service: no display, no directory of a logged-in user.
CliCall TestCliRender::picture(const QString& view, const QString& name) const
{
    CliCall call(
        {u"render"_s, m_sample.path(), u"--view"_s, view, u"--size=640x400"_s, u"-o"_s, m_folder.filePath(name)});
    call.without(u"QT_QPA_PLATFORM"_s).without(u"DISPLAY"_s).without(u"WAYLAND_DISPLAY"_s);
    call.without(u"XDG_RUNTIME_DIR"_s);
    return call;
}

void TestCliRender::saysNothing_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("timeline") << u"timeline"_s << u"a.png"_s << QByteArray("\x89PNG");
    QTest::newRow("triage") << u"triage"_s << u"b.png"_s << QByteArray("\x89PNG");
    QTest::newRow("timeline as SVG") << u"timeline"_s << u"c.svg"_s << QByteArray("<?xml");
    QTest::newRow("triage as PDF") << u"triage"_s << u"d.pdf"_s << QByteArray("%PDF");
}

void TestCliRender::saysNothing()
{
    QFETCH(QString, view);
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    const CliResult result = run(picture(view, name));
    QVERIFY2(result.code == 0, result.text());
    QVERIFY2(result.out.isEmpty() && result.err.isEmpty(), result.text());
    QVERIFY(readFile(m_folder.filePath(name)).startsWith(start));
}

void TestCliRender::realWarningsAreKept()
{
    CliCall call = picture(u"timeline"_s, u"warned.png"_s);
    call.with(u"QT_STYLE_OVERRIDE"_s, u"no-such-style"_s);
    const CliResult result = run(call);
    QVERIFY2(result.code == 0, result.text());
    QVERIFY2(result.err.contains("tideline-cli: warning: ") && result.err.contains("no-such-style"), result.text());
    QVERIFY2(!result.err.contains("propagateSizeHints") && !result.err.contains("XDG_RUNTIME_DIR"), result.text());
}

void TestCliRender::pictureHasItsSize()
{
    CliCall call = picture(u"timeline"_s, u"large.png"_s);
    call.words += QStringList{u"--scale=2"_s, u"--theme=dark"_s, u"--lang=zh_CN"_s};
    const CliResult result = run(call);
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.text());
    QCOMPARE(QImage(m_folder.filePath(u"large.png"_s)).size(), QSize(1280, 800));
}

void TestCliRender::triageShowsWhatTheAdvisorFound()
{
    const CliResult advice = run(CliCall({u"analyze"_s, m_sample.path(), u"--json"_s}));
    const QJsonArray findings = advice.json().value(u"findings").toArray();
    QVERIFY2(findings.size() > 5, advice.text());
    CliCall call = picture(u"triage"_s, u"judged.svg"_s);
    call.words.replaceInStrings(u"--size=640x400"_s, u"--size=1600x1200"_s);
    const CliResult result = run(call);
    QVERIFY2(result.code == 0, result.text());
    const QString svg = QString::fromUtf8(readFile(m_folder.filePath(u"judged.svg"_s)));
    QVERIFY(svg.contains(u"The heaviest of %1 findings"_s.arg(findings.size())));
    for (qsizetype i = 0; i < 5; ++i) {
        const QString title = findings[i].toObject().value(u"title").toString();
        QVERIFY(!title.isEmpty());
        QVERIFY2(svg.contains(title.toHtmlEscaped()), qPrintable(title));
    }
    const QString sixth = findings[5].toObject().value(u"title").toString();
    QVERIFY2(!svg.contains(sixth.toHtmlEscaped()), qPrintable(sixth));
}

void TestCliRender::wrongNamesAreUsageErrors()
{
    QCOMPARE(run(picture(u"timeline"_s, u"a.bmp"_s)).code, 2);
    QCOMPARE(run(picture(u"sideways"_s, u"a.png"_s)).code, 2);
    QVERIFY(!QFile::exists(m_folder.filePath(u"a.bmp"_s)));
}

QTEST_GUILESS_MAIN(TestCliRender)
#include "test_cli_render.moc"
