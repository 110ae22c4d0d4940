// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QThreadPool;

namespace tideline {

enum class JobKind {
    View,    ///< for a picture, a table, a store on disk: gives way to the window
    Opening, ///< somebody waits for the profile
};

/// The threads of the background jobs of a kind; made on first use, gone with the application. Not Qt's own pool: there the
/// widgets fill large areas piece by piece and wait for it, so the window would stand still until a job ends. Only for the
/// thread of the application.
QThreadPool& jobPool(JobKind kind);

/// For the thread of a job, before its work: with all views at work at once, twenty milliseconds of the window would last
/// a hundred. Threads that it starts give way as well.
void giveWay(JobKind kind);

/// Jobs at work, of all kinds.
int activeJobs();
/// Until no job is at work; false where that lasts longer.
bool waitForJobs(int milliseconds);

} // namespace tideline
