// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/tensor.h"

namespace tideline::collect {

enum class LayerKind : std::uint8_t {
    Cast,
    Layout,
    Conv2d,
    BatchNorm,
    Relu,
    Add,
    MaxPool,
    AveragePool,
    Linear,
    CrossEntropy,
};

/// One layer with the fields of its kind; the others stay 0.
struct Layer {
    LayerKind kind = LayerKind::Relu;
    std::string name;
    std::vector<std::int64_t> shape; ///< input tensor; {rows, inputs} of linear, {rows, classes} of the loss
    std::int64_t filters = 0;
    std::int64_t kernel = 0;
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    std::int64_t outputs = 0;
    bool inputGradient = true;
    capture::DataType from = capture::DataType::Float32;
    capture::DataType to = capture::DataType::Float32;
    std::string fromFormat;
    std::string toFormat;
};

enum class LoaderMode : std::uint8_t { Serial, Workers };
enum class CopyMode : std::uint8_t { Pageable, Pinned };

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

/// A workload: what runs, in which shapes, on how many ranks. Figures are per micro-batch and per card.
struct Scenario {
    std::string name;
    std::string title;
    std::string device;
    std::vector<std::int64_t> validRanks;
    std::int64_t defaultRanks = 1;
    std::int64_t defaultSteps = 1;
    std::int64_t firstStep = 0;
    capture::Tensor input;
    std::int64_t targets = 0;
    LoaderSpec loader;
    CopyMode copy = CopyMode::Pageable;
    capture::DataType dtype = capture::DataType::Float16;
    double cubeUtilisation = 0;
    HostCosts host;
    capture::DataType gradientType = capture::DataType::Float16;
    std::int64_t bucketBytes = 0;
    std::int64_t firstBucketBytes = 0;
    capture::DataType masterType = capture::DataType::Float32;
    bool readLoss = true; ///< the loss is read on the host at the end of each step
    std::vector<Layer> layers;
};

/// Reads a scenario; errors name file, JSON pointer and what is allowed.
Result<Scenario> parseScenario(std::string_view text, const std::string& file);

/// A built-in scenario by name, or a file by path (it holds '/' or ends in .json).
Result<Scenario> loadScenario(const std::string& nameOrPath);

std::vector<std::string> scenarioNames();

} // namespace tideline::collect
