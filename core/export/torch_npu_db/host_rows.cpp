// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu_db/host_rows.h"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "core/export/torch_npu/line_text.h"
#include "core/export/torch_npu/tensor_text.h"

namespace tideline::torch_npu {

namespace {

// Connections of launches are small numbers. The key of CANN_API has to be unique over all calls and the numbers of
// other links must not meet those of launches, so each kind begins far from the next.
constexpr std::int64_t kFirstFree = 2'000'000'000;
constexpr std::int64_t kFirstQueue = std::int64_t{1} << 33;
constexpr std::int64_t kFirstBackward = std::int64_t{1} << 34;

constexpr std::int64_t kOperatorType = 50'001;
constexpr std::int64_t kQueueType = 50'002;
constexpr std::int64_t kPythonType = 50'003;

std::int64_t apiType(capture::HostLayer layer)
{
    switch (layer) {
    case capture::HostLayer::Operator: return kOperatorType;
    case capture::HostLayer::PythonFunction: return kPythonType;
    case capture::HostLayer::Enqueue:
    case capture::HostLayer::Dequeue: return kQueueType;
    case capture::HostLayer::Acl: return 20'000;
    case capture::HostLayer::Node: return 10'000;
    case capture::HostLayer::Runtime: return 5'000;
    case capture::HostLayer::Communication: return 5'500;
    }
    return 0;
}

/// A time as text, since this table has no numbers there.
struct TimeText {
    explicit TimeText(std::int64_t ns) : size(static_cast<std::size_t>(store(digits, ns) - digits)) {}
    operator std::string_view() const { return {digits, size}; }

    char digits[kMostDigits];
    std::size_t size;
};

} // namespace

void HostRows::open(SqliteWriter& database, StringIds& strings, const capture::RankInfo& rank)
{
    m_database = &database;
    m_strings = &strings;
    m_rank = rank;
    m_runtime.prepare(database, "CANN_API", kFirstFree);
    m_framework.prepare(database, "PYTORCH_API");
    m_connections.prepare(database, "CONNECTION_IDS");
    m_chains.prepare(database, "PYTORCH_CALLCHAINS");
    if (rank.syncMarkers)
        m_marks.prepare(database, "MSTX_EVENTS");
}

void HostRows::finish()
{
    endStep(std::numeric_limits<std::uint32_t>::max());
    for (SqliteInsert* insert : {&m_runtime, &m_framework, &m_connections, &m_chains, &m_marks})
        insert->finish();
    writeCollections();
}

/// Real databases have this table only where there was something to collect.
void HostRows::writeCollections()
{
    if (m_collections.empty())
        return;
    std::string sql = "CREATE TABLE GC_RECORD (startNs INTEGER, endNs INTEGER, globalTid INTEGER);";
    for (const auto& [start, end, thread] : m_collections)
        sql += fmt::format("INSERT INTO GC_RECORD VALUES ({},{},{});", start, end, thread);
    m_database->run(sql.c_str());
}

void HostRows::add(const capture::HostRecord& record)
{
    switch (record.call->layer) {
    case capture::HostLayer::Operator:
    case capture::HostLayer::PythonFunction:
        if (record.call->garbageCollection)
            return addCollection(record);
        m_operators.push_back({record.call, record.startNs, record.endNs, record.id, record.sequence, record.step,
                               record.thread, record.forwardThread, record.link});
        return;
    case capture::HostLayer::Enqueue:
    case capture::HostLayer::Dequeue: return addQueueCall(record);
    case capture::HostLayer::Acl:
    case capture::HostLayer::Node:
    case capture::HostLayer::Runtime:
    case capture::HostLayer::Communication: return addRuntimeCall(record);
    }
}

void HostRows::add(const capture::SyncMarkerRecord& record)
{
    constexpr int kStartEnd = 2; // of ENUM_MSTX_EVENT_TYPE
    const std::int64_t thread = globalThread(record.thread);
    m_marks.add(m_rank.clock.wallOfHost(record.hostStartNs), m_rank.clock.wallOfHost(record.hostEndNs), kStartEnd,
                m_nextMark++, 0, m_strings->id(StringRange::Runtime, record.name), thread, thread, 0,
                record.connection);
}

void HostRows::addLaunch(const capture::Launch& launch)
{
    if (launch.operatorId != 0)
        m_launches.push_back({launch.operatorId, launch.connection, false});
}

void HostRows::addRuntimeCall(const capture::HostRecord& record)
{
    const capture::HostCall& call = *record.call;
    // A runtime call lies inside the node's call of the same launch, which has the connection.
    const bool launches = record.connection != 0 && call.layer != capture::HostLayer::Runtime;
    m_runtime.add(m_rank.clock.wallOfHost(record.startNs), m_rank.clock.wallOfHost(record.endNs), apiType(call.layer),
                  globalThread(record.thread), launches ? std::int64_t{record.connection} : kFirstFree + m_nextFree++,
                  textsOf(call).name);
}

void HostRows::addCollection(const capture::HostRecord& record)
{
    m_collections.push_back(
        {m_rank.clock.wallOfHost(record.startNs), m_rank.clock.wallOfHost(record.endNs), globalThread(record.thread)});
}

void HostRows::addQueueCall(const capture::HostRecord& record)
{
    m_connections.add(m_nextList, kFirstQueue + static_cast<std::int64_t>(record.correlation));
    m_framework.add(std::string_view(TimeText(m_rank.clock.wallOfHost(record.startNs))),
                    std::string_view(TimeText(m_rank.clock.wallOfHost(record.endNs))), globalThread(record.thread),
                    m_nextList++, textsOf(*record.call).name, std::optional<std::int64_t>(),
                    std::optional<std::int64_t>(), std::optional<std::int64_t>(), std::optional<std::int64_t>(),
                    std::optional<std::int64_t>(), kQueueType);
}

void HostRows::addOperator(const Operator& record)
{
    std::optional<std::int64_t> list;
    const auto connect = [&](std::int64_t connection) {
        list = list ? list : std::optional(m_nextList++);
        m_connections.add(*list, connection);
    };
    auto launch = std::lower_bound(m_launches.begin(), m_launches.end(), record.id,
                                   [](const LaunchedBy& a, std::uint64_t id) { return a.operatorId < id; });
    for (; launch != m_launches.end() && launch->operatorId == record.id; ++launch) {
        connect(launch->connection);
        launch->written = true;
    }
    if (record.link == capture::AutogradLink::Forward)
        connect(kFirstBackward + (m_forward[record.sequence] = m_nextForward++));
    else if (const auto forward = m_forward.find(record.sequence);
             record.link == capture::AutogradLink::Backward && forward != m_forward.end())
        connect(kFirstBackward + forward->second);
    const CallTexts& texts = textsOf(*record.call);
    const bool isOperator = record.call->layer == capture::HostLayer::Operator;
    m_framework.add(std::string_view(TimeText(m_rank.clock.wallOfHost(record.startNs))),
                    std::string_view(TimeText(m_rank.clock.wallOfHost(record.endNs))), globalThread(record.thread),
                    list, texts.name, isOperator ? std::optional(record.sequence) : std::nullopt,
                    isOperator ? std::optional(record.forwardThread) : std::nullopt, texts.types, texts.shapes,
                    texts.chain, apiType(record.call->layer));
}

const HostRows::CallTexts& HostRows::textsOf(const capture::HostCall& call)
{
    const auto [known, fresh] = m_texts.try_emplace(&call);
    if (!fresh)
        return known->second;
    CallTexts& texts = known->second;
    const std::int64_t type = apiType(call.layer);
    if (type < kOperatorType) {
        // The layer stands in a column of its own.
        texts.name = m_strings->id(StringRange::Runtime, call.name.substr(call.name.find('@') + 1));
        return texts;
    }
    texts.name = m_strings->id(StringRange::Framework, call.name);
    if (!call.inputs.empty()) {
        texts.types = m_strings->id(StringRange::Framework, inputTypesText(call.inputs, ";\r\n"));
        texts.shapes = m_strings->id(StringRange::Framework, inputShapesText(call.inputs, ";\r\n"));
    }
    if (!call.callStack.empty())
        texts.chain = addChain(call.callStack);
    return texts;
}

std::int64_t HostRows::addChain(const std::string& stack)
{
    std::int64_t depth = 0;
    for (std::size_t begin = 0; begin < stack.size();) {
        const std::size_t end = std::min(stack.find('\n', begin), stack.size());
        const std::string frame = stack.substr(begin, end - begin);
        m_chains.add(m_nextChain, m_strings->id(StringRange::Framework, frame), depth++);
        begin = end + 1;
    }
    return m_nextChain++;
}

void HostRows::endStep(std::uint32_t step)
{
    const auto rest = std::stable_partition(m_operators.begin(), m_operators.end(),
                                            [step](const Operator& record) { return record.step <= step; });
    std::stable_sort(m_launches.begin(), m_launches.end(),
                     [](const LaunchedBy& a, const LaunchedBy& b) { return a.operatorId < b.operatorId; });
    for (auto record = m_operators.begin(); record != rest; ++record)
        addOperator(*record);
    m_operators.erase(m_operators.begin(), rest);
    std::erase_if(m_launches, [](const LaunchedBy& launch) { return launch.written; });
}

} // namespace tideline::torch_npu
