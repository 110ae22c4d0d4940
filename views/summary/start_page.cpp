// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/summary/start_page.h"

#include <QEvent>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

#include "views/kit/font_scale.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kColumnWidth = 620;
constexpr int kShownRecent = 8;

QLabel* plainLabel(QWidget* parent, double scale = 1, bool bold = false)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = scaledFont(label->font(), scale);
    font.setBold(bold);
    label->setFont(font);
    return label;
}

QPushButton* bigButton(QWidget* parent, const QString& icon)
{
    auto* button = new QPushButton(QIcon::fromTheme(icon), QString(), parent);
    button->setMinimumHeight(button->fontMetrics().height() * 2 + 8);
    button->setAutoDefault(true);
    return button;
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent)
{
    build();
    retranslate();
    connect(m_directory, &QPushButton::clicked, this, &StartPage::openDirectoryWanted);
    connect(m_file, &QPushButton::clicked, this, &StartPage::openFileWanted);
    connect(m_sample, &QPushButton::clicked, this, &StartPage::openSampleWanted);
}

void StartPage::build()
{
    m_title = plainLabel(this, 2.2, true);
    m_tagline = plainLabel(this, 1.1);
    m_tagline->setWordWrap(true);
    m_directory = bigButton(this, u"folder-open"_s);
    m_file = bigButton(this, u"document-open"_s);
    m_sample = bigButton(this, u"media-playback-start"_s);
    m_recentTitle = plainLabel(this, 1.1, true);
    m_keysTitle = plainLabel(this, 1.1, true);
    m_drop = plainLabel(this);
    m_drop->setForegroundRole(QPalette::PlaceholderText);
    m_recentPlace = new QVBoxLayout;
    m_keysPlace = new QVBoxLayout;

    auto* column = new QWidget(this);
    column->setMaximumWidth(kColumnWidth);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(10);
    for (QPushButton* button : {m_directory, m_file, m_sample})
        buttons->addWidget(button, 1);
    auto* layout = new QVBoxLayout(column);
    layout->setSpacing(8);
    layout->addStretch(2);
    layout->addWidget(m_title);
    layout->addWidget(m_tagline);
    layout->addSpacing(14);
    layout->addLayout(buttons);
    layout->addWidget(m_drop);
    layout->addSpacing(18);
    layout->addWidget(m_recentTitle);
    layout->addLayout(m_recentPlace);
    layout->addSpacing(18);
    layout->addWidget(m_keysTitle);
    layout->addLayout(m_keysPlace);
    layout->addStretch(3);

    auto* centred = new QWidget(this);
    auto* sides = new QHBoxLayout(centred);
    sides->addStretch(1);
    sides->addWidget(column, 100);
    sides->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(centred);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
}

void StartPage::retranslate()
{
    m_title->setText(u"Tideline"_s);
    m_tagline->setText(tr("See where the time of an NPU job goes: one profile, every rank, every event."));
    m_directory->setText(tr("Open &directory…"));
    m_file->setText(tr("Open &file…"));
    m_sample->setText(tr("Open &sample profile"));
    m_drop->setText(tr("Or drop files and directories anywhere on this window."));
    m_recentTitle->setText(tr("Recent"));
    m_keysTitle->setText(tr("First keys"));
    fillRecent();
    fillKeys();
}

void StartPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void StartPage::setRecent(const QStringList& paths)
{
    m_paths = paths;
    fillRecent();
}

QWidget* StartPage::recentRow(const QString& path)
{
    const QFileInfo info(path);
    const bool there = info.exists();
    auto* row = new QWidget(m_recentList);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* open = new QPushButton(row);
    open->setFlat(true);
    // '&' would become a mnemonic: names are shown as they are.
    const auto literal = [](QString text) { return visibleText(text).replace(u'&', u"&&"_s); };
    const QString place = open->fontMetrics().elidedText(info.absolutePath(), Qt::ElideMiddle, kColumnWidth / 2);
    open->setText(literal(info.fileName()) + u"   \u2014   "_s + literal(place)
                  + (there ? QString() : u"   "_s + tr("(missing)")));
    open->setToolTip(plainToolTip(path));
    open->setStyleSheet(u"text-align: left; padding: 4px;"_s);
    open->setEnabled(there);
    open->setCursor(Qt::PointingHandCursor);
    connect(open, &QPushButton::clicked, this, [this, path] { emit recentWanted(path); });
    layout->addWidget(open, 1);
    if (!there) {
        auto* remove = new QToolButton(row);
        remove->setText(tr("Remove"));
        remove->setAutoRaise(true);
        connect(remove, &QToolButton::clicked, this, [this, path] { emit removeRecentWanted(path); });
        layout->addWidget(remove);
    }
    return row;
}

void StartPage::fillRecent()
{
    if (m_recentList)
        m_recentList->deleteLater();
    m_recentList = new QWidget(this);
    auto* layout = new QVBoxLayout(m_recentList);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (const QString& path : m_paths.mid(0, kShownRecent))
        layout->addWidget(recentRow(path));
    if (m_paths.isEmpty()) {
        QLabel* none = plainLabel(m_recentList);
        none->setForegroundRole(QPalette::PlaceholderText);
        none->setText(tr("Profiles that you open will be listed here."));
        layout->addWidget(none);
    }
    m_recentPlace->addWidget(m_recentList);
}

void StartPage::fillKeys()
{
    if (m_keyList)
        m_keyList->deleteLater();
    m_keyList = new QWidget(this);
    auto* layout = new QFormLayout(m_keyList);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setHorizontalSpacing(20);
    layout->setVerticalSpacing(4);
    const std::pair<QString, QString> keys[] = {
        {u"W  A  S  D"_s, tr("zoom in, go left, zoom out, go right in the timeline")},
        {u"F"_s, tr("zoom to the selection")},
        {u"Ctrl+0"_s, tr("show the whole profile")},
        {u"Backspace"_s, tr("back to the view before")},
        {u"?"_s, tr("all keys")},
    };
    for (const auto& [key, meaning] : keys) {
        QLabel* name = plainLabel(m_keyList, 1, true);
        name->setText(key);
        QLabel* text = plainLabel(m_keyList);
        text->setText(meaning);
        layout->addRow(name, text);
    }
    m_keysPlace->addWidget(m_keyList);
}

} // namespace tideline
