// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// What differs between the traces of the profilers.
struct TraceStyle {
    bool framework = true; ///< with the layers above the runtime
    bool object = false;   ///< the Chrome form with an object around the list
};

/// Writes trace_view.json event by event: a bare array, layers mixed, names of host threads at the end.
class TraceView {
public:
    Status open(const std::filesystem::path& path, const capture::RankInfo& rank, TraceStyle style = {});
    void add(const capture::HostRecord& record);
    void add(const capture::KernelRecord& record);
    void add(const capture::CopyRecord& record);
    void add(const capture::SyncRecord& record);
    void add(const capture::CommRecord& record);
    void add(const capture::CounterRecord& record);
    void add(const capture::SyncMarkerRecord& record);
    /// One step's lanes of the overlap analysis, in wall time. Cost: O(n).
    void addOverlap(const std::vector<TimeRange>& computing, const std::vector<TimeRange>& communication);
    Status close();

private:
    /// Synthetic processes; the numbers are their sort indices in a captured trace.
    enum class Layer : std::uint32_t {
        Collector = 2,
        Cann = 7,
        Hardware = 13,
        Frequency = 14,
        Hccl = 15,
        Hbm = 17,
        Llc = 18,
        Memory = 19,
        Overlap = 23,
        Own = 24,
    };

    /// Of the communication process: the group's thread, then its planes'.
    static constexpr std::uint32_t kThreadsPerGroup = 16;

    std::uint32_t pidOf(Layer layer) const;
    template <typename... Parts>
    void event(const Parts&... parts)
    {
        m_file.put(std::string_view(", ", m_first ? 0 : 2), parts...);
        m_first = false;
    }
    void meta(std::uint32_t pid, std::uint64_t thread, const char* name, const std::string& argument);
    void nameProcess(std::uint32_t pid, const char* name, const char* label, std::uint32_t sort);
    void nameThread(std::uint32_t pid, std::uint64_t thread, const std::string& name);
    void runtimeCall(const capture::HostRecord& record);
    void hostOperator(const capture::HostRecord& record);
    void collection(const capture::HostRecord& record);
    /// Inputs and call stack, the same for all occurrences of a call.
    const std::string& operatorTexts(const capture::HostCall& call);
    void deviceTask(std::string_view name, const char* type, std::uint32_t stream, std::uint32_t task,
                    std::int64_t start, std::int64_t length, std::uint32_t connection);
    void launchFlows(const capture::Launch& launch, std::string_view hostToDevice, std::uint32_t pid,
                     std::uint32_t thread, std::int64_t start);
    void hostToDeviceFlow(const capture::Launch& launch, std::string_view hostToDevice, std::uint32_t pid,
                          std::uint32_t thread, std::int64_t start);
    void ownMetrics(const capture::KernelRecord& record);
    void planeTask(const capture::CommTask& task, std::uint32_t thread);
    template <typename Value, typename... Name>
    void counter(Layer layer, std::int64_t at, std::string_view series, const Value& value, const Name&... name);
    void lane(std::uint32_t thread, const char* name, const std::vector<TimeRange>& ranges);

    OutputFile m_file;
    capture::RankInfo m_rank;
    bool m_first = true;
    std::set<std::uint32_t> m_frameworkThreads;
    std::set<std::uint32_t> m_apiThreads;
    std::set<std::uint32_t> m_collectorThreads;      ///< that have collected garbage
    std::map<std::uint32_t, std::uint32_t> m_planes; ///< by thread
    std::unordered_map<const capture::HostCall*, std::string> m_operatorTexts;
    TraceStyle m_style;
    Instant m_lastBusy; ///< end of the last kernel or communication of the steps before
    bool m_anyBusy = false;
};

/// The id of a HostToDevice flow of a compute task: stream, task, batch and context in 96 bits, as decimal text.
std::string computeFlowId(std::uint32_t stream, std::uint32_t task);

} // namespace tideline::torch_npu
