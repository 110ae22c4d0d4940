// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <stop_token>
#include <thread>

#include "core/session/session.h"
#include "tests/cases/made_inputs.h"

using namespace tideline;
using namespace tideline::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// Opening ends soon after it is cancelled, whatever is being read or built. The aim is 100 ms, which the printed line is
/// for; the test itself allows for machines that are busy or slow.
class TestCancel : public QObject {
    Q_OBJECT

private slots:
    void atRandomMoments_data() { kinds(); }
    void atRandomMoments();
    void atAnyReport_data() { kinds(); }
    void atAnyReport();

private:
    static void kinds();
    /// Opens; what is measured is the time since the stop was asked for.
    void measure(const OpenOptions& options, const Progress& progress);

    std::chrono::nanoseconds m_longest{};
    std::atomic<std::int64_t> m_asked = 0; // when the stop was asked for, 0: not yet
    int m_cancelled = 0;
};

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRows = 80'000;
constexpr int kMoments = 8;
constexpr auto kBound = 2s;

std::int64_t now()
{
    return Clock::now().time_since_epoch().count();
}

} // namespace

void TestCancel::kinds()
{
    QTest::addColumn<std::string>("kind");
    for (const std::string& kind : inputKinds())
        QTest::newRow(kind.c_str()) << kind;
}

void TestCancel::measure(const OpenOptions& options, const Progress& progress)
{
    const auto session = Session::open(options, progress);
    const std::int64_t ended = now();
    if (m_asked == 0 || ended < m_asked)
        return;
    m_longest = std::max(m_longest, std::chrono::nanoseconds(ended - m_asked));
    m_cancelled += session.ok() ? 0 : 1;
    QVERIFY2(session.ok() || session.error().code == ErrorCode::Cancelled,
             session ? "" : session.error().text().c_str());
}

void TestCancel::atRandomMoments()
{
    QFETCH(std::string, kind);
    const QTemporaryDir dir;
    OpenOptions options;
    options.paths = {writeInput(kind, dir.path().toStdString(), kRows)};
    options.threads = 2;
    const auto begin = Clock::now();
    QVERIFY(Session::open(options, Progress{}).ok());
    const auto whole = Clock::now() - begin;
    std::mt19937 random(11);
    m_longest = {};
    m_cancelled = 0;
    for (int i = 0; i < kMoments; ++i) {
        std::stop_source stop;
        m_asked = 0;
        const auto after = whole * (i * 100 + static_cast<int>(random() % 100)) / (kMoments * 100);
        const std::jthread timer([&] {
            std::this_thread::sleep_for(after);
            m_asked = now();
            stop.request_stop();
        });
        measure(options, Progress(stop.get_token()));
    }
    qInfo("%s: cancelled %d times within %.1f ms", kind.c_str(), m_cancelled,
          std::chrono::duration<double, std::milli>(m_longest).count());
    QVERIFY(m_cancelled > 0);
    QVERIFY(m_longest < kBound);
}

void TestCancel::atAnyReport()
{
    QFETCH(std::string, kind);
    const QTemporaryDir dir;
    OpenOptions options;
    options.paths = {writeInput(kind, dir.path().toStdString(), kRows)};
    options.threads = 2;
    std::atomic<int> reports = 0;
    QVERIFY(Session::open(options, Progress({}, [&](const ProgressUpdate&) { ++reports; })).ok());
    QVERIFY(reports > 0);
    m_longest = {};
    m_cancelled = 0;
    for (int i = 0; i < kMoments; ++i) {
        const int wanted = 1 + i * reports / kMoments;
        std::stop_source stop;
        std::atomic<int> seen = 0;
        m_asked = 0;
        measure(options, Progress(stop.get_token(), [&](const ProgressUpdate&) {
                    if (++seen != wanted)
                        return;
                    m_asked = now();
                    stop.request_stop();
                }));
    }
    qInfo("%s: cancelled %d times within %.1f ms", kind.c_str(), m_cancelled,
          std::chrono::duration<double, std::milli>(m_longest).count());
    QVERIFY(m_cancelled > 0);
    QVERIFY(m_longest < kBound);
}

QTEST_APPLESS_MAIN(TestCancel)
#include "test_cancel.moc"
