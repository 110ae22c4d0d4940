// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/figure_sink.h"

#include <algorithm>
#include <string_view>

namespace tideline::collect {

namespace {

constexpr double kMs = 1e-6;
constexpr double kGb = 1e-9;
constexpr double kFullBucketGb = 1.7; // of 1.8 GB; the first and the last one are smaller

bool isMatMul(std::string_view type)
{
    return type.starts_with("MatMul") || type == "GroupedMatmul";
}

bool isAttention(std::string_view type)
{
    return type.find("Attention") != std::string_view::npos || type.starts_with("BatchMatMul");
}

bool isNorm(std::string_view type)
{
    return type.find("Norm") != std::string_view::npos || type == "Pow" || type == "ReduceMeanRsqrtMul";
}

bool isOptimizer(std::string_view type)
{
    return type.starts_with("Apply");
}

/// Length of the union; sorts the spans.
template <typename Spans>
std::int64_t unite(Spans& spans)
{
    std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
    std::int64_t total = 0;
    std::int64_t until = INT64_MIN;
    for (const auto& span : spans) {
        total += std::max<std::int64_t>(0, span.end - std::max(span.start, until));
        until = std::max(until, span.end);
    }
    return total;
}

/// Length of the union of `spans` outside the union of `cover`.
template <typename Spans>
std::int64_t exposed(Spans spans, Spans cover)
{
    const std::int64_t covered = unite(cover);
    cover.insert(cover.end(), spans.begin(), spans.end());
    return unite(cover) - covered;
}

} // namespace

Status FigureSink::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    return Done{};
}

void FigureSink::host(const capture::HostRecord& record)
{
    if (record.call->name.starts_with("enumerate(DataLoader)"))
        m_steps[record.step].sums["loader_ms"] += static_cast<double>(record.endNs - record.startNs) * kMs;
}

void FigureSink::kernel(const capture::KernelRecord& record)
{
    const std::string_view type = record.info->type;
    const double ms = static_cast<double>(record.endNs - record.startNs) * kMs;
    const double gb = static_cast<double>(record.hbmReadBytes + record.hbmWriteBytes) * kGb;
    Pending& pending = m_steps[record.step];
    pending.kernels.push_back({record.startNs, record.endNs, isNorm(type)});
    const auto add = [&pending](const char* name, double value) { pending.sums[name] += value; };
    add("launches", record.launch.connection != 0 ? 1 : 0);
    add("hbm_gb", gb);
    const bool cube = record.info->core == capture::CoreType::AiCore || record.info->core == capture::CoreType::MixAic;
    if (cube)
        add("cube_ms", ms);
    if (isMatMul(type)) {
        add("matmul_ms", ms);
        add("matmul_gb", gb);
        add("matmul_calls", 1);
    } else if (isAttention(type)) {
        add("attention_ms", ms);
    } else if (type == "TransData") {
        add("transdata_ms", ms);
    } else if (isOptimizer(type)) {
        add("optimizer_ms", ms);
    } else if (!cube) {
        add("vector_ms", ms);
    }
}

void FigureSink::copy(const capture::CopyRecord& record)
{
    if (record.kind == capture::CopyKind::HostToDevice)
        m_steps[record.step].sums["copy_ms"] += static_cast<double>(record.endNs - record.startNs) * kMs;
}

void FigureSink::communication(const capture::CommRecord& record)
{
    Pending& pending = m_steps[record.step];
    const Span span{record.startNs, record.endNs, false};
    pending.collectives.push_back(span);
    if (record.operation == "send" || record.operation == "receive")
        return pending.transfers.push_back({record.startNs, record.transitStartNs, false});
    const std::string& label = m_rank.groups[record.group].label;
    if (label == "tp" || label == "ep")
        return pending.others.push_back(span);
    pending.gradients.push_back(span);
    const double gb = static_cast<double>(record.count * capture::sizeOf(record.dtype)) * kGb;
    if (gb > kFullBucketGb) {
        pending.fullBuckets.push_back(span);
        pending.sums["full_buckets"] += record.operation == "allGather" ? 0 : 1;
        pending.sums["full_transit_ms"] += static_cast<double>(record.endNs - record.transitStartNs) * kMs;
    }
    if (record.operation != "allGather")
        pending.sums["gradient_gb"] += gb;
}

void FigureSink::counter(const capture::CounterRecord& record)
{
    if (record.kind == capture::CounterKind::ProcessMemory)
        m_memory = std::max(m_memory, record.value * kGb);
}

void FigureSink::l2(const capture::L2Record& record)
{
    if (!isMatMul(record.info->type))
        return;
    m_steps[record.step].sums["l2_request_gb"] += static_cast<double>(record.requestBytes) * kGb;
    m_steps[record.step].sums["l2_hit_gb"] += static_cast<double>(record.hitBytes) * kGb;
}

void FigureSink::step(const capture::StepRecord& record)
{
    Pending pending = std::move(m_steps[record.step]);
    m_steps.erase(record.step);
    StepSums& sums = pending.sums;
    sums["step_ms"] = static_cast<double>(record.endNs - record.startNs) * kMs;
    sums["compute_ms"] = static_cast<double>(unite(pending.kernels)) * kMs;
    sums["exposed_communication_ms"] = static_cast<double>(exposed(pending.collectives, pending.kernels)) * kMs;
    sums["exposed_gradient_ms"] = static_cast<double>(exposed(pending.gradients, pending.kernels)) * kMs;
    std::vector<Span> busy = pending.kernels;
    busy.insert(busy.end(), pending.others.begin(), pending.others.end());
    sums["exposed_full_ms"] = static_cast<double>(exposed(pending.fullBuckets, busy)) * kMs;
    sums["exposed_wait_ms"] = static_cast<double>(exposed(pending.transfers, pending.kernels)) * kMs;
    sums["memory_gb"] = m_memory;
    std::int64_t until = pending.kernels.empty() ? 0 : pending.kernels.front().start;
    for (const Span& kernel : pending.kernels) { // sorted by unite()
        if (kernel.norm)
            sums["norm_with_gap_ms"] += static_cast<double>(kernel.end - std::min(kernel.start, until)) * kMs;
        until = std::max(until, kernel.end);
    }
    m_into.push_back(std::move(sums));
}

} // namespace tideline::collect
