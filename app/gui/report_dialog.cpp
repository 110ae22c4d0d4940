// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/report_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "views/kit/theme.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostRows = 10'000;
constexpr int kFieldCharacters = 48;

/// "DOCUMENTS/profile.pdf"; never inside the profile, which may be write-protected.
QString firstTarget(const Session& session)
{
    QString place = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    if (place.isEmpty() || !QDir(place).exists())
        place = QDir::homePath();
    const QString path = session.paths().empty() ? QString() : QString::fromStdString(session.paths().front().string());
    const QString name = QFileInfo(QDir::cleanPath(path)).completeBaseName();
    return place + u'/' + (name.isEmpty() ? u"tideline"_s : name) + u"-report.pdf"_s;
}

} // namespace

ReportDialog::ReportDialog(ReportOrder order, QWidget* parent)
    : QDialog(parent),
      m_order(std::move(order)),
      m_target(new QLineEdit(this)),
      m_title(new QLineEdit(this)),
      m_format(new QComboBox(this)),
      m_language(new QComboBox(this)),
      m_rows(new QSpinBox(this)),
      m_redact(new QCheckBox(this)),
      m_notes(new QCheckBox(this)),
      m_message(new QLabel(this)),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
{
    build();
    connect(m_format, &QComboBox::currentIndexChanged, this, &ReportDialog::followFormat);
    connect(m_target, &QLineEdit::textChanged, this, &ReportDialog::checkTarget);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &ReportDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &ReportDialog::reject);
    m_target->setText(firstTarget(*m_order.session));
    m_target->selectAll();
}

void ReportDialog::build()
{
    setWindowTitle(tr("Export Report"));
    m_format->addItem(tr("PDF"), static_cast<int>(ReportFormat::Pdf));
    m_format->addItem(tr("HTML"), static_cast<int>(ReportFormat::Html));
    m_format->addItem(tr("Markdown"), static_cast<int>(ReportFormat::Markdown));
    m_format->addItem(tr("JSON"), static_cast<int>(ReportFormat::Json));
    m_language->addItem(u"English"_s, u"en"_s);
    m_language->addItem(u"\u4E2D\u6587"_s, u"zh_CN"_s);
    m_language->setCurrentIndex(std::max(0, m_language->findData(m_order.windowLanguage)));
    m_rows->setRange(0, kMostRows);
    m_rows->setSpecialValueText(tr("All"));
    m_rows->setValue(static_cast<int>(m_order.options.topN));
    m_redact->setText(tr("&Replace names of users, hosts and directories"));
    m_notes->setText(tr("Include my &notes"));
    m_notes->setChecked(!m_order.options.notes.empty());
    m_notes->setEnabled(!m_order.options.notes.empty());
    m_title->setPlaceholderText(tr("The usual title"));
    m_target->setMinimumWidth(fontMetrics().averageCharWidth() * kFieldCharacters);
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    auto* browse = new QPushButton(tr("&Browse…"), this);
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &ReportDialog::chooseTarget);
    auto* place = new QHBoxLayout;
    place->addWidget(m_target, 1);
    place->addWidget(browse);
    QPushButton* write = m_buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
    write->setDefault(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&File"), place);
    qobject_cast<QLabel*>(form->labelForField(place))->setBuddy(m_target);
    form->addRow(tr("F&ormat"), m_format);
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("&Language"), m_language);
    form->addRow(tr("Ro&ws per table"), m_rows);
    form->addRow(QString(), m_notes);
    form->addRow(QString(), m_redact);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_message);
    layout->addStretch(1);
    layout->addWidget(m_buttons);
    m_target->setAccessibleName(tr("File"));
}

void ReportDialog::chooseTarget()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export Report"), m_target->text(), QString(), nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty())
        m_target->setText(path);
}

void ReportDialog::followFormat()
{
    const QFileInfo info(m_target->text());
    const auto format = static_cast<ReportFormat>(m_format->currentData().toInt());
    m_target->setText(info.path() + u'/' + info.completeBaseName() + suffixOf(format));
    m_rows->setEnabled(true);
    m_language->setEnabled(format != ReportFormat::Json); // documents are in English
}

void ReportDialog::checkTarget()
{
    m_message->setPalette(palette());
    m_message->setText(QFileInfo::exists(m_target->text()) ? tr("The file exists and will be replaced.") : QString());
}

ReportOrder ReportDialog::order() const
{
    ReportOrder order = m_order;
    order.format = static_cast<ReportFormat>(m_format->currentData().toInt());
    order.language = m_language->currentData().toString();
    order.target = m_target->text().toStdString();
    order.options.title = m_title->text().trimmed().toStdString();
    order.options.topN = static_cast<std::size_t>(m_rows->value());
    order.options.redact = m_redact->isChecked();
    if (!m_notes->isChecked())
        order.options.notes.clear();
    return order;
}

void ReportDialog::accept()
{
    if (m_job.running())
        return;
    m_message->setPalette(palette());
    m_message->setText(tr("Writing the report…"));
    m_job.start([order = order()](std::stop_token stop) { return writeReport(order, Progress(stop)); },
                [this](const Status& status) { take(status); });
}

void ReportDialog::reject()
{
    m_job.cancel();
    QDialog::reject();
}

void ReportDialog::take(const Status& status)
{
    if (status) {
        emit written(m_target->text());
        QDialog::accept();
        return;
    }
    QPalette faulty = palette();
    faulty.setColor(QPalette::WindowText, Theme::fromPalette(palette()).error);
    m_message->setPalette(faulty);
    m_message->setText(visibleValue(QString::fromStdString(status.error().text())));
}

} // namespace tideline
