// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <stop_token>

#include "core/index/name_index.h"
#include "core/store/trace.h"

namespace tideline {

/// A place in the order of all slices: by time on the common axis, then by id.
struct SlicePlace {
    Instant time;
    SliceId slice;
    auto operator<=>(const SlicePlace&) const = default;
};

/// One of the slices that were looked for.
struct FoundSlice {
    SlicePlace place;         ///< no valid slice: nothing was found
    std::uint64_t number = 0; ///< from 1, in the order of time
    std::uint64_t total = 0;
};

/// The names that hold all words of the text, in any case. O(words · bytes of the distinct names).
NameIndex::EntryRows namesWithWords(const NameIndex& names, const QString& text);

/// The slice of these names next after `from`, or next before it; goes on at the other end. One pass over the slices of
/// the names, without a list of them: O(k). Finds nothing when stopped.
FoundSlice findSlice(const Trace& trace, const NameIndex& names, const NameIndex::EntryRows& rows, SlicePlace from,
                     bool forward, const std::stop_token& stop);

} // namespace tideline
