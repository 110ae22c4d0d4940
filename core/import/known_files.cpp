// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/known_files.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/decode/archive/peek.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 4096;

struct KnownFile {
    std::string_view begin; ///< of the name
    std::string_view end;
    std::string_view sign; ///< in the first bytes; "" asks for none
    const char* reason;
};

constexpr const char* kRankPart = "settings of a rank's profile: open the directory that holds it";
constexpr const char* kRawPart = "context of raw records: open the capture that holds it";
constexpr const char* kTotals = "totals of the timeline beside it, which are computed from that";
constexpr const char* kPipeline = "queues of MindSpore's data pipeline, which this version does not read";

constexpr std::array<KnownFile, 23> kFiles = {
    {{"profiler_info", ".json", "", kRankPart},
     {"profiler_metadata", ".json", "", kRankPart},
     {"info.json", "", "", kRawPart},
     {"sample.json", "", "", kRawPart},
     {"start_info", "", "", kRawPart},
     {"end_info", "", "", kRawPart},
     {"ground_truth", ".json", "constants_version", "what a simulated collection planted, for scoring the advisor"},
     {"tensor_statistics_", ".csv", "L2 Norm", "what tensors held, to be compared with those of another capture"},
     {"timeline_summary_", ".json", "total_time", kTotals},
     {"ascend_timeline_summary_", ".json", "", kTotals},
     {"gpu_timeline_summary_", ".json", "", kTotals},
     {"dynamic_shape_info_", ".json", "",
      "operators by shape without times of start, which this version does not read"},
     {"flops_scope_", ".json", "", "floating point operations by scope, which this version does not read"},
     {"flops_summary_", ".json", "", "three totals of floating point operations, without a timeline"},
     {"pipeline_profiling_", ".json", "", kPipeline},
     {"minddata_cpu_utilization_", ".json", "", kPipeline},
     {"device_queue_profiling_", ".txt", "", kPipeline},
     {"dataset_iterator_profiling_", ".txt", "", kPipeline},
     {"step_trace_point_info", ".json", "", "names of the operators that begin and end a step, without figures"},
     {"min_cycle_counter_", ".txt", "", "one reading of a clock, without a timeline"},
     {"output_op_compute_time_", ".txt", "", "a printed list; aicore_intermediate_*.csv has its figures as a table"},
     {"", ".json.gz", "\"nodes\"", "a graph of executed operators without a timeline"},
     {"", ".json", "\"nodes\"", "a graph of executed operators without a timeline"}}};

bool isText(std::string_view head)
{
    return std::none_of(head.begin(), head.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
    });
}

} // namespace

const char* reasonOfKnownFile(const std::filesystem::path& path)
{
    const auto head = firstUnpackedBytes(path, kHeadBytes);
    if (!head || head->empty())
        return nullptr;
    const std::string name = path.filename().string();
    if (name.ends_with(".done") && head->starts_with("filesize:"))
        return "a mark that a file is complete, without data";
    const auto* const known = std::find_if(kFiles.begin(), kFiles.end(), [&](const KnownFile& file) {
        return name.starts_with(file.begin) && name.ends_with(file.end) && head->find(file.sign) != std::string::npos;
    });
    if (known != kFiles.end())
        return known->reason;
    const std::size_t start = head->find_first_not_of("\xEF\xBB\xBF \t\r\n");
    const bool json = start != std::string::npos && ((*head)[start] == '{' || (*head)[start] == '[');
    if (json)
        return "JSON without a list of events: neither a trace nor a table that this version reads";
    return isText(*head) ? "plain text: neither a trace nor a table that this version reads" : nullptr;
}

} // namespace tideline
