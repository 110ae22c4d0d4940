// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/task_pool.h"

#include <algorithm>

namespace tideline {

TaskPool::TaskPool(unsigned threads)
    : m_threadCount(threads ? threads : std::max(1u, std::thread::hardware_concurrency()))
{
    for (unsigned i = 1; i < m_threadCount; ++i)
        m_threads.emplace_back([this] { work(); });
}

TaskPool::~TaskPool()
{
    {
        std::lock_guard lock(m_mutex);
        m_quit = true;
    }
    m_wake.notify_all();
    for (auto& thread : m_threads)
        thread.join();
}

void TaskPool::forEach(std::size_t count, const std::function<void(std::size_t)>& body)
{
    if (m_threads.empty() || count <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            body(i);
        return;
    }
    std::unique_lock lock(m_mutex);
    m_body = &body;
    m_next = 0;
    m_count = count;
    m_wake.notify_all();
    while (m_next < m_count) {
        const std::size_t i = m_next++;
        lock.unlock();
        body(i);
        lock.lock();
    }
    m_idle.wait(lock, [this] { return m_active == 0; });
    m_body = nullptr;
    m_count = 0;
}

void TaskPool::work()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_quit || m_next < m_count; });
        if (m_quit)
            return;
        const std::size_t i = m_next++;
        const auto* body = m_body;
        ++m_active;
        lock.unlock();
        (*body)(i);
        lock.lock();
        if (--m_active == 0)
            m_idle.notify_all();
    }
}

} // namespace tideline
