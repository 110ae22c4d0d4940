// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/advise/advisor.h"
#include "core/advise/rank_summary.h"
#include "core/advise/saving.h"
#include "core/analyze/comm_figures.h"
#include "core/analyze/device_figures.h"
#include "core/analyze/host_calls.h"
#include "core/analyze/idle_gaps.h"
#include "core/analyze/kernel_figures.h"
#include "core/analyze/pipe_figures.h"
#include "core/analyze/step_profile.h"
#include "core/analyze/tensor_sizes.h"

// What rules read. Everything is computed on first use and belongs to one thread.
namespace tideline {

/// The kernel table by row, with the frames of the last rows pinned.
class KernelReader {
public:
    explicit KernelReader(const Trace& trace);

    std::string_view type(const DeviceOp& op) { return text(m_type, op); }
    std::string_view core(const DeviceOp& op) { return text(m_core, op); }
    std::string_view opState(const DeviceOp& op) { return text(m_opState, op); }
    std::string_view inputTypes(const DeviceOp& op) { return text(m_inputTypes, op); }
    std::string_view inputShapes(const DeviceOp& op) { return text(m_inputShapes, op); }
    std::string_view outputShapes(const DeviceOp& op) { return text(m_outputShapes, op); }
    StringId shapeId(const DeviceOp& op);
    StringId nameId(const DeviceOp& op);
    std::optional<Duration> wait(const DeviceOp& op);
    /// Of the whole operation, where the scope's time may have cut its range.
    Duration wholeLength(const DeviceOp& op);
    PipeRatios pipes(const DeviceOp& op) { return op.kernel.valid() ? m_pipes.of(op.kernel.row) : PipeRatios{}; }
    bool hasPipes() const { return m_pipes.available(); }
    /// Cube occupancy 0–1 of a kernel on a cube core; none where it is not given.
    std::optional<double> cubeUse(const DeviceOp& op);
    std::optional<double> l2Hit(const DeviceOp& op);
    /// Main memory, as the counters say; of a cut kernel in proportion.
    std::optional<double> trafficBytes(const DeviceOp& op);
    /// Bytes of all inputs and outputs of the whole kernel by their shapes; the least that must be moved.
    std::optional<double> tensorBytes(const DeviceOp& op);

private:
    std::string_view text(ColumnReader<StringId>& column, const DeviceOp& op);

    const Trace* m_trace;
    ColumnReader<StringId> m_name;
    ColumnReader<StringId> m_type;
    ColumnReader<StringId> m_core;
    ColumnReader<StringId> m_opState;
    ColumnReader<StringId> m_inputTypes;
    ColumnReader<StringId> m_inputShapes;
    ColumnReader<StringId> m_outputTypes;
    ColumnReader<StringId> m_outputShapes;
    ColumnReader<Duration> m_wait;
    ColumnReader<Duration> m_duration;
    ColumnReader<StringId> m_sliceName;
    ColumnReader<Duration> m_sliceDuration;
    PipeFigures m_pipes;
    KernelFigures m_figures;
};

/// One rank inside the scope.
class RankContext {
public:
    RankContext(const Trace& trace, RankId rank, const AdvisorOptions& options);

    RankId id() const { return m_rank; }
    const std::vector<StepProfile>& steps() const { return m_steps; }
    const HostCalls& calls() const;
    const HostSide& host() const;
    /// The gaps between device work of a step, classified.
    const std::vector<IdleGap>& gaps(std::size_t step) const;
    /// All idle stretches inside the step's window, classified.
    const std::vector<IdleGap>& idle(std::size_t step) const;
    const std::vector<CommOperation>& operations(std::size_t step) const;
    /// Calls of a kind that belong to a step: from its start to that of the next; earlier ones belong to the first.
    std::vector<HostCall> callsOf(HostCallKind kind, std::size_t step) const;
    /// True where the timeline holds any slice of the rank.
    bool hasTimeline() const;
    /// Bytes per second at most, of the device's memory: the limit of the rules, else what is known of the device.
    std::optional<double> memoryPeak() const;
    /// Bytes of device memory that a process can have; likewise.
    std::optional<double> memoryCapacity() const;
    /// The clock that the cores are made for; none where only the kernels show one.
    std::optional<double> ratedMhz() const;
    Duration wall() const; ///< of all steps

private:
    const DeviceFigures& device() const;
    bool isOutside(const CommOperation& operation) const;

    const Trace* m_trace;
    RankId m_rank;
    const AdvisorOptions* m_options;
    std::vector<StepProfile> m_steps;
    mutable std::optional<HostCalls> m_calls;
    mutable std::optional<HostSide> m_host;
    mutable std::optional<DeviceFigures> m_device;
    mutable std::vector<std::optional<std::vector<IdleGap>>> m_gaps;
    mutable std::vector<std::optional<std::vector<IdleGap>>> m_idle;
    mutable std::vector<std::optional<std::vector<CommOperation>>> m_operations;
};

/// The whole job inside the scope. Ranks are judged one after the other: of those that are done a summary stays, so
/// that memory does not grow with the operations of all ranks.
class AdvisorContext {
public:
    AdvisorContext(const Trace& trace, const AdvisorOptions& options);

    const Trace& trace() const { return *m_trace; }
    const AdvisorOptions& options() const { return *m_options; }
    /// The ranks that have been added; all of them once the job rules are judged.
    const std::vector<RankSummary>& ranks() const { return m_ranks; }
    void add(const RankContext& rank) { m_ranks.push_back(summaryOf(rank, m_kernels)); }
    KernelReader& kernels() const { return m_kernels; }
    const SavingEngine& savings() const { return m_options->savings ? *m_options->savings : m_closedForm; }
    /// Over all ranks, those included that have not been added yet. The first call goes through every rank.
    const ShortestOperations& shortest() const;

private:
    const Trace* m_trace;
    const AdvisorOptions* m_options;
    std::vector<RankSummary> m_ranks;
    mutable std::optional<ShortestOperations> m_shortest;
    mutable KernelReader m_kernels;
    ClosedFormSaving m_closedForm;
};

} // namespace tideline
