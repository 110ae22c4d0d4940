// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tideline::collect {

/// One direction of a vector operator: names on host and device, and what it does per element of the input.
struct VectorDirection {
    const char* outer = "";
    const char* inner = "";
    const char* api = "";
    const char* type = "";
    int reads = 1;  ///< tensors of the input's shape
    int writes = 1; ///< tensors of the output's shape
    double operations = 1;
};

/// A vector operator as scenarios name it.
struct VectorKind {
    std::string_view name;
    VectorDirection forward;
    VectorDirection backward; ///< type empty: none
    int narrowing = 1;        ///< the output is this much narrower than the input
    bool weights = false;     ///< has one parameter per column
    bool inPlace = false;
};

const VectorKind* findVectorKind(std::string_view name);
std::string vectorKindNames(); ///< with ", " between them

} // namespace tideline::collect
