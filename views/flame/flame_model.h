// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/scene/flame_scene.h"
#include "core/session/session.h"
#include "views/state/view_state.h"

namespace tideline {

/// What the parts of the flame page share: the call tree, the part of it in view and the way back, the frame that the
/// keys are on, what the window's selection means here.
class FlameModel : public QObject {
    Q_OBJECT

public:
    explicit FlameModel(ViewState& state, QObject* parent = nullptr);

    void setSession(std::shared_ptr<const Session> session);
    const Session* session() const { return m_session.get(); }
    std::shared_ptr<const Session> sharedSession() const { return m_session; }
    ViewState& state() const { return m_state; }

    /// A new tree of the same profile; the frame in focus stays when the tree still has it.
    void setTree(std::shared_ptr<const FlameTree> tree);
    const FlameTree* tree() const { return m_tree.get(); }
    std::shared_ptr<const FlameTree> sharedTree() const { return m_tree; }
    bool empty() const { return !m_tree || m_tree->empty(); }

    FlameView view() const { return m_view; }
    std::uint32_t focus() const { return m_focus; }
    std::uint32_t current() const { return m_current; }
    /// By frame; what the selection of the window stands for.
    const std::vector<bool>& selected() const { return m_selected; }
    const FlameMatches* matches() const { return m_matches ? &*m_matches : nullptr; }
    void setMatches(std::optional<FlameMatches> matches);

    void zoomTo(std::uint32_t frame);
    /// Any part of the whole, such as a cell of merged frames; the focus becomes the lowest frame around it.
    void zoomTo(FlameView view);
    /// factor below 1 zooms in; the place keeps its x. Gestures within 500 ms are one step of the way back.
    void zoomAround(double factor, double place);
    void pan(double weight);
    void reset();
    void goBack();
    bool isZoomed() const { return !empty() && m_view != viewOf(*m_tree, 0); }

    /// Puts the keys on a frame and selects its slices, or its name when they are too many.
    void select(std::uint32_t frame);
    void selectNextMatch(int by);
    /// Brings a frame into view: zooms to its parent, or to itself where it would stay too narrow.
    void reveal(std::uint32_t frame);
    bool isInView(std::uint32_t frame) const;

    static constexpr std::size_t kMaxSelected = 1000; ///< slices; more are selected by name

signals:
    void treeChanged();
    void viewChanged();
    /// The frame of the keys; the canvas scrolls to it.
    void currentChanged();
    void marksChanged();

private:
    struct Place {
        FlameView view;
        std::uint32_t focus = 0;
    };
    void show(Place place, bool gesture);
    std::uint32_t lowestAround(FlameView view) const;
    std::uint32_t sameFrame(const FlameTree& old, std::uint32_t frame) const;
    void followSelection();

    ViewState& m_state;
    std::shared_ptr<const Session> m_session;
    std::shared_ptr<const FlameTree> m_tree;
    FlameView m_view;
    std::uint32_t m_focus = 0;
    std::uint32_t m_current = FlameTree::kNone;
    std::vector<bool> m_selected;
    std::optional<FlameMatches> m_matches;
    std::vector<Place> m_back;
    std::chrono::steady_clock::time_point m_lastGesture;
    bool m_selecting = false; ///< the selection comes from here
};

} // namespace tideline
