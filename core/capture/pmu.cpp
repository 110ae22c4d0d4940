// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/pmu.h"

namespace tideline::capture {

namespace {

using Columns = std::span<const std::string_view>;

constexpr std::string_view kArithmetic[] = {
    "aic_mac_fp16_ratio", "aic_mac_int8_ratio",  "aic_cube_fops",      "aic_vector_fops", "aiv_vec_fp32_ratio",
    "aiv_vec_fp16_ratio", "aiv_vec_int32_ratio", "aiv_vec_misc_ratio", "aiv_cube_fops",   "aiv_vector_fops"};
constexpr std::string_view kMemory[] = {
    "aic_l1_read_bw(GB/s)",        "aic_l1_write_bw(GB/s)", "aic_main_mem_read_bw(GB/s)",
    "aic_main_mem_write_bw(GB/s)", "aic_l2_read_bw(GB/s)",  "aic_l2_write_bw(GB/s)",
    "aiv_ub_read_bw(GB/s)",        "aiv_ub_write_bw(GB/s)", "aiv_main_mem_read_bw(GB/s)",
    "aiv_main_mem_write_bw(GB/s)", "aiv_l2_read_bw(GB/s)",  "aiv_l2_write_bw(GB/s)"};
constexpr std::string_view kMemoryL0[] = {
    "aic_l0a_read_bw(GB/s)",      "aic_l0a_write_bw(GB/s)",      "aic_l0b_read_bw(GB/s)", "aic_l0b_write_bw(GB/s)",
    "aic_l0c_read_bw_cube(GB/s)", "aic_l0c_write_bw_cube(GB/s)", "aiv_l0c_read_bw(GB/s)", "aiv_l0c_write_bw(GB/s)"};
constexpr std::string_view kMemoryUb[] = {"aiv_ub_read_bw_vector(GB/s)", "aiv_ub_write_bw_vector(GB/s)",
                                          "aiv_ub_read_bw_scalar(GB/s)", "aiv_ub_write_bw_scalar(GB/s)"};
constexpr std::string_view kMemoryAccess[] = {
    "aic_read_main_memory_datas(KB)",  "aic_write_main_memory_datas(KB)", "aic_GM_to_L1_datas(KB)",
    "aic_L0C_to_L1_datas(KB)",         "aic_L0C_to_GM_datas(KB)",         "aiv_read_main_memory_datas(KB)",
    "aiv_write_main_memory_datas(KB)", "aiv_GM_to_UB_datas(KB)",          "aiv_UB_to_GM_datas(KB)"};
constexpr std::string_view kL2Cache[] = {"aic_write_cache_hit",   "aic_write_cache_miss_allocate",
                                         "aic_r0_read_cache_hit", "aic_r0_read_cache_miss_allocate",
                                         "aic_r1_read_cache_hit", "aic_r1_read_cache_miss_allocate",
                                         "aiv_write_cache_hit",   "aiv_write_cache_miss_allocate",
                                         "aiv_r0_read_cache_hit", "aiv_r0_read_cache_miss_allocate",
                                         "aiv_r1_read_cache_hit", "aiv_r1_read_cache_miss_allocate"};
constexpr std::string_view kConflict[] = {"aiv_vec_bankgroup_cflt_ratio", "aiv_vec_bank_cflt_ratio",
                                          "aiv_vec_resc_cflt_ratio"};
constexpr std::string_view kNames[] = {"PipeUtilization", "ArithmeticUtilization", "Memory",  "MemoryL0",
                                       "MemoryUB",        "MemoryAccess",          "L2Cache", "ResourceConflictRatio"};

} // namespace

std::span<const std::string_view> pmuColumns(PmuGroup group)
{
    switch (group) {
    case PmuGroup::PipeUtilization: return {};
    case PmuGroup::ArithmeticUtilization: return Columns(kArithmetic);
    case PmuGroup::Memory: return Columns(kMemory);
    case PmuGroup::MemoryL0: return Columns(kMemoryL0);
    case PmuGroup::MemoryUB: return Columns(kMemoryUb);
    case PmuGroup::MemoryAccess: return Columns(kMemoryAccess);
    case PmuGroup::L2Cache: return Columns(kL2Cache);
    case PmuGroup::ResourceConflictRatio: return Columns(kConflict);
    }
    return {};
}

std::string_view pmuGroupName(PmuGroup group)
{
    return kNames[static_cast<std::size_t>(group)];
}

std::optional<PmuGroup> pmuGroupNamed(std::string_view name)
{
    if (name == "MemoryUsage")
        return PmuGroup::Memory;
    for (std::size_t i = 0; i < std::size(kNames); ++i)
        if (name == kNames[i])
            return static_cast<PmuGroup>(i);
    return {};
}

} // namespace tideline::capture
