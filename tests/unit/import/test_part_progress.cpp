// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/part_progress.h"

using namespace tideline;
namespace fs = std::filesystem;

namespace {

std::string traceText(int slices, int rank)
{
    std::string text = "{\"distributedInfo\":{\"rank\":" + std::to_string(rank) + "},\"traceEvents\":[";
    for (int i = 0; i < slices; ++i)
        text += std::string(i ? "," : "") + "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":"
                + std::to_string(i * 10) + ",\"dur\":5,\"args\":{\"k\":\"some text to make it longer\"}}";
    return text + "]}";
}

} // namespace

/// What is reported while an import of many parts runs.
class TestPartProgress : public QObject {
    Q_OBJECT

private slots:
    void partsAddUp();
    void filesOfAPartAddUp();
    void aSinglePartKeepsItsStages();
    void packedFilesEndAtTheirSize();
    void importIsMonotone_data();
    void importIsMonotone();

private:
    Progress::Sink sink()
    {
        return [this](const ProgressUpdate& update) {
            const std::lock_guard lock(m_mutex);
            m_updates.push_back(update);
        };
    }
    /// Stages in order; bytes of Parse growing to one total.
    void checkMonotone(std::uint64_t total);

    std::mutex m_mutex;
    std::vector<ProgressUpdate> m_updates;
};

void TestPartProgress::checkMonotone(std::uint64_t total)
{
    Stage stage = Stage::Discover;
    std::uint64_t done = 0;
    std::uint64_t rows = 0;
    bool parsed = false;
    for (const ProgressUpdate& update : m_updates) {
        QVERIFY2(update.stage >= stage, qPrintable(QString::number(int(update.stage))));
        stage = update.stage;
        if (update.stage != Stage::Parse)
            continue;
        parsed = true;
        QCOMPARE(update.total, total);
        QVERIFY2(update.done >= done && update.done <= total, qPrintable(QString::number(update.done)));
        QVERIFY(update.rows >= rows);
        done = update.done;
        rows = update.rows;
    }
    QVERIFY(parsed);
}

void TestPartProgress::partsAddUp()
{
    m_updates.clear();
    {
        const PartProgress whole(Progress({}, sink()), 3000, 2);
        Progress first = whole.part(1000);
        Progress second = whole.part(2000);
        first.report({Stage::Parse, 500, 1000, 5, "a"});
        second.report({Stage::Parse, 1000, 2000, 7, "b"});
        QCOMPARE(m_updates.back().rows, std::uint64_t(12));
        QCOMPARE(m_updates.back().done, std::uint64_t(1200)); // parsed counts for four fifths
        first.report({Stage::Build, 1, 2, 5, "a"});
        QCOMPARE(m_updates.back().done, std::uint64_t(900 + 800));
        first = {};
        QCOMPARE(m_updates.back().done, std::uint64_t(1000 + 800));
        second.report({Stage::Parse, 2000, 2000, 9, "b"});
        second = {};
    }
    QCOMPARE(m_updates.back().done, std::uint64_t(3000));
    checkMonotone(3000);
}

void TestPartProgress::filesOfAPartAddUp()
{
    m_updates.clear();
    const PartProgress whole(Progress({}, sink()), 1000, 1);
    const Progress part = whole.part(1000);
    part.report({Stage::Parse, 300, 600, 3, "trace"});
    part.report({Stage::Parse, 200, 600, 2, "trace"}); // a worker that was overtaken
    part.report({Stage::Parse, 600, 600, 6, "trace"});
    QCOMPARE(m_updates.back().done, std::uint64_t(600));
    part.report({Stage::Parse, 0, 400, 0, "table"});
    part.report({Stage::Parse, 200, 400, 2, "table"});
    QCOMPARE(m_updates.back().done, std::uint64_t(800));
    QCOMPARE(m_updates.back().rows, std::uint64_t(8));
    checkMonotone(1000);
}

void TestPartProgress::aSinglePartKeepsItsStages()
{
    m_updates.clear();
    const PartProgress whole(Progress({}, sink()), 100, 1);
    const Progress part = whole.part(100);
    part.report({Stage::Parse, 100, 100, 1, "a"});
    part.report({Stage::Build, 1, 4, 4, {}});
    QVERIFY(m_updates.back().stage == Stage::Build && m_updates.back().done == 1);
    part.report({Stage::Parse, 1, 1, 1, "late"});
    QVERIFY(m_updates.back().stage == Stage::Build);
}

void TestPartProgress::packedFilesEndAtTheirSize()
{
    m_updates.clear();
    const PartProgress whole(Progress({}, sink()), 100, 1);
    const Progress part = whole.part(100);
    part.report({Stage::Parse, 2500, 5000, 1, "a.gz"});
    QCOMPARE(m_updates.back().done, std::uint64_t(50));
    part.report({Stage::Parse, 5000, 5000, 2, "a.gz"});
    QCOMPARE(m_updates.back().done, std::uint64_t(100));
}

void TestPartProgress::importIsMonotone_data()
{
    QTest::addColumn<QList<int>>("sizes"); // slices of each file
    QTest::newRow("one") << QList<int>{40'000};
    QTest::newRow("small side by side") << QList<int>(20, 3'000);
    QTest::newRow("large among small") << QList<int>{2'000, 200'000, 2'000, 2'000};
}

void TestPartProgress::importIsMonotone()
{
    QFETCH(QList<int>, sizes);
    const QTemporaryDir dir;
    std::vector<fs::path> paths;
    std::uint64_t total = 0;
    for (int i = 0; i < sizes.size(); ++i) {
        paths.push_back(fs::path(dir.path().toStdString()) / ("rank" + std::to_string(i) + ".json"));
        std::ofstream(paths.back()) << traceText(sizes[i], i);
        total += fs::file_size(paths.back());
    }
    m_updates.clear();
    TaskPool pool;
    const auto result = importPaths(paths, {}, pool, Progress({}, sink()));
    QVERIFY(result.ok());
    QCOMPARE(result->trace->ranks().size(), std::size_t(sizes.size()));
    checkMonotone(total);
    std::set<std::uint64_t> places;
    for (const ProgressUpdate& update : m_updates)
        places.insert(update.stage == Stage::Parse ? update.done : 0);
    QVERIFY2(places.contains(total) || sizes.size() == 1, "the last byte");
    QVERIFY2(places.size() >= std::size_t(sizes.size()), qPrintable(QString::number(places.size())));
}

QTEST_GUILESS_MAIN(TestPartProgress)
#include "test_part_progress.moc"
