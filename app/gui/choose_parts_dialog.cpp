// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/choose_parts_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

#include "views/text/number_text.h"
#include "views/text/reason_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize kFirstSize(960, 420);
constexpr int kPathCharacters = 48;

QString numberOrDash(const std::optional<std::int64_t>& number)
{
    return number ? QString::number(*number) : u"\u2013"_s;
}

QString estimateText(double seconds)
{
    const auto whole = static_cast<int>(std::min(std::ceil(seconds), 1e9));
    if (whole < 120)
        return ChoosePartsDialog::tr("%1 s").arg(whole);
    return ChoosePartsDialog::tr("%1 min").arg((whole + 30) / 60);
}

QString noteText(const ListedPart& part)
{
    const QString reason = reasonText(part.reason);
    switch (part.state) {
    case PartState::Chosen: return reason;
    case PartState::NotChosen: return ChoosePartsDialog::tr("Not chosen: %1").arg(reason);
    case PartState::LeftOut: return ChoosePartsDialog::tr("Left out: %1").arg(reason);
    case PartState::NotAnalysed: return ChoosePartsDialog::tr("Never analysed: %1").arg(reason);
    case PartState::Unreadable: break;
    }
    return ChoosePartsDialog::tr("Cannot be read: %1").arg(reason);
}

bool isBelow(const std::filesystem::path& path, const std::filesystem::path& directory)
{
    return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first == directory.end();
}

/// The directory that holds all parts; empty where they have nothing in common.
std::filesystem::path commonParent(const std::vector<ListedPart>& parts)
{
    std::filesystem::path common = parts.empty() ? std::filesystem::path() : parts.front().path.parent_path();
    for (const ListedPart& part : parts) {
        while (common.has_relative_path() && !isBelow(part.path, common))
            common = common.parent_path();
    }
    return common.has_relative_path() ? common : std::filesystem::path();
}

/// By rank, so that the text and the database of one stand together; those without a rank last.
void sortByRank(std::vector<ListedPart>& parts)
{
    std::stable_sort(parts.begin(), parts.end(),
                     [](const ListedPart& a, const ListedPart& b) { return a.rank && (!b.rank || *a.rank < *b.rank); });
}

/// True for the text and the database of one capture: read both, and everything would count twice.
bool areRivals(const ListedPart& a, const ListedPart& b)
{
    const ListedPart& database = a.besideText ? a : b;
    const ListedPart& text = a.besideText ? b : a;
    return database.besideText && !text.besideText && isBelow(database.path, text.path);
}

/// True where a person may decide whether it is read.
bool isSelectable(const ListedPart& part)
{
    return part.state == PartState::Chosen || part.opensAlone;
}

} // namespace

ChoosePartsDialog::ChoosePartsDialog(ProfileListing listing, qsizetype separateRuns, QWidget* parent)
    : QDialog(parent),
      m_listing(std::move(listing)),
      m_table(new QTreeWidget(this)),
      m_all(new QPushButton(this)),
      m_none(new QPushButton(this)),
      m_steps(new QLineEdit(this)),
      m_noPython(new QCheckBox(this)),
      m_noArguments(new QCheckBox(this)),
      m_summary(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
{
    setObjectName(u"chooseParts"_s);
    sortByRank(m_listing.parts);
    m_parent = commonParent(m_listing.parts);
    build(separateRuns);
    fill();
    m_table->installEventFilter(this);
    connect(m_table, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        uncheckRivals(static_cast<std::size_t>(m_table->indexOfTopLevelItem(item)));
        follow();
    });
    connect(m_all, &QPushButton::clicked, this, [this] { pickAll(true); });
    connect(m_none, &QPushButton::clicked, this, [this] { pickAll(false); });
    connect(m_steps, &QLineEdit::textChanged, this, &ChoosePartsDialog::follow);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ChoosePartsDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &ChoosePartsDialog::reject);
    follow();
    resize(kFirstSize);
}

void ChoosePartsDialog::build(qsizetype separateRuns)
{
    const QString place = visibleText(m_parent.filename().string());
    setWindowTitle(place.isEmpty() ? tr("Choose What to Open") : tr("Choose What to Open") + u" \u2014 "_s + place);
    m_table->setColumnCount(ColumnCount);
    m_table->setHeaderLabels({tr("Rank"), tr("Path"), tr("Format"), tr("Size"), tr("Estimate"), tr("Note")});
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setAccessibleName(tr("Parts that were found"));
    m_all->setText(tr("Check A&ll"));
    m_all->setToolTip(tr("All that is read by default"));
    m_none->setText(tr("Check &None"));
    for (QPushButton* button : {m_all, m_none})
        button->setAutoDefault(false);
    m_steps->setPlaceholderText(tr("All"));
    m_steps->setToolTip(tr("Numbers and spans with commas between them, such as 3-5,9"));
    m_noPython->setText(tr("Without operators and functions of &Python"));
    m_noArguments->setText(tr("Without &arguments of events"));
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    const QString open = separateRuns == 2 ? tr("&Open Both") : tr("&Open");
    QPushButton* button = m_buttons->addButton(open, QDialogButtonBox::AcceptRole);
    button->setObjectName(u"openParts"_s);
    button->setDefault(true);
    auto* checks = new QHBoxLayout;
    checks->addWidget(m_all);
    checks->addWidget(m_none);
    checks->addStretch(1);
    auto* form = new QFormLayout;
    form->addRow(tr("Only &steps"), m_steps);
    form->addRow(QString(), m_noPython);
    form->addRow(QString(), m_noArguments);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_table, 1);
    layout->addLayout(checks);
    layout->addLayout(form);
    layout->addWidget(m_summary);
    layout->addWidget(m_buttons);
    m_table->setFocus();
}

void ChoosePartsDialog::fill()
{
    for (const ListedPart& part : m_listing.parts)
        addRow(part);
    for (const int column : {RankColumn, FormatColumn, SizeColumn, EstimateColumn})
        m_table->resizeColumnToContents(column);
    m_table->setColumnWidth(PathColumn, fontMetrics().averageCharWidth() * kPathCharacters);
    if (m_table->topLevelItemCount() > 0)
        m_table->setCurrentItem(m_table->topLevelItem(0));
}

void ChoosePartsDialog::addRow(const ListedPart& part)
{
    auto* item = new QTreeWidgetItem(m_table);
    const QString path = visibleText(part.path.string());
    const QString below = m_parent.empty() ? path : visibleText(part.path.lexically_relative(m_parent).string());
    item->setText(RankColumn, numberOrDash(part.rank));
    item->setText(PathColumn, below);
    item->setText(FormatColumn, part.format.empty() ? u"\u2013"_s : QString::fromStdString(part.format));
    item->setText(SizeColumn, byteText(part.bytes));
    item->setText(EstimateColumn, estimateText(part.seconds));
    item->setText(NoteColumn, noteText(part));
    item->setToolTip(PathColumn, plainToolTip(path));
    item->setToolTip(NoteColumn, plainToolTip(noteText(part)));
    for (const int column : {SizeColumn, EstimateColumn})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    if (!isSelectable(part)) {
        item->setFlags(item->flags() & ~Qt::ItemIsUserCheckable);
        return;
    }
    item->setCheckState(RankColumn, part.state == PartState::Chosen ? Qt::Checked : Qt::Unchecked);
}

bool ChoosePartsDialog::isPicked(std::size_t part) const
{
    return isSelectable(m_listing.parts[part])
           && m_table->topLevelItem(static_cast<int>(part))->checkState(RankColumn) == Qt::Checked;
}

void ChoosePartsDialog::setPicked(std::size_t part, bool picked)
{
    m_table->topLevelItem(static_cast<int>(part))->setCheckState(RankColumn, picked ? Qt::Checked : Qt::Unchecked);
}

void ChoosePartsDialog::uncheckRivals(std::size_t part)
{
    if (!isPicked(part))
        return;
    for (std::size_t i = 0; i < m_listing.parts.size(); ++i) {
        if (areRivals(m_listing.parts[part], m_listing.parts[i]) && isPicked(i))
            setPicked(i, false);
    }
}

void ChoosePartsDialog::pickAll(bool picked)
{
    const QSignalBlocker blocker(m_table);
    for (std::size_t i = 0; i < m_listing.parts.size(); ++i) {
        if (isSelectable(m_listing.parts[i]))
            setPicked(i, picked && m_listing.parts[i].state == PartState::Chosen);
    }
    m_table->viewport()->update();
    follow();
}

/// Checks the selected rows, or unchecks them where all are checked. Of text and database the text is taken.
void ChoosePartsDialog::toggleSelected()
{
    std::vector<std::size_t> selected;
    for (QTreeWidgetItem* const item : m_table->selectedItems()) {
        const auto part = static_cast<std::size_t>(m_table->indexOfTopLevelItem(item));
        if (isSelectable(m_listing.parts[part]))
            selected.push_back(part);
    }
    std::vector<std::size_t> wanted;
    for (const std::size_t part : selected) {
        const bool passed =
            m_listing.parts[part].besideText && std::any_of(selected.begin(), selected.end(), [&](std::size_t other) {
                return areRivals(m_listing.parts[part], m_listing.parts[other]);
            });
        if (!passed)
            wanted.push_back(part);
    }
    const bool all = std::all_of(wanted.begin(), wanted.end(), [this](std::size_t part) { return isPicked(part); });
    for (const std::size_t part : wanted)
        setPicked(part, !all);
}

bool ChoosePartsDialog::eventFilter(QObject* watched, QEvent* event)
{
    const bool space = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    if (watched != m_table || !space || m_table->selectedItems().size() < 2)
        return QDialog::eventFilter(watched, event);
    toggleSelected();
    return true;
}

std::optional<PartialImport> ChoosePartsDialog::partial() const
{
    auto steps = NumberSet::parse(m_steps->text().toStdString());
    if (!steps)
        return {};
    PartialImport partial;
    partial.steps = std::move(*steps);
    partial.python = !m_noPython->isChecked();
    partial.arguments = !m_noArguments->isChecked();
    bool asListed = true;
    for (std::size_t i = 0; i < m_listing.parts.size(); ++i) {
        const ListedPart& part = m_listing.parts[i];
        asListed = asListed && isPicked(i) == (part.state == PartState::Chosen);
        if (isPicked(i))
            partial.parts.push_back(part.path);
    }
    if (asListed)
        partial.parts.clear();
    return partial;
}

void ChoosePartsDialog::follow()
{
    std::size_t picked = 0;
    std::uint64_t bytes = 0;
    double seconds = 0;
    for (std::size_t i = 0; i < m_listing.parts.size(); ++i) {
        if (!isPicked(i))
            continue;
        ++picked;
        bytes += m_listing.parts[i].bytes;
        seconds += m_listing.parts[i].seconds;
    }
    const bool understood = partial().has_value();
    if (!understood)
        m_summary->setText(tr("The steps are no list of numbers such as 3-5,9."));
    else
        m_summary->setText(
            tr("%1 of %2 parts, %3, about %4")
                .arg(countText(picked), countText(m_listing.parts.size()), byteText(bytes), estimateText(seconds)));
    m_buttons->findChild<QPushButton*>(u"openParts"_s)->setEnabled(understood && picked > 0);
}

void ChoosePartsDialog::accept()
{
    const auto wanted = partial();
    if (!wanted || !m_buttons->findChild<QPushButton*>(u"openParts"_s)->isEnabled())
        return;
    QDialog::accept();
    emit openWanted(*wanted);
}

} // namespace tideline
