// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/index/index_joiner.h"
#include "core/store/trace_store.h"
#include "tests/support/filled_trace.h"
#include "tests/support/index_text.h"

using namespace tideline;
using namespace tideline::test;

namespace {

std::vector<std::string> everything(const Trace& trace, const TraceIndex& index)
{
    std::vector<std::string> lines = traceText(trace);
    const std::vector<std::string> more = indexText(trace, index);
    lines.insert(lines.end(), more.begin(), more.end());
    return lines;
}

/// Writes a store with four threads, then reads all of it with four threads at once, with room for hardly a frame: all
/// must see the trace that was written.
bool readersAgree(const std::filesystem::path& path)
{
    const auto trace = filledTrace({FilledRank{0, 1, 4, 2000, 300}, FilledRank{1, 2, 3, 1000, 200}});
    TaskPool pool(4);
    const TraceIndex built = TraceIndex::build(*trace, pool, Progress{});
    const std::vector<std::string> truth = everything(*trace, built);
    auto writer = StoreWriter::create(path);
    if (!writer)
        return false;
    const std::string traceContents = storeTrace(*trace, KeepSources::Yes, **writer, pool, Progress{});
    const std::string indexContents = IndexStorer::store(built, **writer, pool, Progress{});
    const auto loaded = loadTrace(traceContents, std::make_shared<FramePager>((*writer)->file(), 1));
    if (!loaded)
        return false;
    const auto index = IndexStorer::load(indexContents, *loaded);
    std::atomic<int> different{0};
    std::vector<std::thread> readers;
    for (int i = 0; index && i < 4; ++i)
        readers.emplace_back([&] { different += everything(**loaded, *index) == truth ? 0 : 1; });
    for (std::thread& reader : readers)
        reader.join();
    return index && different == 0 && !(*loaded)->damaged();
}

} // namespace

int main()
{
    std::string folder = (std::filesystem::temp_directory_path() / "tsan_pager_XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return 1;
    const bool agree = readersAgree(std::filesystem::path(folder) / "store.tld");
    std::filesystem::remove_all(folder);
    return agree ? 0 : 1;
}
