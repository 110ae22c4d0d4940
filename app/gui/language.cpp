// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

/// Qt asks for these by itself. Ours stand in where its own translations are not installed.
[[maybe_unused]] constexpr const char* kDialogButtons[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),          QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),        QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Yes to &All"), QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "N&o to All"),  QT_TRANSLATE_NOOP("QPlatformTheme", "Retry"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),       QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Help"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),       QT_TRANSLATE_NOOP("QPlatformTheme", "Reset"),
};

} // namespace

void Language::use(const QString& language)
{
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    m_current = locale.language() == QLocale::Chinese ? u"zh_CN"_s : u"en"_s;
    // Numbers follow the language that the words are in.
    QLocale::setDefault(QLocale(m_current == u"zh_CN" ? u"zh_CN"_s : u"en_US"_s));
    QCoreApplication::removeTranslator(&m_texts);
    QCoreApplication::removeTranslator(&m_qtTexts);
    if (m_current == u"zh_CN" && m_qtTexts.load(u"qtbase_zh_CN"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qtTexts);
    if (m_texts.load(u":/i18n/tideline_"_s + m_current + u".qm"_s))
        QCoreApplication::installTranslator(&m_texts);
}

} // namespace tideline
