// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "core/import/importer.h"

namespace tideline {

/// The account of the files of one part while it is read.
class PartReport {
public:
    explicit PartReport(ImportContext& context) : m_context(context) {}

    /// The file is dealt with: its report comes from whoever reads it.
    void take(const std::filesystem::path& path) { m_taken.insert(path); }
    bool isTaken(const std::filesystem::path& path) const { return m_taken.contains(path); }
    void skipped(const std::filesystem::path& path, const std::string& reason);
    /// Likewise, and counted as an issue.
    void unreadable(const std::filesystem::path& path, const std::string& reason);
    /// Slices of a family that are not there; `first` is the file that speaks for it.
    void missingSlices(const std::filesystem::path& first, const std::vector<std::int64_t>& numbers);

    bool usable = false;                                     ///< something was read
    const std::string& trouble() const { return m_trouble; } ///< the first file that could not be read, and why

private:
    ImportContext& m_context;
    std::set<std::filesystem::path> m_taken;
    std::string m_trouble;
};

} // namespace tideline
