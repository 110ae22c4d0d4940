// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/import/discovery.h"

namespace tideline {

enum class PartState {
    Chosen,      ///< will be read
    NotChosen,   ///< the same capture is read from other files
    LeftOut,     ///< not asked for
    NotAnalysed, ///< raw records only; the reason is the call that analyses them
    Unreadable,
};

/// A file or directory that is read as a whole, before it is read.
struct ListedPart {
    std::filesystem::path path;
    std::string format; ///< as RankInfo::format; "" when unknown
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> device;
    std::string host;        ///< "" when the names do not tell
    std::uint64_t bytes = 0; ///< of the files that are read
    double seconds = 0;      ///< that reading takes, estimated (reading_rates.h)
    PartState state = PartState::Chosen;
    std::string reason;      ///< of the state; of a chosen part what to know about it
    bool given = false;      ///< named by the user
    bool besideText = false; ///< the database beside the text of one capture
    bool opensAlone = false; ///< not chosen, but PartialImport::parts may ask for it
};

/// What some paths hold, before any of it is imported.
struct ProfileListing {
    std::vector<ListedPart> parts; ///< those read first, by rank; then the others
    std::uint64_t passedOver = 0;  ///< files that are no part of a profile
    bool cancelled = false;

    /// Of the parts that are chosen.
    std::uint64_t bytes() const;
    double seconds() const;
    std::size_t chosen() const;
    /// True where a person may want to choose: several exports, text and a database, a rank twice, different formats,
    /// something nobody analysed.
    bool isAmbiguous() const;
};

/// Walks the paths; reads names, sizes and a few KiB per part. About a millisecond per rank.
ProfileListing listProfile(const std::vector<std::filesystem::path>& paths, const ImportOptions& options,
                           const Progress& progress);
/// The same of a walk that was done already.
ProfileListing listProfile(const Discovery& found, const ImportOptions& options, const Progress& progress);

} // namespace tideline
