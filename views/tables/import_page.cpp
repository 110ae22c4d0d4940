// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/import_page.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <utility>

#include "core/analyze/clocks/clock_notes.h"
#include "views/models/import_files_model.h"
#include "views/models/import_issues_model.h"
#include "views/models/table_export.h"
#include "views/models/table_proxy.h"
#include "views/tables/table_view.h"
#include "views/text/message_text.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

TableProxy* proxyOf(QAbstractItemModel* model, QObject* parent)
{
    auto* proxy = new TableProxy(parent);
    proxy->setSourceModel(model);
    return proxy;
}

QLabel* heading(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QPlainTextEdit* linesBox(QWidget* parent)
{
    constexpr int kLines = 6;
    auto* box = new QPlainTextEdit(parent);
    box->setReadOnly(true);
    box->setMaximumHeight(box->fontMetrics().height() * kLines);
    box->hide();
    return box;
}

QWidget* stacked(QWidget* parent, std::initializer_list<QWidget*> widgets)
{
    auto* box = new QWidget(parent);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (QWidget* widget : widgets)
        layout->addWidget(widget);
    return box;
}

} // namespace

ImportPage::ImportPage(ViewState& state, QWidget* parent)
    : Page(state, parent), m_files(new ImportFilesModel(this)), m_issues(new ImportIssuesModel(this))
{
    build();
    retranslate();
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(details()); });
    connect(m_issueTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ImportPage::showPlaces);
}

void ImportPage::build()
{
    m_fileTable = new TableView(proxyOf(m_files, this), this);
    m_fileTable->setObjectName(u"importFiles"_s);
    m_issueTable = new TableView(proxyOf(m_issues, this), this);
    m_issueTable->setObjectName(u"importIssues"_s);
    m_filesTitle = heading(this);
    m_issuesTitle = heading(this);
    m_places = linesBox(this);
    m_clocks = linesBox(this);
    m_clocks->setObjectName(u"importClocks"_s);
    m_clocksTitle = heading(this);
    m_copy = new QPushButton(this);

    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(stacked(this, {m_filesTitle, m_fileTable}));
    splitter->addWidget(stacked(this, {m_issuesTitle, m_issueTable, m_places}));
    splitter->setChildrenCollapsible(false);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 4);
    layout->addWidget(splitter, 1);
    layout->addWidget(stacked(this, {m_clocksTitle, m_clocks}));
    layout->addLayout(buttons);
}

void ImportPage::retranslate()
{
    const std::size_t files = m_session ? m_session->files().size() : 0;
    const std::uint64_t issues = m_session ? m_session->issues().total() : 0;
    m_filesTitle->setText(tr("Files (%1)").arg(countText(files)));
    m_issuesTitle->setText(issues > 0 ? tr("What was noticed (%1)").arg(countText(issues))
                                      : (m_session ? tr("Nothing unusual was noticed") : tr("What was noticed")));
    m_copy->setText(tr("Copy &details"));
    m_places->setAccessibleName(tr("First places"));
    m_clocksTitle->setText(tr("Clocks"));
    m_clocks->setAccessibleName(tr("Clocks"));
    showClocks();
    m_fileTable->setAccessibleName(tr("Files"));
    m_issueTable->setAccessibleName(tr("What was noticed"));
    m_files->retranslate();
    m_issues->retranslate();
}

void ImportPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Page::changeEvent(event);
}

void ImportPage::setSession(std::shared_ptr<const Session> session)
{
    m_session = std::move(session);
    m_files->setFiles(m_session ? m_session->files() : std::vector<FileReport>{},
                      m_session && m_session->paths().size() == 1 ? m_session->paths().front()
                                                                  : std::filesystem::path(),
                      m_session ? m_session->listing().parts : std::vector<ListedPart>{});
    m_issues->setIssues(m_session ? m_session->issues().list() : std::vector<ImportIssue>{});
    m_fileTable->fitColumns();
    m_issueTable->fitColumns();
    showPlaces();
    retranslate();
}

void ImportPage::showPlaces()
{
    const QModelIndex index = m_issueTable->currentIndex();
    m_places->setVisible(index.isValid());
    if (!index.isValid())
        return;
    QStringList lines;
    const int row = m_issueTable->proxy()->mapToSource(index).row();
    for (const std::string& sample : m_issues->issue(row).samples)
        lines.append(visibleValue(QString::fromStdString(sample)));
    m_places->setPlainText(lines.join(u'\n'));
}

void ImportPage::showClocks()
{
    QStringList lines;
    if (m_session) {
        for (const Message& note : clockNotes(m_session->trace().ranks(), m_session->clockUse()))
            lines.append(messageText(note));
    }
    m_clocks->setPlainText(lines.join(u'\n'));
    m_clocks->setVisible(!lines.isEmpty());
    m_clocksTitle->setVisible(!lines.isEmpty());
}

QString ImportPage::details() const
{
    QModelIndexList files;
    for (int row = 0; row < m_files->rowCount(); ++row)
        files.append(m_files->index(row, 0));
    QString text = tabSeparated(*m_files, files, {0, 1, 2, 3, 4}) + u'\n';
    for (int row = 0; row < m_issues->rowCount(); ++row) {
        const auto cell = [&](int column) { return m_issues->index(row, column).data(ExportRole).toString(); };
        text += cell(ImportIssuesModel::KindColumn) + u"\t"_s + cell(ImportIssuesModel::CountColumn) + u"\t"_s
                + cell(ImportIssuesModel::TextColumn) + u"\n"_s;
        for (const std::string& sample : m_issues->issue(row).samples)
            text += u"    "_s + visibleValue(QString::fromStdString(sample)) + u"\n"_s;
    }
    if (const QString clocks = m_clocks->toPlainText(); !clocks.isEmpty())
        text += u'\n' + clocks + u'\n';
    return text;
}

bool ImportPage::canExportTable() const
{
    return m_files->rowCount() > 0;
}

void ImportPage::exportTable()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export table"), u"import.csv"_s, tr("CSV tables (*.csv)"));
    QString reason;
    if (!path.isEmpty() && !m_fileTable->writeCsv(path, {}, &reason))
        m_filesTitle->setText(tr("%1 could not be written: %2").arg(visibleValue(path), reason));
}

} // namespace tideline
