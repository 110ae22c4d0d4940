// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/store/trace.h"

namespace tideline {

/// What the source of a part of a collective, a slice on a plane, says beside its time.
struct TransferDetails {
    std::string transport;   ///< "SDMA", "RDMA", "LOCAL"; "" when it does not say
    std::string link;        ///< "HCCS", "ON_CHIP", …
    std::int64_t bytes = -1; ///< -1: it does not say
};

/// The details of the slices, in their order: from the arguments of their events (about 10 µs each), or from one pass
/// over the tables of a database. A source whose first parts have none is not read on; what cannot be read has no
/// details. Empty when cancelled. scratchDir: see ImportOptions.
std::vector<TransferDetails> readTransferDetails(const Trace& trace, const std::vector<SliceId>& transfers,
                                                 const std::filesystem::path& scratchDir, const Progress& progress);

} // namespace tideline
