// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace tideline {

/// The text files of the Ascend framework profilers: a *_ascend_pt (or *_ascend_ms) directory, its
/// ASCEND_PROFILER_OUTPUT, or a directory that holds the same files. One directory is one rank.
class TorchNpuTextImporter final : public Importer {
public:
    std::string_view id() const override { return "torch-npu-text"; }
    bool sniff(const std::filesystem::path& path) const override;
    Status read(const std::filesystem::path& path, ImportContext& context) const override;
};

} // namespace tideline
