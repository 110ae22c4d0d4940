// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QIcon>
#include <QKeySequence>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QStyle>
#include <QToolBar>

#include "app/gui/fit_icon.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct ActionText {
    ActionId id;
    const char* text;
    const char* tip;
    const char* key;
    const char* icon;
};

constexpr ActionText kTexts[] = {
    {ActionId::OpenDirectory, QT_TRANSLATE_NOOP("Actions", "Open &Directory…"),
     QT_TRANSLATE_NOOP("Actions", "Open a profile directory, or a parent of several"), "Ctrl+O", "folder-open"},
    {ActionId::OpenParts, QT_TRANSLATE_NOOP("Actions", "Open Par&ts of Directory…"),
     QT_TRANSLATE_NOOP("Actions", "List what a directory holds and choose what of it to read"), "Ctrl+Alt+O", ""},
    {ActionId::OpenFile, QT_TRANSLATE_NOOP("Actions", "Open &File…"),
     QT_TRANSLATE_NOOP("Actions", "Open one or several trace files"), "Ctrl+Shift+O", "document-open"},
    {ActionId::OpenSample, QT_TRANSLATE_NOOP("Actions", "Open &Sample"),
     QT_TRANSLATE_NOOP("Actions", "Open the built-in sample profile"), "", ""},
    {ActionId::Reload, QT_TRANSLATE_NOOP("Actions", "Re&load"),
     QT_TRANSLATE_NOOP("Actions", "Read the profile again from disk"), "F5", "view-refresh"},
    {ActionId::ExportTable, QT_TRANSLATE_NOOP("Actions", "&Export Table…"),
     QT_TRANSLATE_NOOP("Actions", "Write the table as shown as CSV"), "Ctrl+Shift+E", "document-save-as"},
    {ActionId::ExportReport, QT_TRANSLATE_NOOP("Actions", "Export &Report…"),
     QT_TRANSLATE_NOOP("Actions", "Write what was found as PDF, HTML, Markdown or JSON"), "Ctrl+E", "document-export"},
    {ActionId::PrintReport, QT_TRANSLATE_NOOP("Actions", "&Print Report…"),
     QT_TRANSLATE_NOOP("Actions", "Look at the report on paper and print it"), "", "document-print"},
    {ActionId::NewWindow, QT_TRANSLATE_NOOP("Actions", "&New Window"),
     QT_TRANSLATE_NOOP("Actions", "Open another window"), "Ctrl+Shift+N", "window-new"},
    {ActionId::ClearCache, QT_TRANSLATE_NOOP("Actions", "Cle&ar Cache"),
     QT_TRANSLATE_NOOP("Actions", "Remove what is kept to open profiles faster again"), "", "edit-clear"},
    {ActionId::Close, QT_TRANSLATE_NOOP("Actions", "&Close"), QT_TRANSLATE_NOOP("Actions", "Close the profile"),
     "Ctrl+W", "window-close"},
    {ActionId::Quit, QT_TRANSLATE_NOOP("Actions", "&Quit"), QT_TRANSLATE_NOOP("Actions", "Leave Tideline"), "Ctrl+Q",
     "application-exit"},
    {ActionId::Copy, QT_TRANSLATE_NOOP("Actions", "&Copy"),
     QT_TRANSLATE_NOOP("Actions", "Copy the selected rows or text"), "", "edit-copy"},
    {ActionId::AddNote, QT_TRANSLATE_NOOP("Actions", "Add &Note"),
     QT_TRANSLATE_NOOP("Actions", "Write a note about what is selected"), "K", "document-edit"},
    {ActionId::Find, QT_TRANSLATE_NOOP("Actions", "&Find…"),
     QT_TRANSLATE_NOOP("Actions", "Find slices by the words of their names"), "Ctrl+F", "edit-find"},
    {ActionId::FindNext, QT_TRANSLATE_NOOP("Actions", "Find Ne&xt"),
     QT_TRANSLATE_NOOP("Actions", "Show the next slice that was found"), "F3", ""},
    {ActionId::FindPrevious, QT_TRANSLATE_NOOP("Actions", "Find Pre&vious"),
     QT_TRANSLATE_NOOP("Actions", "Show the slice that was found before"), "Shift+F3", ""},
    {ActionId::LimitToSelection, QT_TRANSLATE_NOOP("Actions", "&Limit to Selection"),
     QT_TRANSLATE_NOOP("Actions", "Count only what lies inside the selection in all figures"), "Ctrl+L", ""},
    {ActionId::ClearScope, QT_TRANSLATE_NOOP("Actions", "Clear &Scope"),
     QT_TRANSLATE_NOOP("Actions", "Count the whole profile again in all figures"), "Ctrl+Shift+L", ""},
    {ActionId::ThemeSystem, QT_TRANSLATE_NOOP("Actions", "&System"),
     QT_TRANSLATE_NOOP("Actions", "Colours of the desktop"), "", ""},
    {ActionId::ThemeLight, QT_TRANSLATE_NOOP("Actions", "&Light"), QT_TRANSLATE_NOOP("Actions", "Light colours"), "",
     ""},
    {ActionId::ThemeDark, QT_TRANSLATE_NOOP("Actions", "&Dark"), QT_TRANSLATE_NOOP("Actions", "Dark colours"), "", ""},
    {ActionId::LanguageEnglish, "&English", QT_TRANSLATE_NOOP("Actions", "English texts"), "", ""},
    {ActionId::LanguageChinese, "\u4E2D\u6587 (&C)", QT_TRANSLATE_NOOP("Actions", "Chinese texts"), "", ""},
    {ActionId::FullScreen, QT_TRANSLATE_NOOP("Actions", "&Full Screen"),
     QT_TRANSLATE_NOOP("Actions", "Use the whole screen"), "F11", "view-fullscreen"},
    {ActionId::DefaultLayout, QT_TRANSLATE_NOOP("Actions", "&Restore Default Layout"),
     QT_TRANSLATE_NOOP("Actions", "Put all panes back where they belong"), "", ""},
    {ActionId::BottomArea, QT_TRANSLATE_NOOP("Actions", "Hide or Show &Bottom Area"),
     QT_TRANSLATE_NOOP("Actions", "Hide or show the panes below the timeline"), "Q", ""},
    {ActionId::Back, QT_TRANSLATE_NOOP("Actions", "&Back"), QT_TRANSLATE_NOOP("Actions", "Back to the view before"),
     "Alt+Left", "go-previous"},
    {ActionId::Forward, QT_TRANSLATE_NOOP("Actions", "&Forward"),
     QT_TRANSLATE_NOOP("Actions", "Forward to the view after"), "Alt+Right", "go-next"},
    {ActionId::Fit, QT_TRANSLATE_NOOP("Actions", "Fi&t"), QT_TRANSLATE_NOOP("Actions", "Show the whole profile"),
     "Ctrl+0", "zoom-fit-best"},
    {ActionId::ZoomIn, QT_TRANSLATE_NOOP("Actions", "Zoom &In"),
     QT_TRANSLATE_NOOP("Actions", "Show half of the time range"), "Ctrl++", "zoom-in"},
    {ActionId::ZoomOut, QT_TRANSLATE_NOOP("Actions", "Zoom &Out"),
     QT_TRANSLATE_NOOP("Actions", "Show twice the time range"), "Ctrl+-", "zoom-out"},
    {ActionId::GoToTime, QT_TRANSLATE_NOOP("Actions", "&Go to Time…"),
     QT_TRANSLATE_NOOP("Actions", "Show a time or a step in the timeline"), "Ctrl+G", "go-jump"},
    {ActionId::NextPane, QT_TRANSLATE_NOOP("Actions", "&Next Pane"),
     QT_TRANSLATE_NOOP("Actions", "Move the keyboard to the next pane"), "F6", ""},
    {ActionId::PreviousPane, QT_TRANSLATE_NOOP("Actions", "&Previous Pane"),
     QT_TRANSLATE_NOOP("Actions", "Move the keyboard to the pane before"), "Shift+F6", ""},
    {ActionId::Shortcuts, QT_TRANSLATE_NOOP("Actions", "&Keys"), QT_TRANSLATE_NOOP("Actions", "List all keys"), "?",
     "help-contents"},
    {ActionId::About, QT_TRANSLATE_NOOP("Actions", "&About Tideline"),
     QT_TRANSLATE_NOOP("Actions", "Version and licence"), "", "help-about"},
};
static_assert(std::size(kTexts) == kActionCount);

constexpr int kToolIconPx = 16;

QString translated(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

/// Drawn by the style where the icon theme has none, so that the tool bar is never empty.
QIcon fallbackIcon(ActionId id, const QStyle& style)
{
    if (id == ActionId::OpenDirectory)
        return style.standardIcon(QStyle::SP_DirOpenIcon);
    if (id == ActionId::Back)
        return style.standardIcon(QStyle::SP_ArrowBack);
    if (id == ActionId::Forward)
        return style.standardIcon(QStyle::SP_ArrowForward);
    if (id == ActionId::Fit)
        return QIcon(new FitIcon);
    return {};
}

} // namespace

WindowActions::WindowActions(QMainWindow* window) : QObject(window)
{
    makeActions();
    makeMenus(window);
    makeToolBar(window);
    retranslate();
}

void WindowActions::makeActions()
{
    auto* window = static_cast<QMainWindow*>(parent());
    for (const ActionText& text : kTexts) {
        auto* action = new QAction(this);
        const QString icon = QString::fromLatin1(text.icon);
        if (!icon.isEmpty())
            action->setIcon(QIcon::fromTheme(icon, fallbackIcon(text.id, *window->style())));
        if (*text.key)
            action->setShortcut(QKeySequence(QString::fromLatin1(text.key)));
        m_actions[static_cast<std::size_t>(text.id)] = action;
        window->addAction(action);
    }
    (*this)[ActionId::OpenDirectory]->setShortcuts(QKeySequence::Open);
    (*this)[ActionId::PrintReport]->setShortcuts(QKeySequence::Print);
    (*this)[ActionId::Fit]->setShortcuts({QKeySequence(u"Ctrl+0"_s)});
    (*this)[ActionId::ZoomIn]->setShortcuts({QKeySequence(u"Ctrl++"_s), QKeySequence(u"Ctrl+="_s)});
    (*this)[ActionId::Shortcuts]->setShortcuts({QKeySequence(u"?"_s), QKeySequence(QKeySequence::HelpContents)});
    (*this)[ActionId::FullScreen]->setCheckable(true);
    group({ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark});
    group({ActionId::LanguageEnglish, ActionId::LanguageChinese});
}

QActionGroup* WindowActions::group(std::initializer_list<ActionId> ids)
{
    auto* together = new QActionGroup(this);
    for (const ActionId id : ids) {
        (*this)[id]->setCheckable(true);
        together->addAction((*this)[id]);
    }
    return together;
}

void WindowActions::makeMenus(QMainWindow* window)
{
    const auto fill = [this](QMenu* menu, std::initializer_list<ActionId> ids) {
        for (const ActionId id : ids)
            menu->addAction((*this)[id]);
    };
    m_file = window->menuBar()->addMenu(QString());
    fill(m_file, {ActionId::OpenDirectory, ActionId::OpenParts, ActionId::OpenFile, ActionId::OpenSample});
    m_recent = m_file->addMenu(QString());
    m_file->addSeparator();
    fill(m_file, {ActionId::Reload, ActionId::ExportTable, ActionId::ExportReport, ActionId::PrintReport});
    m_file->addSeparator();
    fill(m_file, {ActionId::NewWindow, ActionId::ClearCache, ActionId::Close, ActionId::Quit});
    m_edit = window->menuBar()->addMenu(QString());
    fill(m_edit, {ActionId::Copy, ActionId::AddNote});
    m_edit->addSeparator();
    fill(m_edit, {ActionId::Find, ActionId::FindNext, ActionId::FindPrevious});
    m_edit->addSeparator();
    fill(m_edit, {ActionId::LimitToSelection, ActionId::ClearScope});
    m_view = window->menuBar()->addMenu(QString());
    m_docks = m_view->addMenu(QString());
    fill(m_view, {ActionId::BottomArea, ActionId::DefaultLayout});
    m_view->addSeparator();
    m_theme = m_view->addMenu(QString());
    fill(m_theme, {ActionId::ThemeSystem, ActionId::ThemeLight, ActionId::ThemeDark});
    m_language = m_view->addMenu(QString());
    fill(m_language, {ActionId::LanguageEnglish, ActionId::LanguageChinese});
    m_view->addSeparator();
    fill(m_view, {ActionId::FullScreen});
    m_go = window->menuBar()->addMenu(QString());
    fill(m_go, {ActionId::Back, ActionId::Forward});
    m_go->addSeparator();
    fill(m_go, {ActionId::Fit, ActionId::ZoomIn, ActionId::ZoomOut, ActionId::GoToTime});
    m_go->addSeparator();
    fill(m_go, {ActionId::NextPane, ActionId::PreviousPane});
    m_help = window->menuBar()->addMenu(QString());
    fill(m_help, {ActionId::Shortcuts, ActionId::About});
}

void WindowActions::makeToolBar(QMainWindow* window)
{
    auto* bar = new QToolBar(window);
    bar->setObjectName(u"toolbar.main"_s);
    bar->setMovable(false);
    bar->setIconSize({kToolIconPx, kToolIconPx});
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    for (const ActionId id : {ActionId::OpenDirectory, ActionId::Back, ActionId::Forward, ActionId::Fit})
        bar->addAction((*this)[id]);
    window->addToolBar(bar);
}

void WindowActions::retranslate()
{
    for (const ActionText& text : kTexts) {
        QAction* action = (*this)[text.id];
        const bool ownName = text.id == ActionId::LanguageEnglish || text.id == ActionId::LanguageChinese;
        action->setText(ownName ? QString::fromUtf8(text.text) : translated(text.text));
        // On the tool bar a mnemonic in brackets would stand as text.
        static const QRegularExpression kMnemonic(u"\\s*\\(&.\\)|&"_s);
        action->setIconText(action->text().remove(kMnemonic));
        action->setStatusTip(translated(text.tip));
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        action->setToolTip(key.isEmpty() ? action->statusTip() : action->statusTip() + u" ("_s + key + u')');
    }
    (*this)[ActionId::OpenDirectory]->setIconText(tr("Open"));
    m_file->setTitle(tr("&File"));
    m_edit->setTitle(tr("&Edit"));
    m_view->setTitle(tr("&View"));
    m_go->setTitle(tr("&Go"));
    m_help->setTitle(tr("&Help"));
    m_recent->setTitle(tr("&Recent"));
    m_docks->setTitle(tr("&Panes"));
    m_theme->setTitle(tr("&Theme"));
    m_language->setTitle(tr("&Language"));
}

} // namespace tideline
