// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/msprof_importer.h"

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "core/import/communication/communication_json.h"
#include "core/import/msprof/export_name.h"
#include "core/import/msprof/export_tables.h"
#include "core/import/msprof/export_traces.h"
#include "core/import/text_head.h"
#include "core/import/torch_npu/layout.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/profile_database.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

/// Reads one capture. The files are independent: what cannot be read is reported and the rest is kept.
class CaptureReader {
public:
    CaptureReader(MsprofLayout layout, const fs::path& path, ImportContext& context)
        : m_layout(std::move(layout)), m_path(path), m_context(context), m_report(context), m_ranks(makeRanks())
    {
    }

    Status read()
    {
        if (m_context.options.quickOnly)
            return Done{}; // none of its tables is small
        if (const Status status = readPlaces(); !status)
            return status;
        if (const Status status = readCommunicationFiles(); !status)
            return status;
        if (const Status status = readDatabases(); !status)
            return status;
        reportOthers();
        if (m_report.usable)
            return Done{};
        return Error{ErrorCode::Damaged,
                     m_report.trouble().empty() ? "no timeline and no table that can be read" : m_report.trouble(),
                     m_path.string(), "Export the capture again with msprof --export=on"};
    }

private:
    DeviceRanks makeRanks()
    {
        std::vector<DeviceFacts> facts = deviceFacts(m_layout.root);
        addRanks(m_layout.root, facts, m_context.options, m_context.progress);
        const auto ofPlace = m_layout.places.front().device;
        if (ofPlace && m_layout.places.back().device == ofPlace) // one device was asked for
            std::erase_if(facts, [ofPlace](const DeviceFacts& one) { return one.device != *ofPlace; });
        RankInfo info;
        info.format = "msprof-text";
        info.path = m_path.string();
        if (!facts.empty())
            info.host = facts.front().host;
        for (const DeviceFacts& one : facts) {
            for (const fs::path& file : one.files) {
                std::error_code error;
                m_report.take(file);
                m_context.files.push_back({file, FileStatus::Ok, {}, fs::file_size(file, error), {}});
            }
        }
        return {std::move(info), std::move(facts), m_context.builder};
    }

    Status readPlaces()
    {
        std::vector<bool> timelines;
        for (const MsprofPlace& place : m_layout.places) {
            const auto read = readExportedTrace(place, m_ranks, m_report, m_context);
            if (!read)
                return read.error();
            timelines.push_back(*read);
        }
        ExportTables tables(m_ranks, m_report, m_context);
        for (std::size_t i = 0; i < m_layout.places.size(); ++i) {
            if (const Status status = tables.read(m_layout.places[i], hasTimeline(i, timelines)); !status)
                return status;
        }
        tables.finish();
        return Done{};
    }

    /// In old exports the timeline of a device lies in another directory than its tables.
    bool hasTimeline(std::size_t at, const std::vector<bool>& timelines) const
    {
        for (std::size_t i = 0; i < timelines.size(); ++i) {
            if (timelines[i] && m_layout.places[i].device == m_layout.places[at].device)
                return true;
        }
        return false;
    }

    std::vector<fs::path> directories() const
    {
        std::vector<fs::path> all;
        for (const MsprofPlace& place : m_layout.places)
            all.push_back(place.directory);
        if (std::find(all.begin(), all.end(), m_layout.root) == all.end() && isCapture())
            all.push_back(m_layout.root);
        if (isCapture() && isDirectory(m_layout.root / "analyze"))
            all.push_back(m_layout.root / "analyze");
        return all;
    }

    /// False for files without their capture: what lies around them is none of ours.
    bool isCapture() const
    {
        return m_layout.root.filename().string().starts_with("PROF_") || !msprofDevices(m_layout.root).empty();
    }

    Status readCommunicationFiles()
    {
        std::map<CommunicationKind, std::string> read;
        for (const fs::path& directory : directories()) {
            for (const fs::path& path : sortedEntries(directory)) {
                if (path.extension() != ".json" || !isRegularFile(path) || m_report.isTaken(path))
                    continue;
                const auto kind = communicationKind(path);
                if (!kind)
                    continue;
                if (read.contains(*kind)) {
                    m_report.skipped(path, "the same was read from " + read[*kind]);
                    continue;
                }
                const Status status = readCommunication(path, *kind, m_ranks.first(), m_context);
                if (!status && status.error().code == ErrorCode::Cancelled)
                    return status;
                if (!status) {
                    m_report.unreadable(path, status.error().what);
                    continue;
                }
                m_report.take(path);
                m_report.usable = m_hasCommunication = true;
                read[*kind] = path.filename().string();
            }
        }
        return Done{};
    }

    /// The text is preferred; a database stands in when none of it could be read, an analyser's fills in communication.
    Status readDatabases()
    {
        std::vector<fs::path> databases;
        for (const fs::path& directory : directories()) {
            for (const fs::path& path : sortedEntries(directory)) {
                if (path.extension() == ".db" && isRegularFile(path))
                    databases.push_back(path);
            }
        }
        std::stable_sort(databases.begin(), databases.end(), [](const fs::path& a, const fs::path& b) {
            return isLaterExport(exportName(a.stem()).timestamp, exportName(b.stem()).timestamp);
        });
        for (const fs::path& path : databases) {
            if (const Status status = readDatabase(path); !status)
                return status;
        }
        return Done{};
    }

    Status readDatabase(const fs::path& path)
    {
        m_report.take(path);
        const DatabaseKind kind = databaseKind(path, m_context.options);
        Status status = Done{};
        if (kind == DatabaseKind::Profile && !m_report.usable)
            status = readProfileDatabase(path, m_ranks.first(), m_context);
        else if (kind == DatabaseKind::Analysis && !m_hasCommunication)
            status = readAnalysisDatabase(path, {false, true}, m_ranks.first(), m_context);
        else
            return describe(path, kind);
        if (!status && status.error().code == ErrorCode::Cancelled)
            return status;
        if (!status)
            m_report.unreadable(path, status.error().what);
        m_report.usable = m_report.usable || status.ok();
        m_hasCommunication = m_hasCommunication || (status.ok() && kind == DatabaseKind::Analysis);
        return Done{};
    }

    Status describe(const fs::path& path, DatabaseKind kind)
    {
        const bool known = kind == DatabaseKind::Profile || kind == DatabaseKind::Analysis;
        m_context.files.push_back(describeDatabase(
            path, FileStatus::Unsupported,
            known ? "the text export of the same capture is read: open this file itself to read it instead"
                  : "no database of one capture with these tables is known",
            m_context.options, m_context.progress));
        return Done{};
    }

    void reportOthers()
    {
        for (const fs::path& directory : directories()) {
            for (const fs::path& path : sortedEntries(directory)) {
                if (isDirectory(path) || m_report.isTaken(path))
                    continue;
                m_report.skipped(path,
                                 isRegularFile(path) ? "not a file that this version reads" : "not a regular file");
            }
        }
    }

    MsprofLayout m_layout;
    fs::path m_path;
    ImportContext& m_context;
    PartReport m_report;
    DeviceRanks m_ranks;
    bool m_hasCommunication = false;
};

} // namespace

bool MsprofTextImporter::sniff(const fs::path& path) const
{
    return msprofLayout(path).has_value();
}

Status MsprofTextImporter::read(const fs::path& path, ImportContext& context) const
{
    auto layout = msprofLayout(path);
    if (!layout)
        return Error{ErrorCode::Unrecognised, "not a text export of msprof", path.string(), {}};
    return CaptureReader(std::move(*layout), path, context).read();
}

} // namespace tideline
