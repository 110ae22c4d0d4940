// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/progress_strip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <cmath>

#include "views/text/core_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSteps = 1000;
constexpr std::array<int, 6> kStageStart{0, 20, 700, 850, 1000, 1000}; // of kSteps, by Stage
constexpr int kItemWidthPx = 220;
constexpr double kRateAfterSeconds = 0.5;
constexpr double kMinuteAfterSeconds = 100;

int positionOf(const ProgressUpdate& update)
{
    const auto stage = static_cast<std::size_t>(update.stage);
    const int first = kStageStart[stage];
    const int width = kStageStart[stage + 1] - first;
    if (update.total == 0)
        return first;
    const double part = static_cast<double>(update.done) / static_cast<double>(update.total);
    return first + static_cast<int>(std::clamp(part, 0.0, 1.0) * width);
}

} // namespace

ProgressStrip::ProgressStrip(QWidget* parent)
    : QWidget(parent), m_text(new QLabel(this)), m_bar(new QProgressBar(this)), m_cancel(new QPushButton(this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_bar->setRange(0, kSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(160);
    m_bar->setMaximumHeight(fontMetrics().height());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addWidget(m_bar);
    layout->addWidget(m_cancel);
    connect(m_cancel, &QPushButton::clicked, this, &ProgressStrip::cancelWanted);
    m_cancel->setText(tr("Cancel"));
    hide();
}

void ProgressStrip::begin()
{
    m_reached = 0;
    m_stage = Stage::Discover;
    m_parseStart = -1;
    m_clock.start();
    m_bar->setValue(0);
    m_text->setText(stageText(Stage::Discover));
    show();
}

void ProgressStrip::update(const ProgressUpdate& update)
{
    m_reached = std::max(m_reached, positionOf(update));
    m_bar->setValue(m_reached);
    m_stage = std::max(m_stage, update.stage);
    QStringList parts{stageText(m_stage)};
    if (!update.item.empty())
        parts.append(fontMetrics().elidedText(visibleText(update.item), Qt::ElideMiddle, kItemWidthPx));
    if (update.rows > 0)
        parts.append(tr("%1 rows").arg(countText(update.rows)));
    m_text->setText((parts + speedTexts(update)).join(u" \u00B7 "_s));
}

QString ProgressStrip::text() const
{
    return m_text->text();
}

/// Rate and time left once half a second of reading has shown them.
QStringList ProgressStrip::speedTexts(const ProgressUpdate& update)
{
    if (update.stage != Stage::Parse || update.total == 0)
        return {};
    if (m_parseStart < 0)
        m_parseStart = m_clock.elapsed();
    const double seconds = static_cast<double>(m_clock.elapsed() - m_parseStart) / 1000;
    if (seconds < kRateAfterSeconds || update.done == 0)
        return {};
    const double rate = static_cast<double>(update.done) / seconds;
    const double left = static_cast<double>(update.total - std::min(update.done, update.total)) / rate;
    return {tr("%1/s").arg(byteText(static_cast<std::uint64_t>(rate))),
            left < kMinuteAfterSeconds ? tr("about %1 s left").arg(std::max(std::lround(left), 1L))
                                       : tr("about %1 min left").arg(std::lround(left / 60))};
}

void ProgressStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        m_cancel->setText(tr("Cancel"));
    QWidget::changeEvent(event);
}

} // namespace tideline
