// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/event_details.h"

namespace tideline {

/// What the table says about a kernel, by the names of its columns, as the details of a slice that came from a table.
EventDetails kernelDetails(const Trace& trace, KernelId kernel);

} // namespace tideline
