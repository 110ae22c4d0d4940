// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/store/trace_builder.h"

namespace tideline::test {

/// A kernel of a made profile; times in ns.
struct MadeKernel {
    std::string name = "k";
    std::int64_t start = 0;
    std::int64_t length = 0;
    std::string type = "MatMul";
    std::string core = "AI_CORE";
    std::int64_t launch = -1; ///< time of its launch on the host; below 0: no link
    std::int64_t wait = -1;
    std::string opState{};
    std::string shapes{};
    std::string types{};
    std::string outputs{}; ///< shapes
    std::string outputTypes{};
    std::vector<std::pair<std::string, double>> metrics{};
    std::int64_t task = -1;
};

/// An operation of communication.json; times in ns.
struct MadeOperation {
    std::string name = "hcom@1";
    std::int64_t start = 0;
    std::int64_t elapse = 0;
    std::int64_t transit = 0;
    std::string transport = "SDMA";
    double bytes = 0;
    double bytesPerSecond = kNoNumber;
};

/// Builds the profile of a job, one rank after the other, from few words.
class MadeProfile {
public:
    explicit MadeProfile(std::int64_t firstRank = 0) { addRank(firstRank); }

    MadeProfile& addRank(std::int64_t number);
    RankInfo& rank() { return m_builder.rank(m_rank); }
    MadeProfile& kernel(const MadeKernel& kernel);
    /// A slice on a communication group's lane.
    MadeProfile& collective(const std::string& name, std::int64_t start, std::int64_t length, std::int64_t launch = -1);
    /// A slice on the framework's thread.
    MadeProfile& host(const std::string& name, std::int64_t start, std::int64_t length,
                      const std::string& category = "cpu_op");
    /// A slice on the runtime's thread.
    MadeProfile& api(const std::string& name, std::int64_t start, std::int64_t length);
    /// A slice on a device stream without a row in the kernel table.
    MadeProfile& task(const std::string& name, std::int64_t start, std::int64_t length);
    MadeProfile& step(std::int64_t id, std::int64_t start, std::int64_t end);
    MadeProfile& operation(const std::string& name, std::int64_t start, std::int64_t elapse, std::int64_t transit,
                           double sdmaBytes = 0);
    MadeProfile& operation(const MadeOperation& operation);
    /// A part of a collective, on the plane of a group.
    MadeProfile& part(const std::string& name, std::int64_t start, std::int64_t length);
    /// A cell of the communication matrix: all operations of a kind ("allreduce") over one link.
    MadeProfile& link(const std::string& kind, std::int32_t source, std::int32_t target, double bytes,
                      std::int64_t time, const std::string& transport = "HCCS");
    /// A row of l2_cache.csv, for tasks of stream 2.
    MadeProfile& cacheHits(std::initializer_list<std::pair<std::int64_t, double>> ratioOfTask);
    MadeProfile& memory(std::int64_t time, std::int64_t allocated, std::int64_t reserved);
    MadeProfile& allocation(const std::string& name, std::int64_t from, std::int64_t until, std::int64_t bytes);
    MadeProfile& counter(const std::string& name, const std::string& unit,
                         std::initializer_list<std::pair<std::int64_t, double>> samples);

    std::shared_ptr<const Trace> trace() { return frozen(std::move(m_builder)); }

private:
    TrackId track(const char* pid, const char* tid, ProcessRole role, TrackKind kind);
    void slice(TrackId track, const std::string& name, std::int64_t start, std::int64_t length,
               const std::string& category = {}, const std::string& taskType = {});
    void link(std::int64_t launch, TrackId to, std::int64_t start);
    static std::shared_ptr<const Trace> frozen(TraceBuilder&& builder);

    TraceBuilder m_builder;
    RankId m_rank;
    std::uint64_t m_order = 0;
};

} // namespace tideline::test
