// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/export/torch_npu/operation_figures.h"

namespace tideline::torch_npu {

/// One cell of a communication matrix.
struct MatrixCell {
    bool pointToPoint = false;
    std::string name; ///< allreduce-top1, …-middle, …-bottom1, …-total
    std::string groupId;
    LinkUse link;
    std::string operation; ///< empty: a total

    double gigabytesPerSecond() const; ///< decimal, four places
    std::string json() const;
};

/// The cells of one step, those of a name together.
std::vector<MatrixCell> matrixCells(const std::vector<OperationFigures>& operations);

} // namespace tideline::torch_npu
