// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

#include "views/flame/flame_page.h"
#include "views/flame/flame_text.h"

namespace tideline {

void FlamePage::addFrameActions(QMenu& menu, std::uint32_t frame)
{
    const Trace& trace = m_model.session()->trace();
    const FlameFrame& picked = m_model.tree()->frames[frame];
    const QString name = flameRawName(trace, picked);
    const QString stack = flameStackText(trace, *m_model.tree(), frame);
    const SliceId example = picked.example;
    // A menu may outlive the tree it was opened on.
    const auto still = [this, tree = m_model.sharedTree()] { return m_model.sharedTree() == tree; };
    menu.addAction(tr("&Zoom to Frame"), this, [this, frame, still] {
        if (still())
            m_model.zoomTo(frame);
    });
    QAction* timeline = menu.addAction(tr("Show Longest in &Timeline"), this, [this, example, still] {
        if (!still())
            return;
        state().selectSlice(example);
        state().reveal(example);
    });
    timeline->setEnabled(example.valid());
    menu.addSeparator();
    menu.addAction(tr("Copy &Name"), this, [name] { QGuiApplication::clipboard()->setText(name); });
    menu.addAction(tr("Copy &Stack"), this, [stack] { QGuiApplication::clipboard()->setText(stack); });
    menu.addSeparator();
}

void FlamePage::fillMenu(QMenu& menu, std::uint32_t frame)
{
    if (m_model.empty())
        return;
    if (frame != FlameTree::kNone)
        addFrameActions(menu, frame);
    menu.addAction(tr("&Back"), this, [this] { m_model.goBack(); });
    QAction* reset = menu.addAction(tr("Show the &Whole Graph"), this, [this] { m_model.reset(); });
    reset->setEnabled(m_model.isZoomed());
}

} // namespace tideline
