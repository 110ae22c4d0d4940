// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/pdf_text.h"

#include <QFont>
#include <QFontDatabase>
#include <QHash>
#include <QRawFont>
#include <QString>

#include <algorithm>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr char16_t kFirstRadical = 0x2E80;
constexpr char16_t kLastRadical = 0x2FD5;
constexpr char16_t kFirstIdeograph = 0x4E00;
constexpr char16_t kLastIdeograph = 0x9FFF;

QString charactersFrom(char16_t first, char16_t last)
{
    QString text;
    for (char32_t c = first; c <= last; ++c)
        text += QChar(static_cast<char16_t>(c));
    return text;
}

/// The ideograph that the Chinese font draws with the glyph of a radical, by radical.
QHash<char16_t, char16_t> ideographsOfRadicals()
{
    QFont family;
    family.setFamilies({u"Noto Sans CJK SC"_s});
    const QRawFont font = QRawFont::fromFont(family, QFontDatabase::SimplifiedChinese);
    const QString ideographs = charactersFrom(kFirstIdeograph, kLastIdeograph);
    const QString radicals = charactersFrom(kFirstRadical, kLastRadical);
    const QList<quint32> glyphs = font.glyphIndexesForString(ideographs);
    const QList<quint32> radicalGlyphs = font.glyphIndexesForString(radicals);
    QHash<quint32, char16_t> byGlyph;
    for (qsizetype i = 0; i < glyphs.size(); ++i)
        byGlyph.insert(glyphs[i], ideographs[i].unicode());
    QHash<char16_t, char16_t> out;
    for (qsizetype i = 0; i < radicalGlyphs.size(); ++i) {
        const auto found = byGlyph.constFind(radicalGlyphs[i]);
        if (radicalGlyphs[i] != 0 && found != byGlyph.constEnd())
            out.insert(radicals[i].unicode(), *found);
    }
    return out;
}

class Corrector {
public:
    char16_t of(char16_t c)
    {
        if (c == u'\t')
            return u' ';
        if (c < kFirstRadical || c > kLastRadical)
            return c;
        if (m_ideographs.isEmpty())
            m_ideographs = ideographsOfRadicals();
        // Most radicals say themselves what they stand for.
        const QString plain = QString(QChar(c)).normalized(QString::NormalizationForm_KC);
        return m_ideographs.value(c, plain.size() == 1 ? plain[0].unicode() : c);
    }

private:
    QHash<char16_t, char16_t> m_ideographs; ///< filled when a radical is met
};

/// Corrects the list "<8BA1> <2ED3> …" between the brackets of a character map.
void correctList(QByteArray& pdf, qsizetype from, qsizetype to, Corrector& corrector)
{
    for (qsizetype at = pdf.indexOf('<', from); at >= 0 && at + 5 < to; at = pdf.indexOf('<', at + 1)) {
        bool known = false;
        const auto code = static_cast<char16_t>(pdf.mid(at + 1, 4).toUShort(&known, 16));
        if (!known || pdf[at + 5] != '>')
            continue;
        const char16_t right = corrector.of(code);
        if (right != code)
            pdf.replace(at + 1, 4, QByteArray::number(right, 16).rightJustified(4, '0').toUpper());
    }
}

} // namespace

QByteArray withPlainCharacters(QByteArray pdf)
{
    Corrector corrector;
    for (qsizetype map = pdf.indexOf("begincmap"); map >= 0; map = pdf.indexOf("begincmap", map + 1)) {
        const qsizetype end = pdf.indexOf("endcmap", map);
        for (qsizetype list = pdf.indexOf('[', map); list >= 0 && list < end; list = pdf.indexOf('[', list + 1))
            correctList(pdf, list, std::min(end, pdf.indexOf(']', list)), corrector);
    }
    return pdf;
}

} // namespace tideline
