// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTranslator>

namespace tideline {

/// The language of the running program; switching reaches every widget through QEvent::LanguageChange.
class Language {
public:
    /// "en", "zh_CN", or "" for the language of the system. An unknown language becomes English.
    void use(const QString& language);
    const QString& current() const { return m_current; }

private:
    QTranslator m_texts;
    QTranslator m_qtTexts;
    QString m_current;
};

} // namespace tideline
