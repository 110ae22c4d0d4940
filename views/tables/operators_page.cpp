// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/operators_page.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/models/operators_model.h"
#include "views/models/table_proxy.h"
#include "views/state/scope_edit.h"
#include "views/state/view_state.h"
#include "views/tables/table_view.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t kFirstGroups = 2000;
constexpr int kFilterDelayMs = 120;

/// Rows are recognised by the raw name where they stand for one.
bool namesOperators(int by)
{
    return by == static_cast<int>(RankingBy::Name) || by == static_cast<int>(RankingBy::NameShape);
}

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

OperatorsPage::OperatorsPage(ViewState& state, QWidget* parent)
    : Page(state, parent), m_model(new OperatorsModel(this)), m_proxy(new TableProxy(this))
{
    m_proxy->setSourceModel(m_model);
    build();
    retranslate();
    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(kFilterDelayMs);
    connect(&m_filterDelay, &QTimer::timeout, this, &OperatorsPage::applyFilter);
    connect(m_filter, &QLineEdit::textChanged, &m_filterDelay, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::returnPressed, this, &OperatorsPage::applyFilter);
    connect(m_of, &QComboBox::activated, this, [this] {
        m_fitted = false;
        refresh();
    });
    connect(m_by, &QComboBox::activated, this, [this] {
        m_fitted = false;
        refresh();
    });
    connect(m_export, &QPushButton::clicked, this, &OperatorsPage::exportTable);
    connect(m_showAll, &QToolButton::clicked, this, [this] {
        m_all = true;
        refresh();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OperatorsPage::selectFromTable);
    connect(m_table, &QTableView::doubleClicked, this, &OperatorsPage::revealRow);
    connect(m_table, &TableView::rowMenuWanted, this, &OperatorsPage::addRowActions);
    connect(&state, &ViewState::selectionChanged, this, &OperatorsPage::selectFromState);
    connect(&state, &ViewState::scopeChanged, this, &OperatorsPage::refresh);
    markMissing({});
}

void OperatorsPage::build()
{
    m_ofLabel = plainLabel(this);
    m_of = new QComboBox(this);
    m_ofLabel->setBuddy(m_of);
    m_byLabel = plainLabel(this);
    m_by = new QComboBox(this);
    m_byLabel->setBuddy(m_by);
    m_filter = new QLineEdit(this);
    m_filter->setObjectName(u"operatorsFilter"_s);
    m_filter->setClearButtonEnabled(true);
    m_export = new QPushButton(this);
    m_table = new TableView(m_proxy, this);
    m_table->setObjectName(u"operatorsTable"_s);
    m_empty = plainLabel(this);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_totals = plainLabel(this);
    m_totals->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_showAll = new QToolButton(this);
    m_showAll->setAutoRaise(true);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);

    auto* controls = new QHBoxLayout;
    controls->addWidget(m_ofLabel);
    controls->addWidget(m_of);
    controls->addSpacing(8);
    controls->addWidget(m_byLabel);
    controls->addWidget(m_by);
    controls->addSpacing(8);
    controls->addWidget(m_filter, 1);
    controls->addWidget(m_export);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_totals, 1);
    foot->addWidget(m_showAll);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 4);
    layout->setSpacing(4);
    layout->addLayout(controls);
    layout->addWidget(m_stack, 1);
    layout->addLayout(foot);
}

void OperatorsPage::retranslate()
{
    const int of = std::max(0, m_of->currentIndex());
    const int by = std::max(0, m_by->currentIndex());
    m_of->clear();
    m_of->addItem(tr("Automatic"), -1);
    m_of->addItem(tr("Kernels"), static_cast<int>(RankingOf::Kernels));
    m_of->addItem(tr("Slices"), static_cast<int>(RankingOf::Slices));
    m_of->addItem(tr("Host calls"), static_cast<int>(RankingOf::Apis));
    m_of->addItem(tr("Communication"), static_cast<int>(RankingOf::Communication));
    m_of->setCurrentIndex(of);
    m_by->clear();
    m_by->addItem(tr("Name"), static_cast<int>(RankingBy::Name));
    m_by->addItem(tr("Type"), static_cast<int>(RankingBy::Type));
    m_by->addItem(tr("Name and shapes"), static_cast<int>(RankingBy::NameShape));
    m_by->setCurrentIndex(by);
    m_ofLabel->setText(tr("&Show"));
    m_byLabel->setText(tr("&Group by"));
    m_of->setAccessibleName(tr("What to rank"));
    m_by->setAccessibleName(tr("Group by"));
    m_filter->setPlaceholderText(tr("Filter: MatMul type:Conv dur>1ms -\"exact name\" /regex/"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setToolTip(tr("Words must all occur. \"…\" is the exact name, /…/ a regular expression. type: core: "
                            "shape: look into a column. dur total avg wait calls share compare, as in dur>1ms "
                            "(an instance longer than that). A leading - excludes."));
    m_export->setText(tr("&Export CSV…"));
    m_table->setAccessibleName(tr("Operators"));
    m_model->retranslate();
    updateTotals();
}

void OperatorsPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        if (m_session && m_model->rowCount() == 0)
            refresh();
    }
    Page::changeEvent(event);
}

void OperatorsPage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_all = false;
    m_fitted = false;
    const QSignalBlocker blocker(m_filter);
    m_filter->clear();
    m_proxy->setFilter({});
    m_of->setCurrentIndex(0);
    m_by->setCurrentIndex(0);
    m_model->setRanking({});
    refresh();
}

RankingOptions OperatorsPage::options() const
{
    RankingOptions wanted;
    if (const int of = m_of->currentData().toInt(); of >= 0)
        wanted.of = static_cast<RankingOf>(of);
    wanted.by = static_cast<RankingBy>(m_by->currentData().toInt());
    wanted.top = m_all ? 0 : kFirstGroups;
    wanted.scope = state().scope();
    return wanted;
}

void OperatorsPage::refresh()
{
    if (!m_session) {
        m_job.cancel();
        m_model->setRanking({});
        markMissing({});
        return;
    }
    m_job.start([session = m_session, wanted = options()](std::stop_token) { return session->ranking(wanted); },
                [this](Result<Ranking> ranking) { show(std::move(ranking)); });
}

void OperatorsPage::show(Result<Ranking> ranking)
{
    if (!ranking) {
        m_model->setRanking({});
        markMissing(visibleValue(QString::fromStdString(ranking.error().text())));
        return;
    }
    const RankingOf of = ranking->of;
    m_following = true;
    m_model->setRanking(std::move(ranking).value());
    m_following = false;
    if (m_model->rowCount() == 0) {
        markMissing(state().scope().limitsNothing() ? emptyText(of)
                                                    : tr("Nothing of this kind lies inside the scope."));
        return;
    }
    m_stack->setCurrentWidget(m_table);
    fitOnce();
    updateTotals();
    selectFromState();
}

void OperatorsPage::fitOnce()
{
    if (std::exchange(m_fitted, true))
        return;
    for (int column = 0; column < m_model->columnCount(); ++column)
        m_table->setColumnHidden(column, !m_model->columnUsed(column));
    // Long and rarely wanted: the figures come first unless the rows are told apart by their shapes.
    const bool byShape = m_by->currentData().toInt() == static_cast<int>(RankingBy::NameShape);
    m_table->setColumnHidden(OperatorsModel::ShapeColumn,
                             !byShape || !m_model->columnUsed(OperatorsModel::ShapeColumn));
    m_proxy->setSortKeys({{OperatorsModel::TotalColumn, Qt::DescendingOrder}});
    m_table->horizontalHeader()->setSortIndicator(OperatorsModel::TotalColumn, Qt::DescendingOrder);
    m_table->fitColumns();
}

void OperatorsPage::markMissing(const QString& text)
{
    m_empty->setText(text.isEmpty() ? tr("Open a profile to see its operators here.") : text);
    m_stack->setCurrentWidget(m_empty);
    updateTotals();
}

QString OperatorsPage::emptyText(RankingOf of) const
{
    switch (of) {
    case RankingOf::Kernels:
        return tr("No kernels in this profile. kernel_details.csv feeds this table; it is written when the profiler "
                  "collects the NPU (activities=[CPU, NPU]) at profiler_level Level1 or above.");
    case RankingOf::Slices:
        return tr("No slices in this profile. trace_view.json or another trace file feeds this table.");
    case RankingOf::Apis:
        return tr("No host calls in this profile. trace_view.json feeds this table; collect with "
                  "activities=[CPU, NPU].");
    case RankingOf::Communication: break;
    }
    return tr("No communication in this profile. The communication lanes of trace_view.json feed this table; they "
              "exist only when several devices work together.");
}

void OperatorsPage::applyFilter()
{
    m_filterDelay.stop();
    m_proxy->setFilter(m_filter->text());
    updateTotals();
}

void OperatorsPage::updateTotals()
{
    const Ranking& ranking = m_model->ranking();
    const auto shown = static_cast<std::size_t>(m_proxy->rowCount());
    m_showAll->setVisible(ranking.groups > ranking.rows.size());
    m_showAll->setText(tr("Top %1 of %2 – show all").arg(countText(ranking.rows.size()), countText(ranking.groups)));
    if (m_model->rowCount() == 0) {
        m_totals->clear();
        return;
    }
    std::uint64_t calls = 0;
    Duration total;
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const RankingRow& ranked = m_model->row(m_proxy->mapToSource(m_proxy->index(row, 0)).row());
        calls += ranked.calls;
        total += ranked.total;
    }
    QString text = tr("%1 of %2 rows · %3 calls · %4 in total")
                       .arg(countText(shown), countText(ranking.rows.size()), countText(calls), durationText(total));
    if (!m_proxy->filter().error().isEmpty())
        text = tr("Not understood: %1").arg(m_proxy->filter().error()) + u"   ·   "_s + text;
    m_totals->setText(text);
    m_totals->setToolTip(plainToolTip(exactDurationText(total)));
}

void OperatorsPage::selectFromTable()
{
    const QModelIndex index = m_table->currentIndex();
    if (m_following || !index.isValid() || !m_session || !namesOperators(m_by->currentData().toInt()))
        return;
    const RankingRow& ranked = m_model->row(m_proxy->mapToSource(index).row());
    Selection selection;
    selection.kind = Selection::Kind::Operator;
    selection.operatorName = m_session->trace().strings().find(ranked.name);
    m_following = true;
    if (selection.operatorName.valid())
        state().setSelection(std::move(selection));
    m_following = false;
}

void OperatorsPage::selectFromState()
{
    if (m_following || !m_session || !namesOperators(m_by->currentData().toInt()))
        return;
    const Selection& selection = state().selection();
    StringId name;
    if (selection.kind == Selection::Kind::Operator)
        name = selection.operatorName;
    else if (selection.kind == Selection::Kind::Slices && !selection.slices.empty())
        name = m_session->trace().slices().name.at(selection.slices.back().row);
    m_following = true;
    m_table->selectionModel()->clear();
    const std::string wanted(m_session->trace().text(name));
    for (int row = 0; name.valid() && row < m_model->rowCount(); ++row) {
        if (m_model->row(row).name != wanted)
            continue;
        const QModelIndex index = m_proxy->mapFromSource(m_model->index(row, 0));
        if (index.isValid()) {
            m_table->selectionModel()->setCurrentIndex(index,
                                                       QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
            m_table->scrollTo(index);
        }
        break;
    }
    m_following = false;
}

void OperatorsPage::revealRow(const QModelIndex& index)
{
    if (!index.isValid() || !m_session)
        return;
    const SliceId longest = m_model->row(m_proxy->mapToSource(index).row()).longest;
    if (!longest.valid())
        return;
    state().selectSlice(longest);
    state().reveal(longest);
}

void OperatorsPage::addRowActions(QMenu* menu, const QModelIndex& index)
{
    const RankingRow& ranked = m_model->row(m_proxy->mapToSource(index).row());
    menu->addSeparator();
    if (namesOperators(m_by->currentData().toInt()))
        menu->addAction(tr("&Limit to this operator"), this,
                        [this, name = ranked.name] { limitToOperator(state(), name); });
    if (!ranked.core.empty())
        menu->addAction(tr("Limit to category %1").arg(visibleText(ranked.core)), this,
                        [this, core = ranked.core] { limitToCategory(state(), core); });
    menu->addAction(tr("&Zoom to its longest instance"), this, [this, index] { revealRow(index); });
}

bool OperatorsPage::canExportTable() const
{
    return m_model->rowCount() > 0;
}

bool OperatorsPage::exportTo(const QString& path, QString* reason)
{
    applyFilter();
    QStringList comments;
    if (m_session && !m_session->paths().empty())
        comments.append(u"profile: "_s + QString::fromStdString(m_session->paths().front().string()));
    if (m_session && m_session->issues().total() > 0)
        comments.append(u"import issues: "_s + QString::number(m_session->issues().total()));
    if (!state().scope().limitsNothing())
        comments.append(u"scope: "_s + QString::fromStdString(scopeText(state().scope())));
    if (!m_filter->text().isEmpty())
        comments.append(u"filter: "_s + m_filter->text());
    return m_table->writeCsv(path, comments, reason);
}

void OperatorsPage::exportTable()
{
    if (!canExportTable())
        return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export table"), u"operators.csv"_s, tr("CSV tables (*.csv)"));
    QString reason;
    if (path.isEmpty() || exportTo(path, &reason))
        return;
    m_totals->setText(tr("%1 could not be written: %2").arg(visibleValue(path), reason));
}

} // namespace tideline
