// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fstream>

#include "core/session/session.h"
#include "tests/cases/made_inputs.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

/// Files that other programs change while they are read: what was there when the reading began, or a word about it, and
/// the rest of what was given in any case.
class TestLiveFiles : public QObject {
    Q_OBJECT

private slots:
    void changed_data();
    void changed();
};

namespace {

constexpr int kRows = 60'000; // some megabytes: reading goes on after the first report

void change(const std::string& how, const fs::path& path)
{
    if (how == "grows")
        std::ofstream(path, std::ios::binary | std::ios::app) << std::string(1 << 20, ' ');
    else if (how == "is cut")
        fs::resize_file(path, fs::file_size(path) / 3);
    else if (how == "is emptied")
        fs::resize_file(path, 0);
    else if (how == "vanishes")
        fs::remove(path);
    else if (how == "is replaced") {
        std::ofstream(path.string() + ".new", std::ios::binary) << "[]";
        fs::rename(path.string() + ".new", path);
    }
}

bool isTold(const Session& session, const fs::path& path)
{
    for (const FileReport& report : session.files()) {
        if (report.path == path && report.status != FileStatus::Ok)
            return true;
    }
    for (const ImportIssue& issue : session.issues().list()) {
        if (issue.first.find(path.filename().string()) != std::string::npos)
            return true;
    }
    return false;
}

} // namespace

void TestLiveFiles::changed_data()
{
    QTest::addColumn<std::string>("kind");
    QTest::addColumn<std::string>("how");
    for (const std::string& kind : inputKinds()) {
        for (const std::string how : {"grows", "is cut", "is emptied", "vanishes", "is replaced"})
            QTest::newRow((kind + " " + how).c_str()) << kind << how;
    }
}

void TestLiveFiles::changed()
{
    QFETCH(std::string, kind);
    QFETCH(std::string, how);
    const QTemporaryDir dir;
    const fs::path root = dir.path().toStdString();
    const fs::path good = root / "good.json";
    std::ofstream(good) << R"([{"ph":"X","name":"stays","pid":77,"tid":1,"ts":5,"dur":2}])";
    fs::create_directory(root / "in");
    OpenOptions options;
    options.paths = {writeInput(kind, root / "in", kRows), good};
    options.threads = 2;
    const auto whole = Session::open(options, Progress{});
    QVERIFY(whole.ok());
    const fs::path large = largeFile(kind, options.paths.front());
    std::atomic<bool> done = false;
    const Progress progress({}, [&](const ProgressUpdate& update) {
        const bool mine =
            update.item.find(large.filename().string()) != std::string::npos || (kind != "rank" && update.rows > 0);
        if (update.stage == Stage::Parse && mine && !done.exchange(true))
            change(how, large);
    });
    const auto session = Session::open(options, progress);
    QVERIFY(done);
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    const TraceTotals& totals = (*session)->trace().totals();
    const bool same = totals.slices == (*whole)->trace().totals().slices
                      && (*session)->trace().kernels().size() == (*whole)->trace().kernels().size();
    QVERIFY(same || isTold(**session, large));
    bool stays = false;
    for (const ProcessInfo& process : (*session)->trace().processes())
        stays |= process.pid == "77";
    QVERIFY(stays);
}

QTEST_APPLESS_MAIN(TestLiveFiles)
#include "test_live_files.moc"
