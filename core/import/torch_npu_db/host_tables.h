// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torch_npu_db/device_links.h"
#include "core/import/torch_npu_db/lanes.h"

namespace tideline {

/// CANN_API: calls of the runtime, named with their layer as in the text form ("AscendCL@aclrtMemcpy").
void readRuntimeCalls(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links);

/// PYTORCH_API: operators, Python functions and the task queue of the framework.
void readFrameworkCalls(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links);

/// MSTX_EVENTS, GC_RECORD and OSRT_API.
void readOtherHostRows(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links);

/// OVERLAP_ANALYSIS, unless its maker says that it is not complete.
void readOverlap(DatabaseReader& reader, DatabaseLanes& lanes);

} // namespace tideline
