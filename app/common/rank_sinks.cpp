// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/rank_sinks.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/export/chrome/trace_writer.h"
#include "core/export/dump/dump_writer.h"
#include "core/export/fan_out.h"
#include "core/export/msprof/msprof_writer.h"
#include "core/export/tasks/tasks_writer.h"
#include "core/export/torch_npu/info_writer.h"
#include "core/export/torch_npu/text_writer.h"
#include "core/export/torch_npu_db/analysis_writer.h"
#include "core/export/torch_npu_db/db_writer.h"

namespace tideline {

namespace {

/// Stands before the exporters of a rank: counts its steps for the progress and adds to kernels what users
/// compute from their counters.
class FrontSink final : public capture::RecordSink {
public:
    FrontSink(std::vector<std::unique_ptr<capture::RecordSink>> sinks, const CollectOutput& output,
              const Progress& progress, std::uint64_t& stepsDone)
        : m_all(std::move(sinks)), m_output(output), m_progress(progress), m_stepsDone(stepsDone)
    {
    }

    Status begin(const capture::RankInfo& rank) override
    {
        m_steps = std::uint64_t{rank.steps} * rank.worldSize;
        m_name = "rank " + std::to_string(rank.rank);
        capture::RankInfo info = rank;
        const bool counted = rank.aiCore && rank.taskLevel != capture::TraceLevel::Kernels;
        if (counted && !m_output.metrics.empty())
            m_metrics = OwnMetrics(m_output.metrics, rank.pmuGroup);
        info.ownMetrics = m_metrics.names();
        return m_all.begin(info);
    }
    void host(const capture::HostRecord& record) override { m_all.host(record); }
    void kernel(const capture::KernelRecord& record) override
    {
        if (m_metrics.empty())
            return m_all.kernel(record);
        capture::KernelRecord more = record;
        more.ownValues = m_metrics.valuesOf(record);
        m_all.kernel(more);
    }
    void copy(const capture::CopyRecord& record) override { m_all.copy(record); }
    void sync(const capture::SyncRecord& record) override { m_all.sync(record); }
    void communication(const capture::CommRecord& record) override { m_all.communication(record); }
    void counter(const capture::CounterRecord& record) override { m_all.counter(record); }
    void memory(const capture::MemoryRecord& record) override { m_all.memory(record); }
    void allocation(const capture::AllocationRecord& record) override { m_all.allocation(record); }
    void l2(const capture::L2Record& record) override { m_all.l2(record); }
    void total(const capture::TotalRecord& record) override { m_all.total(record); }
    void tensor(const capture::TensorRecord& record) override { m_all.tensor(record); }
    void syncMarker(const capture::SyncMarkerRecord& record) override { m_all.syncMarker(record); }
    void step(const capture::StepRecord& record) override
    {
        m_all.step(record);
        m_progress.report({Stage::Build, ++m_stepsDone, m_steps, 0, m_name});
    }
    Status finish() override { return m_all.finish(); }

private:
    FanOut m_all;
    const CollectOutput& m_output;
    OwnMetrics m_metrics;
    const Progress& m_progress;
    std::uint64_t& m_stepsDone; ///< of all ranks
    std::uint64_t m_steps = 0;
    std::string m_name;
};

} // namespace

RankSinks::RankSinks(std::filesystem::path root, std::filesystem::path dump, const CollectOutput& output,
                     Progress progress)
    : m_root(std::move(root)),
      m_dump(std::move(dump)),
      m_output(output),
      m_progress(std::move(progress)),
      m_cluster(m_root)
{
}

bool RankSinks::has(ExportForm form) const
{
    return std::find(m_output.forms.begin(), m_output.forms.end(), form) != m_output.forms.end();
}

std::vector<std::unique_ptr<capture::RecordSink>> RankSinks::writers()
{
    std::vector<std::unique_ptr<capture::RecordSink>> out;
    std::vector<std::string> exports;
    if (has(ExportForm::Text)) {
        out.push_back(std::make_unique<torch_npu::TextWriter>(m_root));
        exports.emplace_back("text");
    }
    if (has(ExportForm::Database)) {
        out.push_back(std::make_unique<torch_npu::DbWriter>(m_root));
        out.push_back(std::make_unique<torch_npu::AnalysisWriter>(m_root));
        exports.emplace_back("db");
    }
    if (has(ExportForm::Msprof))
        out.push_back(std::make_unique<msprof::MsprofWriter>(m_root));
    if (has(ExportForm::Cluster))
        out.push_back(m_cluster.makeSink());
    if (has(ExportForm::ChromeTrace))
        out.push_back(std::make_unique<TraceWriter>(m_root));
    if (has(ExportForm::Tasks))
        out.push_back(std::make_unique<TasksWriter>(m_root));
    if (!m_dump.empty())
        out.push_back(std::make_unique<DumpWriter>(m_dump));
    out.push_back(std::make_unique<torch_npu::InfoWriter>(m_root, exports));
    return out;
}

std::unique_ptr<capture::RecordSink> RankSinks::make()
{
    return std::make_unique<FrontSink>(writers(), m_output, m_progress, m_stepsDone);
}

Status RankSinks::finish()
{
    return has(ExportForm::Cluster) ? m_cluster.write() : Status(Done{});
}

} // namespace tideline
