// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/event_details.h"

#include <optional>
#include <string>

#include "core/base/utf8.h"
#include "core/decode/json/element_walker.h"
#include "core/decode/json/raw_json.h"
#include "core/import/torch_npu_db/database_kind.h"
#include "core/import/torch_npu_db/row_details.h"

namespace tideline {

namespace {

constexpr std::size_t kFirstWindow = std::size_t{16} << 10;
constexpr std::size_t kMaxEventBytes = std::size_t{256} << 20;
constexpr std::size_t kWindowGrowth = 8;
constexpr std::size_t kMaxDepth = 16;
constexpr std::size_t kMaxMembers = 10'000;

Error changed(const SourceInfo& source)
{
    return {ErrorCode::Damaged, "the file changed since it was opened", source.path.string(), "Open it again"};
}

/// The bytes of the object at an offset; nothing when there is none.
std::optional<std::string> objectAt(const ByteSource& data, std::uint64_t offset)
{
    std::string text;
    for (std::size_t window = kFirstWindow; window <= kMaxEventBytes; window *= kWindowGrowth) {
        text.resize(window);
        text.resize(data.readAt(offset, text.data(), window));
        if (text.empty() || text.front() != '{')
            return std::nullopt;
        const LexedValue value = lexValue(text, 0);
        if (value.end == LexedValue::End::Complete) {
            text.resize(value.at);
            return text;
        }
        if (value.end != LexedValue::End::Incomplete || text.size() < window)
            return std::nullopt;
    }
    return std::nullopt;
}

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
    if (!source.data && isDatabaseFile(source.path))
        return readRowDetails(source, ref, scratchDir);
    if (!source.data)
        return Error{ErrorCode::NotFound, "the source is not available any more", source.path.string(), {}};
    if (source.data->size() != source.bytes)
        return changed(source);
    const auto object = objectAt(*source.data, ref.offset());
    if (!object)
        return changed(source);
    EventDetails details;
    flatten(*object, {}, 0, details);
    return details;
}

} // namespace tideline
