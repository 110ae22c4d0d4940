// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoFrequency = TL_TEXT("Advisor", "the frequency of the cores was not recorded");
constexpr TextKey kNotRated = TL_TEXT("Advisor", "only one frequency was recorded and the rated one is not known");

/// The frequency as a step function.
class Frequency {
public:
    explicit Frequency(const StepContext& context)
    {
        ColumnReader time(context.trace().samples().time);
        ColumnReader value(context.trace().samples().value);
        for (const CounterInfo& counter : context.trace().counters()) {
            if (counter.rank != context.rank.id() || counter.unit != "MHz" || !counter.name.starts_with("AI Core Freq")
                || !m_samples.empty()) // dies of one device run at one frequency: the first speaks for all
                continue;
            for (std::uint32_t row = counter.samples.first; row < counter.samples.last; ++row) {
                if (!std::isnan(value[row]))
                    m_samples.emplace_back(time[row], value[row]);
            }
        }
    }
    bool empty() const { return m_samples.empty(); }
    double highest() const
    {
        double out = 0;
        for (const auto& [time, mhz] : m_samples)
            out = std::max(out, mhz);
        return out;
    }
    bool varies() const
    {
        return std::any_of(m_samples.begin(), m_samples.end(),
                           [this](const auto& sample) { return sample.second != m_samples.front().second; });
    }
    /// Mean over a range; the first value holds before it too.
    double meanIn(TimeRange range) const
    {
        const auto after = [this](Instant at) {
            return std::upper_bound(m_samples.begin(), m_samples.end(), at,
                                    [](Instant t, const auto& sample) { return t < sample.first; });
        };
        const auto first = after(range.start);
        if (range.empty())
            return std::prev(first == m_samples.begin() ? std::next(first) : first)->second;
        double sum = 0;
        Instant from = range.start;
        double mhz = first == m_samples.begin() ? first->second : std::prev(first)->second;
        for (auto next = first; next != m_samples.end() && next->first < range.end; ++next) {
            sum += mhz * static_cast<double>((next->first - from).ns);
            from = next->first;
            mhz = next->second;
        }
        sum += mhz * static_cast<double>((range.end - from).ns);
        return sum / static_cast<double>(range.length().ns);
    }

private:
    std::vector<std::pair<Instant, double>> m_samples;
};

/// Memory does not run with the clock of the cores: kernels that wait for it are no faster at the rated one.
bool waitsForMemory(const StepContext& context, const DeviceOp& op)
{
    constexpr double kCubeLimit = 0.95;
    constexpr double kLimit = 0.8;
    return isMemoryBound(context.kernels().pipes(op), isCubeCore(context.kernels().core(op)), kCubeLimit, kLimit);
}

Measured frequencyDrop(const StepContext& context)
{
    const Frequency frequency(context);
    if (frequency.empty())
        return kNoFrequency;
    const double rated = context.rank.ratedMhz().value_or(frequency.varies() ? frequency.highest() : 0);
    if (rated <= 0)
        return kNotRated;
    if (context.step().kernels.empty())
        return kNoDeviceWork;
    Measurement out = context.measurement();
    double lost = 0;
    double time = 0;
    double lowest = rated;
    for (const DeviceOp& op : context.step().kernels) {
        if (context.kernels().core(op) == "AI_CPU")
            continue;
        const double mhz = frequency.meanIn(op.range);
        const double part = std::max(0.0, 1 - mhz / rated);
        const auto length = static_cast<double>(op.range.length().ns);
        lost += part * length;
        time += length;
        lowest = std::min(lowest, mhz);
        if (part > 0 && !waitsForMemory(context, op))
            addKernel(out, context, op, part, {{"frequency_mhz", mhz}});
    }
    out.figures = {time > 0 ? lost / time : 0};
    out.facts = {MessageArg::count(std::round(lowest)), MessageArg::count(std::round(rated))};
    return out;
}

} // namespace

const Rule kFrequencyDropRule{
    .id = "C15",
    .title = TL_TEXT("Advisor", "The cores run below their rated frequency"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "drop_ratio",
                 .text = TL_TEXT("Advisor", "While kernels run the cores are %1 below their %4 MHz, down to %3 MHz.")}},
    .suggestion = TL_TEXT("Advisor", "Check power limit, temperature and cooling of the device."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &frequencyDrop,
};

} // namespace tideline
