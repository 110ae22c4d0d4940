// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/render/qt_messages.h"

#include <QString>

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

/// Said on every picture drawn without a display, and nothing that the user could mend.
bool isChatter(QtMsgType type, const QString& text)
{
    const QLatin1StringView starts[] = {"This plugin does not support"_L1, "QStandardPaths: "_L1};
    const bool minor = type == QtDebugMsg || type == QtInfoMsg;
    return minor
           || std::any_of(std::begin(starts), std::end(starts), [&](auto start) { return text.startsWith(start); });
}

void handle(QtMsgType type, const QMessageLogContext&, const QString& text)
{
    if (isChatter(type, text))
        return;
    const char* kind = type == QtWarningMsg ? "warning" : "error";
    std::fprintf(stderr, "tideline-cli: %s: %s\n", kind, qUtf8Printable(text));
}

} // namespace

QtMessages::QtMessages() : m_before(qInstallMessageHandler(&handle))
{
}

QtMessages::~QtMessages()
{
    qInstallMessageHandler(m_before);
}

} // namespace tideline
