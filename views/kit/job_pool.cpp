// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kit/job_pool.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QThread>
#include <QThreadPool>

#include <sys/resource.h>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

/// At once: opening, an opening that was cancelled and is ending, the previews of both.
constexpr int kOpeningThreads = 4;
/// Beyond the processors: a long analysis or a store that is written must not hold up the details of a click.
constexpr int kMoreViewThreads = 4;
constexpr int kNice = 5; // a third of the weight of the window

QString nameOf(JobKind kind)
{
    return kind == JobKind::View ? u"tideline.views"_s : u"tideline.opening"_s;
}

} // namespace

QThreadPool& jobPool(JobKind kind)
{
    auto* pool = qApp->findChild<QThreadPool*>(nameOf(kind), Qt::FindDirectChildrenOnly);
    if (!pool) {
        pool = new QThreadPool(qApp);
        pool->setObjectName(nameOf(kind));
        pool->setMaxThreadCount(kind == JobKind::View ? QThread::idealThreadCount() + kMoreViewThreads
                                                      : kOpeningThreads);
    }
    return *pool;
}

void giveWay(JobKind kind)
{
    // On Linux 0 is the calling thread. Where it fails nothing is lost but the courtesy.
    if (kind == JobKind::View && ::getpriority(PRIO_PROCESS, 0) < kNice)
        static_cast<void>(::setpriority(PRIO_PROCESS, 0, kNice));
}

int activeJobs()
{
    return jobPool(JobKind::View).activeThreadCount() + jobPool(JobKind::Opening).activeThreadCount();
}

bool waitForJobs(int milliseconds)
{
    const QDeadlineTimer deadline(milliseconds);
    for (const JobKind kind : {JobKind::Opening, JobKind::View}) {
        if (!jobPool(kind).waitForDone(static_cast<int>(deadline.remainingTime())))
            return false;
    }
    return true;
}

} // namespace tideline
