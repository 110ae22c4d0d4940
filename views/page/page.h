// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include <memory>

#include "core/session/session.h"

namespace tideline {

class ViewState;

/// One view of the window: a widget that shows the session and talks to others only through ViewState.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(ViewState& state, QWidget* parent = nullptr) : QWidget(parent), m_state(state) {}

    /// A new profile, or null for none. Called on the GUI thread; must return within 16 ms (work goes to a LatestJob).
    virtual void setSession(std::shared_ptr<const Session> session) = 0;

    /// True while the page shows a table that exportTable() can write.
    virtual bool canExportTable() const { return false; }
    /// Asks for a file name and writes the table as shown (filtered and sorted) as CSV.
    virtual void exportTable() {}

protected:
    ViewState& state() const { return m_state; }

private:
    ViewState& m_state;
};

} // namespace tideline
