// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/decode/json/json_array_reader.h"
#include "core/import/chrome/collected_rows.h"
#include "core/import/chrome/issue_tally.h"
#include "core/import/chrome/raw_dictionary.h"
#include "core/import/chrome/raw_event.h"
#include "core/store/event_texts.h"
#include "core/store/rows.h"

namespace tideline {

/// A B or E event that waits for its partner; texts are ids of the collector's dictionary until they are merged.
struct OpenEvent {
    Instant time;
    SourceRef ref;
    StringId name;
    StringId category;
    StringId taskType;
    bool begins = false;
};

/// A b, e, S or F event. `key` is a hash of (category, id, and the process of a local id).
struct AsyncEvent {
    std::uint64_t keyHigh = 0;
    std::uint64_t keyLow = 0;
    Instant time;
    SourceRef ref;
    std::uint32_t lane = 0;
    StringId name;
    StringId category;
    bool begins = false;
};

/// An M event that names or orders a process or thread.
struct NamingEvent {
    enum class Kind { ProcessName, ProcessLabels, ProcessSortIndex, ThreadName, ThreadSortIndex };
    Kind kind = Kind::ProcessName;
    SourceRef ref;
    std::uint32_t lane = 0;
    std::string value;
};

/// The events of one (pid, tid) as one worker saw them.
struct CollectedLane {
    std::string pid; ///< raw tokens
    std::string tid;
    SourceRef firstRef;
    CollectedRows<SliceRow> slices;
    std::vector<OpenEvent> open;
    std::vector<InstantRow> instants;
    bool used = false;             ///< slices, begins, instants or flow ends stand on it
    bool deviceCategories = false; ///< known once its rows are mapped
};

/// The samples of one (pid, counter, instance, series key) as one worker saw them.
struct CollectedSeries {
    std::string pid; ///< raw tokens
    std::string name;
    std::string id;
    std::string instance; ///< "acc_id 1"
    std::string key;      ///< raw, without quotes
    SourceRef firstRef;
    CollectedRows<SampleRow> samples;
};

/// Sorts the events of one worker into lanes, series, flows and counts. Names, categories and lanes are numbers of its own
/// until TraceMerger maps them; nothing is allocated per event.
class EventCollector final : public JsonArrayVisitor {
public:
    EventCollector();

    /// The file whose events come next, and whether what its events say besides their columns is wanted.
    void setSource(std::uint32_t source, bool keepTexts);
    /// The texts of that file's events.
    std::vector<EventTextBlock> takeTexts() { return std::exchange(m_textBlocks, {}); }

    simdjson::error_code object(simdjson::ondemand::object& object, std::uint64_t offset) override;
    void trouble(JsonTrouble kind, std::uint64_t offset) override;
    void stretchEnded() override;

    /// Events seen so far; readable from any thread.
    std::uint64_t eventCount() const { return m_events.load(std::memory_order_relaxed); }

    RawDictionary texts;
    std::vector<CollectedLane> lanes;
    std::vector<CollectedSeries> series;
    CollectedRows<FlowPoint> flows; ///< `track` holds a lane
    std::vector<AsyncEvent> asyncs;
    std::vector<NamingEvent> namings;
    std::map<std::string, std::uint64_t> oddPhases;
    std::array<std::uint64_t, 128> phases{};
    std::optional<std::int64_t> first;
    std::optional<std::int64_t> last;
    IssueTally issues;

private:
    void take(const RawEvent& event, SourceRef ref);
    void countPhase(const RawEvent& event, char phase, SourceRef ref);
    /// Sorts a timed event into its table.
    void takeTimed(const RawEvent& event, char phase, Instant time, SourceRef ref);
    void takeSlice(const RawEvent& event, Instant time, SourceRef ref);
    void takeOpen(const RawEvent& event, bool begins, Instant time, SourceRef ref);
    void takeInstant(const RawEvent& event, Instant time, SourceRef ref);
    void takeFlow(const RawEvent& event, FlowPhase phase, Instant time, SourceRef ref);
    void takeAsync(const RawEvent& event, bool begins, char family, Instant time, SourceRef ref);
    void takeCounter(const RawEvent& event, Instant time, SourceRef ref);
    void takeSample(CollectedSeries& into, std::string_view token, Instant time, SourceRef ref);
    void takeNaming(const RawEvent& event, SourceRef ref);

    std::optional<Instant> timeOf(const RawEvent& event, char phase, SourceRef ref);
    void extend(Instant start, Instant end);
    std::uint32_t laneOf(const RawEvent& event, SourceRef ref);
    CollectedLane& usedLane(const RawEvent& event, SourceRef ref);
    StringId textId(std::string_view token) { return StringId{token.empty() ? 0 : texts.id(token)}; }
    /// The same for texts that come many times in a row; `memo` is the one before.
    StringId textId(std::string_view token, StringId& memo);
    StringId taskTypeOf(const RawEvent& event);
    /// The series of the value; added if new.
    CollectedSeries& seriesOf(const RawEvent& event, std::string_view instance, std::string_view key, SourceRef ref);
    static bool isSeries(const CollectedSeries& one, const RawEvent& event, std::string_view instance,
                         std::string_view key);

    /// Keeps what the event says besides its columns: it has a row that can be selected.
    void keepText(SourceRef ref);

    std::uint32_t m_source = 0;
    bool m_keepTexts = true;
    std::vector<std::string_view> m_more;                                ///< of the current event
    std::vector<std::pair<std::string_view, std::string_view>> m_values; ///< of the current counter event, by key
    EventTextPacker m_packer;
    std::vector<EventTextBlock> m_textBlocks;
    std::atomic<std::uint64_t> m_events{0};
    RawDictionary m_laneKeys;
    RawDictionary m_seriesKeys;
    // Lanes and series that were asked for lately, by a few bytes of their keys: hashing the whole keys takes longer.
    std::array<std::uint32_t, 64> m_laneMemo{};
    std::array<std::uint32_t, 256> m_seriesMemo{};
    StringId m_lastCategory{0};
    StringId m_lastTaskType{0};
    std::string m_scratch;
};

} // namespace tideline
