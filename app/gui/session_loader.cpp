// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_loader.h"

#include <QFile>

#include <utility>

#include "app/gui/sample_cache.h"

namespace tideline {

namespace {

constexpr int kPollMs = 60;
constexpr int kSettleMs = 200;
constexpr std::uint64_t kLargeBytes = std::uint64_t{4} << 30; // more takes long enough to ask what of it is wanted

std::filesystem::path pathOf(const QString& path)
{
    return std::filesystem::path(QFile::encodeName(path).toStdString());
}

OpenOptions optionsOf(const QStringList& paths, const PartialImport& partial)
{
    OpenOptions options;
    options.scratchDir = defaultCacheDir();
    options.partial = partial;
    for (const QString& path : paths)
        options.paths.push_back(pathOf(path));
    return options;
}

} // namespace

SessionLoader::SessionLoader(QObject* parent) : QObject(parent)
{
    m_poll.setInterval(kPollMs);
    m_settle.setSingleShot(true);
    connect(&m_poll, &QTimer::timeout, this, &SessionLoader::deliverProgress);
}

SessionLoader::~SessionLoader()
{
    abandon();
}

void SessionLoader::abandon()
{
    if (!m_mailbox)
        return;
    const std::lock_guard lock(m_mailbox->mutex);
    m_mailbox->loader = nullptr;
}

void SessionLoader::begin(const QStringList& paths)
{
    m_settle.stop();
    m_settle.disconnect();
    m_storeJob.cancel();
    m_previewJob.cancel();
    abandon();
    m_mailbox = std::make_shared<Mailbox>();
    m_mailbox->loader = this;
    m_busy = true;
    m_poll.start();
    emit started(paths);
}

Progress::Sink SessionLoader::sink() const
{
    return [mailbox = m_mailbox](const ProgressUpdate& update) {
        const std::lock_guard lock(mailbox->mutex);
        mailbox->update = update;
        mailbox->fresh = true;
    };
}

void SessionLoader::look(const QStringList& paths, bool ask)
{
    if (paths.isEmpty())
        return;
    begin(paths);
    const OpenOptions options = optionsOf(paths, {});
    m_job.start(
        [options, sink = sink()](std::stop_token stop) {
            ImportOptions import;
            import.scratchDir = options.scratchDir;
            return listProfile(options.paths, import, Progress(stop, sink));
        },
        [this, options, paths, ask](const ProfileListing& listing) {
            const bool choice = listing.isAmbiguous() || listing.bytes() > kLargeBytes || ask;
            if (!choice || listing.chosen() == 0)
                return import(options);
            m_busy = false;
            m_poll.stop();
            emit choiceWanted(listing, paths, ask);
        });
}

void SessionLoader::open(const QStringList& paths, const PartialImport& partial)
{
    if (paths.isEmpty())
        return;
    begin(paths);
    import(optionsOf(paths, partial));
}

void SessionLoader::import(OpenOptions options)
{
    startPreview(options);
    options.store = StoreUse::Later;
    options.firstPart = [mailbox = m_mailbox](std::shared_ptr<const Session> session) {
        postFirstPart(mailbox, std::move(session));
    };
    m_job.start([options, sink = sink()](std::stop_token stop) { return Session::open(options, Progress(stop, sink)); },
                [this](Result<std::shared_ptr<const Session>> result) { finish(std::move(result)); });
}

void SessionLoader::postFirstPart(const std::shared_ptr<Mailbox>& mailbox, std::shared_ptr<const Session> session)
{
    const std::lock_guard lock(mailbox->mutex);
    if (!mailbox->loader)
        return;
    // Posted, not polled: the whole session is posted too, and so comes after it.
    QMetaObject::invokeMethod(
        mailbox->loader,
        [mailbox, session = std::move(session)] {
            if (SessionLoader* loader = mailbox->loader) // only its own thread takes it away
                emit loader->firstPartReady(session);
        },
        Qt::QueuedConnection);
}

void SessionLoader::startPreview(const OpenOptions& options)
{
    m_previewJob.start(
        [options](std::stop_token stop) {
            ImportOptions import;
            import.scratchDir = options.scratchDir;
            import.partial = options.partial;
            return previewJob(options.paths, import, options.threads, Progress(stop));
        },
        [this](const JobPreview& preview) {
            if (m_busy && !preview.rows.empty() && preview.trace)
                emit previewReady(preview);
        });
}

void SessionLoader::openSample()
{
    begin({});
    m_job.start([](std::stop_token stop) { return cachedSample(stop); },
                [this](const Result<std::filesystem::path>& path) {
                    if (path)
                        open({QFile::decodeName(QByteArray::fromStdString(path->string()))});
                    else
                        finish(path.error());
                });
}

void SessionLoader::finish(Result<std::shared_ptr<const Session>> result)
{
    deliverProgress(); // its end, where the window was too busy to look earlier
    m_busy = false;
    m_poll.stop();
    m_previewJob.cancel();
    abandon();
    if (result) {
        keep(*result);
        emit opened(std::move(result).value());
    } else if (result.error().code == ErrorCode::Cancelled) {
        emit cancelled();
    } else {
        emit failed(result.error());
    }
}

/// What can wait until the profile is on the screen: its store is written, or read to the last byte. Reading has time
/// until the first picture is there; until then it would only take a processor away from it.
void SessionLoader::keep(const std::shared_ptr<const Session>& session)
{
    if (!session->isFromStore())
        return settle(session);
    m_settle.disconnect();
    connect(&m_settle, &QTimer::timeout, this, [this, session] {
        m_settle.disconnect(); // lets go of the session
        settle(session);
    });
    m_settle.start(kSettleMs);
}

void SessionLoader::settle(const std::shared_ptr<const Session>& session)
{
    m_storeJob.start([session](std::stop_token stop) { return session->settleStore(Progress(std::move(stop))); },
                     [this](bool whole) {
                         if (!whole)
                             emit storeDamaged();
                     });
}

void SessionLoader::cancel()
{
    if (!m_busy)
        return;
    m_job.cancel();
    m_previewJob.cancel();
    abandon();
    m_poll.stop();
    m_busy = false;
    emit cancelled();
}

void SessionLoader::deliverProgress()
{
    ProgressUpdate update;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (!std::exchange(m_mailbox->fresh, false))
            return;
        update = m_mailbox->update;
    }
    emit progressed(update);
}

} // namespace tideline
