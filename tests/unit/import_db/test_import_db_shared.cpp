// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <nlohmann/json.hpp>

#include "db_import.h"
#include "tests/support/file_state.h"

using namespace tideline;
using namespace tideline::test;
namespace fs = std::filesystem;

namespace {

const fs::path kCorpus = TIDELINE_SAMPLES_DIR;

nlohmann::json factsOfDatabases()
{
    std::ifstream file(kCorpus / "samples/facts.json");
    nlohmann::json databases = nlohmann::json::object();
    const nlohmann::json all = nlohmann::json::parse(file, nullptr, false);
    if (!all.is_object())
        return databases;
    for (const auto& [key, facts] : all.items()) {
        if (facts.value("kind", "") == "sqlite")
            databases[key] = facts;
    }
    return databases;
}

} // namespace

/// Real databases against independent counts.
class TestImportDbShared : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (kCorpus.empty() || !fs::exists(kCorpus / "samples/facts.json"))
            QSKIP("the sample corpus is not there (TIDELINE_SAMPLES_DIR)");
    }

    void rowsOfTables()
    {
        const nlohmann::json databases = factsOfDatabases();
        QVERIFY(!databases.empty());
        for (const auto& [key, facts] : databases.items()) {
            std::string repository = key.substr(0, key.find(':'));
            repository.replace(repository.find('/'), 1, "+");
            const fs::path path = kCorpus / "samples" / repository / key.substr(key.find(':') + 1);
            if (!fs::exists(path))
                continue;
            const fs::path set = path.parent_path().parent_path();
            for (const fs::path& opened : {path, set}) {
                const DbImport import(opened);
                QVERIFY2(import.ok(), opened.c_str());
                const std::string name = path.filename().string();
                QVERIFY2(import.file(name), opened.c_str());
                QCOMPARE(import.file(name)->tables.size(), facts["tables"].size());
                for (const auto& [table, figures] : facts["tables"].items()) {
                    QCOMPARE(import.rows(name, table),
                             std::optional<std::uint64_t>(figures["rows"].get<std::uint64_t>()));
                }
            }
        }
    }

    void linksOfLevelOne()
    {
        const fs::path rank = kCorpus / "samples/Ascend+msinsight/test/data/pytorch/db/level1/rank0_ascend_pt";
        const DbImport import(rank);
        QVERIFY(import.ok());
        QCOMPARE(import.trace().rank(RankId{0}).format, std::string("torch-npu-db"));
        QCOMPARE(import.arrows("async_task_queue").size(), std::size_t(159));
        QCOMPARE(import.arrows("fwdbwd").size(), std::size_t(27));
        QVERIFY(import.arrows("HostToDevice").size() >= 191);
        for (std::uint32_t row = 0; row < import.trace().kernels().size(); ++row)
            QVERIFY(import.trace().kernels().slice.at(row).valid());
    }

    void rowsInTheLogOnly()
    {
        const fs::path directory = kCorpus / "cases/061-db-wal-and-read-only";
        if (!fs::exists(directory / "msprof_0.db"))
            QSKIP("the case is not there");
        const auto before = stateOf(directory);
        for (const fs::path& opened : {directory, directory / "msprof_0.db"}) {
            const DbImport import(opened);
            QVERIFY(import.ok());
            QCOMPARE(import.trace().slices().size(), 10U);
            QCOMPARE(import.rows("msprof_0.db", "TASK"), std::optional<std::uint64_t>(10));
        }
        QVERIFY(stateOf(directory) == before);
    }
};

QTEST_GUILESS_MAIN(TestImportDbShared)
#include "test_import_db_shared.moc"
