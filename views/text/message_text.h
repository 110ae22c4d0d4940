// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/base/message.h"

namespace tideline {

/// Texts of the core in the language of the user; numbers and units as the default QLocale writes them.

QString translated(const TextKey& key);
QString argumentText(const MessageArg& argument);

/// The sentence with its arguments in place. A %n without an argument stays as it is, and so does what looks like one
/// inside an argument (a name from the profile).
QString messageText(const Message& message);

/// Decimal units, as bandwidths are given: "1.2 GB/s".
QString rateText(double bytesPerSecond);

} // namespace tideline
