// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"

namespace tideline {

const std::vector<const Rule*>& builtinRules()
{
    static const std::vector<const Rule*> rules = {
        &kHotOperatorRule,
        &kLowUtilisationRule,
        &kMemoryBoundRule,
        &kNoBoundRule,
        &kMisalignedMatmulRule,
        &kAiCpuRule,
        &kDynamicShapeRule,
        &kFormatConversionRule,
        &kSmallKernelsRule,
        &kFusibleSequenceRule,
        &kFrequencyDropRule,
        &kDurationOutliersRule,
        &kFp32CubeRule,
        &kL2HitsRule,
        &kBankConflictsRule,
        &kSaturatedMemoryRule,
        &kNearCapacityRule,
        &kFragmentationRule,
        &kDriverMemoryRule,
        &kMemoryGrowthRule,
        &kMemoryHotSpotRule,
        &kHostDeviceCopiesRule,
        &kCommunicationShareRule,
        &kPoorOverlapRule,
        &kWaitDominatedRule,
        &kSmallPacketsRule,
        &kMisalignedSdmaRule,
        &kContentionRule,
        &kRetransmissionRule,
        &kSlowLinkRule,
        &kSlowRankRule,
        &kPipelineBubbleRule,
        &kExpertImbalanceRule,
        &kStageImbalanceRule,
        &kFreeShareRule,
        &kHostWaitRule,
        &kLaunchBlockingRule,
        &kSynchronisationRule,
        &kCompileRule,
        &kGarbageCollectionRule,
        &kUnfusedOptimizerRule,
        &kSchedulingDelayRule,
        &kLargeGapRule,
        &kLongPreparingRule,
        &kSlowLoaderRule,
        &kUnpinnedCopyRule,
        &kEnvironmentRule,
        &kCaptureSwitchesRule,
        &kDataIntegrityRule,
    };
    return rules;
}

} // namespace tideline
