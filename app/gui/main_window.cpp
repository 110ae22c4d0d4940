// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QThreadPool>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "app/gui/choose_parts_dialog.h"
#include "app/gui/dropped_paths.h"
#include "app/gui/language.h"
#include "app/gui/message_bar.h"
#include "app/gui/progress_strip.h"
#include "app/gui/status_line.h"
#include "app/gui/window_actions.h"
#include "app/gui/xdg_dirs.h"
#include "views/advisor/advisor_page.h"
#include "views/kit/job_pool.h"
#include "views/kit/theme.h"
#include "views/notes/notes_page.h"
#include "views/page/page.h"
#include "views/scope/scope_bar.h"
#include "views/shell/builtin_pages.h"
#include "views/summary/start_page.h"
#include "views/summary/triage_page.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLayoutVersion = 1;
constexpr QSize kFirstSize(1360, 860);
constexpr int kBottomHeight = 300;
constexpr int kRightWidth = 360;
constexpr int kMessageMs = 5000;

QString titleOf(const PageInfo& info)
{
    return QCoreApplication::translate("Pages", info.title);
}

/// Lets go of a profile on a worker: giving back the memory of a large one takes longer than a window may stand still.
void retire(std::shared_ptr<const Session> session)
{
    if (session)
        jobPool(JobKind::View).start([session = std::move(session)] {});
}

} // namespace

MainWindow::MainWindow(Language& language, bool safeMode, QWidget* parent)
    : QMainWindow(parent), m_settings(safeMode), m_language(language), m_systemPalette(QApplication::palette())
{
    setObjectName(u"mainWindow"_s);
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_loader = new SessionLoader(this);
    m_actions = new WindowActions(this);
    m_status = new StatusLine(statusBar(), m_state);
    buildCentre();
    buildScopeBar();
    connectActions();
    connectLoader();
    connectStart();
    connectCache();
    setTheme(m_settings.theme());
    resize(kFirstSize.boundedTo(screen()->availableSize()));
    if (const QByteArray geometry = m_settings.geometry(); !geometry.isEmpty())
        restoreGeometry(geometry);
    m_profileLayout = m_settings.layout();
    updateRecent();
    retranslate();
}

MainWindow::~MainWindow()
{
    // Workers that are still running find nobody to report to.
    m_loader->disconnect(this);
}

void MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_errorBar = new MessageBar(centre);
    m_errorBar->setObjectName(u"errorBar"_s);
    m_banner = new MessageBar(centre);
    m_banner->setObjectName(u"partialBanner"_s);
    m_stack = new QStackedWidget(centre);
    m_start = new StartPage(m_stack);
    m_tabs = new QTabWidget(m_stack);
    m_tabs->setObjectName(u"centralTabs"_s);
    m_tabs->setDocumentMode(true);
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_tabs);
    layout->addWidget(m_errorBar);
    layout->addWidget(m_banner);
    layout->addWidget(m_stack, 1);
    setCentralWidget(centre);
}

void MainWindow::buildScopeBar()
{
    addToolBarBreak();
    m_scopeTools = new QToolBar(this);
    m_scopeTools->setObjectName(u"toolbar.scope"_s);
    m_scopeTools->setMovable(false);
    m_scopeTools->setContextMenuPolicy(Qt::PreventContextMenu);
    m_scopeBar = new ScopeBar(m_state, m_scopeTools);
    m_scopeTools->addWidget(m_scopeBar);
    addToolBar(m_scopeTools);
    m_scopeTools->hide();
}

void MainWindow::connectStart()
{
    connect(m_start, &StartPage::openDirectoryWanted, this, [this] { chooseDirectory(false); });
    connect(m_start, &StartPage::openFileWanted, this, &MainWindow::chooseFiles);
    connect(m_start, &StartPage::openSampleWanted, this, &MainWindow::openSample);
    connect(m_start, &StartPage::recentWanted, this, [this](const QString& path) { openPaths({path}); });
    connect(m_start, &StartPage::removeRecentWanted, this, [this](const QString& path) {
        m_settings.removeRecent(path);
        updateRecent();
    });
}

void MainWindow::connectLoader()
{
    connect(m_loader, &SessionLoader::started, this, &MainWindow::beginLoading);
    connect(m_loader, &SessionLoader::progressed, m_status->progress(), &ProgressStrip::update);
    connect(m_loader, &SessionLoader::previewReady, this, &MainWindow::showPreview);
    connect(m_loader, &SessionLoader::firstPartReady, this, &MainWindow::showFirstPart);
    connect(m_loader, &SessionLoader::opened, this, &MainWindow::showSession);
    connect(m_loader, &SessionLoader::storeDamaged, this, &MainWindow::replaceDamaged);
    connect(m_loader, &SessionLoader::failed, this, &MainWindow::showFailure);
    connect(m_loader, &SessionLoader::cancelled, this, [this] {
        endLoading();
        statusBar()->showMessage(tr("Opening was cancelled."), kMessageMs);
    });
    connect(m_loader, &SessionLoader::choiceWanted, this, &MainWindow::askForParts);
    connect(m_status->progress(), &ProgressStrip::cancelWanted, m_loader, &SessionLoader::cancel);
    connect(m_status, &StatusLine::warningsWanted, this, [this] { raisePage("import"); });
    connect(&m_state, &ViewState::historyChanged, this, &MainWindow::updateActions);
    connect(&m_state, &ViewState::selectionChanged, this, &MainWindow::updateActions);
    connect(&m_state, &ViewState::scopeChanged, this, &MainWindow::updateActions);
    connect(&m_state, &ViewState::revealRequested, this, [this] {
        if (Page* timeline = page("timeline"))
            m_tabs->setCurrentWidget(timeline);
    });
}

void MainWindow::openPaths(const QStringList& paths, bool ask)
{
    m_loader->look(paths, ask);
}

void MainWindow::reload()
{
    if (m_session)
        m_loader->open(m_paths, m_session->partial());
}

void MainWindow::openSample()
{
    m_loader->openSample();
}

void MainWindow::ensurePages()
{
    if (!m_pages.empty())
        return;
    for (const PageInfo& info : builtinPages()) {
        Shown shown{&info, nullptr, nullptr};
        if (info.area == PageArea::Central) {
            shown.page = info.make(m_state, m_tabs);
            m_tabs->addTab(shown.page, titleOf(info));
        } else {
            addDock(shown);
        }
        shown.page->setObjectName(u"page."_s + QString::fromLatin1(info.id));
        m_pages.push_back(shown);
        if (m_pages.size() > 9)
            continue;
        auto* raise = new QShortcut(QKeySequence(u"Alt+%1"_s.arg(m_pages.size())), this);
        connect(raise, &QShortcut::activated, this, [this, id = info.id] { raisePage(id); });
    }
    arrangeDocks();
    connectPages();
    retranslate();
}

void MainWindow::connectPages()
{
    auto* triage = qobject_cast<TriagePage*>(page("triage"));
    auto* advisor = qobject_cast<AdvisorPage*>(page("advisor"));
    auto* notes = qobject_cast<NotesPage*>(page("notes"));
    const auto toTimeline = [this] { m_tabs->setCurrentWidget(page("timeline")); };
    const auto toFinding = [this, advisor](const QString& ruleId) {
        raisePage("advisor");
        advisor->showRule(ruleId);
    };
    connect(triage, &TriagePage::timelineWanted, this, [this] { raisePage("timeline"); });
    connect(triage, &TriagePage::findingWanted, this, toFinding);
    // The keyboard stays where the list is.
    connect(advisor, &AdvisorPage::timelineWanted, this, toTimeline);
    connect(advisor, &AdvisorPage::resultChanged, this, [triage, advisor] { triage->setAdvice(advisor->result()); });
    connect(notes, &NotesPage::timelineWanted, this, toTimeline);
    connect(notes, &NotesPage::findingWanted, this, toFinding);
    connect(notes, &NotesPage::editingEnded, this, [this] { raisePage("timeline"); });
    notes->book().setDirectory(QString::fromStdString(xdgStateDir().string()));
}

void MainWindow::addDock(Shown& shown)
{
    shown.dock = new QDockWidget(this);
    shown.dock->setObjectName(u"dock."_s + QString::fromLatin1(shown.info->id));
    shown.page = shown.info->make(m_state, shown.dock);
    shown.dock->setWidget(shown.page);
    const bool bottom = shown.info->area == PageArea::Bottom;
    addDockWidget(bottom ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea, shown.dock);
    m_actions->docksMenu()->addAction(shown.dock->toggleViewAction());
}

void MainWindow::arrangeDocks()
{
    // Docks that join a visible window are hidden. Shown before they lie behind one another, they would stand side by
    // side for a moment and widen the window for good.
    QDockWidget* firstBottom = nullptr;
    QDockWidget* firstRight = nullptr;
    for (const Shown& shown : m_pages) {
        if (shown.info->area == PageArea::Right) {
            if (firstRight)
                tabifyDockWidget(firstRight, shown.dock);
            else
                firstRight = shown.dock;
        }
        if (shown.info->area != PageArea::Bottom)
            continue;
        if (firstBottom)
            tabifyDockWidget(firstBottom, shown.dock);
        else
            firstBottom = shown.dock;
    }
    for (const Shown& shown : m_pages) {
        if (shown.dock)
            shown.dock->show();
    }
    if (firstBottom) {
        firstBottom->raise();
        resizeDocks({firstBottom}, {kBottomHeight}, Qt::Vertical);
    }
    if (firstRight) {
        firstRight->raise();
        resizeDocks({firstRight}, {kRightWidth}, Qt::Horizontal);
    }
    m_defaultLayout = saveState(kLayoutVersion);
}

void MainWindow::restoreLayout()
{
    if (m_profileLayout.isEmpty() || !restoreState(m_profileLayout, kLayoutVersion))
        restoreState(m_defaultLayout, kLayoutVersion);
}

void MainWindow::enterProfile()
{
    ensurePages();
    if (std::exchange(m_inProfile, true))
        return;
    restoreLayout();
    m_scopeTools->show();
    m_stack->setCurrentWidget(m_tabs);
}

void MainWindow::leaveProfile()
{
    if (!std::exchange(m_inProfile, false))
        return;
    m_profileLayout = saveState(kLayoutVersion);
    m_scopeTools->hide();
    for (const Shown& shown : m_pages) {
        if (shown.dock)
            shown.dock->hide();
    }
    m_stack->setCurrentWidget(m_start);
}

void MainWindow::beginLoading(const QStringList& paths)
{
    if (m_session && m_session->isFirstPart())
        dropSession(); // of a job that nobody waits for any more
    m_loadingPaths = paths;
    closeChoice();
    m_errorBar->hide();
    m_status->progress()->begin();
}

/// The first rank of a job is shown as soon as it is there; a profile that is open stays until the whole job is.
void MainWindow::showFirstPart(std::shared_ptr<const Session> session)
{
    if (m_session)
        return;
    m_session = std::move(session);
    enterProfile();
    giveSessionToPages();
    m_tabs->setCurrentWidget(page("timeline"));
    updateBanner();
    updateTitle();
    updateActions();
}

void MainWindow::giveSessionToPages()
{
    // Pages get the profile before the state changes, so that no page meets a selection of the one before.
    m_state.clearSelection();
    for (const Shown& shown : m_pages)
        shown.page->setSession(m_session);
    m_state.reset(m_session->trace().axisExtent());
    m_scopeBar->setSession(m_session);
    m_status->setSession(m_session);
}

void MainWindow::showSession(std::shared_ptr<const Session> session)
{
    // Who looked around in the first rank, or in a profile whose store had to be replaced, goes on there.
    const bool replaces = std::exchange(m_damaged, false) && m_loadingPaths == m_paths;
    const bool goesOn = m_session && (m_session->isFirstPart() || replaces);
    const bool zoomed = goesOn && m_state.visibleRange() != m_state.extent();
    const TimeRange seen = m_state.visibleRange();
    const bool untouched = m_session && m_session->isFirstPart() && !zoomed && !m_state.canGoBack()
                           && m_state.selection().kind == Selection::Kind::None
                           && m_tabs->currentWidget() == page("timeline");
    std::shared_ptr<const Session> before = std::exchange(m_session, std::move(session));
    endLoading();
    m_paths = m_loadingPaths;
    enterProfile();
    giveSessionToPages();
    if (zoomed)
        m_state.setVisibleRange(seen);
    if (!goesOn || untouched)
        m_tabs->setCurrentWidget(page("triage"));
    if (!m_paths.isEmpty())
        m_settings.addRecent(m_paths.front());
    retire(std::move(before));
    updateRecent();
    updateBanner();
    updateTitle();
    updateActions();
}

void MainWindow::showPreview(const JobPreview& preview)
{
    // An open profile stays untouched until its successor is complete; the first rank knows less than the preview.
    if (m_session && !m_session->isFirstPart())
        return;
    enterProfile();
    if (auto* triage = qobject_cast<TriagePage*>(page("triage"))) {
        triage->setPreview(preview.rows, *preview.trace, preview.verdict);
        if (!m_session)
            m_tabs->setCurrentWidget(triage);
    }
}

/// What is shown may be wrong: it is read again from its files. A store that was opened by its name has none.
void MainWindow::replaceDamaged()
{
    if (!m_session)
        return;
    const std::filesystem::path store = m_session->storePath();
    if (m_session->paths() != std::vector{store}) {
        m_damaged = true;
        return m_loader->open(m_paths, m_session->partial());
    }
    closeProfile();
    m_errorBar->showError({ErrorCode::Damaged, tr("The store is damaged.").toStdString(), store.string(),
                           tr("Write it again from the profile.").toStdString()});
}

void MainWindow::showFailure(const Error& error)
{
    endLoading();
    m_errorBar->showError(error);
}

void MainWindow::endLoading()
{
    m_status->progress()->hide();
    if (m_session && (m_session->isFirstPart() || m_damaged)) {
        closeProfile(); // what was to become of it, or to replace it, is not there
    } else if (!m_session) {
        if (Page* triage = page("triage"))
            triage->setSession(nullptr);
        leaveProfile();
    }
}

void MainWindow::closeProfile()
{
    m_loader->cancel();
    closeChoice();
    m_errorBar->hide();
    dropSession();
}

void MainWindow::dropSession()
{
    m_reportJob.cancel();
    m_state.clearSelection();
    std::shared_ptr<const Session> before = std::exchange(m_session, nullptr);
    m_paths.clear();
    m_damaged = false;
    for (const Shown& shown : m_pages)
        shown.page->setSession(nullptr);
    m_state.reset({});
    m_scopeBar->setSession(nullptr);
    m_status->setSession(nullptr);
    retire(std::move(before));
    leaveProfile();
    updateRecent();
    updateBanner();
    updateTitle();
    updateActions();
}

Page* MainWindow::page(std::string_view id) const
{
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [id](const Shown& shown) { return shown.info->id == id; });
    return found == m_pages.end() ? nullptr : found->page;
}

void MainWindow::raisePage(std::string_view id)
{
    for (const Shown& shown : m_pages) {
        if (shown.info->id != id)
            continue;
        if (shown.dock) {
            shown.dock->show();
            shown.dock->raise();
        } else {
            m_tabs->setCurrentWidget(shown.page);
        }
        shown.page->setFocus();
        if (!shown.page->hasFocus())
            shown.page->focusWidget() ? shown.page->focusWidget()->setFocus() : void();
    }
}

void MainWindow::updateBanner()
{
    m_banner->hide();
    if (!m_session)
        return;
    QStringList sentences;
    if (m_session->isFirstPart())
        sentences.append(tr("Only the first rank is there yet; the others are still being read."));
    if (const QString partial = partialBannerText(); !partial.isEmpty())
        sentences.append(partial);
    const std::uint64_t rejected = rejectedEvents(m_session->issues());
    const bool truncated = m_session->issues().countOf(IssueKind::Truncated) > 0;
    if (rejected > 0) {
        std::uint64_t events = 0;
        for (const auto& [phase, count] : m_session->trace().totals().eventsByPhase)
            events += count;
        const double share = static_cast<double>(rejected) / static_cast<double>(std::max(events, rejected));
        sentences.append(tr("Partial data: %1 of the events were rejected (%2). See Import.")
                             .arg(percentText(share), countText(rejected)));
    } else if (truncated) {
        sentences.append(tr("Partial data: a file ends too early. See Import."));
    }
    if (!sentences.isEmpty())
        m_banner->showWarning(sentences.join(u'\n'));
}

void MainWindow::updateTitle()
{
    if (!m_session) {
        setWindowTitle(u"Tideline"_s);
        return;
    }
    const QStringList& paths = m_session->isFirstPart() ? m_loadingPaths : m_paths;
    const QString name = paths.isEmpty() ? QString() : QFileInfo(paths.front()).fileName();
    setWindowTitle(visibleText(name) + u" \u2014 Tideline"_s);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    m_status->retranslate();
    for (const Shown& shown : m_pages) {
        if (shown.dock)
            shown.dock->setWindowTitle(titleOf(*shown.info));
        else
            m_tabs->setTabText(m_tabs->indexOf(shown.page), titleOf(*shown.info));
    }
    showCacheSize();
    (*m_actions)[m_language.current() == u"zh_CN" ? ActionId::LanguageChinese : ActionId::LanguageEnglish]->setChecked(
        true);
    updateRecent();
    updateBanner();
    updateTitle();
    updateActions();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_loader->cancel();
    m_settings.setGeometry(saveGeometry());
    const QByteArray layout = m_inProfile ? saveState(kLayoutVersion) : m_profileLayout;
    if (!layout.isEmpty())
        m_settings.setLayout(layout);
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const DroppedPaths paths = droppedPaths(*event->mimeData());
    event->acceptProposedAction();
    const bool twoRuns = paths.local.size() == 2
                         && std::all_of(paths.local.begin(), paths.local.end(),
                                        [](const QString& path) { return QFileInfo(path).isDir(); });
    if (!paths.local.isEmpty())
        openPaths(paths.local, twoRuns);
    if (!paths.refused.isEmpty())
        showFailure(Error{ErrorCode::InvalidArgument, tr("Only files of this machine can be opened.").toStdString(),
                          paths.refused.join(u", "_s).toStdString(),
                          tr("Save the file to a local directory and drop it again.").toStdString()});
}

} // namespace tideline
