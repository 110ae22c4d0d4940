// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/curves/curve_set.h"

#include <algorithm>
#include <array>
#include <utility>

#include "views/curves/curve_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

/// Panels are made of neighbours of the same subject.
int subjectOf(CurveKind kind)
{
    switch (kind) {
    case CurveKind::CubeUtilization: return 0;
    case CurveKind::VectorUtilization: return 1;
    case CurveKind::CoreUtilization: return 2;
    case CurveKind::HbmRead:
    case CurveKind::HbmWrite:
    case CurveKind::HbmTotal: return 3;
    case CurveKind::LlcThroughput: return 4;
    case CurveKind::LlcHitRate: return 5;
    case CurveKind::CoreFrequency: return 6;
    case CurveKind::DeviceMemory: return 7;
    case CurveKind::AllocatorMemory: return 8;
    case CurveKind::Other: return 9;
    }
    return 9;
}

bool samePanel(const Curve& a, const Curve& b)
{
    return a.rank == b.rank && a.unit == b.unit && subjectOf(a.kind) == subjectOf(b.kind) && a.kind != CurveKind::Other;
}

/// The sum of the allocators; its parts would repeat it.
bool isAllocatorSum(const Curve& curve)
{
    return curve.kind == CurveKind::AllocatorMemory && curve.name.rfind("PTA+GE ", 0) == 0;
}

/// Left out at first: counters of unknown meaning, memory that is nowhere used, parts of a sum that is shown.
bool isUseful(const Curve& curve)
{
    if (curve.kind == CurveKind::Other || curve.data.size() == 0)
        return false;
    const bool memory = curve.kind == CurveKind::DeviceMemory || curve.kind == CurveKind::AllocatorMemory;
    const StepSummary all = curve.data.over(0, curve.data.size());
    if (memory && !(all.max > 0))
        return false;
    // Memory is the sum of DDR and HBM: without DDR it would only cover the HBM curve.
    return curve.kind != CurveKind::DeviceMemory || !curve.name.ends_with("/Memory");
}

} // namespace

void CurveSet::setCurves(std::vector<Curve> curves, std::vector<std::optional<std::int64_t>> rankNumbers,
                         const std::vector<std::int64_t>& ranks)
{
    m_curves = std::make_shared<const std::vector<Curve>>(std::move(curves));
    m_rankNumbers = std::move(rankNumbers);
    chooseFirst();
    showRanks(ranks);
}

void CurveSet::chooseFirst()
{
    const std::vector<Curve>& curves = *m_curves;
    m_atFirst.assign(curves.size(), false);
    m_places.assign(curves.size(), 0);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const bool part = curves[i].kind == CurveKind::AllocatorMemory && !isAllocatorSum(curves[i])
                          && (curves[i].name.rfind("PTA ", 0) == 0 || curves[i].name.rfind("GE ", 0) == 0)
                          && std::any_of(curves.begin(), curves.end(), [&](const Curve& other) {
                                 return other.rank == curves[i].rank && isAllocatorSum(other);
                             });
        m_atFirst[i] = isUseful(curves[i]) && !part;
    }
    // The first colours go to the curves that are shown at first.
    for (std::size_t first = 0; first < curves.size();) {
        std::size_t last = first + 1;
        while (last < curves.size() && samePanel(curves[first], curves[last]))
            ++last;
        std::size_t place = 0;
        for (const bool shown : {true, false}) {
            for (std::size_t i = first; i < last; ++i)
                m_places[i] = m_atFirst[i] == shown ? place++ : m_places[i];
        }
        first = last;
    }
}

void CurveSet::showRanks(const std::vector<std::int64_t>& ranks)
{
    m_beforeSolo.reset();
    m_shown.assign(m_curves->size(), false);
    std::optional<RankId> only;
    for (std::size_t i = 0; i < m_curves->size(); ++i) {
        const Curve& curve = (*m_curves)[i];
        const auto number = m_rankNumbers[curve.rank.row];
        const bool inScope = ranks.empty() || (number && std::count(ranks.begin(), ranks.end(), *number) > 0);
        if (!inScope || !m_atFirst[i])
            continue;
        // All ranks at once would be a hundred panels; the others are one click away.
        only = only ? only : curve.rank;
        m_shown[i] = ranks.size() > 1 || curve.rank == *only;
    }
    rebuild();
}

void CurveSet::toggle(std::size_t index)
{
    m_shown[index] = !m_shown[index];
    rebuild();
}

void CurveSet::solo(std::size_t index)
{
    std::vector<bool> alone(m_curves->size(), false);
    alone[index] = true;
    if (m_shown == alone && m_beforeSolo) {
        m_shown = *std::exchange(m_beforeSolo, std::nullopt);
    } else {
        m_beforeSolo = std::exchange(m_shown, alone);
    }
    rebuild();
}

void CurveSet::rebuild()
{
    m_panels.clear();
    for (std::size_t i = 0; i < m_curves->size(); ++i) {
        if (!m_shown[i])
            continue;
        const Curve& curve = (*m_curves)[i];
        if (!m_panels.empty() && samePanel((*m_curves)[m_panels.back().curves.front()], curve)) {
            m_panels.back().curves.push_back(i);
            continue;
        }
        const QString rank = rankText(curve);
        m_panels.push_back({{i}, rank.isEmpty() ? panelTitle(curve) : panelTitle(curve) + u" \u00B7 "_s + rank});
    }
    emit shownChanged();
}

QString CurveSet::rankText(const Curve& curve) const
{
    if (m_rankNumbers.size() < 2)
        return {};
    const auto number = m_rankNumbers[curve.rank.row];
    return tr("rank %1").arg(number ? QString::number(*number) : u"?"_s);
}

QString CurveSet::title(std::size_t index) const
{
    const QString rank = rankText((*m_curves)[index]);
    const QString title = curveTitle((*m_curves)[index]);
    return rank.isEmpty() ? title : title + u" \u00B7 "_s + rank;
}

QColor CurveSet::color(std::size_t index, const Theme& theme) const
{
    const std::array<QColor, 7> colors{theme.computing,
                                       theme.communication,
                                       theme.category(Category::Copy),
                                       theme.category(Category::AiCpu),
                                       theme.category(Category::Wait),
                                       theme.category(Category::Vector),
                                       theme.category(Category::Mix)};
    if ((*m_curves)[index].kind == CurveKind::VectorUtilization)
        return theme.category(Category::Vector);
    return colors[m_places[index] % colors.size()];
}

} // namespace tideline
