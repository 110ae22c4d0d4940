// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/render/language.h"

#include <QCoreApplication>
#include <QLocale>

namespace tideline {

using namespace Qt::StringLiterals;

InstalledLanguage::InstalledLanguage(const std::string& language)
{
    const QLocale locale = language.empty() ? QLocale::system() : QLocale(QString::fromStdString(language));
    const QString name = locale.language() == QLocale::Chinese ? u"zh_CN"_s : u"en"_s;
    QLocale::setDefault(QLocale(name == u"zh_CN" ? name : u"en_US"_s));
    if (m_texts.load(u":/i18n/tideline_"_s + name + u".qm"_s))
        QCoreApplication::installTranslator(&m_texts);
    m_name = name.toStdString();
}

} // namespace tideline
