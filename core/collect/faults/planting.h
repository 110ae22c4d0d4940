// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/collect/faults/fault.h"
#include "core/collect/workload.h"

namespace tideline::collect {

class OperatorLibrary;

/// Faults that change the description: batch, loader, buckets. Fails where the scenario has nothing to change.
Status plantInScenario(Workload& workload, const std::vector<Fault>& faults);

/// One role per pipeline stage, and one for each rank that a fault sets apart.
Status assignRoles(Workload& workload, const std::vector<Fault>& faults);

/// Faults that change or add operators, before they are priced.
void plantInOperators(Workload& workload, RolePlan& role, OperatorLibrary& library, const std::vector<Fault>& faults);

/// Faults that add instructions to a finished program.
void plantInProgram(Workload& workload, RolePlan& role, OperatorLibrary& library, const std::vector<Fault>& faults);

/// Faults of memory.
void plantInMemory(const Workload& workload, RolePlan& role, const std::vector<Fault>& faults);

} // namespace tideline::collect
