// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu_db/analysis_writer.h"

#include <string>

#include "core/export/torch_npu/matrix_cells.h"
#include "core/export/torch_npu/rank_folder.h"
#include "core/export/torch_npu_db/profile_tables.h"

namespace tideline::torch_npu {

namespace {

double micros(Duration duration)
{
    return static_cast<double>(duration.ns) * 1e-3;
}

std::string stepName(std::uint32_t step)
{
    return "step" + std::to_string(step);
}

const char* typeOf(bool pointToPoint)
{
    return pointToPoint ? "p2p" : "collective";
}

} // namespace

Status AnalysisWriter::begin(const capture::RankInfo& rank)
{
    m_rank = rank;
    m_lanes.begin(rank);
    const auto folder = makeOutputFolder(m_root, rank);
    if (!folder)
        return folder.error();
    const Status opened = m_database.open(*folder / "analysis.db");
    if (!opened)
        return opened;
    const bool communication = rank.communicationDetailed();
    makeAnalysisTables(m_database, communication);
    m_stepRows.prepare(m_database, "StepTraceTime");
    if (communication) {
        m_times.prepare(m_database, "CommAnalyzerTime");
        m_bandwidths.prepare(m_database, "CommAnalyzerBandwidth");
        m_matrix.prepare(m_database, "CommAnalyzerMatrix");
    }
    return Done{};
}

void AnalysisWriter::communication(const capture::CommRecord& record)
{
    m_lanes.add(record);
    if (m_rank.communicationDetailed())
        m_steps[record.step].push_back(figuresOf(m_rank, record));
}

void AnalysisWriter::step(const capture::StepRecord& record)
{
    const StepTimes times = m_lanes.take(record).times;
    m_stepRows.add(std::to_string(record.step), micros(times.computing), micros(times.notOverlapped),
                   micros(times.overlapped), micros(times.communication), micros(times.free), micros(times.stage),
                   micros(times.bubble), micros(times.notOverlapped - times.bubble), micros(times.preparing));
    addOperations(record.step);
}

void AnalysisWriter::addOperations(std::uint32_t step)
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end())
        return;
    for (const OperationFigures& operation : found->second) {
        addTimes(operation);
        addBandwidths(operation);
    }
    if (m_rank.communicationMatrix) {
        for (const MatrixCell& cell : matrixCells(found->second))
            m_matrix.add(cell.name, cell.groupId, std::to_string(cell.link.source), std::to_string(cell.link.target),
                         cell.link.transport, static_cast<double>(cell.link.bytes) * 1e-6, milliseconds(cell.link.ns),
                         cell.gigabytesPerSecond(), stepName(step), typeOf(cell.pointToPoint), cell.operation);
    }
    m_steps.erase(found);
}

void AnalysisWriter::addTimes(const OperationFigures& operation)
{
    m_times.add(operation.name, operation.groupId, static_cast<double>(operation.startWallNs) * 1e-3,
                milliseconds(operation.elapseNs), milliseconds(operation.transitNs), milliseconds(operation.waitNs()),
                milliseconds(operation.waitNs()), 0.0, stepName(operation.step), typeOf(operation.pointToPoint));
}

/// One row a packet size, the totals repeated on each; a transport without packets has one row.
void AnalysisWriter::addBandwidths(const OperationFigures& operation)
{
    OperationSums sums;
    sums.add(operation);
    for (const auto& [name, sum] : allTransports(sums.transports)) {
        const auto addRow = [&, &transport = name, &total = sum](double size, const TransportSum::Packets& packets) {
            m_bandwidths.add(operation.name, operation.groupId, transport, total.megabytes(), milliseconds(total.ns),
                             total.gigabytesPerSecond(), total.largeRatio(), size, packets.count,
                             milliseconds(packets.ns), stepName(operation.step), typeOf(operation.pointToPoint));
        };
        for (const auto& [size, packets] : sum.sizes)
            addRow(std::stod(size), packets);
        if (sum.sizes.empty())
            addRow(0, {});
    }
}

Status AnalysisWriter::finish()
{
    while (!m_steps.empty())
        addOperations(m_steps.begin()->first);
    for (SqliteInsert* insert : {&m_stepRows, &m_times, &m_bandwidths, &m_matrix})
        insert->finish();
    return m_database.close();
}

} // namespace tideline::torch_npu
