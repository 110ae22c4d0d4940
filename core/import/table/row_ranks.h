// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>

#include "core/import/table/table_reader.h"

namespace tideline {

/// Whose the rows of a table are: all of one rank, or each of the device that its column Device_id names.
class RowRanks {
public:
    RowRanks(RankId one) : m_last(one) {} // NOLINT(google-explicit-constructor): one rank is the common case
    /// `ofDevice` is asked for every device number; rows without one are of `otherwise`.
    RowRanks(const TableReader& table, RankId otherwise, std::function<RankId(std::int64_t)> ofDevice)
        : m_column(columnOf(table.header(), {"Device_id", "Device ID", "Device Id"})),
          m_otherwise(otherwise),
          m_ofDevice(std::move(ofDevice)),
          m_last(otherwise)
    {
    }

    /// Of the current row.
    RankId of(const TableReader& table)
    {
        if (m_column < 0)
            return m_last;
        const std::int64_t device = table.integer(m_column);
        if (device != m_device) {
            m_device = device;
            m_last = device == kNoInteger || device < 0 ? m_otherwise : m_ofDevice(device);
        }
        return m_last;
    }

private:
    int m_column = -1;
    RankId m_otherwise;
    std::function<RankId(std::int64_t)> m_ofDevice;
    RankId m_last;
    std::int64_t m_device = kNoInteger;
};

} // namespace tideline
