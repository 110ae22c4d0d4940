// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QFile>
#include <QTest>
#include <QTranslator>

#include "views/text/core_text.h"
#include "views/text/reason_text.h"

using namespace Qt::StringLiterals;
using namespace tideline;

namespace {

/// A language of its own: every text of the errors in angle brackets, what it says where a place is.
class Brackets final : public QTranslator {
public:
    QString translate(const char* context, const char* text, const char*, int) const override
    {
        return qstrcmp(context, "Errors") == 0 ? u'<' + QString::fromUtf8(text) + u'>' : QString();
    }
    bool isEmpty() const override { return false; }
};

} // namespace

/// Reasons and advice of the core reach the user in the language of the program.
class TestErrorTexts : public QObject {
    Q_OBJECT

private slots:
    void reasonsAreTranslated_data();
    void reasonsAreTranslated();
    void adviceIsTranslated_data();
    void adviceIsTranslated();
    void theErrorBarUsesThem();
    void theCoreStillSaysSo();
};

void TestErrorTexts::reasonsAreTranslated_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("shown");
    QTest::newRow("whole") << u"no profile found"_s << u"<no profile found>"_s;
    QTest::newRow("with a cause") << u"no profile found (a.json: the file is empty)"_s
                                  << u"<no profile found> (a.json: <the file is empty>)"_s;
    QTest::newRow("after a colon") << u"cannot unpack: Truncated input"_s << u"<cannot unpack>: Truncated input"_s;
    QTest::newRow("what to run next") << u"the profile was not analysed yet. Run analyse(\"a. b\")"_s
                                      << u"<the profile was not analysed yet>. Run analyse(\"a. b\")"_s;
    QTest::newRow("left out") << u"left out: not of a rank that was asked for"_s
                              << u"<left out>: <not of a rank that was asked for>"_s;
    QTest::newRow("a rank twice") << u"rank 3 is claimed by 2 parts; all are read and told apart by their path"_s
                                  << u"<rank 3 is claimed by 2 parts; all are read and told apart by their path>"_s;
    QTest::newRow("an older export") << u"an older export of the same capture; the newest, 20250809121314, is read"_s
                                     << u"<an older export of the same capture; the newest, 20250809121314, is read>"_s;
    QTest::newRow("foreign") << u"%1 (what: ever"_s << u"%1 (what: ever"_s;
    QTest::newRow("a name like a text") << u"no such file.txt"_s << u"no such file.txt"_s;
    QTest::newRow("empty") << QString() << QString();
}

void TestErrorTexts::reasonsAreTranslated()
{
    QFETCH(QString, english);
    QFETCH(QString, shown);
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    QCOMPARE(reasonText(english.toStdString()), shown);
}

void TestErrorTexts::adviceIsTranslated_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("shown");
    const QString readable = u"Readable are Chrome and Kineto traces: a JSON array of events, or an object with "
                             "traceEvents; plain, .gz or .zip"_s;
    QTest::newRow("whole") << readable << u'<' + readable + u'>';
    QTest::newRow("empty directory") << u"The directory is empty. "_s + readable
                                     << u"<The directory is empty.> <"_s + readable + u'>';
    QTest::newRow("names") << u"Found: a.txt, b. "_s + readable << u"<Found: a.txt, b>. <"_s + readable + u'>';
    QTest::newRow("more names") << u"Found: a and b and 3 more. "_s + readable
                                << u"<Found: a and b and 3 more>. <"_s + readable + u'>';
}

void TestErrorTexts::adviceIsTranslated()
{
    QFETCH(QString, english);
    QFETCH(QString, shown);
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    QCOMPARE(adviceText(english.toStdString()), shown);
}

void TestErrorTexts::theErrorBarUsesThem()
{
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    const ErrorText text = errorText({ErrorCode::Unrecognised, "no profile found", "/x", "Set a cache directory"});
    QCOMPARE(text.why, u"<no profile found>"_s);
    QCOMPARE(text.next, u"<Set a cache directory>"_s);
}

void TestErrorTexts::theCoreStillSaysSo()
{
    QByteArray source;
    for (const char* module : {"core", "app"}) {
        QDirIterator files(QStringLiteral(TIDELINE_SOURCE_DIR) + u'/' + QString::fromLatin1(module),
                           {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            source += file.readAll();
        }
    }
    // Literals that go on in the next line are one text.
    QString joined = QString::fromUtf8(source);
    joined.remove(QRegularExpression(u"\"\\s*\\n\\s*\""_s));
    std::size_t count = 0;
    const char* const* reasons = knownReasons(&count);
    QStringList gone;
    for (std::size_t i = 0; i < count; ++i) {
        if (!joined.contains(QString::fromLatin1(reasons[i])))
            gone.append(QString::fromLatin1(reasons[i]));
    }
    QVERIFY2(gone.isEmpty(), qPrintable(gone.join(u'\n')));
}

QTEST_MAIN(TestErrorTexts)
#include "test_error_texts.moc"
