// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/store/trace_builder.h"

namespace tideline::test {

/// Freezes; ends the program on an error, which no test expects.
std::shared_ptr<const Trace> frozen(TraceBuilder&& builder, unsigned threads = 1);

/// Slices from one readable line: "name start length; …" in ns. A prefix "7:" puts a slice on the thread 7 (default 1)
/// of the process 1; file order is the order in the line.
std::shared_ptr<const Trace> traceFrom(std::string_view text, ProcessRole role = ProcessRole::Host);

/// The first slice of that name; none if there is no such slice.
SliceId sliceNamed(const Trace& trace, std::string_view name);

/// "name row parent self" of every slice of a track in start order, "-" for no parent; for comparisons in tests.
std::string layoutText(const Trace& trace, TrackId track);

} // namespace tideline::test
