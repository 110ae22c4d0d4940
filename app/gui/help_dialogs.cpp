// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/help_dialogs.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct Help {
    Q_DECLARE_TR_FUNCTIONS(Help)
};

using KeyLine = std::pair<QString, QString>;

std::vector<KeyLine> timelineKeys()
{
    return {{u"W  S"_s, Help::tr("zoom in and out")},
            {u"A  D"_s, Help::tr("move left and right")},
            {u"F"_s, Help::tr("zoom to the selection")},
            {u"Z"_s, Help::tr("zoom to the selected range, edge to edge")},
            {u"Ctrl+0"_s, Help::tr("show the whole profile")},
            {u"Ctrl+G"_s, Help::tr("go to a time or a step")},
            {u"Ctrl+F  /"_s, Help::tr("find slices by name")},
            {u"F3  Shift+F3"_s, Help::tr("next hit, hit before")},
            {u"Backspace  Alt+Left"_s, Help::tr("back to the view before")},
            {u"Alt+Right"_s, Help::tr("forward again")},
            {u"Esc"_s, Help::tr("clear the selection")},
            {Help::tr("Ctrl+wheel"), Help::tr("zoom at the pointer")},
            {Help::tr("Shift+wheel, Shift+drag"), Help::tr("move in time")},
            {Help::tr("Drag"), Help::tr("select a time range")},
            {Help::tr("Double click"), Help::tr("zoom to the slice")}};
}

std::vector<KeyLine> windowKeys()
{
    return {{u"Ctrl+O"_s, Help::tr("open a directory")},
            {u"Ctrl+Alt+O"_s, Help::tr("choose what of a directory to open")},
            {u"Ctrl+Shift+O"_s, Help::tr("open files")},
            {u"F5"_s, Help::tr("read the profile again")},
            {u"Ctrl+C"_s, Help::tr("copy the selected rows with a header")},
            {u"Ctrl+Shift+E"_s, Help::tr("write the table as CSV")},
            {u"Ctrl+E"_s, Help::tr("write a report")},
            {u"Ctrl+P"_s, Help::tr("print a report")},
            {u"K"_s, Help::tr("note about what is selected")},
            {u"Ctrl+L  Ctrl+Shift+L"_s, Help::tr("limit all figures to the selection, to nothing")},
            {u"Alt+1 … Alt+9"_s, Help::tr("raise a page")},
            {u"F6  Shift+F6"_s, Help::tr("next pane, pane before")},
            {u"Q"_s, Help::tr("hide or show the bottom area")},
            {u"F11"_s, Help::tr("full screen")},
            {Help::tr("Shift+click on a header"), Help::tr("sort by one more column")},
            {Help::tr("Double click on a row"), Help::tr("show its longest slice in the timeline")}};
}

void addKeys(QVBoxLayout* layout, const QString& title, const std::vector<KeyLine>& keys)
{
    auto* heading = new QLabel(title);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    layout->addWidget(heading);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(24);
    for (const auto& [key, meaning] : keys)
        form->addRow(key, new QLabel(meaning));
    layout->addLayout(form);
    layout->addSpacing(10);
}

QDialog* dialogOf(QWidget* parent, const QString& title)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    new QVBoxLayout(dialog);
    return dialog;
}

void finish(QDialog* dialog)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    dialog->layout()->addWidget(buttons);
    dialog->show();
}

} // namespace

void showShortcuts(QWidget* parent)
{
    QDialog* dialog = dialogOf(parent, Help::tr("Keys"));
    dialog->setObjectName(u"shortcuts"_s);
    auto* layout = static_cast<QVBoxLayout*>(dialog->layout());
    addKeys(layout, Help::tr("Timeline"), timelineKeys());
    addKeys(layout, Help::tr("Window and tables"), windowKeys());
    finish(dialog);
}

void showAbout(QWidget* parent)
{
    QDialog* dialog = dialogOf(parent, Help::tr("About Tideline"));
    dialog->setObjectName(u"about"_s);
    auto* text = new QLabel(dialog);
    text->setTextFormat(Qt::PlainText);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setMargin(12);
    text->setText(u"Tideline "_s + QCoreApplication::applicationVersion() + u"\n\n"_s
                  + Help::tr("Shows where the time of NPU jobs goes.") + u'\n'
                  + Help::tr("Free software under the GNU General Public License, version 3 or later.") + u"\n\n"_s
                  + Help::tr("Built with Qt %1.").arg(QString::fromLatin1(qVersion())));
    dialog->layout()->addWidget(text);
    finish(dialog);
}

} // namespace tideline
