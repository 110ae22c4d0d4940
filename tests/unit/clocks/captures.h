// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMetaType>
#include <QTemporaryDir>

#include <cstdint>
#include <memory>
#include <vector>

#include "app/common/collect_output.h"
#include "core/analyze/clocks/align_clocks.h"
#include "core/collect/cost_constants.h"
#include "core/session/session.h"

// Profiles of simulated jobs whose clocks are known.
namespace tideline::test {

/// Ends of a collective differ by that much.
constexpr std::int64_t kLinkLatencyNs = collect::cost::kEndSpreadNs;

/// What the clocks of the files say at a moment of simulated time.
struct Truth {
    collect::ClockTruth clock;
    std::int64_t wallNs = 0; ///< of the first rank's host when the recording began

    Instant host(std::int64_t now) const;
    Instant device(std::int64_t now) const;
};

/// A profile of known clocks, as it was opened.
struct Capture {
    std::shared_ptr<const Session> session; ///< none: collecting or opening failed
    std::vector<Truth> truth;
    std::vector<RankAlignment> found;
    std::int64_t lengthNs = 0;

    std::int64_t middle() const { return collect::cost::kLeadNs + lengthNs / 2; }
    /// What has to be added to times of the rank's device there.
    Duration shift(std::size_t rank) const;
};
Capture captured(const QTemporaryDir& folder, ExportForm form, const collect::CollectOptions& options);

struct Errors {
    double inHostNs = 0;
    double acrossNs = 0; ///< on the lines, at any time
    double middleNs = 0; ///< of the one shift that the axis has
    double shareOfEffectsFirst = 0;
};
Errors errorsOf(const Capture& capture);
void print(const Errors& errors);

/// Scenario, skew, drift and marks of a job of which one rank's clocks are set wrong.
struct GridRow {
    QByteArray scenario;
    int ranks = 0;
    int steps = 0;
    QByteArray skew; ///< seconds; empty: the clocks are as every job has them
    QByteArray ppm;
    bool markers = false;
    std::uint64_t seed = 0;
};
/// Adds the row's columns and a row for every skew, drift and use of marks.
void addGridRows(const char* scenario, int ranks, int steps);
/// The row that is tested, collected and opened; the targets of clocks are checked. Ends the test on a failure.
void checkGridRow();

} // namespace tideline::test

Q_DECLARE_METATYPE(tideline::test::GridRow)
