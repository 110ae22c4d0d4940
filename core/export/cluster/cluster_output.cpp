// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/cluster/cluster_output.h"

#include <fmt/format.h>

#include "core/export/torch_npu/matrix_cells.h"
#include "core/export/torch_npu/output_file.h"
#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu/text.h"

namespace tideline {

namespace {

constexpr const char* kSections[] = {"collective", "p2p"}; // by "point to point"

using torch_npu::micros;
using torch_npu::OutputFile;

std::string listText(const std::vector<std::uint32_t>& ranks)
{
    return fmt::format("[{}]", fmt::join(ranks, ", "));
}

/// Opens and closes the objects of a JSON file whose entries come sorted by section and step.
class SectionFile {
public:
    explicit SectionFile(OutputFile& file) : m_file(file) { m_file.write("{"); }

    void entry(bool pointToPoint, std::uint32_t step)
    {
        const std::pair<int, std::int64_t> place{pointToPoint ? 1 : 0, step};
        if (place == m_place) {
            m_file.write(", ");
            return;
        }
        if (m_place.first >= 0)
            m_file.write(place.first == m_place.first ? "}, " : "}}, ");
        if (place.first != m_place.first)
            m_file.print("\"{}\": {{", kSections[place.first]);
        m_file.print("\"step{}\": {{", step);
        m_place = place;
    }
    void finish() { m_file.write(m_place.first >= 0 ? "}}}" : "}"); }

private:
    OutputFile& m_file;
    std::pair<int, std::int64_t> m_place{-1, -1};
};

} // namespace

class ClusterOutput::Sink final : public capture::RecordSink {
public:
    explicit Sink(ClusterOutput& into) : m_into(into) {}

    Status begin(const capture::RankInfo& rank) override
    {
        m_rank = rank;
        m_lanes.begin(rank);
        m_into.addRank(rank);
        return Done{};
    }
    void kernel(const capture::KernelRecord& record) override { m_lanes.add(record); }
    void communication(const capture::CommRecord& record) override
    {
        m_lanes.add(record);
        if (!m_into.m_communication)
            return;
        torch_npu::OperationFigures figures = torch_npu::figuresOf(m_rank, record);
        m_into.m_pointToPoint[figures.groupId] |= figures.pointToPoint;
        OperationKey key{figures.pointToPoint, figures.step, figures.key()};
        m_into.m_operations[std::move(key)].emplace(m_rank.rank, std::move(figures));
    }
    void step(const capture::StepRecord& record) override
    {
        m_into.m_steps[{record.step, m_rank.rank}] = m_lanes.take(record).times;
    }
    Status finish() override { return Done{}; }

private:
    ClusterOutput& m_into;
    capture::RankInfo m_rank;
    torch_npu::StepLanes m_lanes;
};

std::unique_ptr<capture::RecordSink> ClusterOutput::makeSink()
{
    return std::make_unique<Sink>(*this);
}

void ClusterOutput::addRank(const capture::RankInfo& rank)
{
    m_communication = rank.communicationDetailed();
    m_matrix = m_communication && rank.communicationMatrix;
    for (const capture::ParallelGroup& group : rank.groups)
        m_groups.emplace(std::to_string(capture::groupHash(group.name)), group);
}

Status ClusterOutput::write() const
{
    const std::filesystem::path folder = m_root / "cluster_analysis_output";
    std::vector<Status> results = {torch_npu::makeFolders(folder), writeSteps(folder)};
    if (m_communication) {
        results.push_back(writeCommunication(folder));
        results.push_back(writeGroups(folder));
    }
    if (m_matrix)
        results.push_back(writeMatrix(folder));
    for (const Status& result : results)
        if (!result)
            return result;
    return Done{};
}

Status ClusterOutput::writeSteps(const std::filesystem::path& folder) const
{
    OutputFile file;
    const Status opened = file.open(folder / "cluster_step_trace_time.csv");
    if (!opened)
        return opened;
    file.write("Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
               "Communication(Not Overlapped and Exclude Receive),Preparing\n");
    for (const auto& [place, times] : m_steps)
        file.print("{},rank,{},{},{},{},{},{},{},{},{},{}\n", place.first, place.second, micros(times.computing.ns),
                   micros(times.notOverlapped.ns), micros(times.overlapped.ns), micros(times.communication.ns),
                   micros(times.free.ns), micros(times.stage.ns), micros(times.bubble.ns),
                   micros((times.notOverlapped - times.bubble).ns), micros(times.preparing.ns));
    return file.close();
}

Status ClusterOutput::writeCommunication(const std::filesystem::path& folder) const
{
    OutputFile file;
    const Status opened = file.open(folder / "cluster_communication.json");
    if (!opened)
        return opened;
    SectionFile sections(file);
    for (const auto& [key, ranks] : m_operations) {
        sections.entry(key.pointToPoint, key.step);
        file.print("\"{}\": {{", key.name);
        bool first = true;
        for (const auto& [rank, figures] : ranks) {
            torch_npu::OperationSums sums;
            sums.add(figures);
            file.print("{}\"{}\": {}", first ? "" : ", ", rank, torch_npu::operationJson(sums, figures.startWallNs));
            first = false;
        }
        file.write("}");
    }
    sections.finish();
    return file.close();
}

/// Ranks stand here by their number in the whole run.
Status ClusterOutput::writeMatrix(const std::filesystem::path& folder) const
{
    std::map<std::pair<bool, std::uint32_t>, std::vector<Figures>> steps;
    for (const auto& [key, ranks] : m_operations) {
        std::vector<Figures>& operations = steps[{key.pointToPoint, key.step}];
        for (const auto& [rank, figures] : ranks)
            operations.push_back(figures);
    }
    OutputFile file;
    const Status opened = file.open(folder / "cluster_communication_matrix.json");
    if (!opened)
        return opened;
    SectionFile sections(file);
    for (const auto& [place, operations] : steps) {
        std::string open;
        for (const torch_npu::MatrixCell& cell : torch_npu::matrixCells(operations)) {
            const std::string name = cell.name + "@" + cell.groupId;
            if (name == open) {
                file.write(", ");
            } else {
                if (!open.empty())
                    file.write("}");
                sections.entry(place.first, place.second);
                file.print("\"{}\": {{", name);
                open = name;
            }
            const std::vector<std::uint32_t>& ranks = m_groups.at(cell.groupId).ranks;
            file.print("\"{}-{}\": {}", ranks.at(cell.link.source), ranks.at(cell.link.target), cell.json());
        }
        if (!open.empty())
            file.write("}");
    }
    sections.finish();
    return file.close();
}

Status ClusterOutput::writeGroups(const std::filesystem::path& folder) const
{
    std::vector<std::string> collective;
    std::vector<std::string> pointToPoint;
    std::vector<std::string> plan;
    for (const auto& [id, group] : m_groups) {
        const auto found = m_pointToPoint.find(id);
        const bool asPair = found != m_pointToPoint.end() && found->second;
        (asPair ? pointToPoint : collective).push_back(listText(group.ranks));
        plan.push_back(fmt::format("{{\"type\": \"{}\", \"rank_set\": {}, \"group_name\": \"{}\", \"group_id\": {}, "
                                   "\"pg_name\": {}}}",
                                   asPair ? "p2p" : "collective", listText(group.ranks), id,
                                   torch_npu::jsonString(group.name), torch_npu::jsonString(group.label)));
    }
    OutputFile file;
    const Status opened = file.open(folder / "communication_group.json");
    if (!opened)
        return opened;
    file.print("{{\"collective\": [{}], \"p2p\": [{}], \"comm_group_parallel_info\": [{}]}}",
               fmt::join(collective, ", "), fmt::join(pointToPoint, ", "), fmt::join(plan, ", "));
    return file.close();
}

} // namespace tideline
