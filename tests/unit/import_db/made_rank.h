// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "tests/support/made_database.h"

namespace tideline::test {

constexpr std::int64_t kStart = 1'700'000'000'000'000'000; ///< ns

/// A number as SQL.
inline std::string sql(std::int64_t value)
{
    return std::to_string(value);
}
inline std::string at(std::int64_t offset)
{
    return sql(kStart + offset);
}

/// Rows of one rank: a step with two kernels, a copy, a collective with two parts, and the host side of all of them.
class MadeRank {
public:
    MadeRank(MadeDatabase& database, Schema schema, std::int64_t device = 0, std::int64_t pid = 4711)
        : m_db(database), m_schema(schema), m_device(device), m_pid(pid)
    {
    }

    MadeRank& all()
    {
        m_db.run("BEGIN");
        facts().device().host().counters().memory();
        m_db.run("COMMIT");
        return *this;
    }

    MadeRank& facts()
    {
        m_db.run(
            "INSERT INTO RANK_DEVICE_MAP VALUES (3, " + sql(m_device)
            + ");INSERT INTO HOST_INFO VALUES ('1', 'node');"
              "INSERT INTO NPU_INFO VALUES (0, 'Ascend910B');"
              "INSERT INTO META_DATA VALUES ('ENV_VARIABLES', '{\"HCCL_ALGO\":\"ring\"}'),"
              "('distributed_args', '{\"world_size\":4}'),"
              "('parallel_group_info', '{\"g1\":{\"group_name\":\"tp\",\"group_rank\":1,\"global_ranks\":[0,3]}}');"
              "INSERT INTO STEP_TIME VALUES (7, "
            + at(0) + "," + at(10'000) + "), (8, " + at(10'000) + "," + at(20'000) + ")");
        return *this;
    }

    MadeRank& device()
    {
        const std::int64_t base = m_device * 100; // of the task ids
        task(base, 5000, 6000, 2, 1, "KERNEL_AICORE");
        task(base + 1, 11'000, 11'500, 2, 2, "KERNEL_AIVEC"); // launched in the step before
        task(base + 2, 7000, 7100, 3, 3, "MEMCPY_ASYNC");
        task(base + 3, 8000, 8200, 4, 4, "Notify Wait");
        task(base + 4, 8200, 8600, 4, 4, "SDMA");
        compute(base, "mm_1", "MatMulV2", "AI_CORE");
        compute(base + 1, "add_1", "Add", "AI_VECTOR_CORE");
        collective();
        part(base + 3, "Notify_Wait", 1);
        part(base + 4, "Memcpy", 0);
        return *this;
    }

    void task(std::int64_t id, std::int64_t start, std::int64_t end, int stream, int connection, const char* type)
    {
        m_db.run("INSERT INTO TASK VALUES (" + at(start) + "," + at(end) + "," + sql(m_device) + "," + sql(connection)
                 + "," + sql(id) + "," + sql(m_pid) + "," + sql(m_db.text(type)) + ",4294967295," + sql(stream) + ","
                 + sql(id + 1000) + ",4294967295)");
    }

    MadeRank& host()
    {
        // Two calls, the launches of the four device items, and what the framework did before.
        call(1000, 1400, 20'000, 900, "aclrtSynchronizeStream");
        for (int i = 1; i <= 4; ++i)
            call(2000 + 100 * i, 2050 + 100 * i, i == 4 ? 5500 : 10'000, i, i == 4 ? "hcom_allReduce_" : "launch");
        framework(0, 10'000, 50'001, "NULL", "ProfilerStep#7");
        framework(1900, 2500, 50'001, "10", "aten::mm");
        framework(1950, 2000, 50'002, "11", "Enqueue");
        framework(2060, 2080, 50'002, "12", "Dequeue@mm");
        framework(2600, 2700, 50'001, "13", "aten::mm backward");
        framework(100, 200, 50'003, "NULL", "train.py(3): step");
        m_db.run("INSERT INTO CONNECTION_IDS VALUES (10, 1), (10, 2), (10, 600), (11, 700), (12, 700), (13, 600)");
        m_db.run("INSERT INTO MSTX_EVENTS VALUES (" + at(50) + "," + at(50) + ",0,0,0," + sql(m_db.text("mark")) + ","
                 + tid() + "," + tid() + ",0,4000000001), (" + at(60) + "," + at(90) + ",2,0,0,"
                 + sql(m_db.text("range")) + "," + tid() + "," + tid() + ",0,3)");
        return *this;
    }

    MadeRank& counters()
    {
        m_db.run("INSERT INTO AICORE_FREQ VALUES (" + sql(m_device) + "," + at(0) + ",1800"
                 + (m_schema == Schema::Second ? ",1)" : ")"));
        m_db.run("INSERT INTO HBM VALUES (" + sql(m_device) + "," + at(10) + ",2097152,1," + sql(m_db.text("read"))
                 + ")");
        m_db.run("INSERT INTO LLC VALUES (" + sql(m_device) + ",0," + at(10) + ",85.0,1048576," + sql(m_db.text("read"))
                 + ")");
        m_db.run("INSERT INTO NPU_MEM VALUES (" + sql(m_db.text("app")) + ",1024,2048," + at(10) + "," + sql(m_device)
                 + ")");
        const std::int64_t base = m_device * 100;
        m_db.run("INSERT INTO TASK_PMU_INFO VALUES (" + sql(base) + "," + sql(m_db.text("aic_total_time"))
                 + ",900.5), (" + sql(base) + "," + sql(m_db.text("aic_mac_ratio")) + ",0.25), (" + sql(base + 1) + ","
                 + sql(m_db.text("aiv_vec_time")) + ",400)");
        return *this;
    }

    MadeRank& memory()
    {
        const std::string pta = sql(m_db.text("PTA", 0x20000000));
        const std::string name = sql(m_db.text("aten::empty", 0x20000000));
        m_db.run("INSERT INTO MEMORY_RECORD VALUES (" + pta + "," + at(5) + ",100,200,90,7," + sql(m_device) + ")");
        m_db.run("INSERT INTO OP_MEMORY VALUES (" + name + ",64," + at(5)
                 + ",NULL,NULL,NULL,NULL,100,200,90,NULL,NULL,"
                   "NULL,7,"
                 + sql(m_device) + "), (" + name + ",32,NULL," + at(9)
                 + ",NULL,NULL,NULL,NULL,NULL,NULL,68,200,"
                   "58,7,"
                 + sql(m_device) + ")");
        m_db.run("INSERT OR IGNORE INTO ENUM_MODULE VALUES (0, 'SLOG'); INSERT INTO NPU_MODULE_MEM VALUES (0," + at(5)
                 + ",1048576," + sql(m_device) + ")");
        return *this;
    }

private:
    std::string tid() const { return sql(m_pid << 32 | 42); }

    void compute(std::int64_t id, const char* name, const char* type, const char* core)
    {
        const std::string head =
            "INSERT INTO COMPUTE_TASK_INFO VALUES (" + sql(m_db.text(name, 0x10000000)) + "," + sql(id) + ",24,48,"
            + sql(m_db.text(core)) + "," + sql(m_db.text(type)) + "," + sql(m_db.text("ND")) + ","
            + sql(m_db.text("FLOAT")) + "," + sql(m_db.text("\"2,3;3,4\"")) + "," + sql(m_db.text("ND")) + ","
            + sql(m_db.text("FLOAT")) + "," + sql(m_db.text("\"2,4\"")) + "," + sql(m_db.text("N/A"));
        if (m_schema == Schema::First)
            m_db.run(head + ")");
        else
            m_db.run(head + "," + sql(m_db.text("dynamic")) + ",0," + sql(m_db.text("(1,1,1)")) + ","
                     + sql(m_db.text("(8,1,1)")) + ")");
    }

    void collective()
    {
        m_db.run("INSERT INTO COMMUNICATION_OP VALUES (" + sql(m_db.text("hcom_allReduce__1_0_1")) + "," + at(8000)
                 + "," + at(9000) + ",4," + sql(m_db.text("group one")) + "," + sql(m_device + 1) + ",0,0,4,"
                 + sql(m_db.text("MESH")) + ",1000," + sql(m_db.text("hcom_allReduce_"))
                 + (m_schema == Schema::Second ? "," + sql(m_device) + ",8)" : ")"));
    }

    void part(std::int64_t id, const char* type, int plane)
    {
        m_db.run("INSERT INTO COMMUNICATION_TASK_INFO VALUES (" + sql(m_db.text("hcom_allReduce__1_0_1")) + ","
                 + sql(id) + "," + sql(m_db.text(type)) + "," + sql(plane) + "," + sql(m_db.text("group one"))
                 + ",0,65535,0,1,0,4096,4,1," + sql(m_device + 1) + (m_schema == Schema::Second ? ",1,0)" : ")"));
    }

    void call(std::int64_t start, std::int64_t end, int type, int connection, const char* name)
    {
        m_db.run("INSERT OR IGNORE INTO CANN_API VALUES (" + at(start) + "," + at(end) + "," + sql(type) + "," + tid()
                 + "," + sql(connection) + "," + sql(m_db.text(name)) + ")");
    }

    void framework(std::int64_t start, std::int64_t end, int type, const char* list, const char* name)
    {
        m_db.run("INSERT INTO PYTORCH_API VALUES ('" + at(start) + "','" + at(end) + "'," + tid() + "," + list + ","
                 + sql(m_db.text(name, 0x10000000)) + ",-1,0,NULL,NULL,NULL," + sql(type) + ")");
    }

    MadeDatabase& m_db;
    Schema m_schema;
    std::int64_t m_device;
    std::int64_t m_pid;
};

} // namespace tideline::test
