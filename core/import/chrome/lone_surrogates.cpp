// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/lone_surrogates.h"

#include <algorithm>
#include <vector>

#include "core/decode/json/raw_json.h"

namespace tideline {

namespace {

constexpr const char* kReason = "half of a surrogate pair";

/// The events of one worker.
class Noting {
public:
    Noting(const EventCollector& collector, IssueTally& issues) : m_collector(collector), m_issues(issues)
    {
        for (std::uint32_t i = 0; i < collector.texts.size(); ++i)
            m_lone.push_back(hasLoneSurrogate(collector.texts.bytes(i)));
    }

    void run()
    {
        if (std::find(m_lone.begin(), m_lone.end(), true) != m_lone.end())
            lanes();
        for (const CollectedSeries& series : m_collector.series) {
            if (hasLoneSurrogate(series.name) || hasLoneSurrogate(series.key)) {
                series.samples.forEach(
                    [this](const SampleRow& sample) { m_issues.add(IssueKind::InvalidUtf8, sample.ref, kReason); });
            }
        }
    }

private:
    void lanes()
    {
        for (const CollectedLane& lane : m_collector.lanes) {
            lane.slices.forEach([this](const SliceRow& row) {
                note(m_lone[row.name.row] || m_lone[row.category.row] || m_lone[row.taskType.row], row.ref);
            });
            for (const OpenEvent& row : lane.open)
                note(m_lone[row.name.row] || m_lone[row.category.row] || m_lone[row.taskType.row], row.ref);
            for (const InstantRow& row : lane.instants)
                note(m_lone[row.name.row], row.ref);
        }
        for (const AsyncEvent& row : m_collector.asyncs)
            note(m_lone[row.name.row] || m_lone[row.category.row], row.ref);
        m_collector.flows.forEach([this](const FlowPoint& row) { note(m_lone[row.category.row], row.ref); });
    }

    void note(bool lone, SourceRef ref)
    {
        if (lone)
            m_issues.add(IssueKind::InvalidUtf8, ref, kReason);
    }

    const EventCollector& m_collector;
    IssueTally& m_issues;
    std::vector<bool> m_lone; // by text
};

} // namespace

void noteLoneSurrogates(const EventCollectors& collectors, IssueTally& issues)
{
    for (const auto& collector : collectors)
        Noting(*collector, issues).run();
}

} // namespace tideline
