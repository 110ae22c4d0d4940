// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/progress.h"

namespace tideline {

/// The progress of an import of many parts as one: what the importers report of their own files, from 0 to n each, is
/// added up to bytes of the whole, and neither bytes nor stage ever go back. Parts may be read side by side.
class PartProgress {
public:
    PartProgress(const Progress& whole, std::uint64_t totalBytes, std::size_t parts);

    /// For one part, from the thread that reads it. The part counts as read when the last copy is gone.
    Progress part(std::uint64_t bytes) const;

private:
    struct Sum;
    class Part;

    std::shared_ptr<Sum> m_sum;
};

} // namespace tideline
