// SPDX-License-Identifier: GPL-3.0-or-later
// The stores that are kept to open profiles faster again.
#include <QAction>
#include <QMenu>
#include <QStatusBar>

#include "app/gui/main_window.h"
#include "app/gui/window_actions.h"
#include "core/session/store_cache.h"
#include "views/text/number_text.h"

namespace tideline {

namespace {

constexpr int kMessageMs = 8000;

} // namespace

void MainWindow::connectCache()
{
    connect((*m_actions)[ActionId::ClearCache], &QAction::triggered, this, &MainWindow::clearCache);
    connect(m_actions->fileMenu(), &QMenu::aboutToShow, this, &MainWindow::measureCache);
}

/// The menu is open when the figure arrives, and it changes while one looks at it.
void MainWindow::measureCache()
{
    m_cacheJob.start([](std::stop_token) { return StoreCache(defaultCacheDir()).bytes(); },
                     [this](std::uint64_t bytes) {
                         m_cacheBytes = bytes;
                         showCacheSize();
                     });
}

void MainWindow::showCacheSize()
{
    QAction* action = (*m_actions)[ActionId::ClearCache];
    action->setText(m_cacheBytes > 0 ? tr("Cle&ar Cache (%1)").arg(byteText(m_cacheBytes)) : tr("Cle&ar Cache"));
}

/// A profile that is open keeps its store until it is closed.
void MainWindow::clearCache()
{
    m_cacheJob.start([](std::stop_token) { return StoreCache(defaultCacheDir()).clear(); },
                     [this](std::uint64_t freed) {
                         m_cacheBytes = 0;
                         showCacheSize();
                         statusBar()->showMessage(freed > 0
                                                      ? tr("The cache was cleared: %1 freed.").arg(byteText(freed))
                                                      : tr("The cache was empty already."),
                                                  kMessageMs);
                     });
}

} // namespace tideline
