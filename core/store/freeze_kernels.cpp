// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/freeze_kernels.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/store/gather.h"
#include "core/store/sort_rows.h"

namespace tideline {

namespace {

using Order = std::vector<std::uint32_t>;

bool inKernelOrder(const KernelRow& a, const KernelRow& b)
{
    if (a.rank != b.rank)
        return a.rank < b.rank;
    return a.start != b.start ? a.start < b.start : a.ref < b.ref;
}

/// Picks members of the rows in their order.
class KernelGatherer {
public:
    KernelGatherer(const std::vector<KernelRow>& rows, const Order& order) : m_rows(rows), m_order(order) {}

    template <typename T>
    Column<T> operator()(T KernelRow::*member) const
    {
        return gather(m_order.size(), [&](std::size_t i) { return m_rows[m_order[i]].*member; });
    }

private:
    const std::vector<KernelRow>& m_rows;
    const Order& m_order;
};

void gatherTexts(const KernelGatherer& of, KernelColumns& columns)
{
    columns.name = of(&KernelRow::name);
    columns.type = of(&KernelRow::type);
    columns.core = of(&KernelRow::core);
    columns.opState = of(&KernelRow::opState);
    columns.inputShapes = of(&KernelRow::inputShapes);
    columns.inputTypes = of(&KernelRow::inputTypes);
    columns.inputFormats = of(&KernelRow::inputFormats);
    columns.outputShapes = of(&KernelRow::outputShapes);
    columns.outputTypes = of(&KernelRow::outputTypes);
    columns.outputFormats = of(&KernelRow::outputFormats);
}

void gatherNumbers(const KernelGatherer& of, KernelColumns& columns)
{
    columns.rank = of(&KernelRow::rank);
    columns.step = of(&KernelRow::step);
    columns.start = of(&KernelRow::start);
    columns.duration = of(&KernelRow::duration);
    columns.wait = of(&KernelRow::wait);
    columns.stream = of(&KernelRow::stream);
    columns.task = of(&KernelRow::task);
    columns.device = of(&KernelRow::device);
    columns.blockDim = of(&KernelRow::blockDim);
    columns.mixBlockDim = of(&KernelRow::mixBlockDim);
    columns.ref = of(&KernelRow::ref);
}

Column<double> gatherMetric(const std::vector<double>& values, const Order& order)
{
    return gather(order.size(), [&](std::size_t i) {
        return order[i] < values.size() ? values[order[i]] : std::numeric_limits<double>::quiet_NaN();
    });
}

} // namespace

KernelColumns freezeKernels(PendingKernels pending, TaskPool& pool, const Progress& progress)
{
    KernelColumns columns;
    const std::vector<KernelRow> rows = pending.rows.take();
    Order order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    if (!sortRows(
            order, [&](std::uint32_t a, std::uint32_t b) { return inKernelOrder(rows[a], rows[b]); }, progress))
        return columns;
    const KernelGatherer of(rows, order);
    inParallel(
        pool, [&] { gatherTexts(of, columns); }, [&] { gatherNumbers(of, columns); });
    columns.metrics.resize(pending.metricNames.size());
    pool.forEach(columns.metrics.size(), [&](std::size_t i) {
        columns.metrics[i] = {std::move(pending.metricNames[i]), gatherMetric(pending.metricValues[i], order)};
        pending.metricValues[i] = {};
    });
    return columns;
}

} // namespace tideline
