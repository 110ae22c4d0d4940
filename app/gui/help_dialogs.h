// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace tideline {

/// All keys in a window of its own; not modal.
void showShortcuts(QWidget* parent);

/// Name, version, licence; not modal.
void showAbout(QWidget* parent);

} // namespace tideline
