// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tuple>
#include <vector>

#include "core/base/progress.h"
#include "core/index/name_index.h"
#include "core/store/packer.h"
#include "core/store/trace_joiner.h"

namespace tideline {

/// What colours the slices of a name on lanes of one kind, taken from one of them; kept so that a picture of a stored
/// profile needs no look at the slices themselves.
struct NameLook {
    StringId name;
    TrackKind kind = TrackKind::Other;
    ProcessRole role = ProcessRole::Unknown;
    StringId category;
    StringId taskType;
    StringId core; ///< of the tied kernel row; "" without one

    auto key() const { return std::tuple(name, kind, role); }
};
using NameLooks = std::vector<NameLook>; ///< by name, kind, role; one each

/// Of the slices of counted tracks. O(names · tracks that have them · log slices).
NameLooks nameLooks(const Trace& trace, const NameIndex& names, const Progress& progress);

/// Of one slice, read from its row.
NameLook lookOfSlice(const Trace& trace, SliceId slice);

/// The look of a name on lanes of a kind, or null; O(log looks).
const NameLook* lookOf(const NameLooks& looks, StringId name, TrackKind kind, ProcessRole role);

/// Adds those of a part of a joined trace, whose texts are moved; of equal keys the first stays.
void joinLooks(NameLooks& looks, const NameLooks& part, const PartPlaces& places);

void fields(Packer& packer, NameLook& look);

} // namespace tideline
