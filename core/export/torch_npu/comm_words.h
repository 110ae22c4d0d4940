// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/capture/comm_records.h"

namespace tideline::torch_npu {

/// hcom_allReduce_
std::string operationType(const capture::CommRecord& record);
/// Send, receive and their batches are no collectives.
bool isPointToPoint(std::string_view operation);
/// Notify_Wait, Memcpy …
std::string_view taskName(capture::CommTaskKind kind);

// The numbers under which the database's ENUM tables have them.
std::int64_t dataTypeNumber(capture::DataType type);
std::int64_t transportNumber(std::string_view transport);
std::int64_t linkNumber(std::string_view link);

} // namespace tideline::torch_npu
