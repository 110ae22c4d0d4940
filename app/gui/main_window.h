// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "app/gui/gui_settings.h"
#include "app/gui/report_export.h"
#include "app/gui/session_loader.h"
#include "views/kit/latest_job.h"
#include "views/state/view_state.h"

class QDockWidget;
class QToolBar;
class QStackedWidget;
class QTabWidget;

namespace tideline {

class ChoosePartsDialog;
class Language;
class MessageBar;
class Page;
class ScopeBar;
class StartPage;
class StatusLine;
class TimelinePage;
class WindowActions;
struct PageInfo;

/// One window with at most one profile. Pages are made when the first profile is opened, so that the start page is
/// there at once.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// The language object outlives the window.
    MainWindow(Language& language, bool safeMode, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens paths as one profile, in the background; where there is a choice, or `ask`, it lists what was found first.
    /// What is open stays until the new profile is ready.
    void openPaths(const QStringList& paths, bool ask = false);
    /// Opens the same again.
    void reload();
    void openSample();
    void closeProfile();
    void setTheme(const QString& theme);
    void setLanguage(const QString& language);

    const std::shared_ptr<const Session>& session() const { return m_session; }
    ViewState& state() { return m_state; }
    SessionLoader& loader() { return *m_loader; }
    MessageBar* errorBar() const { return m_errorBar; }
    MessageBar* partialBanner() const { return m_banner; }
    /// What to open is being asked; null else.
    ChoosePartsDialog* choice() const;
    StartPage* startPage() const { return m_start; }
    QTabWidget* tabs() const { return m_tabs; }
    /// The page with this id, or null before the first profile.
    Page* page(std::string_view id) const;
    /// Brings the page to the front and gives it the keyboard.
    void raisePage(std::string_view id);
    WindowActions& actions() { return *m_actions; }
    ScopeBar* scopeBar() const { return m_scopeBar; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Shown {
        const PageInfo* info = nullptr;
        Page* page = nullptr;
        QDockWidget* dock = nullptr; // null for central pages
    };

    void buildCentre();
    void buildScopeBar();
    void connectActions();
    void connectLoader();
    void connectStart();
    void ensurePages();
    void connectPages();
    void addDock(Shown& shown);
    void arrangeDocks();
    void restoreLayout();
    void enterProfile();
    void leaveProfile();
    void beginLoading(const QStringList& paths);
    void showFirstPart(std::shared_ptr<const Session> session);
    void showSession(std::shared_ptr<const Session> session);
    void giveSessionToPages();
    void showPreview(const JobPreview& preview);
    void replaceDamaged();
    void dropSession();
    void connectCache();
    void measureCache();
    void clearCache();
    void showCacheSize();
    void askForParts(const ProfileListing& listing, const QStringList& paths, bool separateRuns);
    void closeChoice();
    QString partialBannerText() const;
    void showFailure(const Error& error);
    void endLoading();
    void updateBanner();
    void updateTitle();
    void updateActions();
    void updateRecent();
    void retranslate();
    /// Brings the timeline to the front; nothing without a profile.
    void inTimeline(const std::function<void(TimelinePage&)>& what);
    /// ask: lists what the directory holds before anything of it is read.
    void chooseDirectory(bool ask);
    void chooseFiles();
    void exportTable();
    ReportOrder reportOrder();
    void exportReport();
    void printReport();
    void previewReport(const std::shared_ptr<const Session>& session, const std::shared_ptr<const Report>& report);
    void copyFromFocus();
    void addNote();
    void toggleBottom();
    void movePane(int direction);
    void zoomBy(double factor);
    void openNewWindow();

    GuiSettings m_settings;
    Language& m_language;
    ViewState m_state;
    QPalette m_systemPalette;
    std::shared_ptr<const Session> m_session;
    QStringList m_paths; // of the open profile, for Reload
    QStringList m_loadingPaths;
    std::vector<Shown> m_pages;
    SessionLoader* m_loader = nullptr;
    QPointer<ChoosePartsDialog> m_choice;
    WindowActions* m_actions = nullptr;
    StatusLine* m_status = nullptr;
    ScopeBar* m_scopeBar = nullptr;
    QToolBar* m_scopeTools = nullptr;
    MessageBar* m_errorBar = nullptr;
    MessageBar* m_banner = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_start = nullptr;
    QTabWidget* m_tabs = nullptr;
    QByteArray m_defaultLayout;
    QByteArray m_profileLayout; // while the start page is shown
    bool m_inProfile = false;
    bool m_damaged = false;         // what is open may be wrong: its successor is being read
    std::uint64_t m_cacheBytes = 0; // as last measured
    LatestJob m_reportJob;
    LatestJob m_cacheJob;
};

} // namespace tideline
