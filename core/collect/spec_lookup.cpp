// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/spec_lookup.h"

#include <algorithm>

#include "core/collect/spec_reader.h"

namespace tideline::collect {

Result<SpecText> findSpec(const std::string& nameOrPath, const std::vector<EmbeddedFile>& files,
                          const std::string& kind)
{
    if (nameOrPath.find('/') != std::string::npos || nameOrPath.ends_with(".json")) {
        Result<std::string> text = readSpecFile(nameOrPath);
        if (!text)
            return text.error();
        return SpecText{std::move(*text), nameOrPath};
    }
    std::string known;
    for (const EmbeddedFile& file : files) {
        if (file.name == nameOrPath)
            return SpecText{std::string(file.text), nameOrPath + ".json"};
        known += known.empty() ? "" : ", ";
        known += file.name;
    }
    return Error{ErrorCode::InvalidArgument, "unknown " + kind, nameOrPath, "Known: " + known};
}

std::vector<std::string> specNames(const std::vector<EmbeddedFile>& files)
{
    std::vector<std::string> names;
    for (const EmbeddedFile& file : files)
        names.emplace_back(file.name);
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace tideline::collect
