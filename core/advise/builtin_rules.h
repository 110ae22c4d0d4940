// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/advise/rule.h"

// To add a rule: a file in rules/, its line here and in builtin_rules.cpp, its limits in resources/rules.json, its
// section in docs/RULES.md.
namespace tideline {

extern const Rule kHotOperatorRule;
extern const Rule kLowUtilisationRule;
extern const Rule kMemoryBoundRule;
extern const Rule kNoBoundRule;
extern const Rule kMisalignedMatmulRule;
extern const Rule kAiCpuRule;
extern const Rule kDynamicShapeRule;
extern const Rule kFormatConversionRule;
extern const Rule kSmallKernelsRule;
extern const Rule kFusibleSequenceRule;
extern const Rule kFrequencyDropRule;
extern const Rule kDurationOutliersRule;
extern const Rule kFp32CubeRule;
extern const Rule kL2HitsRule;
extern const Rule kBankConflictsRule;
extern const Rule kSaturatedMemoryRule;
extern const Rule kNearCapacityRule;
extern const Rule kFragmentationRule;
extern const Rule kDriverMemoryRule;
extern const Rule kMemoryGrowthRule;
extern const Rule kMemoryHotSpotRule;
extern const Rule kHostDeviceCopiesRule;
extern const Rule kCommunicationShareRule;
extern const Rule kPoorOverlapRule;
extern const Rule kWaitDominatedRule;
extern const Rule kSmallPacketsRule;
extern const Rule kMisalignedSdmaRule;
extern const Rule kContentionRule;
extern const Rule kRetransmissionRule;
extern const Rule kSlowLinkRule;
extern const Rule kSlowRankRule;
extern const Rule kPipelineBubbleRule;
extern const Rule kExpertImbalanceRule;
extern const Rule kStageImbalanceRule;
extern const Rule kFreeShareRule;
extern const Rule kHostWaitRule;
extern const Rule kLaunchBlockingRule;
extern const Rule kSynchronisationRule;
extern const Rule kCompileRule;
extern const Rule kGarbageCollectionRule;
extern const Rule kUnfusedOptimizerRule;
extern const Rule kSchedulingDelayRule;
extern const Rule kLargeGapRule;
extern const Rule kLongPreparingRule;
extern const Rule kSlowLoaderRule;
extern const Rule kUnpinnedCopyRule;
extern const Rule kEnvironmentRule;
extern const Rule kCaptureSwitchesRule;
extern const Rule kDataIntegrityRule;

} // namespace tideline
