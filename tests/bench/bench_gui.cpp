// SPDX-License-Identifier: GPL-3.0-or-later
// How long the thread of the window is ever blocked (T14) while a profile is opened, shown, zoomed, looked at on every
// page, searched and closed; and how long the program takes to a usable window (T13). The real window on the offscreen
// platform. A timer of a millisecond notes how long it was kept waiting: what a key press would have waited.
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProcess>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "app/gui/window_actions.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/trace_maker.h"
#include "views/kit/job_pool.h"
#include "views/page/page.h"
#include "views/shell/builtin_pages.h"
#include "views/timeline/find_bar.h"
#include "views/timeline/timeline_page.h"
#include "views/timeline/track_canvas.h"

namespace {

using namespace Qt::StringLiterals;
using namespace tideline;
using namespace tideline::bench;

constexpr double kMostMs = 100;
constexpr double kStartMs = 400;
constexpr int kZooms = 30;
constexpr double kReopenMs = 150;
constexpr double kReopenGrowth = 2;
constexpr int kReopenings = 9;
constexpr int kStarts = 5;
constexpr int kQuietMs = 150; // without work in the background: a page is done
constexpr int kLongestMs = 20'000;
constexpr const char* kChild = "--until-usable";
constexpr const char* kUsable = "usable";

double threadCpuMs()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// How long this thread has waited for a processor that others had, in milliseconds; 0 where the system does not tell.
double threadQueuedMs()
{
    std::FILE* file = std::fopen("/proc/thread-self/schedstat", "re");
    unsigned long long run = 0;
    unsigned long long queued = 0;
    const bool told = file && std::fscanf(file, "%llu %llu", &run, &queued) == 2;
    if (file)
        std::fclose(file);
    return told ? static_cast<double>(queued) / 1e6 : 0;
}

/// Notes the longest time between two turns of the event loop: in wall time, without the time that other threads had the
/// processors, and in CPU time of the thread. The second is what the window itself works or waits for locks and disks.
class Watchdog {
public:
    Watchdog()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, [this] { turn(); });
        m_wall.start();
        m_cpu = threadCpuMs();
        m_queued = threadQueuedMs();
        m_timer.start();
    }
    void reset()
    {
        turn();
        worstWall = 0;
        worstCpu = 0;
        worstOwn = 0;
    }
    void turn()
    {
        const double cpu = threadCpuMs();
        worstCpu = std::max(worstCpu, cpu - m_cpu);
        const double queued = threadQueuedMs();
        const double wall = static_cast<double>(m_wall.nsecsElapsed()) / 1e6;
        worstWall = std::max(worstWall, wall);
        worstOwn = std::max(worstOwn, wall - (queued - m_queued));
        m_cpu = cpu;
        m_queued = queued;
        m_wall.restart();
    }
    double worstWall = 0;
    double worstOwn = 0;
    double worstCpu = 0;

private:
    QTimer m_timer;
    QElapsedTimer m_wall;
    double m_cpu = 0;
    double m_queued = 0;
};

bool pumpUntil(const std::function<bool()>& there)
{
    QElapsedTimer clock;
    clock.start();
    while (!there()) {
        if (clock.elapsed() > kLongestMs)
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
    }
    return true;
}

/// Until nothing has run in the background for a while.
bool pumpUntilQuiet()
{
    QElapsedTimer quiet;
    quiet.start();
    return pumpUntil([&] {
        if (activeJobs() > 0)
            quiet.restart();
        return quiet.elapsed() > kQuietMs;
    });
}

void press(QWidget* widget, int key, const QString& text)
{
    QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier, text);
    QKeyEvent up(QEvent::KeyRelease, key, Qt::NoModifier, text);
    QCoreApplication::sendEvent(widget, &down);
    QCoreApplication::sendEvent(widget, &up);
    QCoreApplication::processEvents();
}

/// One profile from opening to closing.
class Visit {
public:
    Visit(MainWindow& window, QString file, BenchReport& report)
        : m_window(window), m_file(std::move(file)), m_report(report)
    {
    }

    void run()
    {
        phase("load and first show", [this] {
            m_window.openPaths({m_file});
            return pumpUntil([this] { return m_window.session() != nullptr; }) && pumpUntilQuiet();
        });
        if (!m_window.session())
            return;
        phase("30 zoom steps", [this] { return zoom(); });
        for (const PageInfo& info : builtinPages()) {
            phase("page " + std::string(info.id), [this, &info] {
                m_window.raisePage(info.id);
                return pumpUntilQuiet();
            });
        }
        phase("find", [this] { return find(); });
        phase("reopen from the store", [this] {
            const auto before = m_window.session();
            m_window.openPaths({m_file});
            return pumpUntil([&] { return m_window.session() != before; }) && pumpUntilQuiet();
        });
        phase("close", [this] {
            m_window.closeProfile();
            return pumpUntilQuiet();
        });
        m_report.atMost("T14 worst_block_ms", m_worst, "ms", kMostMs);
        m_report.note("T14 without waiting for a processor", m_worstOwn, "ms");
        m_report.note("T14 CPU of the thread", m_worstCpu, "ms");
    }

private:
    TimelinePage& timeline() { return *static_cast<TimelinePage*>(m_window.page("timeline")); }

    bool zoom()
    {
        m_window.raisePage("timeline");
        timeline().canvas()->setFocus();
        for (int i = 0; i < kZooms; ++i)
            press(timeline().canvas(), i < kZooms / 2 ? Qt::Key_W : Qt::Key_S, i < kZooms / 2 ? u"w"_s : u"s"_s);
        return pumpUntilQuiet();
    }

    bool find()
    {
        m_window.actions()[ActionId::Find]->trigger();
        auto* field = timeline().findBar()->findChild<QLineEdit*>();
        if (!field)
            return false;
        for (const QChar letter : u"matmul"_s)
            press(field, letter.toUpper().unicode(), QString(letter));
        if (!pumpUntilQuiet())
            return false;
        for (int i = 0; i < 5; ++i) {
            m_window.actions()[ActionId::FindNext]->trigger();
            QCoreApplication::processEvents();
        }
        return pumpUntilQuiet();
    }

    void phase(const std::string& name, const std::function<bool()>& body)
    {
        m_watchdog.reset();
        if (!body())
            m_report.failed(name, "it did not end");
        m_watchdog.turn();
        m_report.note("  " + name, m_watchdog.worstWall, "ms");
        m_worst = std::max(m_worst, m_watchdog.worstWall);
        m_worstOwn = std::max(m_worstOwn, m_watchdog.worstOwn);
        m_worstCpu = std::max(m_worstCpu, m_watchdog.worstCpu);
    }

    MainWindow& m_window;
    QString m_file;
    BenchReport& m_report;
    Watchdog m_watchdog;
    double m_worst = 0;
    double m_worstOwn = 0;
    double m_worstCpu = 0;
};

/// Whether a widget of the window was painted while there was a profile.
class PaintWatch : public QObject {
public:
    PaintWatch(MainWindow& window, QWidget* widget) : m_window(window) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override
    {
        painted = painted || (event->type() == QEvent::Paint && m_window.session());
        return false;
    }
    bool painted = false;

private:
    MainWindow& m_window;
};

/// Milliseconds from the wish to open a profile for the second time until its whole timeline is painted in the window.
std::optional<double> reopenMs(MainWindow& window, const QString& file)
{
    QTimer turns; // keeps the event loop turning while nothing happens
    turns.start(1);
    window.openPaths({file});
    if (!pumpUntil([&] { return window.session() != nullptr; }) || !pumpUntilQuiet())
        return std::nullopt;
    std::vector<double> times;
    for (int i = 0; i < kReopenings; ++i) {
        window.closeProfile();
        if (!pumpUntilQuiet())
            return std::nullopt;
        const PaintWatch watch(window, static_cast<TimelinePage*>(window.page("timeline"))->canvas());
        QElapsedTimer clock;
        clock.start();
        window.openPaths({file});
        if (!pumpUntil([&] { return window.session() != nullptr; }))
            return std::nullopt;
        window.raisePage("timeline");
        if (!pumpUntil([&] { return watch.painted; }))
            return std::nullopt;
        times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        if (!pumpUntilQuiet())
            return std::nullopt;
    }
    window.closeProfile();
    return median(times);
}

void measureReopen(MainWindow& window, const QTemporaryDir& dir, const QString& large, BenchReport& report)
{
    const QString small = dir.filePath(u"small.json"_s);
    makeTrace(small.toStdString(), 10'000'000);
    const auto few = reopenMs(window, small);
    const auto many = reopenMs(window, large);
    if (!few || !many)
        return report.failed("T5", "the profile did not come");
    report.note("T5 reopen 10 MB in the window", *few, "ms");
    report.atMost("T5 reopen in the window", *many, "ms", kReopenMs);
    report.atMost("T5 growth in the window", *many / *few, "ratio", kReopenGrowth);
}

/// What main() of the program does, until the window is painted and the event loop turns.
int startOnly(QApplication& application)
{
    Language language;
    language.use(u"en"_s);
    MainWindow window(language, false);
    window.show();
    QTimer::singleShot(0, &window, [&] {
        window.grab();
        std::printf("%s\n", kUsable);
        std::fflush(stdout);
        application.quit();
    });
    return QApplication::exec();
}

/// Wall milliseconds from starting this program as another process until it says that its window is usable.
void measureStart(BenchReport& report)
{
    std::vector<double> times;
    for (int i = 0; i <= kStarts; ++i) {
        QElapsedTimer clock;
        clock.start();
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QString::fromLatin1(kChild)});
        QByteArray said;
        while (!said.contains(kUsable) && child.waitForReadyRead(20'000))
            said += child.readAllStandardOutput();
        if (!said.contains(kUsable))
            return report.failed("T13", "the window did not come");
        if (i > 0) // the first one warms the caches of the system
            times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        child.waitForFinished();
    }
    report.atMost("T13 start to usable window", median(times), "ms", kStartMs);
}

} // namespace

int main(int argc, char** argv)
{
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    const QTemporaryDir dir;
    const bool child = argc > 1 && QByteArray(argv[1]) == kChild;
    if (!child) {
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
            ::setenv(variable, QFile::encodeName(dir.filePath(QString::fromLatin1(variable))).constData(), 1);
    }
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(u"tideline"_s);
    if (child)
        return startOnly(application);
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    measureStart(report);
    const QString file = dir.filePath(u"trace_view.json"_s);
    const TraceTruth truth = makeTrace(file.toStdString(), std::uint64_t{options.full ? 1000U : 60U} * 1'000'000);
    report.note("trace", static_cast<double>(truth.bytes) / 1e6, "MB");
    report.note("events", static_cast<double>(truth.events), "events");
    Language language;
    language.use(u"en"_s);
    MainWindow window(language, false);
    window.resize(1920, 1080);
    window.show();
    pumpUntilQuiet();
    Visit(window, file, report).run();
    measureReopen(window, dir, file, report);
    return report.exitCode();
}
