// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

#include "views/kit/job_pool.h"

namespace tideline {

/// Runs work on a thread and delivers only the newest result: starting again cancels what runs. The work captures
/// values only. Results arrive on the thread of the owner; none arrives after the owner is gone.
class LatestJob : public QObject {
    Q_OBJECT

public:
    explicit LatestJob(QObject* parent = nullptr) : LatestJob(JobKind::View, parent) {}
    explicit LatestJob(JobKind kind, QObject* parent = nullptr) : QObject(parent), m_kind(kind)
    {
        m_link->owner = this;
    }
    ~LatestJob() override
    {
        cancel();
        const std::lock_guard lock(m_link->mutex);
        m_link->owner = nullptr;
    }

    /// work: T(std::stop_token) on a pool thread; done: void(T) on the owner's thread.
    template <typename Work, typename DoneFn>
    void start(Work work, DoneFn done)
    {
        cancel();
        m_stop = std::stop_source();
        const quint64 generation = ++m_generation;
        m_running = true;
        jobPool(m_kind).start([kind = m_kind, link = m_link, token = m_stop.get_token(), generation,
                               work = std::move(work), done = std::move(done)] {
            giveWay(kind);
            using T = decltype(work(token));
            auto result = std::make_shared<T>(work(token));
            const std::lock_guard lock(link->mutex);
            if (token.stop_requested() || !link->owner)
                return;
            QMetaObject::invokeMethod(
                link->owner,
                [self = link->owner, generation, result, done] {
                    if (self->m_generation != generation)
                        return;
                    self->m_running = false;
                    done(std::move(*result));
                },
                Qt::QueuedConnection);
        });
    }

    void cancel()
    {
        m_stop.request_stop();
        ++m_generation;
        m_running = false;
    }
    bool running() const { return m_running; }

private:
    // Workers reach the owner only under the mutex; calls queued to a destroyed owner are dropped by Qt.
    struct Link {
        std::mutex mutex;
        LatestJob* owner = nullptr;
    };

    std::shared_ptr<Link> m_link = std::make_shared<Link>();
    std::stop_source m_stop;
    JobKind m_kind;
    quint64 m_generation = 0;
    bool m_running = false;
};

} // namespace tideline
