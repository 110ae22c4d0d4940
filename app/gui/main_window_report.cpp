// SPDX-License-Identifier: GPL-3.0-or-later
// The report of the open profile: as a file and on paper.
#include <QDateTime>
#include <QLocale>
#include <QPrinter>
#include <QPrintPreviewDialog>
#include <QStatusBar>

#include <memory>
#include <utility>

#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "app/gui/message_bar.h"
#include "app/gui/report_dialog.h"
#include "views/advisor/advisor_page.h"
#include "views/notes/notes_page.h"
#include "views/print/print_style.h"
#include "views/print/report_pdf.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMessageMs = 15'000;

} // namespace

ReportOrder MainWindow::reportOrder()
{
    ReportOrder order;
    order.session = m_session;
    order.language = m_language.current();
    order.windowLanguage = m_language.current();
    order.options.scope = m_state.scope();
    order.options.scopeText = scopeText(m_state.scope());
    order.options.created = QLocale().toString(QDateTime::currentDateTime(), QLocale::ShortFormat).toStdString();
    if (const auto* advisor = qobject_cast<AdvisorPage*>(page("advisor")))
        order.options.limits = advisor->limits();
    if (auto* notes = qobject_cast<NotesPage*>(page("notes")))
        order.options.notes = notes->book().markdown().toStdString();
    return order;
}

void MainWindow::exportReport()
{
    if (!m_session)
        return;
    auto* dialog = new ReportDialog(reportOrder(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ReportDialog::written, this, [this](const QString& path) {
        statusBar()->showMessage(tr("The report was written to %1").arg(visibleValue(path)), kMessageMs);
    });
    dialog->open();
}

void MainWindow::printReport()
{
    if (!m_session)
        return;
    statusBar()->showMessage(tr("Preparing the report…"));
    m_reportJob.start([order = reportOrder()](std::stop_token stop) { return reportFor(order, Progress(stop)); },
                      [this, session = m_session](Result<std::shared_ptr<const Report>> report) {
                          statusBar()->clearMessage();
                          if (report)
                              previewReport(session, *report);
                          else
                              m_errorBar->showError(report.error());
                      });
}

void MainWindow::previewReport(const std::shared_ptr<const Session>& session,
                               const std::shared_ptr<const Report>& report)
{
    // The dialog uses the printer as long as it lives: the connection below keeps it.
    const auto printer = std::make_shared<QPrinter>(QPrinter::ScreenResolution);
    printer->setResolution(PrintStyle::kDpi);
    printer->setFullPage(true);
    printer->setPageSize(QPageSize(QPageSize::A4));
    auto* preview = new QPrintPreviewDialog(printer.get(), this);
    preview->setAttribute(Qt::WA_DeleteOnClose);
    preview->setWindowTitle(tr("Print Report"));
    preview->resize(size());
    connect(preview, &QPrintPreviewDialog::paintRequested, this,
            [this, session, report, printer, language = m_language.current()](QPrinter* paper) {
                const Status painted = paintReport(*paper, *report, reportWords(language),
                                                   timelinePictures(session->trace(), session->index()));
                if (!painted)
                    m_errorBar->showError(painted.error());
            });
    preview->open();
}

} // namespace tideline
