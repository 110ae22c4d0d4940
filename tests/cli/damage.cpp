// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/damage.h"

#include <QRegularExpression>
#include <QStringConverter>

#include <random>

namespace tideline::test {

namespace {

/// The start of a line near the middle; of a text of one line its middle.
qsizetype middle(const QByteArray& text)
{
    const qsizetype lineEnd = text.indexOf('\n', text.size() / 2);
    return lineEnd < 0 || lineEnd + 1 == text.size() ? text.size() / 2 : lineEnd + 1;
}

QByteArray inserted(const QByteArray& text, const QByteArray& bytes)
{
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z_]{4}"));
    const qsizetype word = QString::fromLatin1(text).indexOf(kWord, middle(text));
    return word < 0 ? text + bytes : QByteArray(text).insert(word + 2, bytes);
}

/// The first duration behind the middle, or any number with a fraction.
QByteArray withNumber(const QByteArray& text, const char* number)
{
    static const QRegularExpression kDuration(QStringLiteral("\"dur\":\\s*\"?([0-9.]+)"));
    static const QRegularExpression kNumber(QStringLiteral("[,: ](\\d+\\.\\d+)"));
    const QString latin = QString::fromLatin1(text);
    for (const QRegularExpression& wanted : {kDuration, kNumber}) {
        const QRegularExpressionMatch match = wanted.match(latin, middle(text));
        if (match.hasMatch())
            return QByteArray(text).replace(match.capturedStart(1), match.capturedLength(1), number);
    }
    return number;
}

/// A row near the middle with another last field.
QByteArray withRow(const QByteArray& text, const QByteArray& more, bool lastField)
{
    const qsizetype start = middle(text);
    qsizetype end = text.indexOf('\n', start);
    end = end < 0 ? text.size() : end;
    const qsizetype keep = lastField ? end : text.lastIndexOf(',', end);
    return text.left(keep) + more + text.mid(end);
}

QByteArray noise(qsizetype size)
{
    std::mt19937 random(5);
    QByteArray bytes(size, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

QByteArray utf16(const QByteArray& text)
{
    QStringEncoder encoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom);
    return encoder(QString::fromUtf8(text));
}

} // namespace

QList<Damage> damages()
{
    using Text = const QByteArray&;
    return {
        {"no bytes", false, [](Text) { return QByteArray(); }},
        {"header only", false, [](Text text) { return text.left(qMax<qsizetype>(1, text.indexOf('\n') + 1)); }},
        {"cut", false, [](Text text) { return text.left(text.indexOf(',', middle(text)) + 1); }},
        {"glued", false, [](Text text) { return text + text; }},
        {"NaN", false, [](Text text) { return withNumber(text, "NaN"); }},
        {"infinite", false, [](Text text) { return withNumber(text, "1e999"); }},
        {"control characters", false, [](Text text) { return inserted(text, "\x01\x1B"); }},
        {"invalid UTF-8", false, [](Text text) { return inserted(text, "\xFF\xC3"); }},
        {"zeros inside", false, [](Text text) { return inserted(text, QByteArray(4096, '\0')); }},
        {"too few fields", true, [](Text text) { return withRow(text, {}, false); }},
        {"too many fields", true, [](Text text) { return withRow(text, ",1,2", true); }},
        {"an open quote", true, [](Text text) { return withRow(text, ",\"", false); }},
        {"all zeros", false, [](Text text) { return QByteArray(text.size(), '\0'); }},
        {"noise", false, [](Text text) { return noise(text.size()); }},
        {"UTF-16", false, [](Text text) { return utf16(text); }},
    };
}

} // namespace tideline::test
