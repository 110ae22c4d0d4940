// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/session_loader.h"

#include <QFile>

#include <utility>

#include "app/gui/sample_cache.h"

namespace tideline {

namespace {

constexpr int kPollMs = 60;

std::filesystem::path pathOf(const QString& path)
{
    return std::filesystem::path(QFile::encodeName(path).toStdString());
}

struct Preview {
    std::vector<StepRow> rows;
    std::shared_ptr<const Trace> trace;
};

} // namespace

SessionLoader::SessionLoader(QObject* parent) : QObject(parent)
{
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &SessionLoader::deliverProgress);
}

void SessionLoader::begin(const QStringList& paths)
{
    m_previewJob.cancel();
    m_mailbox = std::make_shared<Mailbox>();
    m_busy = true;
    m_poll.start();
    emit started(paths);
}

void SessionLoader::open(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    begin(paths);
    OpenOptions options;
    options.scratchDir = defaultCacheDir();
    for (const QString& path : paths)
        options.paths.push_back(pathOf(path));
    startPreview(options);
    m_job.start(
        [options, mailbox = m_mailbox](std::stop_token stop) {
            const Progress progress(stop, [mailbox](const ProgressUpdate& update) {
                const std::lock_guard lock(mailbox->mutex);
                mailbox->update = update;
                mailbox->fresh = true;
            });
            return Session::open(options, progress);
        },
        [this](Result<std::shared_ptr<const Session>> result) { finish(std::move(result)); });
}

void SessionLoader::startPreview(const OpenOptions& options)
{
    m_previewJob.start(
        [options](std::stop_token stop) {
            Preview preview;
            preview.rows = Session::preview(options, Progress(stop), &preview.trace);
            return preview;
        },
        [this](const Preview& preview) {
            if (m_busy && !preview.rows.empty() && preview.trace)
                emit previewReady(preview.rows, preview.trace);
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
    m_busy = false;
    m_poll.stop();
    m_previewJob.cancel();
    if (result)
        emit opened(std::move(result).value());
    else if (result.error().code == ErrorCode::Cancelled)
        emit cancelled();
    else
        emit failed(result.error());
}

void SessionLoader::cancel()
{
    if (!m_busy)
        return;
    m_job.cancel();
    m_previewJob.cancel();
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
