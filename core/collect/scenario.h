// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/collect/faults/ground_truth.h"
#include "core/collect/layer.h"

namespace tideline::collect {

enum class LoaderMode : std::uint8_t { Serial, Workers };
/// Pinned copies do not block the host; prefetched ones bring the next batch while this one is computed.
enum class CopyMode : std::uint8_t { Pageable, Pinned, Prefetch };

struct LoaderSpec {
    LoaderMode mode = LoaderMode::Serial;
    std::int64_t batchNs = 0;
    double jitterPercent = 0;
    std::int64_t workers = 0;
};

/// Host time of the framework, in ns.
struct HostCosts {
    std::int64_t pythonNs = 0;   ///< between two operators of the Python thread
    std::int64_t operatorNs = 0; ///< inside an operator before it is enqueued
    std::int64_t backwardNs = 0; ///< inside a backward operator before it is enqueued
    std::int64_t enqueueNs = 0;
    std::int64_t dequeueNs = 0; ///< of the dispatch thread per task, launches excluded
    std::int64_t launchNs = 0;  ///< per kernel
};

/// What a step is: training, one decoded token launched operator by operator, or the same as one graph.
enum class StepMode : std::uint8_t { Train, Decode, Graph };

/// How many ranks share what. Ranks are numbered tensor first, then data, then pipeline.
struct ParallelSpec {
    std::int64_t tensor = 1;
    std::int64_t pipeline = 1;
    std::int64_t expert = 1; ///< consecutive data ranks that hold different experts
    std::int64_t leastRanks = 1;
    std::int64_t mostRanks = 1;
    std::int64_t defaultRanks = 1;
    std::int64_t hosts = 0;                                ///< the ranks lie on this many hosts; 0: as many as needed
    std::int64_t microBatches = 1;                         ///< per step and pipeline
    std::map<std::string, std::string, std::less<>> links; ///< by group label; others by where the members are
};

enum class OptimizerKind : std::uint8_t { Momentum, AdamW };
enum class GradientCollective : std::uint8_t { AllReduce, ReduceScatter };

struct GradientSpec {
    capture::DataType dtype = capture::DataType::Float16;
    std::int64_t bucketBytes = 0;
    std::int64_t firstBucketBytes = 0;
    bool split = false;  ///< a large gradient travels in pieces of a bucket's size
    bool overlap = true; ///< false: compute waits for each bucket
    GradientCollective collective = GradientCollective::AllReduce;
};

struct OptimizerSpec {
    OptimizerKind kind = OptimizerKind::Momentum;
    capture::DataType masterType = capture::DataType::Float32;
    capture::DataType momentType = capture::DataType::Float32;
    double operations = 48; ///< vector operations per parameter
    bool shard = false;     ///< over the data ranks; weights are gathered afterwards
    bool readLoss = true;   ///< the loss is read on the host at the end of each step
};

/// How kernels use the device.
struct ComputeSpec {
    capture::DataType dtype = capture::DataType::Float16;
    double cubeUtilisation = 0;
    double cubeHbmEfficiency = 0;   ///< 0: the cost model's
    double rereadPerLine = -1;      ///< likewise when negative
    double prefetch = 0;            ///< share of the lines that were asked for ahead
    std::int64_t splitK = 1;        ///< parts of the sum of a product with few rows; partial sums go through HBM
    double vectorScale = 1;         ///< vector operations per element, times this
    std::int64_t leastVectorNs = 0; ///< 0: the cost model's
};

/// A figure of the public case.
struct TargetFigure {
    std::string name;
    double value = 0;
    double tolerance = 0;
};

/// A workload: what runs, in which shapes, on how many ranks. Figures are per micro-batch and per card.
struct Scenario {
    std::string name;
    std::string title;
    std::string device;
    StepMode mode = StepMode::Train;
    ParallelSpec parallel;
    std::int64_t defaultSteps = 1;
    std::int64_t firstStep = 0;
    std::int64_t samplesPerStep = 1; ///< per card: images, sequences or tokens
    capture::Tensor input;
    std::int64_t targets = 0;
    LoaderSpec loader;
    CopyMode copy = CopyMode::Pageable;
    ComputeSpec compute;
    HostCosts host;
    GradientSpec gradients;
    OptimizerSpec optimizer;
    std::vector<Layer> layers; ///< written out
    ExpectedRules expected;
    std::vector<TargetFigure> figures;
};

/// Reads a scenario; errors name file, JSON pointer and what is allowed. A file with "base" is a JSON merge patch
/// (RFC 7396) on a built-in scenario.
Result<Scenario> parseScenario(std::string_view text, const std::string& file);

/// A built-in scenario by name, or a file by path (it holds '/' or ends in .json).
Result<Scenario> loadScenario(const std::string& nameOrPath);

std::vector<std::string> scenarioNames();

} // namespace tideline::collect
