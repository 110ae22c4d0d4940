// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tideline {

/// A fixed set of worker threads. With one thread everything runs on the caller, in order.
class TaskPool {
public:
    /// threads = 0 takes the number of hardware threads.
    explicit TaskPool(unsigned threads = 0);
    ~TaskPool();
    TaskPool(const TaskPool&) = delete;
    TaskPool& operator=(const TaskPool&) = delete;

    unsigned threadCount() const { return m_threadCount; }

    /// Runs body(i) for every i in [0, count), on the workers and the caller; returns when all are done.
    /// Bodies must not throw and must not call forEach of the same pool.
    void forEach(std::size_t count, const std::function<void(std::size_t)>& body);

private:
    void work();

    unsigned m_threadCount;
    std::vector<std::thread> m_threads; // m_threadCount - 1: the caller is the last worker
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_idle;
    const std::function<void(std::size_t)>* m_body = nullptr;
    std::size_t m_next = 0;
    std::size_t m_count = 0;
    std::size_t m_active = 0;
    bool m_quit = false;
};

} // namespace tideline
