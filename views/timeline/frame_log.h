// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace tideline {

/// "tideline.frame": the time of each frame; off unless asked for (QT_LOGGING_RULES=tideline.frame.debug=true).
const QLoggingCategory& frameLog();

} // namespace tideline
