// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/part_progress.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>

namespace tideline {

namespace {

/// Of several parts each is frozen before the next is read: what of a part's bytes counts once they are parsed.
constexpr double kParseShare = 0.8;

} // namespace

struct PartProgress::Sum {
    Progress whole;
    std::uint64_t total = 0;
    bool several = false;
    std::mutex mutex;
    std::uint64_t done = 0;
    std::uint64_t rows = 0;
    Stage stage = Stage::Discover;
};

class PartProgress::Part {
public:
    Part(std::shared_ptr<Sum> sum, std::uint64_t bytes) : m_sum(std::move(sum)), m_bytes(bytes) {}

    ~Part()
    {
        const std::lock_guard lock(m_sum->mutex);
        m_sum->done += m_bytes - m_counted;
        if (m_sum->several && m_bytes > m_counted)
            report(Stage::Parse, m_item);
    }

    void take(const ProgressUpdate& update)
    {
        const std::lock_guard lock(m_sum->mutex);
        m_item = update.item;
        if (update.stage == Stage::Parse)
            takeParsed(update);
        const bool building = update.stage == Stage::Build && update.total > 0;
        if (m_sum->several && building)
            count(kParseShare
                  + (1 - kParseShare) * static_cast<double>(update.done) / static_cast<double>(update.total));
        const bool own = !m_sum->several && update.stage != Stage::Parse;
        if (own || m_sum->total == 0)
            return pass(update);
        report(Stage::Parse, update.item);
    }

private:
    /// Another file begins where the total is another, or another name starts anew.
    void takeParsed(const ProgressUpdate& update)
    {
        const bool anew = update.total != m_file.total || (update.done < m_file.done && update.item != m_file.item);
        if (anew) {
            m_before += m_file.done;
            m_fileRows = 0;
            m_file = update;
        }
        m_file.done = std::max(m_file.done, update.done);
        m_sum->rows += update.rows - std::min(update.rows, m_fileRows);
        m_fileRows = std::max(m_fileRows, update.rows);
        // Of packed files the unpacked bytes are reported.
        const auto most = static_cast<double>(std::max({m_bytes, m_file.total, std::uint64_t{1}}));
        const double parsed = static_cast<double>(m_before + m_file.done) / most;
        count(parsed * (m_sum->several ? kParseShare : 1.0));
    }

    void count(double share)
    {
        const auto bytes = static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * static_cast<double>(m_bytes));
        if (bytes > m_counted)
            m_sum->done += bytes - std::exchange(m_counted, bytes);
    }

    void report(Stage stage, const std::string& item) { pass({stage, m_sum->done, m_sum->total, m_sum->rows, item}); }

    void pass(const ProgressUpdate& update)
    {
        if (update.stage < m_sum->stage)
            return;
        m_sum->stage = update.stage;
        m_sum->whole.report(update);
    }

    std::shared_ptr<Sum> m_sum;
    std::uint64_t m_bytes;
    std::uint64_t m_counted = 0; // of m_bytes, in the sum
    std::uint64_t m_before = 0;  // of the files before this one
    std::uint64_t m_fileRows = 0;
    ProgressUpdate m_file;
    std::string m_item;
};

PartProgress::PartProgress(const Progress& whole, std::uint64_t totalBytes, std::size_t parts)
    : m_sum(std::make_shared<Sum>())
{
    m_sum->whole = whole;
    m_sum->total = totalBytes;
    m_sum->several = parts > 1;
}

Progress PartProgress::part(std::uint64_t bytes) const
{
    auto part = std::make_shared<Part>(m_sum, std::min(bytes, m_sum->total));
    return Progress(m_sum->whole.stopToken(), [part](const ProgressUpdate& update) { part->take(update); });
}

} // namespace tideline
