// SPDX-License-Identifier: GPL-3.0-or-later
// Import of a database (T10): TASK, COMPUTE_TASK_INFO, texts and connections, rows per second on one core.
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <unistd.h>
#include <vector>

#include <sqlite3.h>

#include "core/import/import.h"
#include "core/import/torch_npu_db/profile_database.h"
#include "tests/bench/bench_report.h"
#include "tests/support/made_database.h"

namespace {

using namespace tideline;
using namespace tideline::bench;
using namespace tideline::test;

constexpr int kRuns = 3;
constexpr std::int64_t kBase = 1'700'000'000'000'000'000;
constexpr std::int64_t kTexts = 50'000;

double cpuSeconds()
{
    timespec now = {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Runs one prepared insert for every row.
void fill(MadeDatabase& database, const std::string& sql, std::int64_t rows,
          const std::function<std::vector<std::int64_t>(std::int64_t)>& row)
{
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database.handle(), sql.c_str(), -1, &statement, nullptr);
    for (std::int64_t i = 0; i < rows; ++i) {
        int column = 0;
        for (const std::int64_t value : row(i))
            sqlite3_bind_int64(statement, ++column, value);
        sqlite3_step(statement);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
}

/// Four parts of five rows: tasks, the kernels among them, runtime calls, connections; and the texts.
std::int64_t makeDatabase(const std::filesystem::path& path, std::int64_t rows)
{
    MadeDatabase database(path);
    database.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN").makeProfileTables(Schema::First);
    const std::int64_t tasks = rows * 3 / 10;
    const std::int64_t kernels = rows * 27 / 100;
    const std::int64_t calls = rows * 2 / 10;
    const std::int64_t lists = rows - tasks - kernels - calls - kTexts;
    for (std::int64_t i = 0; i < kTexts; ++i)
        database.text("aclnnOperator_Kernel_" + std::to_string(i));
    fill(database, "INSERT INTO TASK VALUES (?, ?, 0, ?, ?, 4711, ?, 4294967295, ?, ?, 4294967295)", tasks,
         [](std::int64_t i) {
             const std::int64_t start = kBase + i * 2000;
             return std::vector<std::int64_t>{start, start + 1500, i % 5 == 0 ? i / 5 : i, i, i % 7, i % 4, i % 65'536};
         });
    fill(database, "INSERT INTO COMPUTE_TASK_INFO VALUES (?, ?, 24, 0, ?, ?, ?, ?, ?, ?, ?, ?, 0)", kernels,
         [](std::int64_t i) {
             const std::int64_t text = i % kTexts;
             return std::vector<std::int64_t>{text, i, i % 4, 10 + i % 50, 60, 61, text, 60, 61, text};
         });
    fill(database, "INSERT INTO CANN_API VALUES (?, ?, 10000, ?, ?, ?)", calls, [](std::int64_t i) {
        const std::int64_t start = kBase + i * 2000 - 50'000;
        return std::vector<std::int64_t>{start, start + 900, std::int64_t{4711} << 32 | (4711 + i % 2), i, i % 100};
    });
    fill(database, "INSERT INTO CONNECTION_IDS VALUES (?, ?)", lists, [](std::int64_t i) {
        return std::vector<std::int64_t>{i / 2, i};
    });
    database.run("COMMIT");
    return rows;
}

struct Measured {
    double read = 0;
    double whole = 0;
};

/// CPU seconds of reading into a builder, and of the whole import with one thread.
bool measure(const std::filesystem::path& path, Measured& out)
{
    std::vector<double> reads;
    std::vector<double> wholes;
    for (int run = 0; run < kRuns; ++run) {
        TaskPool pool(1);
        const Progress progress;
        const ImportOptions options;
        {
            TraceBuilder builder;
            ImportIssues issues;
            std::vector<FileReport> files;
            ImportContext context{builder, issues, files, pool, progress, options};
            const double begin = cpuSeconds();
            if (!readProfileDatabase(path, builder.addRank({}), context))
                return false;
            reads.push_back(cpuSeconds() - begin);
        }
        const double begin = cpuSeconds();
        if (!importPaths({path}, options, pool, progress))
            return false;
        wholes.push_back(cpuSeconds() - begin);
    }
    out = {median(reads), median(wholes)};
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    const BenchOptions options = parseOptions(argc, argv);
    BenchReport report;
    const auto dir = std::filesystem::temp_directory_path() / ("tideline-bench-db-" + std::to_string(::getpid()));
    std::filesystem::create_directories(dir);
    const std::filesystem::path path = dir / "ascend_pytorch_profiler_0.db";
    try {
        const auto rows = static_cast<double>(makeDatabase(path, options.full ? 5'000'000 : 1'000'000));
        Measured measured;
        if (!measure(path, measured)) {
            report.failed("T10", "the import failed");
        } else {
            report.note("rows", rows, "rows");
            report.note("file", static_cast<double>(std::filesystem::file_size(path)) / 1e6, "MB");
            report.note("reading alone", rows / measured.read / 1e6, "M rows/s");
            report.atLeast("T10 database import", rows / measured.whole / 1e6, "M rows/s", 1.0);
        }
    } catch (const std::exception& error) {
        report.failed("T10", error.what());
    }
    std::filesystem::remove_all(dir);
    return report.exitCode();
}
