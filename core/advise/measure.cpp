// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/measure.h"

#include <algorithm>

#include "core/analyze/intervals.h"

namespace tideline {

namespace {

constexpr std::size_t kLeastInstances = 5;

bool isGiven(std::string_view text)
{
    return !text.empty() && text != "N/A";
}

} // namespace

constinit const TextKey kNoDeviceWork = TL_TEXT("Advisor", "the profile holds no device work");
constinit const TextKey kNoTypes =
    TL_TEXT("Advisor", "the kernels have no types (profiler level 0 or no kernel table)");
constinit const TextKey kNoCounters = TL_TEXT("Advisor", "no AI Core counters were collected");
constinit const TextKey kNoApi = TL_TEXT("Advisor", "no AscendCL calls in the profile");
constinit const TextKey kNoTimeline = TL_TEXT("Advisor", "no timeline in the profile");
constinit const TextKey kNoCommunicationFile = TL_TEXT("Advisor", "communication.json is missing");
constinit const TextKey kNoMemoryFile = TL_TEXT("Advisor", "memory_record.csv is missing");
constinit const TextKey kUpperBound =
    TL_TEXT("Advisor", "upper bound: no better instance in the profile to compare with");

void EvidenceList::add(Duration exposed, const std::function<Evidence()>& make)
{
    ++m_total;
    if (m_limit != 0 && m_items.size() >= 4 * m_limit)
        prune();
    Evidence evidence = make();
    evidence.exposed = exposed;
    m_items.push_back(std::move(evidence));
}

void EvidenceList::prune()
{
    std::stable_sort(m_items.begin(), m_items.end(),
                     [](const Evidence& a, const Evidence& b) { return a.exposed > b.exposed; });
    if (m_limit != 0 && m_items.size() > m_limit)
        m_items.resize(m_limit);
}

void EvidenceList::merge(EvidenceList&& other)
{
    m_total += other.m_total;
    std::move(other.m_items.begin(), other.m_items.end(), std::back_inserter(m_items));
    prune();
}

std::vector<Evidence> EvidenceList::take() &&
{
    prune();
    return std::move(m_items);
}

double ratioOf(Duration part, Duration whole)
{
    return whole.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(whole.ns) : 0;
}

double shareOf(const StepProfile& step, Duration sum)
{
    return std::min(ratioOf(sum, step.computingTime()), 1.0);
}

double shareOfWall(const StepProfile& step, Duration part)
{
    return std::min(ratioOf(part, step.wall()), 1.0);
}

TrackId trackOf(const Trace& trace, SliceId slice)
{
    return slice.valid() ? trace.trackOf(slice) : TrackId{};
}

Evidence evidenceOf(const StepContext& context, const DeviceOp& op, Duration exposed)
{
    Evidence out;
    out.rank = context.rank.id();
    out.track = trackOf(context.trace(), op.slice);
    out.name = std::string(nameOf(context.trace(), op));
    out.range = op.range;
    out.values = {{"duration_ns", static_cast<double>(op.range.length().ns)},
                  {"exposed_ns", static_cast<double>(exposed.ns)}};
    return out;
}

Evidence evidenceOf(const StepContext& context, const HostCall& call, Duration exposed)
{
    Evidence out;
    out.rank = context.rank.id();
    out.track = call.track;
    out.name = std::string(context.trace().text(context.trace().slices().name.at(call.slice.row)));
    out.range = call.range;
    out.values = {{"duration_ns", static_cast<double>(call.range.length().ns)},
                  {"exposed_ns", static_cast<double>(exposed.ns)}};
    return out;
}

Evidence evidenceOf(const StepContext& context, const IdleGap& gap)
{
    Evidence out = evidenceOf(context, gap.next, gap.range.length());
    out.range = gap.range;
    out.values = {{"duration_ns", static_cast<double>(gap.range.length().ns)},
                  {"exposed_ns", static_cast<double>(gap.range.length().ns)}};
    if (gap.launch)
        out.values.emplace_back("launch_after_start_ns", static_cast<double>((*gap.launch - gap.range.start).ns));
    return out;
}

void addKernel(Measurement& out, const StepContext& context, const DeviceOp& op, double part,
               std::vector<std::pair<std::string, double>> extra)
{
    const Duration exposed = exposedTime(context.step(), Candidate::Kind::Compute, op.range);
    if (part > 0)
        out.candidates.push_back({Candidate::Kind::Compute, op.range, part, op.kernel});
    out.evidence.add(exposed, [&] {
        Evidence evidence = evidenceOf(context, op, exposed);
        std::move(extra.begin(), extra.end(), std::back_inserter(evidence.values));
        return evidence;
    });
}

void addCalls(Measurement& out, const StepContext& context, const std::vector<HostCall>& calls)
{
    for (const HostCall& call : calls) {
        out.candidates.push_back({Candidate::Kind::Host, call.range, 1, {}});
        const Duration exposed = exposedTime(context.step(), Candidate::Kind::Host, call.range);
        out.evidence.add(exposed, [&] { return evidenceOf(context, call, exposed); });
    }
}

Duration exposedCalls(const StepProfile& step, const std::vector<HostCall>& calls)
{
    std::vector<TimeRange> ranges;
    for (const HostCall& call : calls)
        ranges.push_back(call.range);
    mergeRanges(ranges);
    return commonLength(ranges, step.idle);
}

HealthyInstances::HealthyInstances(const StepContext& context)
{
    std::map<std::pair<StringId, StringId>, std::vector<Duration>> groups;
    for (const DeviceOp& op : context.step().kernels)
        groups[{context.kernels().nameId(op), context.kernels().shapeId(op)}].push_back(
            context.kernels().wholeLength(op));
    for (auto& [key, durations] : groups) {
        if (durations.size() < kLeastInstances)
            continue;
        const auto tenth = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 10);
        std::nth_element(durations.begin(), tenth, durations.end());
        m_references[key] = *tenth;
    }
}

std::optional<Duration> HealthyInstances::reference(KernelReader& kernels, const DeviceOp& op) const
{
    const auto found = m_references.find({kernels.nameId(op), kernels.shapeId(op)});
    return found == m_references.end() ? std::nullopt : std::optional(found->second);
}

double HealthyInstances::median(std::vector<Duration> durations)
{
    if (durations.empty())
        return 0;
    std::sort(durations.begin(), durations.end());
    const std::size_t middle = durations.size() / 2;
    if (durations.size() % 2 == 1)
        return static_cast<double>(durations[middle].ns);
    return (static_cast<double>(durations[middle - 1].ns) + static_cast<double>(durations[middle].ns)) / 2;
}

std::optional<double> excessPart(const HealthyInstances& healthy, KernelReader& kernels, const DeviceOp& op)
{
    const auto reference = healthy.reference(kernels, op);
    if (!reference || op.range.empty())
        return std::nullopt;
    return std::max(0.0, 1 - ratioOf(*reference, kernels.wholeLength(op)));
}

bool hasTypes(const StepContext& context)
{
    return std::any_of(context.step().kernels.begin(), context.step().kernels.end(),
                       [&](const DeviceOp& op) { return isGiven(context.kernels().type(op)); });
}

bool hasPipes(const StepContext& context)
{
    return context.kernels().hasPipes()
           && std::any_of(context.step().kernels.begin(), context.step().kernels.end(),
                          [&](const DeviceOp& op) { return context.kernels().pipes(op).measured(); });
}

} // namespace tideline
