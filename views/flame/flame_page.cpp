// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flame/flame_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/flame/flame_canvas.h"
#include "views/flame/flame_search.h"
#include "views/flame/flame_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFindDelayMs = 120;
constexpr int kAutomatic = -1;

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

template <typename T>
std::optional<T> chosen(const QComboBox* box)
{
    const int value = box->currentData().toInt();
    return value == kAutomatic ? std::nullopt : std::optional(static_cast<T>(value));
}

void refill(QComboBox* box, const std::vector<std::pair<QString, int>>& items)
{
    const int index = std::max(0, box->currentIndex());
    box->clear();
    for (const auto& [text, value] : items)
        box->addItem(text, value);
    box->setCurrentIndex(index);
}

} // namespace

FlamePage::FlamePage(ViewState& state, QWidget* parent)
    : Page(state, parent), m_model(state), m_canvas(new FlameCanvas(m_model, this))
{
    setObjectName(u"flamePage"_s);
    setFocusProxy(m_canvas);
    build();
    retranslate();
    connectParts();
    updateTexts();
}

void FlamePage::build()
{
    auto* controlRow = new QWidget(this);
    m_sourceLabel = plainLabel(controlRow);
    m_source = new QComboBox(controlRow);
    m_weightLabel = plainLabel(controlRow);
    m_weight = new QComboBox(controlRow);
    m_orderLabel = plainLabel(controlRow);
    m_order = new QComboBox(controlRow);
    m_leafFirst = new QCheckBox(controlRow);
    m_flip = new QCheckBox(controlRow);
    m_find = new QLineEdit(controlRow);
    m_find->setObjectName(u"flameFind"_s);
    m_find->setClearButtonEnabled(true);
    m_find->setMinimumWidth(120);
    auto* controls = new QHBoxLayout(controlRow);
    controls->setContentsMargins(0, 0, 0, 0);
    for (const auto& [label, box] :
         {std::pair(m_sourceLabel, m_source), {m_weightLabel, m_weight}, {m_orderLabel, m_order}}) {
        label->setBuddy(box);
        controls->addWidget(label);
        controls->addWidget(box);
        controls->addSpacing(4);
    }
    controls->addWidget(m_leafFirst);
    controls->addWidget(m_flip);
    controls->addWidget(m_find, 1);
    m_empty = plainLabel(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_canvas);
    m_stack->addWidget(m_empty);
    m_status = plainLabel(this);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 4);
    layout->setSpacing(4);
    layout->addWidget(controlRow);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_status);
}

void FlamePage::connectParts()
{
    for (const QComboBox* box : {m_source, m_weight, m_order})
        connect(box, &QComboBox::activated, this, &FlamePage::refresh);
    connect(m_leafFirst, &QCheckBox::toggled, this, &FlamePage::refresh);
    connect(m_flip, &QCheckBox::toggled, m_canvas, &FlameCanvas::setFlipped);
    connect(&state(), &ViewState::scopeChanged, this, &FlamePage::refresh);
    m_findDelay.setSingleShot(true);
    m_findDelay.setInterval(kFindDelayMs);
    connect(&m_findDelay, &QTimer::timeout, this, &FlamePage::search);
    connect(m_find, &QLineEdit::textChanged, &m_findDelay, qOverload<>(&QTimer::start));
    connect(m_find, &QLineEdit::returnPressed, this, [this] {
        search();
        m_canvas->setFocus();
    });
    connect(m_canvas, &FlameCanvas::menuWanted, this, &FlamePage::showMenu);
    connect(m_canvas, &FlameCanvas::flipWanted, m_flip, &QCheckBox::toggle);
    connect(m_canvas, &FlameCanvas::searchWanted, m_find, [this] { m_find->setFocus(Qt::ShortcutFocusReason); });
    connect(m_canvas, &FlameCanvas::orderWanted, this, [this](FlameOrder order) {
        m_order->setCurrentIndex(m_order->findData(static_cast<int>(order)));
        refresh();
    });
}

void FlamePage::fillBoxes()
{
    const auto item = [](QString text, auto value) { return std::pair(std::move(text), static_cast<int>(value)); };
    refill(m_source, {{tr("Automatic"), kAutomatic},
                      item(flameSourceText(FlameSource::Operators), FlameSource::Operators),
                      item(flameSourceText(FlameSource::Python), FlameSource::Python),
                      item(flameSourceText(FlameSource::Kernels), FlameSource::Kernels)});
    refill(m_weight, {{tr("Automatic"), kAutomatic},
                      item(flameWeightName(FlameWeight::DeviceTime), FlameWeight::DeviceTime),
                      item(flameWeightName(FlameWeight::HostTime), FlameWeight::HostTime),
                      item(flameWeightName(FlameWeight::Count), FlameWeight::Count)});
    refill(m_order, {item(tr("Heaviest first"), FlameOrder::Heaviest), item(tr("Time"), FlameOrder::Time)});
}

void FlamePage::retranslate()
{
    fillBoxes();
    setAccessibleName(tr("Flame graph"));
    m_sourceLabel->setText(tr("Stac&ks"));
    m_weightLabel->setText(tr("Wi&dth"));
    m_orderLabel->setText(tr("&Order"));
    m_source->setAccessibleName(tr("Source of the stacks"));
    m_weight->setAccessibleName(tr("What the width of a frame means"));
    m_order->setAccessibleName(tr("Order of the frames"));
    m_leafFirst->setText(tr("&Leaf first"));
    m_leafFirst->setToolTip(tr("What runs stands first, its callers below it"));
    m_flip->setText(tr("Fl&ip"));
    m_flip->setToolTip(tr("The outermost frames at the bottom (I)"));
    m_find->setPlaceholderText(tr("Search: text or /regex/"));
    m_find->setAccessibleName(tr("Search frames"));
    m_find->setToolTip(tr("Matches keep their colour. , and . go from match to match."));
}

void FlamePage::setSession(std::shared_ptr<const Session> session)
{
    m_search.cancel();
    m_model.setSession(std::move(session));
    refresh();
}

FlameOptions FlamePage::options() const
{
    FlameOptions options;
    options.source = chosen<FlameSource>(m_source);
    options.weight = chosen<FlameWeight>(m_weight);
    options.order = static_cast<FlameOrder>(m_order->currentData().toInt());
    options.leafFirst = m_leafFirst->isChecked();
    options.scope = state().scope();
    return options;
}

void FlamePage::refresh()
{
    m_job.cancel();
    m_search.cancel();
    m_order->setEnabled(!m_leafFirst->isChecked());
    m_stale = m_model.session() && !isVisible();
    if (m_model.session() && isVisible()) {
        m_job.start(
            [session = m_model.sharedSession(), options = options()](std::stop_token stop) {
                return std::make_shared<const FlameTree>(flameTree(session->trace(), options, stop));
            },
            [this, scope = state().scope()](std::shared_ptr<const FlameTree> tree) {
                m_treeScope = scope;
                takeTree(std::move(tree));
            });
    }
    updateTexts();
}

void FlamePage::takeTree(std::shared_ptr<const FlameTree> tree)
{
    m_model.setTree(std::move(tree));
    search();
}

void FlamePage::search()
{
    m_findDelay.stop();
    m_search.cancel();
    const FlamePattern pattern(m_find->text());
    m_findError = pattern.error();
    if (pattern.isEmpty() || m_model.empty() || !m_findError.isEmpty()) {
        m_model.setMatches(std::nullopt);
        return updateTexts();
    }
    m_search.start([session = m_model.sharedSession(), tree = m_model.sharedTree(),
                    pattern](std::stop_token stop) { return searchFlame(session->trace(), *tree, pattern, stop); },
                   [this](FlameMatches matches) {
                       m_model.setMatches(std::move(matches));
                       updateTexts();
                   });
}

QString FlamePage::emptyText() const
{
    if (!m_model.session())
        return tr("Open a profile to see its flame graph here.");
    if (!m_model.tree())
        return tr("The stacks are being merged …");
    return flameLackText(m_model.tree()->lack);
}

QString FlamePage::statusText() const
{
    return m_status->text();
}

void FlamePage::updateTexts()
{
    const QString empty = emptyText();
    m_empty->setText(empty);
    m_stack->setCurrentWidget(empty.isEmpty() ? static_cast<QWidget*>(m_canvas) : m_empty);
    QString text;
    if (!m_findError.isEmpty())
        text = tr("Not understood: %1").arg(m_findError);
    else if (m_model.matches() && !m_model.empty())
        text = flameFoundText(*m_model.tree(), *m_model.matches());
    if (!m_model.empty())
        text += (text.isEmpty() ? QString() : u"   ·   "_s) + flameSummary(*m_model.tree(), m_treeScope);
    m_status->setText(text);
}

void FlamePage::showMenu(QPoint position, std::uint32_t frame)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, frame);
    menu->popup(position);
}

void FlamePage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        updateTexts();
    }
    Page::changeEvent(event);
}

void FlamePage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_stale)
        refresh();
}

} // namespace tideline
