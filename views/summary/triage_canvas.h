// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <optional>

#include "views/summary/triage_paint.h"

namespace tideline {

/// The picture of the triage page as a widget: hover, tooltips, clicks and arrow keys on the bars.
class TriageCanvas final : public QWidget {
    Q_OBJECT

public:
    explicit TriageCanvas(QWidget* parent = nullptr);

    void setData(TriageData data);
    const TriageData& data() const { return m_data; }
    const TriageLayout& layoutOf() const { return m_layout; }

signals:
    /// A bar with a known place in time was picked.
    void barPicked(tideline::TimeRange range);
    /// One of the heaviest findings was picked.
    void findingPicked(const QString& ruleId);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void relayout();
    void hover(std::optional<std::size_t> target);
    void pick(std::optional<std::size_t> target);
    QString toolTipOf(std::size_t target) const;

    TriageData m_data;
    TriageLayout m_layout;
    std::optional<std::size_t> m_hovered;
};

} // namespace tideline
