// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/kit/font_scale.h"
#include "views/kit/theme.h"
#include "views/text/core_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr float kTint = 0.16f;

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

/// The background with some of the colour in it, so that the text keeps its contrast in both themes.
QColor tinted(const QColor& base, const QColor& colour)
{
    const auto mix = [](float a, float b) { return a + (b - a) * kTint; };
    return QColor::fromRgbF(mix(base.redF(), colour.redF()), mix(base.greenF(), colour.greenF()),
                            mix(base.blueF(), colour.blueF()));
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent),
      m_icon(new QLabel(this)),
      m_title(plainLabel(this)),
      m_body(plainLabel(this)),
      m_copy(new QPushButton(this)),
      m_close(new QToolButton(this))
{
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    m_icon->setText(u"\u26A0"_s);
    QFont font = m_title->font();
    font.setBold(true);
    m_title->setFont(font);
    m_icon->setFont(scaledFont(font, 1.5));
    m_close->setText(u"\u2715"_s);
    m_close->setAutoRaise(true);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_title);
    texts->addWidget(m_body);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 6, 6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addSpacing(6);
    layout->addLayout(texts, 1);
    layout->addWidget(m_copy, 0, Qt::AlignTop);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(details()); });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void MessageBar::showError(const Error& error)
{
    m_error = error;
    m_copy->show();
    m_body->show();
    m_close->show();
    retranslate();
    recolour();
    show();
}

void MessageBar::showWarning(const QString& text, bool closable)
{
    m_error.reset();
    m_title->setText(text);
    m_body->hide();
    m_copy->hide();
    m_close->setVisible(closable);
    retranslate();
    recolour();
    show();
}

QString MessageBar::details() const
{
    return m_title->text() + u'\n' + m_body->text();
}

void MessageBar::retranslate()
{
    m_copy->setText(tr("&Copy details"));
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(tr("Close this message"));
    if (!m_error)
        return;
    const ErrorText text = errorText(*m_error);
    m_title->setText(text.title + u"  ["_s + text.code + u']');
    QStringList lines;
    if (!text.where.isEmpty())
        lines.append(tr("Where: %1").arg(text.where));
    lines.append(tr("Why: %1").arg(text.why));
    lines.append(tr("What next: %1").arg(text.next));
    m_body->setText(lines.join(u'\n'));
}

void MessageBar::recolour()
{
    const Theme theme = Theme::fromPalette(QApplication::palette());
    const QColor colour = m_error ? theme.error : theme.warning;
    QPalette colours = QApplication::palette();
    colours.setColor(QPalette::Window, tinted(theme.window, colour));
    setPalette(colours);
    QPalette icon = colours;
    icon.setColor(QPalette::WindowText, colour);
    m_icon->setPalette(icon);
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::ApplicationPaletteChange)
        recolour();
    QFrame::changeEvent(event);
}

} // namespace tideline
