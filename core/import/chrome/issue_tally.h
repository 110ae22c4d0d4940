// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/import/issues.h"
#include "core/store/source.h"

namespace tideline {

/// Counts of one worker, with the first places; becomes text only when all workers are done.
class IssueTally {
public:
    /// The reason is a literal.
    void add(IssueKind kind, SourceRef place, const char* reason = "");
    void merge(const IssueTally& other);
    /// Places in file order; names[i] is the name of source first + i.
    void report(ImportIssues& issues, std::uint32_t firstSource, const std::vector<std::string>& names) const;

private:
    struct Place {
        SourceRef ref;
        const char* reason = "";
    };
    struct Kind {
        std::uint64_t count = 0;
        std::vector<Place> places;
    };
    std::map<IssueKind, Kind> m_kinds;
};

} // namespace tideline
