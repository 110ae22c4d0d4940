// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/case_profile.h"

namespace tideline::test {

std::string traceEvent(const char* phase, const std::string& name, const std::string& ts, const std::string& more,
                       const char* tid, const char* pid)
{
    return std::string(R"({"ph":")") + phase + R"(","pid":)" + pid + R"(,"tid":)" + tid + R"(,"ts":)" + ts
           + (name.empty() ? "" : R"(,"name":")" + name + '"') + more + "}";
}

std::string complete(const std::string& name, const std::string& ts, const std::string& dur, const char* tid,
                     const char* pid, const std::string& more)
{
    return traceEvent("X", name, ts, R"(,"dur":)" + dur + more, tid, pid);
}

std::string array(const std::vector<std::string>& events)
{
    std::string text = "[";
    for (const std::string& one : events)
        text += (text.size() > 1 ? ",\n" : "\n") + one;
    return text + "\n]";
}

} // namespace tideline::test
