// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/packer.h"
#include "core/store/trace.h"

// What the parts of a trace that are no columns consist of, for Packer.
namespace tideline {

void fields(Packer& packer, ProcessInfo& process);
void fields(Packer& packer, TrackInfo& track);
void fields(Packer& packer, CounterInfo& counter);
void fields(Packer& packer, StepInfo& step);
void fields(Packer& packer, FileStepRow& row);
void fields(Packer& packer, ParallelGroup& group);
void fields(Packer& packer, RankInfo& rank);
void fields(Packer& packer, TraceTotals& totals);
void fields(Packer& packer, StringPool& strings);

/// Whether every id and range in these parts stays inside the tables, as it must before anybody uses them.
bool isPlausible(const Trace& trace, const IdLimits& limits);

} // namespace tideline
