// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/print/report_words_qt.h"

#include "views/text/message_text.h"

namespace tideline {

ReportWords installedWords(const std::string& language)
{
    return ReportWords([](const TextKey& key) { return translated(key).toStdString(); },
                       language == "zh_CN" ? "zh-CN" : "en");
}

} // namespace tideline
