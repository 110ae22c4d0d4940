// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/base/byte_source.h"
#include "core/store/trace_builder.h"

namespace tideline::test {

/// A source that is a text.
class TextSource final : public ByteSource {
public:
    explicit TextSource(std::string text) : m_text(std::move(text)) {}
    std::uint64_t size() const override { return m_text.size(); }
    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const override;

private:
    std::string m_text;
};

/// How much of everything a rank gets.
struct FilledRank {
    std::int64_t number = 0;
    std::uint64_t seed = 1;
    std::size_t tracks = 3;
    std::size_t slices = 120; ///< of each track
    std::size_t others = 40;  ///< rows of each other table
    std::vector<std::string> metrics{"cube_utilization(%)"};
    std::size_t sourceBytes = 5000;
};

/// Adds a rank with random rows in every table that a trace has: lanes with nested and overlapping slices, instants,
/// samples with gaps, arrows with loose ends, steps, kernels tied to slices, records, tables kept as they are, sources.
/// Equal arguments add equal rows.
void addFilledRank(TraceBuilder& builder, const FilledRank& plan);

/// A trace with these ranks.
std::shared_ptr<const Trace> filledTrace(const std::vector<FilledRank>& plans);

/// Everything a trace holds, a line per row, texts and numbers instead of their ids: equal texts are equal traces.
std::vector<std::string> traceText(const Trace& trace);

/// The first line that differs, for a message; empty when there is none.
std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b);

} // namespace tideline::test
