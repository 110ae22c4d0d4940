// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/category.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace tideline {

namespace {

struct Word {
    std::string_view part;
    Category category;
};

std::string lowered(std::string_view text)
{
    constexpr std::size_t kEnough = 256;
    std::string out(text.substr(0, kEnough));
    for (char& c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

template <std::size_t N>
std::optional<Category> firstWord(const std::array<Word, N>& words, std::string_view text)
{
    for (const Word& word : words) {
        if (text.find(word.part) != std::string_view::npos)
            return word.category;
    }
    return std::nullopt;
}

/// Core types of kernel tables and task types of device timelines; the longer spellings stand first.
std::optional<Category> fromCoreType(std::string_view text)
{
    static constexpr std::array<Word, 18> kWords{{
        {"mix", Category::Mix},
        {"aicpu", Category::AiCpu},
        {"ai_cpu", Category::AiCpu},
        {"vector", Category::Vector},
        {"aivec", Category::Vector},
        {"aiv", Category::Vector},
        {"ai_core", Category::Cube},
        {"aicore", Category::Cube},
        {"aic", Category::Cube},
        {"hccl", Category::Communication},
        {"communication", Category::Communication},
        {"hcom", Category::Communication},
        {"wait", Category::Wait},
        {"memcpy", Category::Copy},
        {"dma", Category::Copy},
        {"dsa", Category::Vector},
        {"reduce", Category::Communication},
        {"rdma", Category::Communication},
    }};
    return text.empty() ? std::nullopt : firstWord(kWords, lowered(text));
}

/// The "cat" of Chrome traces as PyTorch, ROCm and Python tracers write it.
std::optional<Category> fromCategoryText(std::string_view text)
{
    static constexpr std::array<Word, 12> kWords{{
        {"memcpy", Category::Copy},
        {"memset", Category::Copy},
        {"gpu_user_annotation", Category::Other},
        {"user_annotation", Category::Framework},
        {"cpu_op", Category::Framework},
        {"python", Category::Framework},
        {"fee", Category::Framework},
        {"cuda_runtime", Category::Cann},
        {"cuda_driver", Category::Cann},
        {"runtime", Category::Cann},
        {"overhead", Category::Wait},
        {"nccl", Category::Communication},
    }};
    return text.empty() ? std::nullopt : firstWord(kWords, lowered(text));
}

std::optional<Category> fromTransferName(std::string_view lower)
{
    static constexpr std::array<Word, 20> kWords{{
        {"notify_wait", Category::Wait},
        {"event_wait", Category::Wait},
        {"eventwait", Category::Wait},
        {"hcom", Category::Communication},
        {"hccl", Category::Communication},
        {"nccl", Category::Communication},
        {"rccl", Category::Communication},
        {"allreduce", Category::Communication},
        {"all_reduce", Category::Communication},
        {"allgather", Category::Communication},
        {"all_gather", Category::Communication},
        {"reducescatter", Category::Communication},
        {"reduce_scatter", Category::Communication},
        {"alltoall", Category::Communication},
        {"broadcast_", Category::Communication},
        {"memcpy", Category::Copy},
        {"memset", Category::Copy},
        {"copybuffer", Category::Copy},
        {"sdma", Category::Copy},
        {"wait", Category::Wait},
    }};
    return firstWord(kWords, lower);
}

Category fromKernelName(std::string_view lower)
{
    static constexpr std::array<Word, 10> kWords{{
        {"flash", Category::Mix},
        {"attention", Category::Mix},
        {"fmha", Category::Mix},
        {"matmul", Category::Cube},
        {"gemm", Category::Cube},
        {"conv", Category::Cube},
        {"cijk_", Category::Cube},
        {"cutlass", Category::Cube},
        {"cublas", Category::Cube},
        {"xmma", Category::Cube},
    }};
    return firstWord(kWords, lower).value_or(Category::Vector);
}

Category fromOverlapName(std::string_view lower)
{
    static constexpr std::array<Word, 3> kWords{{
        {"comput", Category::Cube},
        {"communication", Category::Communication},
        {"free", Category::Idle},
    }};
    return firstWord(kWords, lower).value_or(Category::Other);
}

std::optional<Category> fromTrack(TrackKind kind, ProcessRole role, const std::string& lower)
{
    const bool waits = lower.find("wait") != std::string::npos;
    if (kind == TrackKind::Overlap || role == ProcessRole::Overlap)
        return fromOverlapName(lower);
    if (kind == TrackKind::CommGroup || kind == TrackKind::CommPlane || role == ProcessRole::Communication)
        return waits ? Category::Wait : Category::Communication;
    if (role == ProcessRole::Cann)
        return Category::Cann;
    if (kind == TrackKind::Stream || role == ProcessRole::Device)
        return fromTransferName(lower).value_or(fromKernelName(lower));
    if (kind == TrackKind::HostThread || role == ProcessRole::Host)
        return Category::Framework;
    return std::nullopt;
}

} // namespace

Category categoryOf(const Trace& trace, const NameLook& look)
{
    const bool onDevice = look.kind == TrackKind::Stream || look.role == ProcessRole::Device;
    if (const auto found = fromCoreType(trace.text(look.core)))
        return *found;
    if (const auto found = fromCoreType(trace.text(look.taskType)); found && onDevice)
        return *found;
    const std::string lower = lowered(trace.text(look.name));
    const auto byCategory = fromCategoryText(trace.text(look.category));
    if (byCategory)
        return *byCategory;
    if (const auto byTrack = fromTrack(look.kind, look.role, lower))
        return *byTrack;
    if (lowered(trace.text(look.category)) == "kernel")
        return fromTransferName(lower).value_or(fromKernelName(lower));
    return fromTransferName(lower).value_or(Category::Other);
}

Category categoryOf(const Trace& trace, SliceId slice)
{
    return categoryOf(trace, lookOfSlice(trace, slice));
}

CategoryCache::CategoryCache(const Trace& trace, const TraceIndex* index)
    : m_trace(&trace), m_looks(index ? &index->looks() : nullptr)
{
    m_tableOfTrack.reserve(trace.tracks().size());
    std::vector<std::pair<TrackKind, ProcessRole>> kinds;
    for (const TrackInfo& track : trace.tracks()) {
        const std::pair key{track.kind, trace.process(track.process).role};
        const auto found = std::find(kinds.begin(), kinds.end(), key);
        m_tableOfTrack.push_back(static_cast<std::size_t>(found - kinds.begin()));
        if (found == kinds.end())
            kinds.push_back(key);
    }
    m_tables.resize(kinds.size());
}

Category CategoryCache::learned(TrackId track, StringId name, SliceId representative)
{
    std::vector<std::uint8_t>& table = m_tables[m_tableOfTrack[track.row]];
    if (table.empty())
        table.assign(m_trace->strings().size(), kUnknown);
    const TrackInfo& lane = m_trace->track(track);
    const NameLook* known = m_looks ? lookOf(*m_looks, name, lane.kind, m_trace->process(lane.process).role) : nullptr;
    const Category category = known ? categoryOf(*m_trace, *known) : categoryOf(*m_trace, representative);
    table[name.row] = static_cast<std::uint8_t>(category);
    return category;
}

} // namespace tideline
