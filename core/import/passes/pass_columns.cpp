// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/passes/pass_columns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "core/import/issues.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// A kernel by where it stands: the same in every pass, as all ran the same steps.
struct Place {
    std::int64_t step = kNoInteger;
    std::int64_t stream = kNoInteger;
    std::uint32_t ordinal = 0; ///< by start
    auto operator<=>(const Place&) const = default;
};

struct Found {
    std::int64_t step = kNoInteger;
    std::int64_t stream = kNoInteger;
    std::int64_t start = 0;
    std::uint32_t row = 0;
    std::string name; ///< and input shapes
};

std::map<Place, Found> placed(std::vector<Found> kernels)
{
    std::stable_sort(kernels.begin(), kernels.end(), [](const Found& a, const Found& b) {
        return std::tie(a.step, a.stream, a.start) < std::tie(b.step, b.stream, b.start);
    });
    std::map<Place, Found> out;
    Place place;
    for (Found& kernel : kernels) {
        const bool same = !out.empty() && place.step == kernel.step && place.stream == kernel.stream;
        place = {kernel.step, kernel.stream, same ? place.ordinal + 1 : 0};
        out.emplace_hint(out.end(), place, std::move(kernel));
    }
    return out;
}

std::map<Place, Found> kernelsOf(const TraceBuilder& builder)
{
    std::vector<Found> kernels;
    builder.forEachKernel([&](const KernelRow& row) {
        kernels.push_back({row.step, row.stream, row.start.ns, static_cast<std::uint32_t>(kernels.size()),
                           std::string(builder.strings().text(row.name)) + '\n'
                               + std::string(builder.strings().text(row.inputShapes))});
    });
    return placed(std::move(kernels));
}

std::map<Place, Found> kernelsOf(const Trace& trace)
{
    const KernelColumns& rows = trace.kernels();
    std::vector<Found> kernels;
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        kernels.push_back(
            {rows.step.at(row), rows.stream.at(row), rows.start.at(row).ns, row,
             std::string(trace.text(rows.name.at(row))) + '\n' + std::string(trace.text(rows.inputShapes.at(row)))});
    return placed(std::move(kernels));
}

/// The pass as a trace of its own; what is wrong with it is a matter of its own import.
std::shared_ptr<const Trace> readPass(const Importer& importer, const fs::path& path, ImportContext& context)
{
    TraceBuilder builder;
    ImportIssues issues;
    std::vector<FileReport> files;
    ImportContext own{builder, issues, files, context.pool, context.progress, context.options};
    if (!importer.read(path, own))
        return nullptr;
    auto trace = TraceBuilder::freeze(std::move(builder), context.pool, context.progress);
    return trace ? std::move(*trace) : nullptr;
}

} // namespace

void addPassColumns(const Importer& importer, const std::vector<fs::path>& passes, ImportContext& context)
{
    const std::map<Place, Found> first = kernelsOf(context.builder);
    for (const fs::path& path : passes) {
        const std::shared_ptr<const Trace> trace = readPass(importer, path, context);
        if (!trace) {
            context.issues.add(IssueKind::UnreadableFile, path.string(), 1, "this pass cannot be read");
            continue;
        }
        const std::map<Place, Found> other = kernelsOf(*trace);
        for (const NamedColumn& column : trace->kernels().metrics) {
            const std::size_t metric = context.builder.kernelMetric(column.name);
            for (const auto& [place, kernel] : first) {
                const auto twin = other.find(place);
                if (twin == other.end() || twin->second.name != kernel.name)
                    continue;
                const double value = column.values.at(twin->second.row);
                if (!std::isnan(value))
                    context.builder.setKernelMetric(kernel.row, metric, value);
            }
        }
    }
}

} // namespace tideline
