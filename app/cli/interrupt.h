// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

namespace tideline {

/// True while the program holds nothing that its sudden end would leave unfinished on the disk.
using MayEnd = std::atomic<bool>;

/// Turns the first SIGINT or SIGTERM into a stop request. The program ends at once on a second one, and where it may end
/// but has not done so in 50 ms. Create it before any other thread, so that all inherit the blocked signals.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    const std::shared_ptr<MayEnd>& mayEnd() const { return m_mayEnd; }

private:
    void wait(const std::stop_token& finished);

    std::stop_source m_stop;
    std::shared_ptr<MayEnd> m_mayEnd = std::make_shared<MayEnd>(false);
    std::jthread m_thread;
};

} // namespace tideline
