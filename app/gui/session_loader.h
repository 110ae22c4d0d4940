// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <mutex>
#include <vector>

#include "core/session/session.h"
#include "views/kit/latest_job.h"

namespace tideline {

/// Opens profiles on a worker. Only the newest request counts; cancelling returns at once and nothing arrives after it.
class SessionLoader final : public QObject {
    Q_OBJECT

public:
    explicit SessionLoader(QObject* parent = nullptr);

    /// Several paths become one profile.
    void open(const QStringList& paths);
    /// Writes the built-in sample into the cache directory where it is missing, then opens it.
    void openSample();
    void cancel();
    bool busy() const { return m_busy; }

signals:
    void started(const QStringList& paths);
    void progressed(const tideline::ProgressUpdate& update);
    /// Bars from the small files, while the import runs.
    void previewReady(const std::vector<tideline::StepRow>& rows, std::shared_ptr<const tideline::Trace> trace);
    void opened(std::shared_ptr<const tideline::Session> session);
    void failed(const tideline::Error& error);
    void cancelled();

private:
    /// Where the worker leaves its newest report; the window looks at it a few times per second.
    struct Mailbox {
        std::mutex mutex;
        ProgressUpdate update;
        bool fresh = false;
    };

    void begin(const QStringList& paths);
    void startPreview(const OpenOptions& options);
    void finish(Result<std::shared_ptr<const Session>> result);
    void deliverProgress();

    std::shared_ptr<Mailbox> m_mailbox;
    QTimer m_poll;
    LatestJob m_job;
    LatestJob m_previewJob;
    bool m_busy = false;
};

} // namespace tideline
