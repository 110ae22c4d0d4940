// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include "core/import/import.h"

namespace tideline::test {

/// One import with what tests ask of it.
class DbImport {
public:
    explicit DbImport(const std::filesystem::path& path, ImportOptions options = {})
    {
        TaskPool pool(2);
        auto result = importPaths({path}, options, pool, Progress{});
        if (result)
            m_result = std::move(*result);
        else
            m_error = result.error();
    }
    bool ok() const { return m_result.has_value(); }
    const Error& error() const { return m_error; }
    const Trace& trace() const { return *m_result->trace; }
    const ImportIssues& issues() const { return m_result->issues; }

    const FileReport* file(const std::string& name) const
    {
        for (const FileReport& report : m_result->files) {
            if (report.path.filename() == name)
                return &report;
        }
        return nullptr;
    }
    std::optional<std::uint64_t> rows(const std::string& name, const std::string& table) const
    {
        const FileReport* const report = file(name);
        if (!report)
            return {};
        const auto found = std::find_if(report->tables.begin(), report->tables.end(),
                                        [&table](const TableRows& row) { return row.name == table; });
        return found == report->tables.end() ? std::nullopt : found->rows;
    }

    /// The track with this process and name, or null.
    const TrackInfo* track(const std::string& process, const std::string& name) const
    {
        for (const TrackInfo& track : trace().tracks()) {
            if (trace().process(track.process).name == process && track.name == name)
                return &track;
        }
        return nullptr;
    }
    /// Names and lengths of the slices of a track: "a 10, b 20".
    std::string slices(const std::string& process, const std::string& name) const
    {
        const TrackInfo* const found = track(process, name);
        if (!found)
            return "no track";
        std::string out;
        for (std::uint32_t row = found->slices.first; row < found->slices.last; ++row)
            out += (out.empty() ? "" : ", ") + std::string(trace().text(trace().slices().name.at(row))) + " "
                   + std::to_string(trace().slices().duration.at(row).ns);
        return out;
    }
    /// "from > to" of the arrows of a category, sorted.
    std::vector<std::string> arrows(const std::string& category) const
    {
        const FlowColumns& flows = trace().flows();
        std::vector<std::string> out;
        const auto name = [this](SliceId slice) {
            return slice.valid() ? std::string(trace().text(trace().slices().name.at(slice.row))) : std::string("-");
        };
        for (std::uint32_t row = 0; row < flows.size(); ++row) {
            if (trace().text(flows.category.at(row)) == category)
                out.push_back(name(flows.fromSlice.at(row)) + " > " + name(flows.toSlice.at(row)));
        }
        std::sort(out.begin(), out.end());
        return out;
    }
    const CounterInfo* counter(const std::string& process, const std::string& name) const
    {
        for (const CounterInfo& counter : trace().counters()) {
            if (trace().process(counter.process).name == process && counter.name == name)
                return &counter;
        }
        return nullptr;
    }
    double metric(const std::string& name, std::uint32_t row) const
    {
        for (const NamedColumn& column : trace().kernels().metrics) {
            if (column.name == name)
                return column.values.at(row);
        }
        return -1;
    }

private:
    std::optional<ImportResult> m_result;
    Error m_error;
};

inline void writeFile(const std::filesystem::path& path, const std::string& text)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

} // namespace tideline::test
