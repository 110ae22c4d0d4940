// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/recording.h"

#include "core/collect/cost_constants.h"

namespace tideline::collect {

double overheadOf(const CollectOptions& options)
{
    double share = 0;
    if (options.taskPart != TaskPart::Off && options.taskPart != TaskPart::Level0)
        share += cost::kTaskOverhead;
    if (options.aiCore)
        share += cost::kCounterOverhead;
    if (options.level != capture::TraceLevel::Kernels)
        share += cost::kHostApiOverhead;
    if (options.level == capture::TraceLevel::Full)
        share += cost::kFullOverhead;
    if (options.memory.value_or(options.level == capture::TraceLevel::Full))
        share += cost::kMemoryOverhead;
    return share;
}

std::vector<std::pair<std::string, std::string>> environmentOf(bool wrong, bool launchBlocking)
{
    return {{"ASCEND_GLOBAL_LOG_LEVEL", "3"},
            {"HCCL_RDMA_TC", ""},
            {"HCCL_RDMA_SL", ""},
            {"ACLNN_CACHE_LIMIT", wrong ? "100" : "100000"},
            {"HOST_CACHE_CAPACITY", wrong ? "0" : "20"},
            {"ASCEND_ENHANCE_ENABLE", "1"},
            {"PYTORCH_NPU_ALLOC_CONF", wrong ? "expandable_segments:False" : "expandable_segments:True"},
            {"ASCEND_LAUNCH_BLOCKING", wrong || launchBlocking ? "1" : "0"}};
}

} // namespace tideline::collect
