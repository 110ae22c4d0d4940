// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tideline {

/// Blanks out what articles write into JSON and JSON does not know: "//" comments, "..." lines, commas that no value
/// follows. Offsets stay. O(n).
void relaxJson(std::string& text);

} // namespace tideline
