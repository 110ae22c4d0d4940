// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/trace_maker.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

namespace tideline::bench {

namespace {

constexpr std::int64_t kEpochNs = 1'736'408'883'574'057'920;
constexpr unsigned kHostPid = 3096504;
constexpr unsigned kDispatchTid = 3099702;
constexpr unsigned kCannPid = 3170820320U;
constexpr unsigned kDevicePid = 3170820512U;
constexpr unsigned kCorePid = 3170820544U;
constexpr unsigned kHbmPid = 3170820640U;
constexpr std::size_t kKernelNames = 400;
constexpr std::size_t kFlushBytes = 4U << 20;

class Writer {
public:
    Writer(const std::filesystem::path& path, unsigned streams) : m_streams(streams)
    {
        m_file = std::fopen(path.c_str(), "wb");
        if (!m_file)
            throw std::runtime_error("cannot create " + path.string());
        m_buffer.reserve(kFlushBytes + 65536);
        for (std::size_t i = 0; i < kKernelNames; ++i)
            m_names.push_back(fmt::format("aclnn{}_Kernel{}AiCore_Op{}", i % 37, i, i % 53));
    }
    ~Writer() { std::fclose(m_file); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    TraceTruth write(std::uint64_t bytes)
    {
        metadata();
        m_streamFree.assign(m_streams, kEpochNs);
        for (std::uint64_t i = 0; m_truth.bytes + m_buffer.size() < bytes; ++i)
            launch(i);
        m_buffer.pop_back();
        m_buffer.pop_back();
        append("]");
        flush();
        return m_truth;
    }

private:
    template <typename... Args>
    void append(fmt::format_string<Args...> format, Args&&... args)
    {
        fmt::format_to(std::back_inserter(m_buffer), format, std::forward<Args>(args)...);
        if (m_buffer.size() > kFlushBytes)
            flush();
    }

    void flush()
    {
        if (std::fwrite(m_buffer.data(), 1, m_buffer.size(), m_file) != m_buffer.size() || std::fflush(m_file) != 0)
            throw std::runtime_error("cannot write the trace: is the disk full?");
        m_truth.bytes += m_buffer.size();
        m_buffer.clear();
    }

    void metadata()
    {
        append("[");
        const auto process = [this](unsigned pid, const char* name, const char* label) {
            append(R"({{"name": "process_name", "pid": {}, "tid": 0, "args": {{"name": "{}"}}, "ph": "M"}}, )", pid,
                   name);
            append(R"({{"name": "process_labels", "pid": {}, "tid": 0, "args": {{"labels": "{}"}}, "ph": "M"}}, )", pid,
                   label);
            m_truth.events += 2;
        };
        process(kHostPid, "Python", "CPU");
        process(kCannPid, "CANN", "CPU");
        process(kDevicePid, "Ascend Hardware", "NPU");
        process(kCorePid, "AI Core Utilization", "NPU");
        process(kHbmPid, "HBM", "NPU");
        for (unsigned s = 0; s < m_streams; ++s) {
            append(R"({{"name": "thread_name", "pid": {}, "tid": {}, "args": {{"name": "Stream {}"}}, "ph": "M"}}, )",
                   kDevicePid, s, s);
            ++m_truth.events;
        }
    }

    void slice(unsigned pid, unsigned tid, std::int64_t start, std::int64_t length)
    {
        m_truth.lanes[fmt::format("{}/{}", pid, tid)].add(start, length);
        ++m_truth.slices;
        ++m_truth.events;
    }

    void host(std::string_view name, unsigned tid, std::int64_t t, std::int64_t d, std::string_view rest)
    {
        append(R"({{"ph": "X", "name": "{}", "pid": {}, "tid": {}, "ts": "{}.{:03}", "dur": {}.{:03}, {}}}, )", name,
               kHostPid, tid, t / 1000, t % 1000, d / 1000, d % 1000, rest);
        slice(kHostPid, tid, t, d);
    }

    void counter(unsigned pid, std::string_view name, std::int64_t t, std::string_view series, std::uint64_t value)
    {
        append(R"({{"name": "{}", "ts": "{}.{:03}", "pid": {}, "tid": 0, "args": {{"{}": {}.{:03}}}, "ph": "C"}}, )",
               name, t / 1000, t % 1000, pid, series, value / 1000, value % 1000);
        ++m_truth.samples;
        ++m_truth.events;
    }

    void flow(char phase, std::string_view cat, std::uint64_t id, unsigned pid, unsigned tid, std::int64_t t)
    {
        append(
            R"({{"name": "{}{}", "ph": "{}", "id": "{}", "ts": "{}.{:03}", "cat": "{}", "pid": {}, "tid": {}, "bp": "e"}}, )",
            cat, id, phase, id, t / 1000, t % 1000, cat, pid, tid);
        m_truth.flows += phase == 'f' ? 1 : 0;
        ++m_truth.events;
    }

    void launch(std::uint64_t i)
    {
        const std::uint64_t r = mix(i);
        const std::int64_t t = kEpochNs + static_cast<std::int64_t>(i) * 25'000;
        hostEvents(i, r, t);
        cannEvents(i, t);
        device(i, r, t + 30'000 + static_cast<std::int64_t>(r % 9'000));
        counter(kCorePid, "Average", t, "Utilization(%)", r % 100'000);
        counter(kHbmPid, "HBM 0/Read", t, "Read(MB/s)", r % 1'600'000'000);
        counter(kHbmPid, "HBM 0/Write", t, "Write(MB/s)", r / 7 % 800'000'000);
        counter(kHbmPid, "HBM 1/Read", t, "Read(MB/s)", r / 11 % 1'600'000'000);
        counter(kHbmPid, "HBM 1/Write", t, "Write(MB/s)", r / 13 % 800'000'000);
    }

    void hostEvents(std::uint64_t i, std::uint64_t r, std::int64_t t)
    {
        if (i % 4 == 0)
            host("nn.Module: Block_" + std::to_string(i / 4 % 32), kHostPid, t, 99'000,
                 R"("cat": "python_function", "args": {"Python id": 1, "Python parent id": 0, "Python module id": 0})");
        const auto length = static_cast<std::int64_t>(12'000 + r % 8'000);
        host(
            "aten::op" + std::to_string(r % 61), kHostPid, t + 1'000, length,
            R"("cat": "cpu_op", "args": {"Sequence number": 7, "Fwd thread id": 0, "Input Dims": "64,128;\r\n128", "Input type": "float;\r\nfloat"})");
        host(
            "aten::inner" + std::to_string(r % 29), kHostPid, t + 2'000, length - 4'000,
            R"("cat": "cpu_op", "args": {"Sequence number": -1, "Fwd thread id": 0, "Input Dims": "64;\r\n8", "Input type": "float;\r\nfloat"})");
        const std::string correlation = fmt::format(R"("args": {{"correlation_id": {}}})", i);
        host("Enqueue", kHostPid, t + 3'000, 1'200, R"("cat": "enqueue", )" + correlation);
        flow('s', "async_task_queue", i, kHostPid, kHostPid, t + 3'000);
        host("Dequeue@op", kDispatchTid, t + 9'000, 12'000, R"("cat": "dequeue", )" + correlation);
        flow('f', "async_task_queue", i, kHostPid, kDispatchTid, t + 9'000);
    }

    void cannEvents(std::uint64_t i, std::int64_t t)
    {
        const auto call = [&](std::string_view name, std::int64_t start, std::int64_t length) {
            append(
                R"({{"name": "{}", "pid": {}, "tid": {}, "ts": "{}.{:03}", "dur": {}.{:03}, "args": {{"Thread Id": {}, "Mode": "ACL_OP", "level": "acl", "id": "aclnn", "item_id": "0", "connection_id": {}}}, "ph": "X"}}, )",
                name, kCannPid, kDispatchTid, start / 1000, start % 1000, length / 1000, length % 1000, kDispatchTid,
                i);
            slice(kCannPid, kDispatchTid, start, length);
        };
        call("AscendCL@aclnnOp", t + 10'000, 9'000);
        call("Node@launch", t + 12'000, 5'000);
        flow('s', "HostToDevice", i << 32, kCannPid, kDispatchTid, t + 12'100);
    }

    void device(std::uint64_t i, std::uint64_t r, std::int64_t earliest)
    {
        const auto stream = static_cast<unsigned>(i % m_streams);
        const std::int64_t start = std::max(earliest, m_streamFree[stream]);
        const auto length = static_cast<std::int64_t>(1'000 + (r >> 20) % 60'000);
        m_streamFree[stream] = start + length + 20;
        const std::string& name = m_names[r % kKernelNames];
        append(
            R"({{"name": "{}", "pid": {}, "tid": {}, "ts": "{}.{:03}", "dur": {}.{:03}, "args": {{"Model Id": 4294967295, "Task Type": "AI_CORE", "Physic Stream Id": {}, "Task Id": {}, "Batch Id": 0, "Subtask Id": 4294967295, "connection_id": {}}}, "ph": "X"}}, )",
            name, kDevicePid, stream, start / 1000, start % 1000, length / 1000, length % 1000, stream, i % 65536, i);
        slice(kDevicePid, stream, start, length);
        flow('f', "HostToDevice", i << 32, kDevicePid, stream, start);
        NameTruth& kernel = m_truth.kernels[name];
        ++kernel.calls;
        kernel.sumNs += length;
    }

    unsigned m_streams;
    std::FILE* m_file = nullptr;
    std::string m_buffer;
    std::vector<std::string> m_names;
    std::vector<std::int64_t> m_streamFree;
    TraceTruth m_truth;
};

} // namespace

std::uint64_t mix(std::uint64_t x)
{
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
}

void LaneTruth::add(std::int64_t startNs, std::int64_t durationNs)
{
    firstNs = slices == 0 ? startNs : std::min(firstNs, startNs);
    lastNs = slices == 0 ? startNs + durationNs : std::max(lastNs, startNs + durationNs);
    ++slices;
    sumNs += durationNs;
    hash += mix(static_cast<std::uint64_t>(startNs)) ^ mix(static_cast<std::uint64_t>(durationNs) + 1);
}

TraceTruth makeTrace(const std::filesystem::path& file, std::uint64_t bytes, unsigned streams)
{
    return Writer(file, streams).write(bytes);
}

} // namespace tideline::bench
