// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "core/analyze/flame.h"
#include "core/store/trace_builder.h"

namespace tideline::test {

/// Host threads, CANN threads and streams of one rank, with arrows, from readable calls.
class FlameMaker {
public:
    FlameMaker();

    void host(const std::string& tid, const std::string& name, std::int64_t start, std::int64_t length,
              const std::string& category = "cpu_op");
    void cann(const std::string& tid, const std::string& name, std::int64_t start, std::int64_t length);
    void kernel(const std::string& stream, const std::string& name, std::int64_t start, std::int64_t length,
                const std::string& taskType = "AI_CORE");
    void collective(const std::string& name, std::int64_t start, std::int64_t length);
    /// An arrow between two points of lanes: "host:1", "cann:1", "stream:7", "group:0".
    void arrow(const std::string& category, const std::string& from, std::int64_t fromTime, const std::string& to,
               std::int64_t toTime);
    void step(std::int64_t id, std::int64_t start, std::int64_t end);
    std::shared_ptr<const Trace> done();

private:
    TrackId lane(const std::string& text);
    void add(TrackId track, const std::string& name, std::int64_t start, std::int64_t length,
             const std::string& category, const std::string& taskType);

    TraceBuilder m_builder;
    RankId m_rank;
    std::uint64_t m_order = 0;
    std::uint64_t m_arrows = 0;
};

/// "a/b/c" -> weight of every frame; a label per kind that is no slice.
std::map<std::string, std::int64_t> weightsByPath(const Trace& trace, const FlameTree& tree);
std::string labelOf(const Trace& trace, const FlameFrame& frame);
/// The frame at a path; FlameTree::kNone without one.
std::uint32_t frameAt(const Trace& trace, const FlameTree& tree, const std::string& path);

} // namespace tideline::test
