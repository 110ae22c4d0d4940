// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/report/report_words.h"
#include "views/print/report_flow.h"

class QIODevice;
class QPagedPaintDevice;

namespace tideline {

/// Pictures of the timeline of one profile, which must outlive them.
PictureSource timelinePictures(const Trace& trace, const TraceIndex& index);

/// Paints the report on paper of its own size without margins, at PrintStyle::kDpi. NotWritable: the device failed.
Status paintReport(QPagedPaintDevice& paper, const Report& report, const ReportWords& words,
                   const PictureSource& pictures, const Progress& progress = {});

/// Prints the report as PDF on A4: text that can be selected, charts as vectors, the light palette. Needs a
/// QGuiApplication; the offscreen platform will do. NotWritable: the device failed; Cancelled.
Status printReport(QIODevice& device, const Report& report, const ReportWords& words, const PictureSource& pictures,
                   const Progress& progress = {});

/// The same into a file that appears whole under its name or not at all.
Status writeReportPdf(const std::filesystem::path& target, const Report& report, const ReportWords& words,
                      const PictureSource& pictures, const Progress& progress = {});

} // namespace tideline
