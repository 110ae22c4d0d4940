// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <mutex>

#include "core/session/preview.h"
#include "core/session/session.h"
#include "views/kit/latest_job.h"

namespace tideline {

/// Opens profiles on a worker. Only the newest request counts; cancelling returns at once and nothing arrives after it.
class SessionLoader final : public QObject {
    Q_OBJECT

public:
    explicit SessionLoader(QObject* parent = nullptr);
    ~SessionLoader() override;

    /// Looks at the paths first: a plain profile is opened at once, of others choiceWanted() tells what there is. A large
    /// one counts as other; `ask`: so does every one.
    void look(const QStringList& paths, bool ask = false);
    /// Several paths become one profile.
    void open(const QStringList& paths, const PartialImport& partial = {});
    /// Writes the built-in sample into the cache directory where it is missing, then opens it.
    void openSample();
    void cancel();
    bool busy() const { return m_busy; }

signals:
    void started(const QStringList& paths);
    /// Nothing is loading any more; open() goes on.
    void choiceWanted(const tideline::ProfileListing& listing, const QStringList& paths, bool asked);
    void progressed(const tideline::ProgressUpdate& update);
    /// Bars and a verdict from the small files, while the import runs.
    void previewReady(const tideline::JobPreview& preview);
    /// The first rank of several; comes before opened(), also where the window was too busy to hear of it in time.
    void firstPartReady(std::shared_ptr<const tideline::Session> session);
    void opened(std::shared_ptr<const tideline::Session> session);
    /// The opened profile came from a store that turned out to be damaged; it is gone, so that opening again reads the
    /// files.
    void storeDamaged();
    void failed(const tideline::Error& error);
    void cancelled();

private:
    /// What the worker of one opening knows of the loader. Its newest report waits here: the window looks at it a few times
    /// per second.
    struct Mailbox {
        std::mutex mutex;
        SessionLoader* loader = nullptr; // null once it is gone
        ProgressUpdate update;
        bool fresh = false;
    };

    void begin(const QStringList& paths);
    /// Nothing more is heard of what runs.
    void abandon();
    void import(OpenOptions options);
    Progress::Sink sink() const;
    /// Called by the worker of the opening that the mailbox belongs to.
    static void postFirstPart(const std::shared_ptr<Mailbox>& mailbox, std::shared_ptr<const Session> session);
    void startPreview(const OpenOptions& options);
    void finish(Result<std::shared_ptr<const Session>> result);
    void deliverProgress();
    void keep(const std::shared_ptr<const Session>& session);
    void settle(const std::shared_ptr<const Session>& session);

    std::shared_ptr<Mailbox> m_mailbox;
    QTimer m_poll;
    QTimer m_settle;
    LatestJob m_job{JobKind::Opening};
    LatestJob m_previewJob{JobKind::Opening};
    LatestJob m_storeJob;
    bool m_busy = false;
};

} // namespace tideline
