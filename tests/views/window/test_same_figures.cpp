// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>

#include "app/gui/report_export.h"
#include "tests/cli/cli_run.h"
#include "tests/views/window/window_fixture.h"
#include "views/advisor/advisor_page.h"
#include "views/advisor/finding_pane.h"
#include "views/text/finding_text.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// What the window says about a profile is what the command line and every written report say.
class TestSameFigures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void windowAndCommandLineAgree();
    void windowAndWrittenReportsAgree_data();
    void windowAndWrittenReportsAgree();

private:
    AdvisorPage& advisor() { return *qobject_cast<AdvisorPage*>(m_fixture.window->page("advisor")); }
    QByteArray report(ReportFormat format);

    test::WindowFixture m_fixture;
    QString m_sample;
};

namespace {

/// Texts for comparisons: every kind of space is a plain one, lines are joined.
QString plain(QString text)
{
    for (const QChar space : {QChar(0x00A0), QChar(0x202F), QChar(0x2009)})
        text.replace(space, u' ');
    return text.simplified();
}

QString pdfText(const QByteArray& pdf)
{
    QProcess reader;
    reader.start(u"pdftotext"_s, {u"-layout"_s, u"-"_s, u"-"_s});
    reader.write(pdf);
    reader.closeWriteChannel();
    reader.waitForFinished(30'000);
    return QString::fromUtf8(reader.readAllStandardOutput());
}

/// "12.3 ms", "44.4 %" as the figures of a text, for texts that wrap and align in their own ways.
QString withoutSpaces(const QString& text)
{
    return plain(text).remove(u' ');
}

} // namespace

void TestSameFigures::initTestCase()
{
    m_sample = m_fixture.dir.filePath(u"sample"_s);
    QCOMPARE(test::run(test::CliCall({u"sample"_s, u"-o"_s, m_sample})).code, 0);
    m_fixture.open({m_sample});
    QVERIFY(advisor().result());
    QVERIFY(advisor().result()->findings.size() > 5);
}

void TestSameFigures::windowAndCommandLineAgree()
{
    const test::CliResult answer = test::run(test::CliCall({u"analyze"_s, m_sample, u"--json"_s}));
    QCOMPARE(answer.code, 0);
    const QJsonArray theirs = answer.json()[u"findings"_s].toArray();
    const auto& ours = advisor().result()->findings;
    QCOMPARE(static_cast<std::size_t>(theirs.size()), ours.size());
    for (qsizetype i = 0; i < theirs.size(); ++i) {
        const QJsonObject their = theirs[i].toObject();
        const Finding& our = ours[static_cast<std::size_t>(i)];
        QCOMPARE(their[u"rule"_s].toString().toStdString(), our.ruleId);
        QCOMPARE(their[u"severity"_s].toString(), QString::fromUtf8(wordOf(our.severity).data()));
        QCOMPARE(their[u"metric"_s].toDouble(), our.metric);
        const QJsonValue high = their[u"saving"_s].toObject()[u"high_ns"_s];
        QCOMPARE(high.isNull(), !our.saving.high.has_value());
        if (our.saving.high)
            QCOMPARE(high.toInteger(), our.saving.high->ns);
        // The pane shows the figures of the finding.
        advisor().showRule(QString::fromStdString(our.ruleId));
        const QString shown = plain(advisor().pane()->text()->toPlainText());
        QVERIFY2(shown.contains(plain(metricText(our))), qPrintable(shown));
        QVERIFY2(shown.contains(plain(gainText(our.saving))), qPrintable(shown));
    }
    const QJsonObject overview = answer.json()[u"overview"_s].toObject();
    QCOMPARE(overview[u"wall_ns"_s].toInteger(), advisor().result()->overview.wall->ns);
    QCOMPARE(overview[u"computing_ns"_s].toInteger(), advisor().result()->overview.computing->ns);
}

QByteArray TestSameFigures::report(ReportFormat format)
{
    ReportOrder order;
    order.session = m_fixture.window->session();
    order.language = order.windowLanguage = u"en"_s;
    order.format = format;
    const QString target = m_fixture.dir.filePath(u"report"_s + suffixOf(format));
    order.target = target.toStdString();
    if (!writeReport(order))
        return {};
    QFile file(target);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TestSameFigures::windowAndWrittenReportsAgree_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("pdf") << static_cast<int>(ReportFormat::Pdf);
    QTest::newRow("html") << static_cast<int>(ReportFormat::Html);
    QTest::newRow("markdown") << static_cast<int>(ReportFormat::Markdown);
}

void TestSameFigures::windowAndWrittenReportsAgree()
{
    QFETCH(int, format);
    const auto kind = static_cast<ReportFormat>(format);
    const QByteArray bytes = report(kind);
    QVERIFY(!bytes.isEmpty());
    QString text = kind == ReportFormat::Pdf ? pdfText(bytes) : QString::fromUtf8(bytes);
    if (kind == ReportFormat::Html)
        text.remove(QRegularExpression(u"<[^>]*>"_s));
    const QString all = withoutSpaces(text);
    for (const Finding& finding : advisor().result()->findings) {
        if (!finding.saving.high || finding.saving.high->ns == 0)
            continue;
        // The gain of the window, digit for digit, whatever stands around it.
        const double ms = static_cast<double>(finding.saving.high->ns) / 1e6;
        const QString figure = ms >= 1 ? QString::number(ms, 'g', 4) + u"ms"_s : QString::number(ms * 1e3, 'g', 4);
        QVERIFY2(all.contains(figure), qPrintable(QString::fromStdString(finding.ruleId) + u": "_s + figure));
        QVERIFY2(withoutSpaces(gainText(finding.saving)).contains(figure.left(4)),
                 qPrintable(gainText(finding.saving) + u" against "_s + figure));
    }
}

QTEST_MAIN(TestSameFigures)
#include "test_same_figures.moc"
