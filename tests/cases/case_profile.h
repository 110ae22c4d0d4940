// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/export/text_sink.h"
#include "core/session/session.h"
#include "tests/support/trace_from.h"

namespace tideline::test {

using Opened = Result<std::shared_ptr<const Session>>;

inline Opened openPaths(const std::vector<std::filesystem::path>& paths)
{
    OpenOptions options;
    options.paths = paths;
    options.threads = 2;
    return Session::open(options, Progress{});
}

/// A directory with the files of a case, and the profile opened from it.
class CaseProfile {
public:
    CaseProfile() = default;
    /// One trace file with this text.
    explicit CaseProfile(const std::string& text) { open({write("trace.json", text)}); }

    std::filesystem::path root() const { return std::filesystem::path(m_dir.path().toStdString()); }

    std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const
    {
        const std::filesystem::path path = root() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    void open(const std::vector<std::filesystem::path>& paths)
    {
        auto opened = openPaths(paths);
        QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
        m_session = *opened;
    }

    bool ok() const { return m_session != nullptr; }
    const Session& session() const { return *m_session; }
    const Trace& trace() const { return m_session->trace(); }
    const TraceTotals& totals() const { return trace().totals(); }
    SliceId slice(const char* name) const { return sliceNamed(trace(), name); }
    std::int64_t start(const char* name) const { return trace().slices().start.at(slice(name).row).ns; }
    std::int64_t length(const char* name) const { return trace().slices().duration.at(slice(name).row).ns; }
    std::int64_t self(const char* name) const { return trace().slices().self.at(slice(name).row).ns; }
    int row(const char* name) const { return static_cast<int>(trace().rowOf(slice(name))); }

    /// How many slices lie around the slice.
    int depth(const char* name) const
    {
        int depth = -1;
        for (SliceId at = slice(name); at.valid(); at = trace().slices().parent.at(at.row))
            ++depth;
        return depth;
    }
    std::string parent(const char* name) const
    {
        const SliceId parent = trace().slices().parent.at(slice(name).row);
        return parent.valid() ? std::string(trace().text(trace().slices().name.at(parent.row))) : std::string();
    }
    const TrackInfo& track(const char* name) const { return trace().track(trace().trackOf(slice(name))); }

    std::uint64_t issue(IssueKind kind) const { return m_session->issues().countOf(kind); }
    /// The places of a kind of issue, joined.
    std::string places(IssueKind kind) const
    {
        std::string text;
        for (const ImportIssue& issue : m_session->issues().list()) {
            for (const std::string& sample : issue.kind == kind ? issue.samples : std::vector<std::string>{})
                text += sample + '\n';
        }
        return text;
    }
    const FileReport* file(const std::string& name) const
    {
        for (const FileReport& report : m_session->files()) {
            if (report.path.filename() == name)
                return &report;
        }
        return nullptr;
    }
    const CounterInfo* counter(const std::string& name, const std::string& series) const
    {
        for (const CounterInfo& counter : trace().counters()) {
            if (counter.name == name && counter.series == series)
                return &counter;
        }
        return nullptr;
    }
    /// The arrows as "from>to " by the names of their slices, in the order of the table.
    std::string arrows() const
    {
        const auto name = [this](SliceId slice) {
            return slice.valid() ? std::string(trace().text(trace().slices().name.at(slice.row))) : std::string("-");
        };
        std::string text;
        for (std::uint32_t i = 0; i < trace().flows().size(); ++i)
            text += name(trace().flows().fromSlice.at(i)) + '>' + name(trace().flows().toSlice.at(i)) + ' ';
        return text;
    }
    /// Total time by name, as the ranking of slices gives it.
    std::map<std::string, std::int64_t> totalsByName() const
    {
        RankingOptions options;
        options.of = RankingOf::Slices;
        std::map<std::string, std::int64_t> totals;
        const auto ranking = m_session->ranking(options);
        for (const RankingRow& row : ranking ? ranking->rows : std::vector<RankingRow>{})
            totals[row.name] += row.total.ns;
        return totals;
    }

private:
    QTemporaryDir m_dir;
    std::shared_ptr<const Session> m_session;
};

class TextCollector final : public TextSink {
public:
    Status write(std::string_view text) override
    {
        out += text;
        return Done{};
    }
    std::string out;
};

/// An event; `more` goes on with members: ,"dur":5
std::string traceEvent(const char* phase, const std::string& name, const std::string& ts, const std::string& more = {},
                       const char* tid = "1", const char* pid = "1");
std::string complete(const std::string& name, const std::string& ts, const std::string& dur, const char* tid = "1",
                     const char* pid = "1", const std::string& more = {});
/// The events as a JSON array.
std::string array(const std::vector<std::string>& events);

} // namespace tideline::test
