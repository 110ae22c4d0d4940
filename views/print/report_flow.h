// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include "core/report/report_words.h"
#include "views/print/page_flow.h"
#include "views/print/print_style.h"
#include "views/print/timeline_picture.h"

namespace tideline {

/// Draws the pictures of a report; null or empty: only the caption is printed.
using PictureSource =
    std::function<std::shared_ptr<const TimelinePicture>(const ReportPicture&, int widthPx, const QFont&)>;

/// The report as a column of pieces that are `width` wide. Report, words and style must outlive the flow.
PageFlow reportFlow(const Report& report, const ReportWords& words, const PrintStyle& style, double width,
                    const PictureSource& pictures);

} // namespace tideline
