// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/advise/advisor.h"
#include "core/analyze/curves.h"
#include "core/base/message.h"

// The report as a document: what it says, without a language, a font or a file format. Writers put it into words.
namespace tideline {

/// One figure or name of a table; missing: the profile does not give it.
using ReportCell = std::optional<MessageArg>;

struct ReportColumn {
    std::string key; ///< of documents: "total_ns"
    TextKey title;
    bool number = false; ///< set to the right
};

/// True for names and sentences, which get more room than types and states.
bool isWide(const ReportColumn& column);

struct ReportTable {
    std::string id; ///< stable word of documents
    TextKey title;
    std::vector<ReportColumn> columns;
    std::vector<std::vector<ReportCell>> rows;
    std::size_t total = 0; ///< rows before they were cut
};

struct ReportText {
    enum class Tone {
        Plain,
        Lead,    ///< the sentence to remember
        Missing, ///< what is not there, and what would bring it
        Remark,
    };
    Message text;
    Tone tone = Tone::Plain;
};

/// What a part of a chart stands for; writers give it a colour.
enum class ReportInk { Computing, Communication, Free, Preparing, Forward, Backward, Optimizer, Data, Other };

/// A whole and its parts, drawn as a pie beside their figures.
struct ReportSplit {
    struct Part {
        std::string key;
        TextKey name;
        ReportInk ink = ReportInk::Other;
        Duration time;
    };
    std::string id;
    TextKey title;
    std::vector<Part> parts;
    Duration sum() const;
};

/// Stacked bars on one time axis.
struct ReportBars {
    struct Series {
        TextKey name;
        ReportInk ink = ReportInk::Other;
    };
    struct Bar {
        Message label;
        std::vector<Duration> parts; ///< by series
    };
    std::string id;
    TextKey title;
    std::vector<Series> series;
    std::vector<Bar> bars;
    std::size_t total = 0; ///< bars before they were cut
};

/// A curve as least and greatest values over at most kMostPoints stretches of its range.
struct ReportCurve {
    static constexpr std::size_t kMostPoints = 2000;
    /// Holds until the next point, or until the end of the range. NaN: a gap.
    struct Point {
        Instant time;
        double min = 0;
        double max = 0;
    };
    std::string id;
    TextKey title;
    std::string name; ///< of the counter, where it tells curves of one kind apart
    std::optional<std::int64_t> rank;
    MessageArg::Kind kind = MessageArg::Kind::Count;
    std::string unit; ///< for Kind::Count: "MHz"
    TimeRange range;  ///< on the common axis
    std::vector<Point> points;
    CurveStatistics statistics;
    std::optional<double> peak; ///< what the device can do
    bool peakAssumed = false;
    bool derived = false; ///< computed from kernels, not counted by the device
};

/// A part of the timeline that whoever writes the report has to draw.
struct ReportPicture {
    std::string id;
    TextKey title;
    Message caption;
    RankId rank;
    TimeRange range; ///< on the common axis
    Instant origin;  ///< times are shown from here
};

/// A finding with its number in the report: "[problem 3]".
struct ReportFinding {
    struct Place {
        std::optional<std::int64_t> rank;
        std::optional<std::uint32_t> track;
        std::string trackName;
        std::string name;
        TimeRange range; ///< as in the rank's files
        Duration offset; ///< of its start, from the start of the profile
        std::vector<std::pair<std::string, double>> values;
    };
    std::size_t number = 0;
    Finding finding; ///< its evidence is in `places`
    std::optional<std::int64_t> rank;
    std::vector<std::int64_t> ranks;
    std::vector<Place> places;
    std::optional<double> speedUp; ///< of a step, when all of the saving comes true
};

/// Notes of the user, line by line as they were written.
struct ReportNotes {
    std::string text;
};

using ReportBlock = std::variant<ReportText, ReportTable, ReportSplit, ReportBars, ReportCurve, ReportPicture,
                                 ReportFinding, ReportNotes>;

struct ReportSection {
    std::string id; ///< stable word of documents
    TextKey title;
    std::vector<ReportBlock> blocks;
};

struct Report {
    std::string title;   ///< of the user; "" for the usual one
    std::string created; ///< date and time for people
    std::string scope;   ///< as the user wrote it; "": everything
    std::vector<std::string> paths;
    bool redacted = false;
    AdvisorOverview overview;
    Saving combinedSaving;
    std::vector<Unavailable> unavailable;
    std::vector<ReportSection> sections;

    const ReportSection* section(std::string_view id) const;
    /// The table of that id in any section, or null.
    const ReportTable* table(std::string_view id) const;
};

/// What a finding promises, in one sentence; without a figure it says why.
Message gainOf(const Saving& saving);
/// The places of a finding as a table for people.
ReportTable placesOf(const ReportFinding& finding);
TextKey titleOf(FindingSeverity severity);

} // namespace tideline
