// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <map>

#include "core/advise/builtin_rules.h"
#include "core/advise/measure.h"

namespace tideline {

namespace {

constexpr TextKey kNoShapes = TL_TEXT("Advisor", "the matrix products have no shapes");
constexpr double kBlockElements = 256; // of the last axis

/// A matrix product with known shapes.
struct Product {
    const DeviceOp* op = nullptr;
    double misaligned = 0; ///< the last axis that is no multiple; 0: all are
    double flops = 0;      ///< 0: not known
    double bytes = 0;
    std::string_view types; ///< of the inputs
    /// Operations per ns of the whole kernel.
    double rate(KernelReader& kernels) const
    {
        const Duration length = kernels.wholeLength(*op);
        return length.ns > 0 ? flops / static_cast<double>(length.ns) : 0;
    }
};

/// The first last axis that is no multiple of a block; 0 if there is none. Shorter axes than a block are left out: to
/// pad them would multiply the work.
double misalignedAxis(const std::vector<std::vector<double>>& shapes)
{
    for (const std::vector<double>& shape : shapes) {
        if (shape.size() >= 2 && shape.back() > kBlockElements && std::fmod(shape.back(), kBlockElements) != 0)
            return shape.back();
    }
    return 0;
}

std::vector<Product> productsOf(const StepContext& context)
{
    std::vector<Product> products;
    KernelReader& kernels = context.kernels();
    for (const DeviceOp& op : context.step().kernels) {
        const std::string_view type = kernels.type(op);
        // The parts of a grouped product have sizes of their own that the shapes do not give.
        if (type.find("MatMul") == type.npos || type.find("Grouped") != type.npos)
            continue;
        const auto inputs = parseShapes(kernels.inputShapes(op));
        const auto outputs = parseShapes(kernels.outputShapes(op));
        if (!inputs || !outputs || inputs->size() < 2 || outputs->empty())
            continue;
        Product product;
        product.op = &op;
        product.misaligned = misalignedAxis({(*inputs)[0], (*inputs)[1], (*outputs)[0]});
        product.flops = matmulFlops(kernels.inputShapes(op), kernels.outputShapes(op)).value_or(0);
        product.types = kernels.inputTypes(op);
        product.bytes = kernels.tensorBytes(op).value_or(0);
        products.push_back(product);
    }
    return products;
}

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// How much faster aligned products of about the same size and the same types are than those of one size: the part of
/// the time that aligning would save; none without aligned ones. Medians, as single kernels may be slow for a reason of
/// their own.
std::optional<double> lossOf(const StepContext& context, const std::vector<Product>& products, const Product& like)
{
    constexpr double kAlike = 4; // times as many operations, or as few
    std::vector<double> own;
    std::vector<double> aligned;
    for (const Product& product : products) {
        if (product.types != like.types)
            continue;
        if (product.misaligned == 0 && product.flops * kAlike >= like.flops && product.flops <= like.flops * kAlike)
            aligned.push_back(product.rate(context.kernels()));
        else if (product.misaligned != 0 && product.flops == like.flops)
            own.push_back(product.rate(context.kernels()));
    }
    if (aligned.empty() || like.flops <= 0)
        return std::nullopt;
    const double rate = medianOf(std::move(aligned));
    return rate > 0 ? std::optional(std::max(0.0, 1 - medianOf(std::move(own)) / rate)) : std::nullopt;
}

Measured misalignedMatmul(const StepContext& context)
{
    if (!hasTypes(context))
        return kNoTypes;
    const std::vector<Product> products = productsOf(context);
    if (products.empty())
        return kNoShapes;
    Measurement out = context.measurement();
    Duration time;
    double bytes = 0;
    const Product* longest = nullptr;
    std::map<std::pair<std::string_view, double>, std::optional<double>> losses; // by types and operations
    for (const Product& product : products) {
        if (product.misaligned == 0)
            continue;
        time += product.op->range.length();
        bytes += product.bytes;
        if (!longest || product.op->range.length() > longest->op->range.length())
            longest = &product;
        const auto [loss, fresh] = losses.try_emplace({product.types, product.flops});
        if (fresh)
            loss->second = lossOf(context, products, product);
        if (loss->second && *loss->second <= 0) // measured: it costs nothing
            out.candidates.push_back({Candidate::Kind::Compute, product.op->range, 0, product.op->kernel});
        addKernel(out, context, *product.op, loss->second.value_or(0), {{"axis_count", product.misaligned}});
    }
    out.figures = {shareOf(context.step(), time), bytes};
    out.facts = {MessageArg::time(time), MessageArg::count(longest ? longest->misaligned : 0)};
    if (out.candidates.empty())
        out.savingNote = TL_TEXT("Advisor", "not quantified: no aligned product of that size to compare with");
    return out;
}

} // namespace

const Rule kMisalignedMatmulRule{
    .id = "C05",
    .title = TL_TEXT("Advisor", "Matrix axes that are no multiple of a block"),
    .category = FindingCategory::Compute,
    .clauses = {{.limit = "share_ratio",
                 .text = TL_TEXT("Advisor", "%1 of the compute time (%3) are matrix products with a last axis that is "
                                            "no multiple of 256, for instance %4.")},
                {.limit = "tensors_bytes",
                 .unit = FindingUnit::Bytes,
                 .text = TL_TEXT("Advisor", "Matrix products with a last axis that is no multiple of 256, for instance "
                                            "%4, move %1 (%3).")}},
    .suggestion = TL_TEXT("Advisor", "Pad the axis to the next multiple: vocabulary, hidden size, number of classes."),
    .severity = {.otherwise = FindingSeverity::Low},
    .measure = &misalignedMatmul,
};

} // namespace tideline
