// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/msprof/export_name.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace tideline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kTimestampDigits = 12; // "YYYYMMDDhhmm" at least; numbers of devices and models are shorter
constexpr std::size_t kNumberDigits = 18;    // of what fits an int64

bool allDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The name without its endings.
std::string stemOf(const fs::path& path)
{
    std::string name = path.filename().string();
    for (const std::string_view ending : {".gz", ".zip", ".json", ".csv"}) {
        if (name.ends_with(ending))
            name.resize(name.size() - ending.size());
    }
    return name;
}

std::vector<std::string> tokensOf(const std::string& stem)
{
    std::vector<std::string> tokens;
    std::size_t from = 0;
    while (from <= stem.size()) {
        const std::size_t bar = std::min(stem.find('_', from), stem.size());
        tokens.push_back(stem.substr(from, bar - from));
        from = bar + 1;
    }
    return tokens;
}

std::int64_t numberOf(const std::string& digits)
{
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

bool isNumbered(const ExportName& name)
{
    return name.slice || !name.numbers.empty();
}

struct NamedFile {
    ExportName name;
    fs::path path;
};

/// One export of one kind: the files of a timestamp.
struct Export {
    std::string timestamp;
    std::string kind;
    std::vector<NamedFile> files;

    std::set<std::int64_t> slices() const
    {
        std::set<std::int64_t> numbers;
        for (const NamedFile& file : files) {
            if (file.name.slice)
                numbers.insert(*file.name.slice);
        }
        return numbers;
    }
};

/// The newest first.
std::vector<Export> exportsOf(std::vector<fs::path> files, const std::string& preferred)
{
    std::sort(files.begin(), files.end());
    std::map<std::tuple<std::string, std::string, std::string>, Export> exports;
    for (fs::path& path : files) {
        ExportName name = exportName(path);
        const std::string own = isNumbered(name) ? std::string() : path.filename().string();
        Export& found = exports[{name.timestamp, name.kind, own}];
        found.timestamp = name.timestamp;
        found.kind = name.kind;
        found.files.push_back({std::move(name), std::move(path)});
    }
    std::vector<Export> list;
    for (auto& [key, found] : exports)
        list.push_back(std::move(found));
    std::stable_sort(list.begin(), list.end(), [&preferred](const Export& a, const Export& b) {
        if (a.timestamp != b.timestamp)
            return isLaterExport(a.timestamp, b.timestamp);
        return a.kind == preferred && b.kind != preferred;
    });
    return list;
}

/// True if the slices of `older` are the ones before those of `newest`.
bool continues(const Export& newest, const Export& older)
{
    const std::set<std::int64_t> later = newest.slices();
    const std::set<std::int64_t> earlier = older.slices();
    return newest.kind == older.kind && !later.empty() && !earlier.empty() && !newest.timestamp.empty()
           && !older.timestamp.empty() && *earlier.rbegin() + 1 == *later.begin();
}

} // namespace

ExportName exportName(const fs::path& path)
{
    ExportName name;
    const std::vector<std::string> tokens = tokensOf(stemOf(path));
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool slice = tokens[i] == "slice" && i + 1 < tokens.size() && allDigits(tokens[i + 1])
                           && tokens[i + 1].size() < kTimestampDigits;
        if (slice) {
            name.slice = numberOf(tokens[++i]);
        } else if (!allDigits(tokens[i]) || i == 0 || tokens[i].size() > kNumberDigits) {
            name.kind += (name.kind.empty() ? "" : "_") + tokens[i];
        } else if (tokens[i].size() >= kTimestampDigits) {
            name.timestamp = tokens[i];
        } else {
            name.numbers.push_back(numberOf(tokens[i]));
        }
    }
    return name;
}

bool isLaterExport(const std::string& a, const std::string& b)
{
    return a.size() != b.size() ? a.size() > b.size() : a > b;
}

ExportFamily newestFamily(std::vector<fs::path> files, const std::string& preferred)
{
    ExportFamily family;
    std::vector<Export> exports = exportsOf(std::move(files), preferred);
    if (exports.empty())
        return family;
    Export chosen = std::move(exports.front());
    for (std::size_t i = 1; i < exports.size(); ++i) {
        std::vector<NamedFile>& others = exports[i].files;
        if (continues(chosen, exports[i])) {
            chosen.files.insert(chosen.files.end(), others.begin(), others.end());
            continue;
        }
        for (const NamedFile& file : others)
            family.older.push_back(file.path);
    }
    std::stable_sort(chosen.files.begin(), chosen.files.end(), [](const NamedFile& a, const NamedFile& b) {
        return std::tie(a.name.numbers, a.name.slice) < std::tie(b.name.numbers, b.name.slice);
    });
    for (const NamedFile& file : chosen.files)
        family.files.push_back(file.path);
    const std::set<std::int64_t> slices = chosen.slices();
    std::int64_t expected = slices.empty() ? 0 : *slices.begin();
    for (const std::int64_t slice : slices) {
        // A number that was made up must not cost time.
        for (; expected < slice && family.missing.size() < slices.size(); ++expected)
            family.missing.push_back(expected);
        expected = slice + 1;
    }
    return family;
}

} // namespace tideline
