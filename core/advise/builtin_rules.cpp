// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/builtin_rules.h"

namespace tideline {

const std::vector<const Rule*>& builtinRules()
{
    static const std::vector<const Rule*> rules = {
        &kHotOperatorRule,     &kLowUtilisationRule,   &kMemoryBoundRule,       &kNoBoundRule,
        &kAiCpuRule,           &kDynamicShapeRule,     &kFormatConversionRule,  &kSmallKernelsRule,
        &kFusibleSequenceRule, &kDurationOutliersRule, &kFp32CubeRule,          &kSaturatedMemoryRule,
        &kFragmentationRule,   &kMemoryHotSpotRule,    &kHostDeviceCopiesRule,  &kCommunicationShareRule,
        &kPoorOverlapRule,     &kWaitDominatedRule,    &kSmallPacketsRule,      &kSlowRankRule,
        &kPipelineBubbleRule,  &kFreeShareRule,        &kHostWaitRule,          &kLaunchBlockingRule,
        &kSynchronisationRule, &kCompileRule,          &kGarbageCollectionRule, &kUnfusedOptimizerRule,
        &kSchedulingDelayRule, &kLargeGapRule,         &kLongPreparingRule,     &kSlowLoaderRule,
        &kEnvironmentRule,     &kCaptureSwitchesRule,  &kDataIntegrityRule,
    };
    return rules;
}

} // namespace tideline
