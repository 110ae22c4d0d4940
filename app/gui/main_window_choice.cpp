// SPDX-License-Identifier: GPL-3.0-or-later
// What of a directory is opened, where there is a choice.
#include "app/gui/choose_parts_dialog.h"
#include "app/gui/main_window.h"
#include "app/gui/message_bar.h"
#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

void MainWindow::askForParts(const ProfileListing& listing, const QStringList& paths, bool separateRuns)
{
    endLoading();
    closeChoice();
    m_choice = new ChoosePartsDialog(listing, separateRuns ? paths.size() : 1, this);
    m_choice->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_choice, &ChoosePartsDialog::openWanted, this,
            [this, paths](const PartialImport& partial) { m_loader->open(paths, partial); });
    m_choice->show();
    m_choice->activateWindow();
}

ChoosePartsDialog* MainWindow::choice() const
{
    return m_choice;
}

void MainWindow::closeChoice()
{
    if (m_choice)
        m_choice->close();
    m_choice = nullptr;
}

QString MainWindow::partialBannerText() const
{
    const PartialImport& partial = m_session->partial();
    if (partial.limitsNothing())
        return {};
    PartialImport limits = partial;
    limits.parts.clear(); // counted below; their paths would fill the window
    const LeftOut& leftOut = m_session->leftOut();
    if (limits.limitsNothing())
        return tr("Opened in part: %1 parts were left out.").arg(countText(leftOut.parts));
    return tr("Opened in part (%1): %2 parts and %3 rows were left out.")
        .arg(visibleText(limits.text()), countText(leftOut.parts), countText(leftOut.rows()));
}

} // namespace tideline
