// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/kernel_details.h"

#include <QCoreApplication>

#include <cmath>
#include <string_view>
#include <utility>

#include "core/store/trace.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Kernel {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

void addText(DetailSection& section, const QString& key, std::string_view text)
{
    if (!text.empty())
        section.rows.push_back({key, visibleValue(QString::fromUtf8(text)), QString::fromUtf8(text), {}, false});
}

void addNumber(DetailSection& section, const QString& key, std::int64_t value)
{
    if (value != kNoInteger)
        section.rows.push_back({key, QString::number(value), {}, {}, false});
}

DetailSection kernelSection(const Trace& trace, std::uint32_t row)
{
    const KernelColumns& kernels = trace.kernels();
    DetailSection section{Kernel::tr("Kernel"), {}};
    addText(section, Kernel::tr("Type"), trace.text(kernels.type.at(row)));
    addText(section, Kernel::tr("Core"), trace.text(kernels.core.at(row)));
    addText(section, Kernel::tr("State"), trace.text(kernels.opState.at(row)));
    addNumber(section, Kernel::tr("Step"), kernels.step.at(row));
    addNumber(section, Kernel::tr("Stream"), kernels.stream.at(row));
    addNumber(section, Kernel::tr("Task"), kernels.task.at(row));
    addNumber(section, Kernel::tr("Blocks"), kernels.blockDim.at(row));
    addNumber(section, Kernel::tr("Mixed blocks"), kernels.mixBlockDim.at(row));
    const Duration duration = kernels.duration.at(row);
    section.rows.push_back(
        {Kernel::tr("Duration in the table"), exactDurationText(duration), QString::number(duration.ns), {}, false});
    if (const Duration wait = kernels.wait.at(row); wait >= Duration{})
        section.rows.push_back({Kernel::tr("Wait before"), durationText(wait), QString::number(wait.ns), {}, false});
    return section;
}

DetailSection tensorSection(const Trace& trace, std::uint32_t row)
{
    const KernelColumns& kernels = trace.kernels();
    DetailSection section{Kernel::tr("Tensors"), {}};
    addText(section, Kernel::tr("Input shapes"), trace.text(kernels.inputShapes.at(row)));
    addText(section, Kernel::tr("Input types"), trace.text(kernels.inputTypes.at(row)));
    addText(section, Kernel::tr("Input formats"), trace.text(kernels.inputFormats.at(row)));
    addText(section, Kernel::tr("Output shapes"), trace.text(kernels.outputShapes.at(row)));
    addText(section, Kernel::tr("Output types"), trace.text(kernels.outputTypes.at(row)));
    addText(section, Kernel::tr("Output formats"), trace.text(kernels.outputFormats.at(row)));
    if (section.rows.empty())
        section.rows.push_back(notCollected(Kernel::tr("Shapes and types"), u"record_shapes=True"_s));
    return section;
}

/// 0 AI Core (cube), 1 vector core, 2 the rest.
std::size_t unitOf(const QString& metric)
{
    const QString name = metric.toLower();
    if (name.startsWith(u"aiv") || name.startsWith(u"vec"))
        return 1;
    if (name.startsWith(u"aic") || name.startsWith(u"cube") || name.startsWith(u"mac"))
        return 0;
    return 2;
}

void addMetrics(const Trace& trace, std::uint32_t row, DetailSections& sections)
{
    DetailSection units[3] = {{Kernel::tr("AI Core counters"), {}},
                              {Kernel::tr("Vector core counters"), {}},
                              {Kernel::tr("Other counters"), {}}};
    for (const NamedColumn& metric : trace.kernels().metrics) {
        const double value = metric.values.at(row);
        if (std::isnan(value))
            continue;
        const QString name = QString::fromStdString(metric.name);
        units[unitOf(name)].rows.push_back(
            {visibleText(name), numberText(value), QString::number(value, 'g', 15), {}, false});
    }
    if (units[0].rows.empty() && units[1].rows.empty() && units[2].rows.empty())
        units[0].rows.push_back(notCollected(Kernel::tr("Counters"), u"aic_metrics=PipeUtilization"_s));
    for (DetailSection& unit : units) {
        if (!unit.rows.empty())
            sections.push_back(std::move(unit));
    }
}

} // namespace

DetailRow notCollected(const QString& key, const QString& collectorSwitch)
{
    return {key, Kernel::tr("not collected: switch %1").arg(collectorSwitch), {}, {}, true};
}

void addKernelSections(const Trace& trace, SliceId slice, DetailSections& sections)
{
    const KernelId kernel = trace.kernelOf(slice);
    if (kernel.valid()) {
        sections.push_back(kernelSection(trace, kernel.row));
        sections.push_back(tensorSection(trace, kernel.row));
        addMetrics(trace, kernel.row, sections);
        return;
    }
    const TrackInfo& track = trace.track(trace.trackOf(slice));
    const bool ascend = trace.rank(track.rank).format.rfind("torch-npu", 0) == 0;
    if (!ascend || track.kind != TrackKind::Stream || trace.kernels().size() > 0)
        return;
    DetailSection section{Kernel::tr("Kernel"), {}};
    section.rows.push_back(notCollected(Kernel::tr("Kernel table"), u"profiler_level=Level1"_s));
    sections.push_back(std::move(section));
}

} // namespace tideline
