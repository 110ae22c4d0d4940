// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advise/saving.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/analyze/intervals.h"

namespace tideline {

namespace {

/// A candidate's part begins or ends to hold.
struct Edge {
    Instant time;
    double part;
    bool begins;
    bool operator<(const Edge& other) const { return time < other.time; }
};

} // namespace

std::vector<TimeRange> exposedRanges(const StepProfile& step, Candidate::Kind kind, TimeRange range)
{
    switch (kind) {
    case Candidate::Kind::Compute: return holesIn(range, step.transfers);
    case Candidate::Kind::Communication: return holesIn(range, step.computing);
    case Candidate::Kind::Host: break;
    }
    return clippedRanges(range, step.idle);
}

Duration exposedTime(const StepProfile& step, Candidate::Kind kind, TimeRange range)
{
    return lengthOf(exposedRanges(step, kind, range));
}

Duration ClosedFormSaving::saved(const Trace&, const StepProfile& step, std::span<const Candidate> candidates) const
{
    std::vector<Edge> edges;
    for (const Candidate& candidate : candidates) {
        const double part = std::clamp(candidate.part, 0.0, 1.0);
        for (const TimeRange range : exposedRanges(step, candidate.kind, candidate.range)) {
            edges.push_back({range.start, part, true});
            edges.push_back({range.end, part, false});
        }
    }
    std::sort(edges.begin(), edges.end());
    std::multiset<double> open;
    double saved = 0;
    Instant last;
    for (const Edge& edge : edges) {
        if (!open.empty())
            saved += *open.rbegin() * static_cast<double>((edge.time - last).ns);
        last = edge.time;
        if (edge.begins)
            open.insert(edge.part);
        else
            open.erase(open.find(edge.part));
    }
    // Work of the step may reach beyond its window; nobody can gain more than the step takes.
    return std::min(Duration{std::llround(saved)}, step.wall());
}

} // namespace tideline
