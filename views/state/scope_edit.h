// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/time.h"

namespace tideline {

class ViewState;

/// The actions "Limit to …": each replaces its own part of the scope and leaves the rest.
void limitToRank(ViewState& state, std::optional<std::int64_t> rank);
void limitToStep(ViewState& state, std::optional<std::int64_t> step);
void limitToStream(ViewState& state, std::int64_t stream);
void limitToRange(ViewState& state, TimeRange range);
/// The exact name of an operator.
void limitToOperator(ViewState& state, const std::string& name);
/// A core type ("AI_CORE") or a category of slices ("cpu_op").
void limitToCategory(ViewState& state, const std::string& category);
void clearScope(ViewState& state);

} // namespace tideline
