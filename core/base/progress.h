// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>

namespace tideline {

/// The stages of opening a profile, in order.
enum class Stage { Discover, Parse, Build, Index, Ready };

/// One report of a long job. `done` and `total` are bytes for Parse, else steps; total 0 means unknown.
struct ProgressUpdate {
    Stage stage = Stage::Discover;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    std::uint64_t rows = 0; ///< events read so far
    std::string item;       ///< file or rank at work
};

/// Stop token down, progress up. Cheap to copy; report() may be called from any thread.
class Progress {
public:
    using Sink = std::function<void(const ProgressUpdate&)>;

    Progress() = default;
    explicit Progress(std::stop_token stop, Sink sink = {}) : m_stop(std::move(stop)), m_sink(std::move(sink)) {}

    bool cancelled() const { return m_stop.stop_requested(); }
    std::stop_token stopToken() const { return m_stop; }
    void report(const ProgressUpdate& update) const
    {
        if (m_sink)
            m_sink(update);
    }

private:
    std::stop_token m_stop;
    Sink m_sink;
};

} // namespace tideline
