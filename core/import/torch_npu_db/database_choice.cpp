// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/database_choice.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/import/torch_npu_db/database_importer.h"
#include "core/import/torch_npu_db/database_kind.h"

namespace tideline {

namespace fs = std::filesystem;

namespace {

bool isDatabase(const DiscoveredPart& part)
{
    return part.importer && part.importer->id() == DatabaseImporter::kId;
}

/// True for msprof_<digits>.db.
bool isExport(const std::string& name)
{
    constexpr std::string_view kBegin = "msprof_";
    constexpr std::string_view kEnd = ".db";
    if (!name.starts_with(kBegin) || !name.ends_with(kEnd) || name.size() <= kBegin.size() + kEnd.size())
        return false;
    return std::all_of(name.begin() + kBegin.size(), name.end() - kEnd.size(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// Later timestamps are greater: as numbers, whatever their length.
bool isNewer(const std::string& a, const std::string& b)
{
    return a.size() != b.size() ? a.size() > b.size() : a > b;
}

class Choice {
public:
    explicit Choice(const Discovery& found) : m_found(found)
    {
        for (const DiscoveredPart& part : m_found.parts) {
            if (!isDatabase(part)) {
                noteText(part.path);
                continue;
            }
            const std::string name = part.path.filename().string();
            std::string& newest = m_newest[part.path.parent_path()];
            if (isExport(name) && (newest.empty() || isNewer(name, newest)))
                newest = name;
        }
    }

    /// Why a database is not read; "" if it is.
    std::string reason(const DiscoveredPart& part, DatabaseKind kind) const
    {
        const std::string name = part.path.filename().string();
        const fs::path parent = part.path.parent_path();
        switch (kind) {
        case DatabaseKind::Unknown: return "no database with these tables is known";
        case DatabaseKind::Analysis: return "tables without a timeline: open this file itself";
        case DatabaseKind::Cluster:
            return m_found.parts.size() > 1 ? "a summary of ranks that are read themselves: open this file itself" : "";
        case DatabaseKind::Service: return {};
        case DatabaseKind::Profile: break;
        }
        if (m_textPlaces.contains(parent))
            return "the text export of the same capture is read: open this file itself to read it instead";
        const auto newest = m_newest.find(parent);
        if (isExport(name) && newest != m_newest.end() && newest->second != name)
            return "an older export; the newest is " + newest->second;
        return {};
    }

    /// True where the database could be read instead of what is.
    static bool isAlternative(DatabaseKind kind) { return kind == DatabaseKind::Profile; }

private:
    /// Text files lie beside the database or in a directory beside it.
    void noteText(const fs::path& path)
    {
        constexpr const char* kTextDirectory = "mindstudio_profiler_output";
        const fs::path parent = path.parent_path();
        if (parent.filename() == kTextDirectory)
            m_textPlaces.insert(parent.parent_path());
        else if (path.filename() == kTextDirectory || path.filename().string().starts_with("msprof"))
            m_textPlaces.insert(parent);
    }

    const Discovery& m_found;
    std::set<fs::path> m_textPlaces;
    std::map<fs::path, std::string> m_newest; // export by directory
};

} // namespace

void chooseDatabases(Discovery& found, const ImportOptions& options, const Progress& progress)
{
    const Choice choice(found);
    std::vector<DiscoveredPart> kept;
    for (DiscoveredPart& part : found.parts) {
        std::string reason;
        DatabaseKind kind = DatabaseKind::Unknown;
        if (isDatabase(part) && !part.given && !progress.cancelled()) {
            // What cannot be opened stays: reading it says why.
            const auto database = SqliteDatabase::open(part.path, {options.scratchDir}, progress);
            kind = database ? kindOf(*database) : kind;
            reason = database ? choice.reason(part, kind) : std::string();
        }
        if (reason.empty()) {
            kept.push_back(part);
            continue;
        }
        if (choice.isAlternative(kind))
            found.notChosen.push_back({part, reason});
        // Counting rows is for the report of an import, not for a look at what there is.
        found.passedOver.push_back(describeDatabase(part.path, FileStatus::Unsupported, std::move(reason), options,
                                                    progress, options.quickOnly ? 0 : kCountedBytes));
    }
    found.parts = std::move(kept);
}

} // namespace tideline
