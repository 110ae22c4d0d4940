// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/service/service_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr int kMillisecondPower = 6;
constexpr int kMicrosecondPower = 3;

struct Pattern {
    ServiceTable table;
    std::vector<std::vector<std::string_view>> columns; // one spelling of each must be present, units apart
};

/// Asked in order: the more telling headers come first.
const std::vector<Pattern>& patterns()
{
    using enum ServiceRow;
    static const std::vector<Pattern> kPatterns = {
        {{Request, "request"}, {{"http_rid"}, {"recv_token_size", "reply_token_size"}}},
        {{Other, "spec_decode"}, {{"rid"}, {"spec_tokens"}, {"accepted_tokens"}}},
        {{Batch, "batch"}, {{"name"}, {"res_list"}, {"batch_type", "batch_size"}}},
        {{Forward, "forward"}, {{"name"}, {"relative_start_time"}, {"bubble_time"}}},
        {{PullCache, "pd_split_kvcache"}, {{"rid"}, {"block_tables"}, {"start_time", "start_datetime"}}},
        {{Other, "pd_split_communication"}, {{"rid"}, {"send_request_time"}, {"prefill_res_time"}}},
        {{Sample, "kvcache"}, {{"name"}, {"device_kvcache_left", "kvcache_usage_rate", "free_blocks"}}},
        {{Sample, "request_status"}, {{"waiting", "WAITING"}, {"running", "RUNNING"}}},
        {{Span, "span"}, {{"span_name"}, {"start_datetime", "start_time"}}},
        {{Other, "coordinator"}, {{"address"}, {"node_type"}, {"running_count"}}},
        {{Other, "moe_analysis"}, {{"Dataset"}, {"Mean"}, {"CI Lower"}, {"CI Upper"}}},
        {{Sample, "latency"}, {{"timestamp"}, {"avg"}, {"p50"}, {"p90"}, {"p99"}}},
    };
    return kPatterns;
}

/// "start_time(ms)" without its unit.
std::string_view bareName(std::string_view name)
{
    const std::size_t open = name.ends_with(')') ? name.rfind('(') : std::string_view::npos;
    return open == std::string_view::npos ? name : name.substr(0, open);
}

bool has(const std::vector<std::string>& header, const std::vector<std::string_view>& names)
{
    return std::any_of(names.begin(), names.end(), [&header](std::string_view name) {
        return std::any_of(header.begin(), header.end(),
                           [name](const std::string& column) { return bareName(column) == name; });
    });
}

std::optional<int> unitOf(std::string_view name)
{
    const std::string_view unit = name.substr(bareName(name).size());
    if (unit == "(ms)" || unit == "(millisecond)")
        return kMillisecondPower;
    if (unit == "(us)" || unit == "(microsecond)")
        return kMicrosecondPower;
    return unit == "(ns)" ? std::optional(0) : std::nullopt;
}

/// Of a time since 1970: numbers of this size are nanoseconds, microseconds, milliseconds.
int powerBySize(std::string_view number)
{
    const std::size_t digits = std::min(number.find_first_not_of("0123456789"), number.size());
    if (digits >= 18)
        return 0;
    return digits >= 15 ? kMicrosecondPower : kMillisecondPower;
}

/// "2025-03-28 22:57:43:410383" or with a point before the fraction.
std::optional<std::int64_t> dateTime(std::string_view text)
{
    std::array<int, 6> parts{};
    constexpr std::string_view kMarks = "-- ::";
    const char* at = text.data();
    const char* const stop = text.data() + text.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto [end, error] = std::from_chars(at, stop, parts[i]);
        if (error != std::errc{} || parts[i] < 0)
            return {};
        at = end;
        if (i == kMarks.size())
            break;
        if (at == stop || (*at != kMarks[i] && !(kMarks[i] == ' ' && *at == 'T')))
            return {};
        ++at;
    }
    const std::chrono::year_month_day day{std::chrono::year{parts[0]}, std::chrono::month{unsigned(parts[1])},
                                          std::chrono::day{unsigned(parts[2])}};
    if (!day.ok() || parts[0] < 1970 || parts[0] > 2200 || parts[3] > 23 || parts[4] > 59 || parts[5] > 60)
        return {};
    const std::int64_t days = std::chrono::sys_days{day}.time_since_epoch().count();
    const std::int64_t seconds = ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5];
    const std::string fraction = at == stop ? "0" : "0." + std::string(at + 1, stop);
    const auto below = scaledDecimal(fraction, 9);
    return below ? std::optional(seconds * 1'000'000'000 + *below) : std::nullopt;
}

} // namespace

std::optional<ServiceTable> serviceTable(const std::vector<std::string>& header)
{
    for (const Pattern& pattern : patterns()) {
        if (std::all_of(pattern.columns.begin(), pattern.columns.end(),
                        [&header](const auto& names) { return has(header, names); }))
            return pattern.table;
    }
    return {};
}

ServiceTime::ServiceTime(const std::vector<std::string>& header, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names) {
        const auto found = std::find_if(header.begin(), header.end(),
                                        [name](const std::string& column) { return bareName(column) == name; });
        if (found == header.end())
            continue;
        m_column = static_cast<int>(found - header.begin());
        m_power = unitOf(*found);
        return;
    }
}

std::optional<std::int64_t> ServiceTime::instant(std::string_view cell) const
{
    // "start_datetime(ms)" has a unit and holds a date all the same.
    const auto number = scaledDecimal(cell, m_power.value_or(powerBySize(cell)));
    return number ? number : dateTime(cell);
}

std::optional<std::int64_t> ServiceTime::length(std::string_view cell) const
{
    return scaledDecimal(cell, m_power.value_or(kMillisecondPower));
}

} // namespace tideline
