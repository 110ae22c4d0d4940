// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"
#include "core/analyze/intervals.h"

namespace tideline {

namespace {

constexpr TextKey kNoSdma = TL_TEXT("Advisor", "no communication over SDMA with a known rate");
constexpr double kBeside = 0.5; // of an operation under matrix products: it runs beside them
constexpr double kAlone = 0.05; // below that it runs alone

/// The kind of an operation: "hcom_allReduce__711_0_1@…" is "hcom_allReduce".
std::string_view kindOf(std::string_view name)
{
    return name.substr(0, std::min(name.find("__"), name.find('@')));
}

std::vector<TimeRange> matrixProducts(const StepContext& context)
{
    std::vector<TimeRange> products;
    for (const DeviceOp& op : context.step().kernels) {
        const std::string_view type = context.kernels().type(op);
        if (type.find("MatMul") != type.npos || type.find("Matmul") != type.npos)
            products.push_back(op.range);
    }
    mergeRanges(products);
    return products;
}

double partUnder(const std::vector<TimeRange>& products, TimeRange range)
{
    return ratioOf(lengthOf(clippedRanges(range, products)), range.length());
}

/// The median rate of large operations of each kind that run alone, over all steps of the rank.
std::map<std::string_view, double> freeRates(const StepContext& context, double leastBytes)
{
    std::map<std::string_view, std::vector<double>> rates;
    for (std::size_t step = 0; step < context.rank.steps().size(); ++step) {
        const StepContext other{context.job, context.rank, step, context.rule};
        const std::vector<TimeRange> products = matrixProducts(other);
        for (const CommOperation& operation : context.rank.operations(step)) {
            if (operation.sdmaBytes >= leastBytes && operation.sdmaBytesPerSecond > 0
                && partUnder(products, operation.range) < kAlone)
                rates[kindOf(context.trace().text(operation.name))].push_back(operation.sdmaBytesPerSecond);
        }
    }
    std::map<std::string_view, double> medians;
    for (auto& [kind, values] : rates) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        medians[kind] = *middle;
    }
    return medians;
}

Measured contention(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    const std::vector<CommOperation>& operations = context.rank.operations(context.index);
    if (operations.empty())
        return kNoCommunicationFile;
    const double leastBytes = context.limit("size_bytes");
    const std::map<std::string_view, double> rates = freeRates(context, leastBytes);
    const std::vector<TimeRange> products = matrixProducts(context);
    Measurement out = context.measurement();
    Duration slowed;
    double lost = 0;
    double slowest = 1;
    std::size_t count = 0;
    bool any = false;
    for (const CommOperation& operation : operations) {
        if (operation.sdmaBytes < leastBytes || operation.sdmaBytesPerSecond <= 0)
            continue;
        any = true;
        const auto known = rates.find(kindOf(context.trace().text(operation.name)));
        const double usual = known == rates.end() ? context.limit("usual_bytes_per_s") : known->second;
        const double ratio = operation.sdmaBytesPerSecond / usual;
        if (ratio >= context.limit("rate_ratio") || partUnder(products, operation.range) < kBeside)
            continue;
        ++count;
        slowest = std::min(slowest, ratio);
        slowed += operation.elapse;
        lost += static_cast<double>(operation.transfer.ns) * (1 - ratio);
        out.evidence.add(operation.elapse, [&] {
            Evidence evidence;
            evidence.rank = context.rank.id();
            evidence.track = trackOf(context.trace(), operation.slice);
            evidence.name = std::string(context.trace().text(operation.name));
            evidence.range = operation.range;
            evidence.values = {{"bandwidth_bytes_per_s", operation.sdmaBytesPerSecond}, {"usual_bytes_per_s", usual}};
            return evidence;
        });
    }
    if (!any)
        return kNoSdma;
    out.figures = {shareOfWall(context.step(), slowed)};
    out.facts = {MessageArg::count(countOf(count)), MessageArg::time(slowed), MessageArg::ratio(slowest)};
    // What runs beside computation does not lengthen the step; what it pushes out of it does.
    out.saving = std::min(Duration{std::llround(lost)}, context.step().exposedCommunication());
    out.savingNote = TL_TEXT("Advisor", "at the rate of operations that run alone, at most what is exposed");
    return out;
}

} // namespace

const Rule kContentionRule{
    .id = "N07",
    .title = TL_TEXT("Advisor", "Communication and matrix products compete for bandwidth"),
    .category = FindingCategory::Communication,
    .clauses = {{.limit = "slowed_ratio",
                 .text = TL_TEXT("Advisor", "Transfers beside matrix products (%3) take %4, %1 of the step, at down to "
                                            "%5 of the rate of those that run alone.")}},
    .suggestion =
        TL_TEXT("Advisor", "Move these transfers beside work that needs less bandwidth, or give them fewer cores; "
                           "overlapping still gains unless the product loses more."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &contention,
};

} // namespace tideline
