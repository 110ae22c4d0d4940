// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace tideline {

/// Whole numbers as a person lists them: "0-7,12". Empty: no limit.
class NumberSet {
public:
    struct Span {
        std::int64_t first = 0;
        std::int64_t last = 0;
        bool operator==(const Span&) const = default;
        bool contains(std::int64_t number) const { return first <= number && number <= last; }
    };

    /// InvalidArgument says what is not understood. Blank text is the empty set.
    static Result<NumberSet> parse(std::string_view text);

    bool empty() const { return m_spans.empty(); }
    bool contains(std::int64_t number) const;
    const std::vector<Span>& spans() const { return m_spans; }
    /// As parse() reads it.
    std::string text() const;
    bool operator==(const NumberSet&) const = default;

private:
    std::vector<Span> m_spans; // in the order given
};

/// What of a profile is wanted; by default all.
struct PartialImport {
    NumberSet ranks;
    NumberSet steps;
    bool python = true;    ///< slices of the framework's threads: operators, functions of Python
    bool arguments = true; ///< arguments of events
    /// Of what discovery lists only these; by default those that it chooses itself.
    std::vector<std::filesystem::path> parts;

    bool limitsNothing() const { return *this == PartialImport{}; }
    /// The limits on one line, as the options of the command line; "" without any. Equal texts are equal limits, so that
    /// it may be part of a key.
    std::string text() const;
    bool operator==(const PartialImport&) const = default;
};

/// What a partial import did not keep.
struct LeftOut {
    std::uint64_t parts = 0;   ///< files and directories not read
    std::uint64_t ranks = 0;   ///< read, but of another number than those wanted
    std::uint64_t slices = 0;  ///< outside the steps
    std::uint64_t python = 0;  ///< slices of the framework's threads
    std::uint64_t points = 0;  ///< instants and ends of arrows
    std::uint64_t samples = 0; ///< of counters
    std::uint64_t kernels = 0; ///< rows of kernel tables
    std::uint64_t records = 0; ///< rows of memory, communication and step tables

    std::uint64_t rows() const { return slices + python + points + samples + kernels + records; }
};

} // namespace tideline
