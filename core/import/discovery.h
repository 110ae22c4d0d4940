// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/import/importer.h"

namespace tideline {

/// The path that stands for standard input.
constexpr const char* kStandardInput = "-";

/// Something that one importer reads as a whole: a file or the directory of a rank.
struct DiscoveredPart {
    const Importer* importer = nullptr; ///< null for standard input
    std::filesystem::path path;
    std::optional<std::int64_t> rankHint;           ///< a rank number in the names of its files
    bool given = false;                             ///< named by the user, not found on a walk
    std::vector<std::filesystem::path> passes = {}; ///< the same rank in repetitions with other performance counters
};

/// A part that is not read: another with the same content is, or nobody asked for it.
struct NotChosenPart {
    DiscoveredPart part;
    std::string reason;
    bool leftOut = false; ///< because nobody asked for it
};

/// What the given paths hold, by rank number, then by name (numbers inside names count as numbers).
struct Discovery {
    std::vector<DiscoveredPart> parts;
    std::vector<FileReport> passedOver; ///< files that are no part of a profile, with the reason
    std::vector<Error> failures;        ///< missing paths and directories nobody analysed yet
    std::vector<std::string> names;     ///< the first names seen, for the message when nothing was found
    std::uint64_t nameCount = 0;
    std::vector<std::filesystem::path> notAnalysed;
    std::vector<NotChosenPart> notChosen; ///< passed over too
    std::uint64_t leftOut = 0;            ///< parts passed over because a partial import did not ask for them
    std::set<std::int64_t> leftOutRanks;  ///< and the ranks of these
    bool cancelled = false;
};

/// Looks at files as they are given and walks directories to any depth, each once whatever links lead to it. A
/// directory that an importer claims is not entered; neither are file systems of the kernel (/proc, /sys) below what is
/// given. Leaves out what a partial import does not ask for, as far as that is known before reading. O(entries), a few KiB
/// read per candidate.
Discovery discover(const std::vector<std::filesystem::path>& paths,
                   const std::vector<std::unique_ptr<Importer>>& importers, const ImportOptions& options,
                   const Progress& progress);

} // namespace tideline
