// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "core/advise/rule.h"

// What several rules share.
namespace tideline {

/// part / whole; 0 when the whole is 0.
double ratioOf(Duration part, Duration whole);
inline double countOf(std::size_t count)
{
    return static_cast<double>(count);
}
/// Sum of the durations of the kernels over |C|; at most 1, also where kernels run side by side.
double shareOf(const StepProfile& step, Duration sum);

/// Of the step's wall time; at most 1, also where device work reaches beyond the step.
double shareOfWall(const StepProfile& step, Duration part);

/// The track of an operation or slice; none without a slice.
TrackId trackOf(const Trace& trace, SliceId slice);

/// The place of a device operation, with "duration_ns" and "exposed_ns" as its first values.
Evidence evidenceOf(const StepContext& context, const DeviceOp& op, Duration exposed);
Evidence evidenceOf(const StepContext& context, const HostCall& call, Duration exposed);
/// A gap under the name of what ends it.
Evidence evidenceOf(const StepContext& context, const IdleGap& gap);

/// Adds a kernel as candidate and as evidence; `extra` adds values.
void addKernel(Measurement& out, const StepContext& context, const DeviceOp& op, double part,
               std::vector<std::pair<std::string, double>> extra = {});
/// Adds host calls as candidates (whole) and as evidence.
void addCalls(Measurement& out, const StepContext& context, const std::vector<HostCall>& calls);

/// Length of the union of the calls inside the step's idle time.
Duration exposedCalls(const StepProfile& step, const std::vector<HostCall>& calls);

/// Duration of the 10th percentile of instances of the same name and shape, where there are at least five; else none.
class HealthyInstances {
public:
    explicit HealthyInstances(const StepContext& context);
    std::optional<Duration> reference(KernelReader& kernels, const DeviceOp& op) const;
    /// The mean of the middle two if even; groups of at least `least`.
    static double median(std::vector<Duration> durations);

private:
    std::map<std::pair<StringId, StringId>, Duration> m_references;
};

/// The part of a kernel that its healthy instances do without; none without reference.
std::optional<double> excessPart(const HealthyInstances& healthy, KernelReader& kernels, const DeviceOp& op);

bool hasTypes(const StepContext& context); ///< false at Level0: every type is missing
bool hasPipes(const StepContext& context); ///< some kernel has a pipe ratio above 0

extern const TextKey kNoDeviceWork;
extern const TextKey kNoTypes;
extern const TextKey kNoCounters;
extern const TextKey kNoApi;
extern const TextKey kNoTimeline;
extern const TextKey kNoCommunicationFile;
extern const TextKey kNoMemoryFile;
extern const TextKey kUpperBound;

} // namespace tideline
