// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cases/made_inputs.h"

#include <fstream>
#include <functional>
#include <map>

#include <zlib.h>

#include "tests/support/made_database.h"

namespace tideline::test {

namespace fs = std::filesystem;

namespace {

using Writer = std::function<fs::path(const fs::path&, int)>;

fs::path writeText(const fs::path& path, const std::string& text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

std::string number(int value)
{
    return std::to_string(value);
}

std::string trace(int rows)
{
    std::string text = "[";
    for (int i = 0; i < rows; ++i)
        text += (i > 0 ? ",\n" : "\n") + (R"({"ph":"X","pid":1,"tid":)" + number(i % 9) + R"(,"name":"op)")
                + number(i % 500) + R"(","ts":)" + number(i * 3) + ".25" + R"(,"dur":2.5,"args":{"n":)" + number(i)
                + "}}";
    return text + "\n]\n";
}

std::string packed(const std::string& text)
{
    std::string out(text.size() + 1024, '\0');
    z_stream stream = {};
    deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string table(const std::string& header, int rows, const std::function<std::string(int)>& row)
{
    std::string text = header + "\n";
    for (int i = 0; i < rows; ++i)
        text += row(i) + "\n";
    return text;
}

std::string kernels(int rows)
{
    return table(
        "Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim", rows,
        [](int i) { return "1,0,MatMul_" + number(i % 300) + ",MatMul,AI_CORE," + number(i * 5) + ".5,4.25,0.5,24"; });
}

std::string operators(int rows)
{
    return table("Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us)", rows, [](int i) {
        return "aten::empty_" + number(i % 300) + ",64," + number(i * 5) + ".5," + number(i * 5 + 9) + ".5,9";
    });
}

std::string communication(int rows)
{
    std::string text = R"j({"step1":{"collective":{)j";
    for (int i = 0; i < rows; ++i) {
        text += (i > 0 ? ",\n\"hcom_allReduce__" : "\n\"hcom_allReduce__") + number(i);
        text += R"j(@7":{"Communication Time Info":{"Start Timestamp(us)":)j" + number(i * 10);
        text += R"j(.5,"Elapse Time(ms)":0.005,"Transit Time(ms)":0.004},)j";
        text += R"j("Communication Bandwidth Info":{"HCCS":{"Transit Size(MB)":1.5,"Transit Time(ms)":0.004,)j";
        text += R"j("Bandwidth(GB/s)":3.5,"Large Packet Ratio":1.0,"Size Distribution":{"1.5":[1,0.004]}}}})j";
    }
    return text + R"j(},"p2p":{}}})j";
}

std::string tasks(int rows)
{
    std::string text = "{\"tasks\":[";
    for (int i = 0; i < rows; ++i)
        text += (i > 0 ? ",\n" : "\n") + (R"({"name":"task)" + number(i % 90)) + R"(","start_time":)" + number(i)
                + ".25" + R"(,"end_time":)" + number(i) + ".75}";
    return text + "]}";
}

fs::path writeRank(const fs::path& directory, int rows)
{
    const fs::path rank = directory / "rank_ascend_pt";
    const fs::path output = rank / "ASCEND_PROFILER_OUTPUT";
    writeText(rank / "profiler_info_0.json", "{\"rank_id\":0}");
    writeText(output / "trace_view.json", trace(rows));
    writeText(output / "kernel_details.csv", kernels(rows));
    writeText(output / "operator_memory.csv", operators(rows));
    return rank;
}

fs::path writeDatabase(const fs::path& directory, int rows)
{
    const fs::path path = directory / "ascend_pytorch_profiler_0.db";
    MadeDatabase database(path);
    database.makeProfileTables(Schema::First);
    const std::string count = " FROM (WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < "
                              + number(rows) + ") SELECT i FROM n)";
    const std::string type = std::to_string(database.text("KERNEL_AICORE"));
    const std::string call = std::to_string(database.text("launch"));
    database.run("BEGIN; INSERT INTO TASK SELECT i * 1000, i * 1000 + 900, 0, i, i, 7, " + type
                 + ", 4294967295, 2, i, 4294967295" + count);
    database.run("INSERT INTO CANN_API SELECT i * 1000 - 500, i * 1000 - 200, 10000, 42, i, " + call + count
                 + "; COMMIT");
    return path;
}

const std::map<std::string, Writer>& writers()
{
    const auto text = [](const char* name, std::string (*content)(int)) {
        return [=](const fs::path& directory, int rows) { return writeText(directory / name, content(rows)); };
    };
    static const std::map<std::string, Writer> kWriters = {
        {"communication", text("communication.json", communication)},
        {"database", writeDatabase},
        {"gzip", text("trace.json.gz", [](int rows) { return packed(trace(rows)); })},
        {"kernels", text("kernel_details.csv", kernels)},
        {"operators", text("operator_memory.csv", operators)},
        {"rank", writeRank},
        {"tasks", text("tasks.json", tasks)},
        {"trace", text("trace.json", trace)},
    };
    return kWriters;
}

} // namespace

std::vector<std::string> inputKinds()
{
    std::vector<std::string> kinds;
    for (const auto& [kind, writer] : writers())
        kinds.push_back(kind);
    return kinds;
}

fs::path writeInput(const std::string& kind, const fs::path& directory, int rows)
{
    return writers().at(kind)(directory, rows);
}

fs::path largeFile(const std::string& kind, const fs::path& opened)
{
    return kind == "rank" ? opened / "ASCEND_PROFILER_OUTPUT" / "kernel_details.csv" : opened;
}

} // namespace tideline::test
