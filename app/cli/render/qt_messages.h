// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace tideline {

/// While it lives, messages of the toolkit go to standard error as this program's own warnings, and those that only
/// say that there is no display or no session of a user are dropped.
class QtMessages {
public:
    QtMessages();
    ~QtMessages();
    QtMessages(const QtMessages&) = delete;
    QtMessages& operator=(const QtMessages&) = delete;

private:
    QtMessageHandler m_before;
};

} // namespace tideline
