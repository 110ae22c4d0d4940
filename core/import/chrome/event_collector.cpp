// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/event_collector.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#define XXH_INLINE_ALL // short texts: the call would cost as much as the hash
#include <xxhash.h>

#include "core/decode/decimal.h"
#include "core/decode/json/raw_json.h"

namespace tideline {

namespace {

constexpr std::string_view kNoId = "0";

/// What becomes of the events of a phase.
enum class PhaseUse { Unknown, Counted, Naming, Timed };

PhaseUse useOf(char phase)
{
    switch (phase) {
    case 'X':
    case 'B':
    case 'E':
    case 'i':
    case 'I':
    case 'R':
    case 'b':
    case 'e':
    case 'S':
    case 'F':
    case 's':
    case 't':
    case 'f':
    case 'C': return PhaseUse::Timed;
    case 'M': return PhaseUse::Naming;
    case 'n':
    case 'T':
    case 'p':
    case 'P':
    case 'N':
    case 'O':
    case 'D':
    case 'c':
    case 'V':
    case 'v':
    case '(':
    case ')': return PhaseUse::Counted;
    default: return PhaseUse::Unknown;
    }
}

/// The content of a token as text; a copy only where escapes must be resolved.
std::string_view contentOf(std::string_view token, std::string& room)
{
    const std::string_view content = jsonTokenContent(token);
    if (token.empty() || token.front() != '"' || content.find('\\') == std::string_view::npos)
        return content;
    room = unescapedJson(content);
    return room;
}

/// The last eight bytes of a token, fewer where it has fewer.
std::uint64_t lastBytes(std::string_view token)
{
    std::uint64_t bytes = 0;
    if (token.size() >= sizeof(bytes)) {
        std::memcpy(&bytes, token.data() + token.size() - sizeof(bytes), sizeof(bytes));
        return bytes;
    }
    for (const char c : token)
        bytes = bytes << 8 | static_cast<unsigned char>(c);
    return bytes;
}

/// A place in a table of 2^n slots; depends on all bits.
std::size_t slotOf(std::uint64_t some, std::size_t slots)
{
    return static_cast<std::size_t>((some * 0x9E3779B97F4A7C15U) >> 32) & (slots - 1);
}

std::string_view orZero(std::string_view id)
{
    return id.empty() ? kNoId : id;
}

/// Argument keys that say which instance of a counter this is; they are no series.
bool isInstanceKey(std::string_view key)
{
    std::string plain;
    if (key.find('\\') != std::string_view::npos)
        key = plain = unescapedJson(key);
    return key == "acc_id" || key == "PA Link ID" || key == "PCIE ID";
}

/// A finite number, written as a number or as a string.
std::optional<double> numberOf(std::string_view token)
{
    std::string_view text = jsonTokenContent(token);
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
        return std::nullopt;
    return number;
}

} // namespace

EventCollector::EventCollector()
{
    texts.id({}); // id 0 is the missing text
}

simdjson::error_code EventCollector::object(simdjson::ondemand::object& object, std::uint64_t offset)
{
    RawEvent event;
    m_more.clear();
    if (const auto error = event.read(object, m_more))
        return error;
    if (!event.empty)
        take(event, SourceRef(m_source, offset));
    return simdjson::SUCCESS;
}

void EventCollector::setSource(std::uint32_t source, bool keepTexts)
{
    m_source = source;
    m_keepTexts = keepTexts;
}

void EventCollector::stretchEnded()
{
    if (auto block = m_packer.take())
        m_textBlocks.push_back(std::move(*block));
}

void EventCollector::keepText(SourceRef ref)
{
    if (m_keepTexts)
        m_packer.add(ref.offset(), m_more);
}

void EventCollector::trouble(JsonTrouble kind, std::uint64_t offset)
{
    const SourceRef place(m_source, offset);
    switch (kind) {
    case JsonTrouble::Junk: issues.add(IssueKind::JunkElement, place); break;
    case JsonTrouble::StrayComma: issues.add(IssueKind::LeadingComma, place); break;
    case JsonTrouble::BadObject: issues.add(IssueKind::BadEvent, place, "not readable"); break;
    case JsonTrouble::ControlCharacters: issues.add(IssueKind::ControlCharacters, place); break;
    case JsonTrouble::InvalidUtf8: issues.add(IssueKind::InvalidUtf8, place); break;
    case JsonTrouble::Truncated: issues.add(IssueKind::Truncated, place); break;
    }
}

void EventCollector::take(const RawEvent& event, SourceRef ref)
{
    if (event.phase.empty()) {
        issues.add(IssueKind::JunkElement, ref, "no ph");
        return;
    }
    m_events.store(m_events.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    const char phase = event.phaseCharacter();
    countPhase(event, phase, ref);
    const PhaseUse use = useOf(phase);
    if (use == PhaseUse::Naming) {
        takeNaming(event, ref);
        return;
    }
    if (use == PhaseUse::Timed) {
        if (const auto time = timeOf(event, phase, ref))
            takeTimed(event, phase, *time, ref);
        return;
    }
    if (const auto ns = nanosFromMicros(jsonTokenContent(event.time)))
        extend({*ns}, {*ns});
}

void EventCollector::countPhase(const RawEvent& event, char phase, SourceRef ref)
{
    if (phase > 0)
        ++phases[static_cast<std::size_t>(phase)];
    else
        ++oddPhases[jsonTokenText(event.phase)];
    if (useOf(phase) == PhaseUse::Unknown)
        issues.add(IssueKind::UnknownPhase, ref);
}

std::optional<Instant> EventCollector::timeOf(const RawEvent& event, char phase, SourceRef ref)
{
    if (const auto ns = nanosFromMicros(jsonTokenContent(event.time)))
        return Instant{*ns};
    issues.add(IssueKind::BadTime, ref, phase == 'X' ? "ts of a complete event" : "ts");
    return std::nullopt;
}

void EventCollector::takeTimed(const RawEvent& event, char phase, Instant time, SourceRef ref)
{
    switch (phase) {
    case 'X': return takeSlice(event, time, ref);
    case 'C': takeCounter(event, time, ref); break;
    case 's': takeFlow(event, FlowPhase::Start, time, ref); break;
    case 't': takeFlow(event, FlowPhase::Step, time, ref); break;
    case 'f': takeFlow(event, FlowPhase::End, time, ref); break;
    case 'B':
    case 'E': takeOpen(event, phase == 'B', time, ref); break;
    case 'b':
    case 'e': takeAsync(event, phase == 'b', 'b', time, ref); break;
    case 'S':
    case 'F': takeAsync(event, phase == 'S', 'S', time, ref); break;
    default: takeInstant(event, time, ref); break;
    }
    extend(time, time);
}

void EventCollector::extend(Instant start, Instant end)
{
    first = first ? std::min(*first, start.ns) : start.ns;
    last = last ? std::max(*last, end.ns) : end.ns;
}

std::uint32_t EventCollector::laneOf(const RawEvent& event, SourceRef ref)
{
    const std::string_view pid = orZero(event.pid);
    const std::string_view tid = orZero(event.tid);
    std::uint32_t& memo = m_laneMemo[slotOf(lastBytes(tid) ^ lastBytes(pid) << 1, m_laneMemo.size())];
    if (memo < lanes.size() && lanes[memo].tid == tid && lanes[memo].pid == pid)
        return memo;
    m_scratch.assign(pid);
    m_scratch += '\0';
    m_scratch += tid;
    memo = m_laneKeys.id(m_scratch);
    if (memo == lanes.size()) {
        CollectedLane& lane = lanes.emplace_back();
        lane.pid = pid;
        lane.tid = tid;
        lane.firstRef = ref;
    }
    return memo;
}

CollectedLane& EventCollector::usedLane(const RawEvent& event, SourceRef ref)
{
    CollectedLane& lane = lanes[laneOf(event, ref)];
    lane.used = true;
    return lane;
}

StringId EventCollector::textId(std::string_view token, StringId& memo)
{
    if (texts.bytes(memo.row) != token)
        memo = textId(token);
    return memo;
}

StringId EventCollector::taskTypeOf(const RawEvent& event)
{
    // Files whose events have a category say there what the event is.
    return event.category.empty() && !event.args.empty() ? textId(findTaskType(event.args), m_lastTaskType)
                                                         : StringId{0};
}

void EventCollector::takeSlice(const RawEvent& event, Instant time, SourceRef ref)
{
    Duration duration;
    if (event.duration.empty()) {
        issues.add(IssueKind::MissingDuration, ref);
    } else {
        const auto ns = nanosFromMicros(jsonTokenContent(event.duration));
        if (!ns) {
            issues.add(IssueKind::BadTime, ref, "dur");
            return;
        }
        if (*ns < 0)
            issues.add(IssueKind::NegativeDuration, ref);
        duration.ns = std::max<std::int64_t>(*ns, 0);
    }
    extend(time, time + duration);
    SliceRow row;
    row.start = time;
    row.duration = duration;
    row.ref = ref;
    row.name = textId(event.name);
    row.category = textId(event.category, m_lastCategory);
    row.taskType = taskTypeOf(event);
    usedLane(event, ref).slices.push_back(row);
    keepText(ref);
}

void EventCollector::takeOpen(const RawEvent& event, bool begins, Instant time, SourceRef ref)
{
    OpenEvent open{time, ref, StringId{0}, StringId{0}, StringId{0}, begins};
    if (begins) {
        open.name = textId(event.name);
        open.category = textId(event.category, m_lastCategory);
        open.taskType = taskTypeOf(event);
        keepText(ref);
    }
    CollectedLane& lane = lanes[laneOf(event, ref)];
    lane.used = lane.used || begins;
    lane.open.push_back(open);
}

void EventCollector::takeInstant(const RawEvent& event, Instant time, SourceRef ref)
{
    usedLane(event, ref).instants.push_back({time, ref, textId(event.name)});
    keepText(ref);
}

void EventCollector::takeFlow(const RawEvent& event, FlowPhase phase, Instant time, SourceRef ref)
{
    FlowPoint point;
    point.time = time;
    point.ref = ref;
    point.track = TrackId{laneOf(event, ref)};
    lanes[point.track.row].used = true;
    point.category = textId(event.category, m_lastCategory);
    point.phase = phase;
    point.bindEnclosing = phase != FlowPhase::End || event.bindingPoint == "\"e\"";
    const std::string_view id = !event.id.empty() ? event.id : !event.bindId.empty() ? event.bindId : event.id2;
    std::string room;
    m_scratch.assign(contentOf(event.category, room));
    m_scratch += '\0';
    m_scratch += contentOf(id, room);
    const XXH128_hash_t hash = XXH3_128bits(m_scratch.data(), m_scratch.size());
    point.keyHigh = hash.high64;
    point.keyLow = hash.low64;
    flows.push_back(point);
}

void EventCollector::takeAsync(const RawEvent& event, bool begins, char family, Instant time, SourceRef ref)
{
    AsyncEvent async;
    async.time = time;
    async.ref = ref;
    async.lane = laneOf(event, ref);
    async.name = textId(event.name);
    async.category = textId(event.category, m_lastCategory);
    async.begins = begins;
    std::string room;
    m_scratch.assign(1, family);
    m_scratch += contentOf(event.category, room);
    m_scratch += '\0';
    std::string_view id = event.id;
    if (id.empty() && !event.id2.empty() && event.id2.front() == '{') {
        const std::string_view local = rawMember(event.id2, "local");
        id = local.empty() ? rawMember(event.id2, "global") : local;
        if (!local.empty())
            m_scratch += contentOf(orZero(event.pid), room);
    }
    m_scratch += '\0';
    m_scratch += contentOf(id, room);
    const XXH128_hash_t hash = XXH3_128bits(m_scratch.data(), m_scratch.size());
    async.keyHigh = hash.high64;
    async.keyLow = hash.low64;
    asyncs.push_back(async);
    if (begins)
        keepText(ref);
}

void EventCollector::takeCounter(const RawEvent& event, Instant time, SourceRef ref)
{
    if (event.args.empty() || event.args.front() != '{')
        return;
    std::string instance;
    m_values.clear();
    for (RawMembers args(event.args); args.next();) {
        if (!isInstanceKey(args.key())) {
            m_values.emplace_back(args.key(), args.value());
            continue;
        }
        instance += instance.empty() ? "" : " ";
        instance += args.key();
        instance += ' ';
        instance += jsonTokenText(args.value());
    }
    for (const auto& [key, value] : m_values) {
        if (value.front() != '{' && value.front() != '[')
            takeSample(seriesOf(event, instance, key, ref), value, time, ref);
    }
}

bool EventCollector::isSeries(const CollectedSeries& one, const RawEvent& event, std::string_view instance,
                              std::string_view key)
{
    return one.key == key && one.name == event.name && one.pid == orZero(event.pid) && one.id == event.id
           && one.instance == instance;
}

CollectedSeries& EventCollector::seriesOf(const RawEvent& event, std::string_view instance, std::string_view key,
                                          SourceRef ref)
{
    const std::uint64_t some = lastBytes(key) ^ lastBytes(event.name) << 1 ^ lastBytes(instance) << 2;
    std::uint32_t& memo = m_seriesMemo[slotOf(some, m_seriesMemo.size())];
    if (memo < series.size() && isSeries(series[memo], event, instance, key))
        return series[memo];
    m_scratch.clear();
    for (const std::string_view part : {orZero(event.pid), event.name, event.id, instance, key}) {
        m_scratch += part;
        m_scratch += '\0';
    }
    memo = m_seriesKeys.id(m_scratch);
    if (memo == series.size()) {
        CollectedSeries& added = series.emplace_back();
        added.pid = orZero(event.pid);
        added.name = event.name;
        added.id = event.id;
        added.instance = instance;
        added.key = key;
        added.firstRef = ref;
    }
    return series[memo];
}

void EventCollector::takeSample(CollectedSeries& into, std::string_view token, Instant time, SourceRef ref)
{
    SampleRow row;
    row.time = time;
    row.ref = ref;
    if (const auto number = numberOf(token))
        row.value = *number;
    else
        issues.add(IssueKind::BadCounterValue, ref);
    into.samples.push_back(row);
}

void EventCollector::takeNaming(const RawEvent& event, SourceRef ref)
{
    struct Known {
        std::string_view name;
        NamingEvent::Kind kind;
        std::string_view argument;
    };
    using enum NamingEvent::Kind;
    static constexpr Known kKnown[] = {{"\"process_name\"", ProcessName, "name"},
                                       {"\"process_labels\"", ProcessLabels, "labels"},
                                       {"\"process_sort_index\"", ProcessSortIndex, "sort_index"},
                                       {"\"thread_name\"", ThreadName, "name"},
                                       {"\"thread_sort_index\"", ThreadSortIndex, "sort_index"}};
    for (const Known& known : kKnown) {
        if (event.name != known.name)
            continue;
        const std::string_view token = rawMember(event.args, known.argument);
        if (hasLoneSurrogate(token))
            issues.add(IssueKind::InvalidUtf8, ref, "half of a surrogate pair");
        std::string value = jsonTokenText(token);
        if (!value.empty())
            namings.push_back({known.kind, ref, laneOf(event, ref), std::move(value)});
        return;
    }
}

} // namespace tideline
