// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <ctime>

#include "app/cli/exit_codes.h"

namespace tideline {

namespace {

constexpr std::chrono::milliseconds kGrace{50};

sigset_t interruptSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    return signals;
}

} // namespace

Interrupt::Interrupt()
{
    const sigset_t signals = interruptSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    m_thread = std::jthread([this](const std::stop_token& finished) { wait(finished); });
}

Interrupt::~Interrupt()
{
    m_thread.request_stop();
    pthread_kill(m_thread.native_handle(), SIGTERM); // it waits for signals
}

void Interrupt::wait(const std::stop_token& finished)
{
    const sigset_t signals = interruptSignals();
    const timespec pause{0, 25'000'000};
    std::chrono::steady_clock::time_point asked;
    while (!finished.stop_requested()) {
        const bool signalled = sigtimedwait(&signals, nullptr, &pause) > 0 && !finished.stop_requested();
        const bool stopped = m_stop.stop_requested();
        const auto now = std::chrono::steady_clock::now();
        if (stopped && (signalled || (*m_mayEnd && now - asked > kGrace)))
            std::_Exit(kExitInterrupted);
        if (signalled) {
            asked = now;
            m_stop.request_stop();
        }
    }
}

} // namespace tideline
