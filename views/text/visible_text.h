// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace tideline {

/// Text from a file as it may be shown: control characters become their Unicode pictures, bidirectional overrides and
/// other invisible marks become "⟨U+202E⟩", the empty text becomes "(no name)". O(length).
QString visibleText(std::string_view utf8);
QString visibleText(const QString& text);

/// The same without the placeholder for "".
QString visibleValue(const QString& text);

/// Plain text for a tooltip: escaped, so that a name with markup is shown as it is, long lines wrapped.
QString plainToolTip(const QString& text);

} // namespace tideline
