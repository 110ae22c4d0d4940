// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>
#include <optional>
#include <vector>

#include "core/analyze/scope.h"
#include "core/base/id.h"
#include "core/base/time.h"

namespace tideline {

/// What the user has picked. At most one kind at a time.
struct Selection {
    enum class Kind { None, Slices, Range, Operator };
    Kind kind = Kind::None;
    std::vector<SliceId> slices; ///< Slices: the picked ones, the last is the current one
    TimeRange range;             ///< Range: on the common axis
    std::vector<TrackId> tracks; ///< Range: the covered tracks; empty means all
    StringId operatorName;       ///< Operator: all slices of this name
    bool operator==(const Selection&) const = default;
};

/// What lies under the pointer anywhere; highlights only.
struct Hover {
    SliceId slice;
    StringId operatorName;
    std::optional<Instant> time; ///< on the common axis
    bool operator==(const Hover&) const = default;
};

/// The state that all pages of one window share. Pages write and read it and never talk to each other.
/// Zoom never changes numbers (that is the scope), scope never changes the zoom.
class ViewState : public QObject {
    Q_OBJECT

public:
    explicit ViewState(QObject* parent = nullptr);

    /// Forgets everything; the visible range becomes the whole extent. For a newly opened profile.
    void reset(TimeRange extent);

    TimeRange extent() const { return m_extent; }
    TimeRange visibleRange() const { return m_visible; }
    /// Clipped to the extent (with 5 % margin) and to at least 10 ns. Gestures within 500 ms share a history entry.
    void setVisibleRange(TimeRange range);
    /// Zoom so that range fills share of the width, centred; one history entry of its own.
    void zoomTo(TimeRange range, double share = 0.8);
    void fitAll() { zoomTo(m_extent, 1.0); }

    bool canGoBack() const { return m_position > 0; }
    bool canGoForward() const { return m_position + 1 < m_history.size(); }
    void goBack();
    void goForward();

    const Selection& selection() const { return m_selection; }
    void setSelection(Selection selection);
    void selectSlice(SliceId slice);
    void clearSelection() { setSelection({}); }

    const Hover& hover() const { return m_hover; }
    void setHover(const Hover& hover);

    const Scope& scope() const { return m_scope; }
    void setScope(Scope scope);

    /// Asks the timeline to bring a slice into view (double click in a table): zooms when needed.
    void reveal(SliceId slice) { emit revealRequested(slice); }

signals:
    void profileReset();
    void visibleRangeChanged(tideline::TimeRange range);
    void selectionChanged();
    void hoverChanged();
    void scopeChanged();
    void historyChanged();
    void revealRequested(tideline::SliceId slice);

private:
    struct Entry {
        TimeRange range;
        Selection selection;
    };
    TimeRange clamped(TimeRange range) const;
    void remember(bool coalesce);
    void restore();

    TimeRange m_extent;
    TimeRange m_visible;
    Selection m_selection;
    Hover m_hover;
    Scope m_scope;
    std::vector<Entry> m_history;
    std::size_t m_position = 0;
    std::chrono::steady_clock::time_point m_lastGesture;
};

} // namespace tideline
