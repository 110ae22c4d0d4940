// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace tideline {

/// What the core gives as the reason of an Error, in the language of the user. Parts that are no text of the core (names,
/// what the system says) stay as they are, with control characters made visible.
QString reasonText(std::string_view what);

/// The same for the advice of an Error.
QString adviceText(std::string_view advice);

/// The texts of the core that are known here, in English; for the test that the core still has them.
const char* const* knownReasons(std::size_t* count);

} // namespace tideline
