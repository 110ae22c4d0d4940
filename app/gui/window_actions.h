// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <array>
#include <cstddef>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace tideline {

enum class ActionId : std::size_t {
    OpenDirectory,
    OpenParts,
    OpenFile,
    OpenSample,
    Reload,
    ExportTable,
    ExportReport,
    PrintReport,
    NewWindow,
    ClearCache,
    Close,
    Quit,
    Copy,
    AddNote,
    Find,
    FindNext,
    FindPrevious,
    LimitToSelection,
    ClearScope,
    ThemeSystem,
    ThemeLight,
    ThemeDark,
    LanguageEnglish,
    LanguageChinese,
    FullScreen,
    DefaultLayout,
    BottomArea,
    Back,
    Forward,
    Fit,
    ZoomIn,
    ZoomOut,
    GoToTime,
    NextPane,
    PreviousPane,
    Shortcuts,
    About,
};
constexpr std::size_t kActionCount = static_cast<std::size_t>(ActionId::About) + 1;

/// The actions of the window with their menus and the tool bar. Texts follow the language; what they do is connected
/// by the window.
class WindowActions final : public QObject {
    Q_OBJECT

public:
    explicit WindowActions(QMainWindow* window);

    QAction* operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    QMenu* fileMenu() const { return m_file; }
    QMenu* recentMenu() const { return m_recent; }
    QMenu* docksMenu() const { return m_docks; }
    void retranslate();

private:
    void makeActions();
    void makeMenus(QMainWindow* window);
    void makeToolBar(QMainWindow* window);
    QActionGroup* group(std::initializer_list<ActionId> ids);

    std::array<QAction*, kActionCount> m_actions{};
    QMenu* m_file = nullptr;
    QMenu* m_edit = nullptr;
    QMenu* m_view = nullptr;
    QMenu* m_go = nullptr;
    QMenu* m_help = nullptr;
    QMenu* m_recent = nullptr;
    QMenu* m_docks = nullptr;
    QMenu* m_theme = nullptr;
    QMenu* m_language = nullptr;
};

} // namespace tideline
