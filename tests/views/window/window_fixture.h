// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTemporaryDir>

#include <memory>
#include <vector>

#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "tests/support/input_guard.h"

namespace tideline::test {

/// A window of its own state, configuration and language (English), with profiles in a temporary directory.
class WindowFixture {
public:
    WindowFixture();
    ~WindowFixture();

    /// Opens and waits until the window shows the profile and the advisor has judged it.
    void open(const QStringList& paths);
    /// Two ranks of two steps: step 5 and 6, kernels Conv2D and Add on stream 7.
    void openRanks();
    /// Closes the window and shows a new one, as after a restart.
    void restart();

    QTemporaryDir dir;
    Language language;
    std::unique_ptr<MainWindow> window;

private:
    QStringList m_ranks;                               // of openRanks(), once written
    std::vector<std::unique_ptr<InputGuard>> m_guards; // what was opened is the same when the test ends
};

} // namespace tideline::test
