// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/tensor_dump.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/collect/seeded.h"

namespace tideline::collect {

using capture::DataType;
using capture::TensorPass;
using capture::TensorSide;
using capture::TensorStatistics;

/// Where a tensor stands; part of the identity of its random numbers.
struct TensorDump::Place {
    std::uint32_t rank = 0;
    std::uint32_t step = 0;
    std::uint32_t sinceFirst = 0;
    TensorPass pass = TensorPass::Forward;
    TensorSide side = TensorSide::Input;
    std::uint32_t identity = 0; ///< of the operator
    std::uint32_t index = 0;
    double depth = 0;    ///< percent of the layers that lie before
    bool spoils = false; ///< the layer that overflows
};

namespace {

/// What a type can hold. Below half of `smallest` a value becomes zero.
struct Range {
    double smallest;
    double largest;
};

Range rangeOf(DataType type)
{
    switch (type) {
    case DataType::Float16: return {0x1p-24, 65504};
    case DataType::BFloat16: return {0x1p-133, 0x1.FEp127};
    case DataType::Float32:
    case DataType::Int8:
    case DataType::Int32:
    case DataType::Int64:
    case DataType::UInt8:
    case DataType::UInt16:
    case DataType::Bool: break;
    }
    return {0x1p-149, 0x1.FFFFFEp127};
}

bool isFraction(DataType type)
{
    return type == DataType::Float32 || type == DataType::Float16 || type == DataType::BFloat16;
}

/// Tokens, positions and masks: even between 0 and the largest.
TensorStatistics wholeNumbers(const capture::Tensor& tensor, std::int64_t count)
{
    constexpr double kTokens = 32'000;
    const bool isMask = tensor.dtype == DataType::Bool || tensor.dtype == DataType::UInt8;
    const double most = isMask ? 1 : std::min<double>(kTokens, static_cast<double>(count)) - 1;
    const auto elements = static_cast<double>(count);
    TensorStatistics out;
    out.most = std::max(0.0, most);
    out.mean = out.most / 2;
    out.norm = std::sqrt(elements * (isMask ? 0.5 : out.most * (2 * out.most + 1) / 6));
    out.zeros = static_cast<std::int64_t>(std::llround(elements / (out.most + 1)));
    return out;
}

/// Normal values of that spread around a mean, as far as the type holds them.
TensorStatistics normalValues(std::int64_t count, double mean, double spread, const Range& range)
{
    const auto elements = static_cast<double>(count);
    // The largest of n normal values lies about so many spreads out.
    const double reach = count > 1 ? std::sqrt(2 * std::log(elements)) : 0;
    TensorStatistics out;
    out.least = std::max(mean - spread * reach, -range.largest);
    out.most = std::min(mean + spread * reach, range.largest);
    const double lost = std::erf(range.smallest / 2 / (spread * std::sqrt(2.0)));
    out.zeros = static_cast<std::int64_t>(std::llround(elements * lost));
    if (out.zeros == count)
        return {0, 0, 0, 0, 0, 0, count};
    out.mean = mean;
    out.norm = std::sqrt(elements * ((count > 1 ? spread * spread : 0) + mean * mean));
    return out;
}

/// Negative ones were cut off.
void cutNegative(TensorStatistics& values, std::int64_t count, double spread)
{
    constexpr double kHalfMean = 0.3989; // of a normal value whose negative half is zero, in spreads
    values.least = 0;
    values.mean = kHalfMean * spread;
    values.norm *= std::sqrt(0.5);
    values.zeros = std::max(values.zeros, count / 2);
}

void markLost(TensorStatistics& values, std::int64_t count, std::int64_t& into)
{
    const double left = static_cast<double>(count - into) / static_cast<double>(count);
    values.zeros = static_cast<std::int64_t>(std::llround(static_cast<double>(values.zeros) * left));
    values.norm *= std::sqrt(left);
    if (into == count)
        values.least = values.most = values.mean = values.norm = std::numeric_limits<double>::quiet_NaN();
}

} // namespace

double TensorDump::random(const Place& place, std::uint64_t index) const
{
    const std::uint64_t owner = std::uint64_t{place.identity} << 8U | static_cast<std::uint64_t>(place.side) << 7U
                                | std::min<std::uint64_t>(place.index, 127);
    constexpr double kSpan = 0x1p-53;
    return static_cast<double>(seededBits(m_seed, Entity::TensorValues, owner, index) >> 11U) * kSpan;
}

TensorStatistics TensorDump::statisticsOf(const capture::Tensor& tensor, const KernelPlan& kernel,
                                          const Place& place) const
{
    constexpr std::int64_t kLostShare = 8; // one value in so many follows from the rows that overflowed
    const std::int64_t count = std::max<std::int64_t>(tensor.elements(), 1);
    if (!isFraction(tensor.dtype))
        return wholeNumbers(tensor, count);
    const Range range = rangeOf(tensor.dtype);
    const std::uint64_t moment = (std::uint64_t{place.rank} << 32U | place.step) + 1;
    double spread = 0.02 * std::pow(100.0, random(place, 0)); // 0.02 to 2
    spread *= 0.97 + 0.06 * random(place, moment);
    const bool backward = place.pass == TensorPass::Backward;
    if (backward)
        spread *= 1e-3;
    const FaultEffects& effects = m_workload.effects;
    if (effects.vanishing && backward && place.depth < effects.vanishing->depth)
        spread *= effects.vanishing->factor;
    const double mean = spread * 0.1 * (random(place, moment + (std::uint64_t{1} << 63U)) - 0.5);
    TensorStatistics values = normalValues(count, mean, spread, range);
    if (kernel.info.type.starts_with("Relu") && place.side == TensorSide::Output)
        cutNegative(values, count, spread);
    if (!effects.overflow || place.sinceFirst < effects.overflow->firstStep)
        return values;
    const bool after = backward || place.depth > effects.overflow->depth;
    if (place.spoils && !backward && place.side == TensorSide::Output) {
        values.infinite = std::max<std::int64_t>(1, count / (kLostShare * kLostShare));
        values.most = range.largest;
        markLost(values, count, values.infinite);
    } else if (after) {
        values.notNumbers = std::max<std::int64_t>(1, count / kLostShare);
        markLost(values, count, values.notNumbers);
    }
    return values;
}

void TensorDump::writeOperator(capture::RecordSink& sink, const OperatorPlan& plan, Place place) const
{
    const auto& layers = m_workload.scenario.layers;
    const auto layer = static_cast<std::size_t>(plan.layer);
    const std::size_t last = std::max<std::size_t>(layers.size(), 2) - 1;
    place.depth = 100.0 * static_cast<double>(layer) / static_cast<double>(last);
    place.identity = plan.identity;
    if (m_workload.effects.overflow)
        place.spoils =
            layer == static_cast<std::size_t>(m_workload.effects.overflow->depth * static_cast<double>(last) / 100.0);
    capture::TensorRecord record;
    record.step = place.step;
    record.layer = layers[layer].name;
    record.operation = plan.outer->name;
    record.pass = place.pass;
    const auto writeAll = [&](TensorSide side, const KernelPlan& kernel, const std::vector<capture::Tensor>& tensors) {
        record.side = place.side = side;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            record.index = place.index = static_cast<std::uint32_t>(i);
            record.tensor = &tensors[i];
            record.values = statisticsOf(tensors[i], kernel, place);
            sink.tensor(record);
        }
    };
    if (m_part != capture::DumpPart::Output)
        writeAll(TensorSide::Input, plan.kernels.front(), plan.kernels.front().info.inputs);
    if (m_part != capture::DumpPart::Input)
        writeAll(TensorSide::Output, plan.kernels.back(), plan.kernels.back().info.outputs);
}

void TensorDump::write(capture::RecordSink& sink, std::uint32_t rank, std::uint32_t step,
                       std::uint32_t sinceFirst) const
{
    const RolePlan& role = m_workload.role(rank);
    for (const TensorPass pass : {TensorPass::Forward, TensorPass::Backward}) {
        Place place;
        place.rank = rank;
        place.step = step;
        place.sinceFirst = sinceFirst;
        place.pass = pass;
        for (const OperatorPlan& plan : pass == TensorPass::Forward ? role.forward : role.backward)
            if (plan.layer >= 0 && !plan.kernels.empty())
                writeOperator(sink, plan, place);
    }
}

} // namespace tideline::collect
