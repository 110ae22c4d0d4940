// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/time_ruler.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "views/kit/theme.h"
#include "views/text/number_text.h"
#include "views/text/tick_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr double kLeastBandPx = 4;
constexpr double kZoomPerNotch = 1.25;
constexpr double kNotch = 120;

} // namespace

TimeRuler::TimeRuler(TimelineModel& model, TimelineCommands& commands, QWidget* parent)
    : QWidget(parent), m_model(model), m_commands(commands)
{
    setObjectName(u"timeRuler"_s);
    setFixedHeight(kHeightPx);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Time ruler"));
    connect(&model.state(), &ViewState::visibleRangeChanged, this, &TimeRuler::rebuild);
    connect(&model, &TimelineModel::profileChanged, this, &TimeRuler::rebuild);
    connect(&model.state(), &ViewState::hoverChanged, this, qOverload<>(&QWidget::update));
    connect(&model.state(), &ViewState::selectionChanged, this, qOverload<>(&QWidget::update));
}

void TimeRuler::rebuild()
{
    m_ruler = m_model.session() ? buildRuler(axis(), m_model.state().extent().start, kLabelPx) : Ruler{};
    update();
    emit baseChanged();
}

QString TimeRuler::baseText() const
{
    return m_ruler.base.ns == 0 ? QString() : tickText(m_ruler.base, m_ruler.base, m_ruler.base) + u" +"_s;
}

void TimeRuler::paintTicks(QPainter& painter)
{
    const Theme theme = Theme::fromPalette(palette());
    Duration largest;
    for (const Ruler::Tick& tick : m_ruler.ticks)
        largest = std::max(largest, Duration{std::abs(tick.offset.ns)});
    const QFontMetricsF metrics(font());
    for (const Ruler::Tick& tick : m_ruler.ticks) {
        const double x = std::floor(tick.x) + 0.5;
        painter.setPen(QPen(tick.major ? theme.mutedText : theme.grid, 1));
        painter.drawLine(QLineF(x, tick.major ? height() - 10 : height() - 5, x, height()));
        if (!tick.major)
            continue;
        const QString text = tickText(tick.offset, largest, m_ruler.step);
        if (x + 4 + metrics.horizontalAdvance(text) > width())
            continue;
        painter.setPen(theme.text);
        painter.drawText(QPointF(x + 4, height() - 9), text);
    }
}

void TimeRuler::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::fromPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.alternate);
    const Selection& selection = m_model.state().selection();
    QColor shade = theme.category(Category::Vector);
    shade.setAlphaF(0.30F);
    if (selection.kind == Selection::Kind::Range) {
        const double x0 = std::clamp(axis().xOf(selection.range.start), -1.0, width() + 1.0);
        const double x1 = std::clamp(axis().xOf(selection.range.end), -1.0, width() + 1.0);
        painter.fillRect(QRectF(x0, 0, x1 - x0, height()), shade);
    }
    if (m_bandFrom)
        painter.fillRect(QRectF(QPointF(*m_bandFrom, 0), QPointF(m_bandTo, height())), shade);
    paintTicks(painter);
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(QLineF(0, height() - 0.5, width(), height() - 0.5));
    if (const auto time = m_model.state().hover().time) {
        const double x = std::round(axis().xOf(*time)) + 0.5;
        painter.setPen(QPen(theme.text, 1));
        painter.drawLine(QLineF(x, height() - 12, x, height()));
    }
}

void TimeRuler::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_model.session())
        return;
    m_bandFrom = event->position().x();
    m_bandTo = *m_bandFrom;
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_bandFrom)
        return;
    m_bandTo = std::clamp(event->position().x(), 0.0, static_cast<double>(width()));
    update();
}

void TimeRuler::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_bandFrom)
        return;
    const double from = *m_bandFrom;
    m_bandFrom.reset();
    update();
    const double to = std::clamp(event->position().x(), 0.0, static_cast<double>(width()));
    if (std::abs(to - from) >= kLeastBandPx)
        m_model.state().zoomTo({axis().timeAt(std::min(from, to)), axis().timeAt(std::max(from, to))}, 1.0);
}

void TimeRuler::mouseDoubleClickEvent(QMouseEvent*)
{
    if (m_model.session())
        m_model.state().fitAll();
}

void TimeRuler::wheelEvent(QWheelEvent* event)
{
    event->accept();
    if (!m_model.session())
        return;
    const double notches = event->angleDelta().y() / kNotch;
    m_commands.zoom(std::pow(kZoomPerNotch, -notches), axis().timeAt(event->position().x()));
}

void TimeRuler::resizeEvent(QResizeEvent*)
{
    rebuild();
}

void TimeRuler::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Time ruler"));
        rebuild();
    }
    QWidget::changeEvent(event);
}

} // namespace tideline
