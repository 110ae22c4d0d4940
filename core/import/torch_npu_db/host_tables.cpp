// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torch_npu_db/host_tables.h"

#include <map>
#include <string>

#include "core/import/torch_npu_db/rank_facts.h"

namespace tideline {

namespace {

constexpr std::int64_t kQueueType = 50'002;
constexpr std::int64_t kPythonType = 50'003;
constexpr std::int64_t kMarkType = 50'004;
constexpr std::int64_t kMarker = 0; // of ENUM_MSTX_EVENT_TYPE
constexpr std::int64_t kMarkerEx = 3;

std::map<std::int64_t, std::string> apiTypes(DatabaseReader& reader)
{
    return readEnum(reader, "ENUM_API_TYPE",
                    {{20'000, "acl"},
                     {15'000, "model"},
                     {10'000, "node"},
                     {5'500, "communication"},
                     {5'000, "runtime"},
                     {50'001, "op"},
                     {50'002, "queue"},
                     {50'003, "trace"},
                     {50'004, "mstx"}});
}

/// What the text form writes before the '@'.
std::string layerOf(const std::string& type)
{
    if (type == "acl")
        return "AscendCL";
    if (type == "hccl")
        return "HCCL";
    if (type.empty())
        return type;
    std::string layer = type;
    if (layer.front() >= 'a' && layer.front() <= 'z')
        layer.front() = static_cast<char>(layer.front() - 'a' + 'A');
    return layer;
}

/// The pool's ids of names with their layer, and of the layers as categories.
class RuntimeNames {
public:
    explicit RuntimeNames(DatabaseReader& reader) : m_reader(reader)
    {
        for (const auto& [id, name] : apiTypes(reader))
            m_layers[id] = {layerOf(name), reader.intern(name, "ENUM_API_TYPE")};
    }
    StringId category(std::int64_t type) const
    {
        const auto found = m_layers.find(type);
        return found == m_layers.end() ? kEmptyString : found->second.second;
    }
    StringId name(std::int64_t type, StringId bare)
    {
        const auto [known, fresh] = m_names.try_emplace({type, bare}, bare);
        const auto layer = m_layers.find(type);
        if (fresh && layer != m_layers.end() && !layer->second.first.empty()) {
            const std::string text = layer->second.first + "@" + std::string(m_reader.builder().strings().text(bare));
            known->second = m_reader.builder().intern(text);
        }
        return known->second;
    }

private:
    DatabaseReader& m_reader;
    std::map<std::int64_t, std::pair<std::string, StringId>> m_layers;
    std::map<std::pair<std::int64_t, StringId>, StringId> m_names;
};

/// A slice on a host thread; nothing for a row without a start.
std::optional<SliceRow> hostSlice(TableScan& table, DatabaseReader& reader, StringId name, StringId category)
{
    const auto times = table.times(0, 1);
    if (!times)
        return {};
    SliceRow slice;
    slice.start = times->start;
    slice.duration = times->duration;
    slice.ref = table.ref();
    slice.name = name;
    slice.category = category;
    reader.cover(slice.start, slice.start + slice.duration);
    return slice;
}

void readMarks(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links)
{
    const StringId category = reader.builder().intern("mstx");
    TableScan table(reader, "MSTX_EVENTS", {"startNs", "endNs", "eventType", "message", "globalTid", "connectionId"});
    while (table.next()) {
        const TrackId track = lanes.thread(table.integer(4), HostLayer::Marks);
        const std::int64_t type = table.integer(2);
        if (type == kMarker || type == kMarkerEx) {
            const auto time = table.time(0);
            if (!time)
                continue;
            reader.builder().addInstant(track, {*time, table.ref(), table.string(3)});
            reader.cover(*time, *time);
            links.addMark({table.integer(5), *time, track, table.ref()});
        } else if (const auto slice = hostSlice(table, reader, table.string(3), category)) {
            reader.builder().addSlice(track, *slice);
            links.addMark({table.integer(5), slice->start, track, slice->ref});
        }
    }
}

/// Rows that are nothing but slices of a thread.
void readPlain(DatabaseReader& reader, DatabaseLanes& lanes, const char* name, HostLayer layer, StringId sameName,
               StringId category)
{
    TableScan table(reader, name, {"startNs", "endNs", "globalTid", "name"});
    while (table.next()) {
        const StringId own = table.has(3) ? table.string(3) : sameName;
        if (const auto slice = hostSlice(table, reader, own, category))
            reader.builder().addSlice(lanes.thread(table.integer(2), layer), *slice);
    }
}

bool isUnfinished(DatabaseReader& reader)
{
    bool unfinished = false;
    TableScan table(reader, "status_info", {"key", "value"});
    while (table.next())
        unfinished = unfinished || (table.rawText(0) == "OVERLAP_ANALYSIS_STATUS" && table.rawText(1) != "FINISH");
    return unfinished;
}

} // namespace

void readRuntimeCalls(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links)
{
    RuntimeNames names(reader);
    TableScan table(reader, "CANN_API", {"startNs", "endNs", "type", "globalTid", "connectionId", "name"});
    while (table.next()) {
        const std::int64_t type = table.integer(2);
        const auto slice = hostSlice(table, reader, names.name(type, table.string(5)), names.category(type));
        if (!slice)
            continue;
        const TrackId track = lanes.thread(table.integer(3), HostLayer::Cann);
        reader.builder().addSlice(track, *slice);
        if (table.integer(4) != kNoInteger)
            links.addRuntimeCall({table.integer(4), slice->start, track, slice->ref});
    }
    links.indexCalls();
}

void readFrameworkCalls(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links)
{
    TraceBuilder& builder = reader.builder();
    const StringId operators = builder.intern("cpu_op");
    const StringId functions = builder.intern("python_function");
    const StringId enqueue = builder.intern("enqueue");
    const StringId dequeue = builder.intern("dequeue");
    const StringId marks = builder.intern("mstx");
    TableScan table(reader, "PYTORCH_API", {"startNs", "endNs", "type", "globalTid", "connectionId", "name"});
    while (table.next()) {
        const std::int64_t type = table.integer(2);
        const StringId name = table.string(5);
        auto kind = DeviceLinks::Framework::Operator;
        StringId category = operators;
        if (type == kQueueType) {
            const bool ends = builder.strings().text(name).starts_with("Dequeue");
            kind = ends ? DeviceLinks::Framework::Dequeue : DeviceLinks::Framework::Enqueue;
            category = ends ? dequeue : enqueue;
        } else if (type == kPythonType || type == kMarkType) {
            category = type == kPythonType ? functions : marks;
        }
        const auto slice = hostSlice(table, reader, name, category);
        if (!slice)
            continue;
        const TrackId track = lanes.thread(table.integer(3), HostLayer::Python);
        builder.addSlice(track, *slice);
        links.addFramework({table.integer(4), slice->start, track, slice->ref}, kind);
    }
}

void readOtherHostRows(DatabaseReader& reader, DatabaseLanes& lanes, DeviceLinks& links)
{
    readMarks(reader, lanes, links);
    const StringId collection = reader.builder().intern("gc");
    readPlain(reader, lanes, "GC_RECORD", HostLayer::Collector, reader.builder().intern("GC"), collection);
    readPlain(reader, lanes, "OSRT_API", HostLayer::System, kEmptyString, reader.builder().intern("osrt"));
}

void readOverlap(DatabaseReader& reader, DatabaseLanes& lanes)
{
    if (isUnfinished(reader))
        return;
    TableScan table(reader, "OVERLAP_ANALYSIS", {"startNs", "endNs", "deviceId", "type"});
    while (table.next()) {
        const TrackId track = lanes.overlap(table.integer(2), table.integer(3));
        if (!track.valid()) {
            table.reject(IssueKind::BadRow, "an unknown kind of interval");
            continue;
        }
        const StringId name = reader.builder().intern(reader.builder().track(track).name);
        if (const auto slice = hostSlice(table, reader, name, kEmptyString))
            reader.builder().addSlice(track, *slice);
    }
}

} // namespace tideline
