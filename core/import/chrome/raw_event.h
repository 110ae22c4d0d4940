// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include <simdjson.h>

namespace tideline {

/// The members of one trace event as raw tokens: strings with their quotes, args and id2 as whole objects. Views into the
/// parser's buffer; empty where the event lacks the member.
struct RawEvent {
    std::string_view phase;
    std::string_view name;
    std::string_view category;
    std::string_view pid;
    std::string_view tid;
    std::string_view time;
    std::string_view duration; ///< the last one that becomes a column
    std::string_view id;
    std::string_view id2;
    std::string_view bindId;
    std::string_view bindingPoint;
    std::string_view args;
    bool empty = true; ///< an object without members

    /// Reads all members; an error for what is not JSON. `more` gets those that no column holds, as they are written.
    simdjson::error_code read(simdjson::ondemand::object& object, std::vector<std::string_view>& more);
    /// 'X', 'M', …; 0 for a phase that is not one character.
    char phaseCharacter() const { return phase.size() == 3 && phase.front() == '"' ? phase[1] : '\0'; }
};

/// The value of "Task Type" (or "task type") in a raw args object, as a token; empty when there is none.
std::string_view findTaskType(std::string_view args);

} // namespace tideline
