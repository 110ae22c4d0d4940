// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/frame_log.h"

namespace tideline {

Q_LOGGING_CATEGORY(frameLog, "tideline.frame", QtWarningMsg)

} // namespace tideline
