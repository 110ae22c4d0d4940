// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

/// What a row of a table of an inference service is about; how it comes onto the timeline.
enum class ServiceRow {
    Request,   ///< from arrival to answer
    Batch,     ///< one scheduling or execution of a batch
    Forward,   ///< one pass through the model
    Span,      ///< one call of a watched function
    PullCache, ///< one transfer of cache blocks between devices
    Sample,    ///< figures at a point in time
    Other,     ///< kept as a table only
};

struct ServiceTable {
    ServiceRow row = ServiceRow::Other;
    std::string_view name; ///< "request", "batch", …
};

/// The table as its header tells, in a text file or a database.
std::optional<ServiceTable> serviceTable(const std::vector<std::string>& header);

/// A column of times or lengths of time; its unit is in its name: "start_time(ms)", "start_time(microsecond)".
class ServiceTime {
public:
    /// The first column with one of the names, with or without a unit behind it.
    ServiceTime(const std::vector<std::string>& header, std::initializer_list<std::string_view> names);

    int column() const { return m_column; }
    bool known() const { return m_column >= 0; }
    /// Nanoseconds since 1970. Without a unit the size of the number tells it; a date with a time of day is read too, as
    /// UTC, since it does not name its zone.
    std::optional<std::int64_t> instant(std::string_view cell) const;
    /// Nanoseconds; milliseconds without a unit.
    std::optional<std::int64_t> length(std::string_view cell) const;

private:
    int m_column = -1;
    std::optional<int> m_power; // to nanoseconds; none: the name has no unit
};

} // namespace tideline
