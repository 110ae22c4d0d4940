// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>

namespace tideline {

/// Turns the first SIGINT or SIGTERM into a stop request; a second one ends the program at once. Create it before any
/// other thread, so that all inherit the blocked signals.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }

private:
    void wait(const std::stop_token& finished);

    std::stop_source m_stop;
    std::jthread m_thread;
};

} // namespace tideline
