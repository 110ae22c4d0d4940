// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/device_ops.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace tideline {

namespace {

bool startsWithNoCase(std::string_view text, std::string_view lowerPrefix)
{
    if (text.size() < lowerPrefix.size())
        return false;
    return std::equal(lowerPrefix.begin(), lowerPrefix.end(), text.begin(),
                      [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

bool isComputeTask(std::string_view type)
{
    constexpr std::array kTypes{"AI_CORE",      "AI_VECTOR_CORE", "MIX_AIC",       "MIX_AIV",
                                "AI_CPU",       "DSA_SQE",        "KERNEL_AICORE", "KERNEL_AIVEC",
                                "KERNEL_AICPU", "KERNEL_MIX_AIC", "KERNEL_MIX_AIV"};
    return std::any_of(kTypes.begin(), kTypes.end(), [type](const char* known) { return type == known; });
}

bool isCopy(std::string_view name)
{
    return startsWithNoCase(name, "memcpy") || startsWithNoCase(name, "memset");
}

bool isCollectiveName(std::string_view name)
{
    return startsWithNoCase(name, "nccl") || startsWithNoCase(name, "hccl") || startsWithNoCase(name, "hcom_")
           || startsWithNoCase(name, "rccl");
}

void addKernelRows(const Trace& trace, RowRange rows, DeviceOps& ops)
{
    const KernelColumns& kernels = trace.kernels();
    ColumnReader start(kernels.start);
    ColumnReader duration(kernels.duration);
    ColumnReader step(kernels.step);
    ColumnReader core(kernels.core);
    ColumnReader name(kernels.name);
    ColumnReader type(kernels.type);
    ColumnReader slice(kernels.slice);
    for (std::uint32_t row = rows.first; row < rows.last; ++row) {
        DeviceOp op{{start[row], start[row] + duration[row]}, step[row], false, KernelId{row}, slice[row]};
        if (isCommunicationCore(trace.text(core[row]))) {
            op.pointToPoint = isPointToPoint(trace.text(name[row])) || isPointToPoint(trace.text(type[row]));
            ops.communication.push_back(op);
        } else {
            ops.compute.push_back(op);
        }
    }
}

void addGroupSlices(const Trace& trace, RankId rank, DeviceOps& ops)
{
    ColumnReader start(trace.slices().start);
    ColumnReader duration(trace.slices().duration);
    ColumnReader name(trace.slices().name);
    for (const TrackInfo& track : trace.tracks()) {
        if (track.rank != rank || track.kind != TrackKind::CommGroup)
            continue;
        ops.known = ops.known || track.slices.size() > 0;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row)
            ops.communication.push_back({{start[row], start[row] + duration[row]},
                                         kNoInteger,
                                         isPointToPoint(trace.text(name[row])),
                                         {},
                                         SliceId{row}});
    }
}

void addDeviceSlices(const Trace& trace, RankId rank, DeviceOps& ops)
{
    const SliceColumns& slices = trace.slices();
    ColumnReader start(slices.start);
    ColumnReader duration(slices.duration);
    ColumnReader category(slices.category);
    ColumnReader taskType(slices.taskType);
    ColumnReader name(slices.name);
    DeviceClassifier classifier(trace);
    for (const TrackInfo& track : trace.tracks()) {
        if (track.rank != rank || !classifier.mayHold(track))
            continue;
        for (std::uint32_t row = track.slices.first; row < track.slices.last; ++row) {
            const DeviceWork work = classifier.of(track, category[row], taskType[row], name[row]);
            if (work == DeviceWork::None)
                continue;
            const DeviceOp op{{start[row], start[row] + duration[row]},
                              kNoInteger,
                              isPointToPoint(trace.text(name[row])),
                              KernelId{},
                              SliceId{row}};
            (work == DeviceWork::Compute ? ops.compute : ops.communication).push_back(op);
            ops.known = true;
        }
    }
}

} // namespace

bool isPointToPoint(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower.find("send") != std::string::npos || lower.find("recv") != std::string::npos
           || lower.find("receive") != std::string::npos;
}

bool DeviceClassifier::mayHold(const TrackInfo& track) const
{
    return isCounted(track.kind) && track.kind != TrackKind::CommGroup && track.kind != TrackKind::CommPlane
           && track.kind != TrackKind::Overlap && track.slices.size() > 0;
}

DeviceClassifier::Kind DeviceClassifier::kindOf(TrackKind track, std::string_view category,
                                                std::string_view taskType) const
{
    if (!taskType.empty())
        return isComputeTask(taskType) && track == TrackKind::Stream ? Kind::Kernel : Kind::No;
    if (category == "kernel" || category == "Kernel")
        return Kind::Kernel;
    return track == TrackKind::Stream && category.empty() ? Kind::ByName : Kind::No;
}

DeviceWork DeviceClassifier::of(const TrackInfo& track, StringId category, StringId taskType, StringId name)
{
    const std::uint64_t key =
        std::uint64_t{category.row} << 33 | std::uint64_t{taskType.row} << 1 | (track.kind == TrackKind::Stream);
    auto kind = m_kinds.find(key);
    if (kind == m_kinds.end())
        kind = m_kinds.emplace(key, kindOf(track.kind, m_trace->text(category), m_trace->text(taskType))).first;
    if (kind->second == Kind::No)
        return DeviceWork::None;
    const auto [known, added] = m_names.try_emplace(name.row, DeviceWork::Compute);
    const std::string_view text = m_trace->text(name);
    if (added && isCollectiveName(text))
        known->second = DeviceWork::Communication;
    if (kind->second == Kind::ByName && isCopy(text))
        return DeviceWork::None;
    return known->second;
}

RowRange kernelsOf(const Trace& trace, RankId rank)
{
    const Column<RankId>& ranks = trace.kernels().rank;
    const auto firstNotBelow = [&ranks](std::uint32_t limit) {
        std::uint32_t low = 0;
        std::uint32_t high = ranks.size();
        while (low < high) {
            const std::uint32_t middle = low + (high - low) / 2;
            if (ranks.at(middle).row < limit)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    return {firstNotBelow(rank.row), firstNotBelow(rank.row + 1)};
}

DeviceOps deviceOps(const Trace& trace, RankId rank)
{
    DeviceOps ops;
    const RowRange rows = kernelsOf(trace, rank);
    if (rows.size() > 0) {
        ops.known = true;
        addKernelRows(trace, rows, ops);
        if (ops.communication.empty())
            addGroupSlices(trace, rank, ops);
        return ops;
    }
    addDeviceSlices(trace, rank, ops);
    DeviceOps groups;
    addGroupSlices(trace, rank, groups);
    if (!groups.communication.empty())
        ops.communication = std::move(groups.communication);
    ops.known = ops.known || groups.known;
    return ops;
}

} // namespace tideline
