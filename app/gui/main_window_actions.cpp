// SPDX-License-Identifier: GPL-3.0-or-later
// What the menus of the window do.
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenu>
#include <QProcess>
#include <QStyleFactory>
#include <QTabWidget>

#include <algorithm>
#include <utility>

#include "app/gui/help_dialogs.h"
#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "app/gui/window_actions.h"
#include "views/advisor/advisor_page.h"
#include "views/advisor/finding_pane.h"
#include "views/kit/theme.h"
#include "views/notes/notes_page.h"
#include "views/page/page.h"
#include "views/scope/scope_bar.h"
#include "views/shell/builtin_pages.h"
#include "views/state/scope_edit.h"
#include "views/summary/start_page.h"
#include "views/text/message_text.h"
#include "views/text/visible_text.h"
#include "views/timeline/find_bar.h"
#include "views/timeline/go_to_bar.h"
#include "views/timeline/timeline_page.h"

namespace tideline {

using namespace Qt::StringLiterals;

void MainWindow::connectActions()
{
    const auto on = [this](ActionId id, auto what) { connect((*m_actions)[id], &QAction::triggered, this, what); };
    on(ActionId::OpenDirectory, [this] { chooseDirectory(false); });
    on(ActionId::OpenParts, [this] { chooseDirectory(true); });
    on(ActionId::OpenFile, [this] { chooseFiles(); });
    on(ActionId::OpenSample, [this] { openSample(); });
    on(ActionId::Reload, [this] { reload(); });
    on(ActionId::ExportTable, [this] { exportTable(); });
    on(ActionId::ExportReport, [this] { exportReport(); });
    on(ActionId::PrintReport, [this] { printReport(); });
    on(ActionId::NewWindow, [this] { openNewWindow(); });
    on(ActionId::Close, [this] { closeProfile(); });
    on(ActionId::Quit, [this] { close(); });
    on(ActionId::Copy, [this] { copyFromFocus(); });
    on(ActionId::AddNote, [this] { addNote(); });
    on(ActionId::Find, [this] { inTimeline([](TimelinePage& page) { page.findBar()->open(); }); });
    on(ActionId::FindNext, [this] { inTimeline([](TimelinePage& page) { page.findBar()->step(1); }); });
    on(ActionId::FindPrevious, [this] { inTimeline([](TimelinePage& page) { page.findBar()->step(-1); }); });
    on(ActionId::GoToTime, [this] { inTimeline([](TimelinePage& page) { page.goToBar()->open(); }); });
    on(ActionId::LimitToSelection, [this] { m_scopeBar->limitToSelection(); });
    on(ActionId::ClearScope, [this] { clearScope(m_state); });
    on(ActionId::ThemeSystem, [this] { setTheme(u"system"_s); });
    on(ActionId::ThemeLight, [this] { setTheme(u"light"_s); });
    on(ActionId::ThemeDark, [this] { setTheme(u"dark"_s); });
    on(ActionId::LanguageEnglish, [this] { setLanguage(u"en"_s); });
    on(ActionId::LanguageChinese, [this] { setLanguage(u"zh_CN"_s); });
    on(ActionId::FullScreen, [this](bool full) { full ? showFullScreen() : showNormal(); });
    on(ActionId::DefaultLayout, [this] {
        if (m_inProfile)
            restoreState(m_defaultLayout, 1);
    });
    on(ActionId::BottomArea, [this] { toggleBottom(); });
    on(ActionId::Back, [this] { m_state.goBack(); });
    on(ActionId::Forward, [this] { m_state.goForward(); });
    on(ActionId::Fit, [this] { m_state.fitAll(); });
    on(ActionId::ZoomIn, [this] { zoomBy(0.5); });
    on(ActionId::ZoomOut, [this] { zoomBy(2.0); });
    on(ActionId::NextPane, [this] { movePane(1); });
    on(ActionId::PreviousPane, [this] { movePane(-1); });
    on(ActionId::Shortcuts, [this] { showShortcuts(this); });
    on(ActionId::About, [this] { showAbout(this); });
}

void MainWindow::inTimeline(const std::function<void(TimelinePage&)>& what)
{
    auto* timeline = qobject_cast<TimelinePage*>(page("timeline"));
    if (!timeline || !m_session)
        return;
    m_tabs->setCurrentWidget(timeline);
    what(*timeline);
}

void MainWindow::chooseDirectory(bool ask)
{
    const QString path =
        QFileDialog::getExistingDirectory(this, tr("Open a profile directory"), m_settings.recent().value(0));
    if (!path.isEmpty())
        openPaths({path}, ask);
}

void MainWindow::chooseFiles()
{
    const QString place = QFileInfo(m_settings.recent().value(0)).absolutePath();
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Open trace files"), place,
        tr("Traces and tables (*.json *.json.gz *.gz *.zip *.csv *.db)") + u";;"_s + tr("All files (*)"));
    if (!paths.isEmpty())
        openPaths(paths);
}

void MainWindow::exportTable()
{
    const auto owns = [](const Page* page) { return page->isAncestorOf(QApplication::focusWidget()); };
    Page* chosen = nullptr;
    for (const Shown& shown : m_pages) {
        if (shown.page->canExportTable() && (!chosen || owns(shown.page)))
            chosen = shown.page;
    }
    if (chosen)
        chosen->exportTable();
}

void MainWindow::addNote()
{
    auto* notes = qobject_cast<NotesPage*>(page("notes"));
    auto* advisor = qobject_cast<AdvisorPage*>(page("advisor"));
    if (!notes || !m_session)
        return;
    const Finding* finding = advisor ? advisor->pane()->finding() : nullptr;
    const bool aboutFinding = finding && advisor->isAncestorOf(QApplication::focusWidget());
    raisePage("notes");
    if (aboutFinding)
        notes->addNoteAboutFinding(QString::fromStdString(finding->ruleId), translated(finding->title));
    else
        notes->addNote();
}

void MainWindow::copyFromFocus()
{
    QWidget* focus = QApplication::focusWidget();
    if (!focus)
        return;
    QKeyEvent press(QEvent::KeyPress, Qt::Key_C, Qt::ControlModifier);
    QApplication::sendEvent(focus, &press);
}

void MainWindow::toggleBottom()
{
    if (!m_inProfile)
        return;
    std::vector<QDockWidget*> bottom;
    for (const Shown& shown : m_pages) {
        if (shown.dock && shown.info->area == PageArea::Bottom)
            bottom.push_back(shown.dock);
    }
    const bool any =
        std::any_of(bottom.begin(), bottom.end(), [](const QDockWidget* dock) { return !dock->isHidden(); });
    for (QDockWidget* dock : bottom)
        dock->setVisible(!any);
    if (!any && !bottom.empty())
        bottom.front()->raise();
}

void MainWindow::movePane(int direction)
{
    std::vector<Page*> panes;
    for (const Shown& shown : m_pages) {
        if (shown.page->isVisible() && !shown.page->visibleRegion().isEmpty())
            panes.push_back(shown.page);
    }
    if (panes.empty())
        return;
    const auto count = static_cast<int>(panes.size());
    int current = 0;
    for (int i = 0; i < count; ++i) {
        if (panes[static_cast<std::size_t>(i)]->isAncestorOf(QApplication::focusWidget()))
            current = i;
    }
    Page* next = panes[static_cast<std::size_t>((current + direction + count) % count)];
    // The first child that takes the keyboard; a page itself does not.
    const QList<QWidget*> children = next->findChildren<QWidget*>();
    const auto target = std::find_if(children.begin(), children.end(), [](const QWidget* child) {
        return child->isVisible() && child->focusPolicy() & Qt::TabFocus;
    });
    (target != children.end() ? *target : next)->setFocus(Qt::ShortcutFocusReason);
}

void MainWindow::zoomBy(double factor)
{
    const TimeRange range = m_state.visibleRange();
    const auto length = static_cast<std::int64_t>(static_cast<double>(range.length().ns) * factor);
    const Instant start{range.start.ns + (range.length().ns - length) / 2};
    m_state.setVisibleRange({start, start + Duration{length}});
}

void MainWindow::openNewWindow()
{
    if (!QProcess::startDetached(QApplication::applicationFilePath(), {u"--new-window"_s}))
        showFailure(Error{ErrorCode::Internal,
                          "could not start another window",
                          QApplication::applicationFilePath().toStdString(),
                          {}});
}

void MainWindow::setTheme(const QString& theme)
{
    const bool dark = theme == u"dark";
    const bool light = theme == u"light";
    m_settings.setTheme(dark || light ? theme : u"system"_s);
    QApplication::setPalette(dark ? Theme::darkTheme().palette()
                                  : (light ? Theme::light().palette() : m_systemPalette));
    (*m_actions)[dark ? ActionId::ThemeDark : (light ? ActionId::ThemeLight : ActionId::ThemeSystem)]->setChecked(true);
}

void MainWindow::setLanguage(const QString& language)
{
    m_settings.setLanguage(language);
    m_language.use(language);
}

void MainWindow::updateActions()
{
    const bool open = m_session != nullptr;
    for (const ActionId id : {ActionId::Reload, ActionId::ExportTable, ActionId::ExportReport, ActionId::PrintReport,
                              ActionId::Close, ActionId::DefaultLayout, ActionId::BottomArea, ActionId::Fit,
                              ActionId::ZoomIn, ActionId::ZoomOut, ActionId::Find, ActionId::FindNext,
                              ActionId::FindPrevious, ActionId::GoToTime, ActionId::NextPane, ActionId::PreviousPane})
        (*m_actions)[id]->setEnabled(open);
    const bool selected = m_state.selection().kind != Selection::Kind::None;
    (*m_actions)[ActionId::AddNote]->setEnabled(open);
    (*m_actions)[ActionId::LimitToSelection]->setEnabled(open && selected);
    (*m_actions)[ActionId::ClearScope]->setEnabled(open && !m_state.scope().limitsNothing());
    (*m_actions)[ActionId::Back]->setEnabled(open && m_state.canGoBack());
    (*m_actions)[ActionId::Forward]->setEnabled(open && m_state.canGoForward());
    m_actions->docksMenu()->setEnabled(open);
}

void MainWindow::updateRecent()
{
    const QStringList paths = m_settings.recent();
    m_start->setRecent(paths);
    QMenu* menu = m_actions->recentMenu();
    menu->clear();
    for (const QString& path : paths) {
        QAction* action = menu->addAction(visibleText(path).replace(u'&', u"&&"_s));
        action->setEnabled(QFileInfo::exists(path));
        connect(action, &QAction::triggered, this, [this, path] { openPaths({path}); });
    }
    menu->setEnabled(!paths.isEmpty());
}

} // namespace tideline
