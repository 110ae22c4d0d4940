// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

#include "core/analyze/scope.h"

namespace tideline {

/// One part of a scope that can be taken away by itself.
struct ScopeChip {
    enum class Kind { Rank, Step, Stream, Range, Category, Operator, Name };
    Kind kind = Kind::Rank;
    std::size_t index = 0; ///< in its list
    QString text;
    QString toolTip; ///< the whole text, exact times
};

/// The chips of a scope in a fixed order. origin: times are shown from here.
std::vector<ScopeChip> chipsOf(const Scope& scope, Instant origin);

/// The scope without what a chip stands for.
Scope without(Scope scope, const ScopeChip& chip);

} // namespace tideline
