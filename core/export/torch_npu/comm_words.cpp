// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/comm_words.h"

#include <array>
#include <utility>

namespace tideline::torch_npu {

namespace {

constexpr std::int64_t kInvalidType = 65'535;

} // namespace

std::string operationType(const capture::CommRecord& record)
{
    return "hcom_" + record.operation + "_";
}

bool isPointToPoint(std::string_view operation)
{
    return operation == "send" || operation == "receive" || operation == "batchSendRecv";
}

std::string_view taskName(capture::CommTaskKind kind)
{
    switch (kind) {
    case capture::CommTaskKind::NotifyWait: return "Notify_Wait";
    case capture::CommTaskKind::NotifyRecord: return "Notify_Record";
    case capture::CommTaskKind::Memcpy: return "Memcpy";
    case capture::CommTaskKind::ReduceInline: return "Reduce_Inline";
    }
    return "";
}

std::int64_t dataTypeNumber(capture::DataType type)
{
    switch (type) {
    case capture::DataType::Int8: return 0;
    case capture::DataType::Int32: return 2;
    case capture::DataType::Float16: return 3;
    case capture::DataType::Float32: return 4;
    case capture::DataType::Int64: return 5;
    case capture::DataType::UInt8:
    case capture::DataType::Bool: return 7;
    case capture::DataType::UInt16: return 8;
    case capture::DataType::BFloat16: return 11;
    }
    return kInvalidType;
}

std::int64_t transportNumber(std::string_view transport)
{
    if (transport == "SDMA")
        return 0;
    if (transport == "RDMA")
        return 1;
    return transport == "LOCAL" ? 2 : kInvalidType;
}

std::int64_t linkNumber(std::string_view link)
{
    constexpr std::array<std::string_view, 7> kNames = {"ON_CHIP", "HCCS",    "PCIE",         "ROCE",
                                                        "SIO",     "HCCS_SW", "STANDARD_ROCE"};
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == link)
            return static_cast<std::int64_t>(i);
    return kInvalidType;
}

} // namespace tideline::torch_npu
