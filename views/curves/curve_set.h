// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analyze/curves.h"
#include "views/kit/theme.h"

namespace tideline {

/// The curves of a profile and which of them are shown: what the plot and the legend have in common.
class CurveSet : public QObject {
    Q_OBJECT

public:
    /// Curves that share an axis: one rank, one unit, one subject.
    struct Panel {
        std::vector<std::size_t> curves; ///< shown ones, in the order of the set
        QString title;
    };

    using QObject::QObject;

    /// ranks: rank numbers of the scope; the first of them (or of the profile) is shown at first.
    void setCurves(std::vector<Curve> curves, std::vector<std::optional<std::int64_t>> rankNumbers,
                   const std::vector<std::int64_t>& ranks);
    std::shared_ptr<const std::vector<Curve>> shared() const { return m_curves; } ///< for workers
    const std::vector<Curve>& curves() const { return *m_curves; }
    const Curve& at(std::size_t index) const { return (*m_curves)[index]; }

    bool isShown(std::size_t index) const { return m_shown[index]; }
    void toggle(std::size_t index);
    /// Shows this curve alone; a second time brings the others back.
    void solo(std::size_t index);
    /// Shows the curves that are shown at first, of the ranks of the scope.
    void showRanks(const std::vector<std::int64_t>& ranks);

    /// Titles anew in the current language.
    void retranslate() { rebuild(); }

    /// Panels with at least one shown curve.
    const std::vector<Panel>& panels() const { return m_panels; }
    /// The title with the rank where the profile has several.
    QString title(std::size_t index) const;
    /// The same whichever curves are shown.
    QColor color(std::size_t index, const Theme& theme) const;

signals:
    void shownChanged();

private:
    void rebuild();
    void chooseFirst();
    QString rankText(const Curve& curve) const;

    std::shared_ptr<const std::vector<Curve>> m_curves = std::make_shared<const std::vector<Curve>>();
    std::vector<std::optional<std::int64_t>> m_rankNumbers; ///< by RankId
    std::vector<bool> m_shown;
    std::vector<bool> m_atFirst;
    std::vector<std::size_t> m_places; ///< of the colour
    std::optional<std::vector<bool>> m_beforeSolo;
    std::vector<Panel> m_panels;
};

} // namespace tideline
