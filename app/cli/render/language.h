// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

#include <string>

namespace tideline {

/// Words and numbers in one language while it lives. "" means that of the environment; what is not Chinese is English.
class InstalledLanguage {
public:
    explicit InstalledLanguage(const std::string& language);
    const std::string& name() const { return m_name; } ///< "en" or "zh_CN"

private:
    QTranslator m_texts;
    std::string m_name;
};

} // namespace tideline
