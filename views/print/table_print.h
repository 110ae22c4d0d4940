// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/report/report_words.h"
#include "views/print/page_flow.h"
#include "views/print/print_style.h"

namespace tideline {

/// Widths of the columns of a table so that it fits: columns of numbers get what they need, those of texts share the
/// rest. Always positive, their sum is at most `width`.
std::vector<double> columnWidths(const ReportTable& table, const ReportWords& words, const PrintStyle& style,
                                 double width);

/// Adds the rows of the table with a head that is repeated on each page. Long texts are wrapped, then cut.
/// O(cells).
void addTable(PageFlow& flow, const ReportTable& table, const ReportWords& words, const PrintStyle& style,
              double width);

} // namespace tideline
