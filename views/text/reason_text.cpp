// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/reason_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>

#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

/// Errors of the core are English strings, most of them one of these; the rest is put together from them.
constexpr const char* kReasons[] = {
    QT_TRANSLATE_NOOP("Errors", "no profile found"),
    QT_TRANSLATE_NOOP("Errors", "no event array found"),
    QT_TRANSLATE_NOOP("Errors", "the file is empty"),
    QT_TRANSLATE_NOOP("Errors", "empty file"),
    QT_TRANSLATE_NOOP("Errors", "not a JSON array or object"),
    QT_TRANSLATE_NOOP("Errors", "not valid JSON"),
    QT_TRANSLATE_NOOP("Errors", "cannot unpack"),
    QT_TRANSLATE_NOOP("Errors", "cannot create the directory"),
    QT_TRANSLATE_NOOP("Errors", "no such file"),
    QT_TRANSLATE_NOOP("Errors", "no such slice"),
    QT_TRANSLATE_NOOP("Errors", "no path given"),
    QT_TRANSLATE_NOOP("Errors", "no input"),
    QT_TRANSLATE_NOOP("Errors", "not a regular file"),
    QT_TRANSLATE_NOOP("Errors", "not a profile of the Ascend framework profilers"),
    QT_TRANSLATE_NOOP("Errors", "not a communication file of a rank"),
    QT_TRANSLATE_NOOP("Errors", "standard input cannot be read"),
    QT_TRANSLATE_NOOP("Errors", "standard input holds no trace"),
    QT_TRANSLATE_NOOP("Errors", "the archive holds no trace"),
    QT_TRANSLATE_NOOP("Errors", "the directory cannot be read"),
    QT_TRANSLATE_NOOP("Errors", "cannot read file status"),
    QT_TRANSLATE_NOOP("Errors", "the file cannot be read or is larger than 1 GiB"),
    QT_TRANSLATE_NOOP("Errors", "the unpacked data does not fit in memory"),
    QT_TRANSLATE_NOOP("Errors", "too many input files"),
    QT_TRANSLATE_NOOP("Errors", "too many members in the archive"),
    QT_TRANSLATE_NOOP("Errors", "more than 4 billion events of one kind"),
    QT_TRANSLATE_NOOP("Errors", "no timeline and no table that can be read"),
    QT_TRANSLATE_NOOP("Errors", "no task could be read"),
    QT_TRANSLATE_NOOP("Errors", "nothing in it could be read"),
    QT_TRANSLATE_NOOP("Errors", "the database cannot be read"),
    QT_TRANSLATE_NOOP("Errors", "the database repeats its pages"),
    QT_TRANSLATE_NOOP("Errors", "another program is writing to the database"),
    QT_TRANSLATE_NOOP("Errors", "the directory is not empty"),
    QT_TRANSLATE_NOOP("Errors", "there is a file of this name"),
    QT_TRANSLATE_NOOP("Errors", "the sample could not be written"),
    QT_TRANSLATE_NOOP("Errors", "no room to keep standard input"),
    QT_TRANSLATE_NOOP("Errors", "cannot make a scratch file"),
    QT_TRANSLATE_NOOP("Errors", "cannot write a scratch file"),
    QT_TRANSLATE_NOOP("Errors", "the event has no source"),
    QT_TRANSLATE_NOOP("Errors", "nothing more is kept of the event"),
    QT_TRANSLATE_NOOP("Errors", "the source of this slice is not kept"),
    QT_TRANSLATE_NOOP("Errors", "could not start another window"),
    QT_TRANSLATE_NOOP("Errors", "The directory is empty."),
    QT_TRANSLATE_NOOP("Errors", "Readable are *_ascend_pt, *_ascend_ms and PROF_* directories, "
                                "cluster_analysis_output, the output of the service profiler, Chrome and Kineto traces "
                                "(.json, .gz, .zip), databases (.db), kernel tables (.csv), tasks JSON and Tideline's "
                                "own stores (.tld)"),
    QT_TRANSLATE_NOOP("Errors", "from documentation"),
    QT_TRANSLATE_NOOP("Errors", "the text files of the same capture are read"),
    QT_TRANSLATE_NOOP("Errors", "the profile was not analysed yet"),
    QT_TRANSLATE_NOOP("Errors", "the profile was not exported yet"),
    QT_TRANSLATE_NOOP("Errors", "left out"),
    QT_TRANSLATE_NOOP("Errors", "not of a rank that was asked for"),
    QT_TRANSLATE_NOOP("Errors", "Readable are Chrome and Kineto traces: a JSON array of events, or an object with "
                                "traceEvents; plain, .gz or .zip"),
    QT_TRANSLATE_NOOP("Errors", "Set a cache directory"),
    QT_TRANSLATE_NOOP("Errors", "Free some space or choose another cache directory"),
    QT_TRANSLATE_NOOP("Errors", "Free some disk space or name another cache directory"),
};

struct Errors {
    Q_DECLARE_TR_FUNCTIONS(Errors)
};

/// The translation of a text of the core, or "" when it is none.
QString known(const QString& text)
{
    for (const char* reason : kReasons) {
        if (text == QLatin1StringView(reason))
            return QCoreApplication::translate("Errors", reason);
    }
    return {};
}

/// Sentences with numbers in them, as the list of parts has; "" for others.
QString partNote(const QString& text)
{
    static const QRegularExpression kClaimed(
        u"^rank (-?\\d+) is claimed by (\\d+) parts; all are read and told apart by their path$"_s);
    static const QRegularExpression kOlder(u"^an older export of the same capture; the newest, (\\d+), is read$"_s);
    if (const QRegularExpressionMatch claimed = kClaimed.match(text); claimed.hasMatch())
        return Errors::tr("rank %1 is claimed by %2 parts; all are read and told apart by their path")
            .arg(claimed.captured(1), claimed.captured(2));
    if (const QRegularExpressionMatch older = kOlder.match(text); older.hasMatch())
        return Errors::tr("an older export of the same capture; the newest, %1, is read").arg(older.captured(1));
    return {};
}

QString reason(const QString& what)
{
    if (const QString whole = known(what); !whole.isEmpty())
        return whole;
    if (const QString note = partNote(what); !note.isEmpty())
        return note;
    // "the profile was not analysed yet. Run …": what to run stays as it is
    const qsizetype stop = what.indexOf(u". "_s);
    if (const QString first = known(what.left(std::max<qsizetype>(stop, 0))); !first.isEmpty())
        return first + u". "_s + what.mid(stop + 2);
    // "no profile found (trace.json: the file is empty)"
    const qsizetype bracket = what.indexOf(u" ("_s);
    if (bracket > 0 && what.endsWith(u')'))
        return reason(what.left(bracket)) + u" ("_s + reason(what.mid(bracket + 2).chopped(1)) + u')';
    const qsizetype colon = what.indexOf(u": "_s);
    if (colon > 0)
        return reason(what.left(colon)) + u": "_s + reason(what.mid(colon + 2));
    return what;
}

/// "Found: a.txt, b.txt and 3 more"
QString foundNames(const QString& text)
{
    static const QRegularExpression kMore(u"^Found: (.*) and (\\d+) more$"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch more = kMore.match(text);
    if (more.hasMatch())
        return Errors::tr("Found: %1 and %2 more").arg(more.captured(1), more.captured(2));
    return Errors::tr("Found: %1").arg(text.mid(u"Found: "_s.size()));
}

QString advice(const QString& text)
{
    if (const QString whole = known(text); !whole.isEmpty())
        return whole;
    for (const char* last : kReasons) {
        const QString end = u". "_s + QLatin1StringView(last);
        if (!text.endsWith(end))
            continue;
        const QString head = text.chopped(end.size());
        const QString sentence = known(head + u'.');
        if (!sentence.isEmpty())
            return sentence + u' ' + known(QString::fromLatin1(last));
        return (head.startsWith(u"Found: ") ? foundNames(head) : head) + u". "_s + known(QString::fromLatin1(last));
    }
    return text;
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

QString reasonText(std::string_view what)
{
    return visibleValue(reason(fromUtf8(what)));
}

QString adviceText(std::string_view text)
{
    return visibleValue(advice(fromUtf8(text)));
}

const char* const* knownReasons(std::size_t* count)
{
    *count = std::size(kReasons);
    return kReasons;
}

} // namespace tideline
