// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_details.h"

#include <optional>
#include <string>

#include "core/base/utf8.h"
#include "core/decode/json/raw_json.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/row_details.h"
#include "core/store/event_texts.h"

namespace tideline {

namespace {

constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxMembers = 10'000;

std::string shown(std::string_view token)
{
    std::string text = jsonTokenText(token);
    return isValidUtf8(text) ? text : repairedUtf8(text);
}

/// Appends the members of an object; nested objects with a dot between the keys, arrays as they are written.
void flatten(std::string_view object, const std::string& prefix, std::size_t depth, EventDetails& into)
{
    for (RawMembers members(object); members.next() && into.size() < kMaxMembers;) {
        std::string key = prefix + unescapedJson(members.key());
        if (!isValidUtf8(key))
            key = repairedUtf8(key);
        if (members.value().front() == '{' && depth < kMaxDepth)
            flatten(members.value(), key + '.', depth + 1, into);
        else
            into.emplace_back(std::move(key), shown(members.value()));
    }
}

} // namespace

Result<EventDetails> readEventDetails(const Trace& trace, SourceRef ref, const std::filesystem::path& scratchDir)
{
    if (!ref.valid() || ref.source() >= trace.sources().size())
        return Error{ErrorCode::NotFound, "the event has no source", {}, {}};
    const SourceInfo& source = trace.sources()[ref.source()];
    if (!source.texts && isDatabaseFile(source.path))
        return readRowDetails(source, ref, scratchDir);
    const auto object = source.texts ? source.texts->at(ref.offset()) : std::nullopt;
    if (!object)
        return Error{ErrorCode::NotFound, "nothing more is kept of the event", source.path.string(), {}};
    EventDetails details;
    flatten(*object, {}, 0, details);
    return details;
}

} // namespace tideline
