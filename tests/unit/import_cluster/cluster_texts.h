// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

// Texts of the files that an analyser of whole jobs writes.
namespace tideline::test {

inline const std::string kStepTitle =
    "Step,Type,Index,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
    "Communication(Not Overlapped and Exclude Receive)\n";

/// Two ranks and the sums of their stage.
inline std::string stepTable()
{
    return kStepTitle
           + "7,rank,0,1000.5,200.25,50.0,250.25,99.25,1300.0,0.0,200.25\n"
             "7,rank,1,2000.5,100.25,50.0,150.25,99.25,2200.0,10.5,89.75\n"
             "7,stage,\"(0, 1)\",2000.5,200.25,50.0,250.25,99.25,2200.0,10.5,200.25\n";
}

inline std::string quoted(const std::string& key)
{
    return "\"" + key + "\":";
}

/// What one rank says of one operation; times in ms.
inline std::string operationOf(const std::string& rank, const std::string& elapse, const std::string& wait = "0.5")
{
    return quoted(rank) + R"j({"Communication Time Info":{"Start Timestamp(us)":1700000000000241.5,"Elapse Time(ms)":)j"
           + elapse + R"j(,"Transit Time(ms)":0.25,"Wait Time(ms)":)j" + wait
           + R"j(,"Synchronization Time(ms)":0.25,"Idle Time(ms)":0.25,"Wait Time Ratio":0.5},)j"
             R"j("Communication Bandwidth Info":{"RDMA":{"Transit Size(MB)":0,"Transit Time(ms)":0,"Bandwidth(GB/s)":0,)j"
             R"j("Large Packet Ratio":0,"Size Distribution":{}},"HCCS":{"Transit Size(MB)":2.5,"Transit Time(ms)":0.25,)j"
             R"j("Bandwidth(GB/s)":10.0,"Large Packet Ratio":0,"Size Distribution":{"0.5":[5,0.25]}}}})j";
}

inline std::string linkOf(const std::string& ends, const std::string& sizeMegabytes)
{
    return quoted(ends) + R"j({"Transport Type":"HCCS","Transit Time(ms)":0.5,"Transit Size(MB)":)j" + sizeMegabytes
           + R"j(,"Bandwidth(GB/s)":5.0})j";
}

/// kind, step, operation around the entries.
inline std::string jobFile(const std::string& kind, const std::string& step, const std::string& operation,
                           const std::string& entries)
{
    return "{" + quoted(kind) + "{" + quoted(step) + "{" + quoted(operation) + "{" + entries + "}}}}";
}

inline std::string groupFile()
{
    return R"j({"collective":[[8,0],[1]],"p2p":[[0,8]],"comm_group_parallel_info":[)j"
           R"j({"type":"collective","rank_set":[8,0],"group_name":"77","group_id":"host%eth0_1","pg_name":"dp"},)j"
           R"j({"type":"collective","rank_set":[1],"group_name":"78","group_id":"host%eth0_2","pg_name":"tp"}]})j";
}

} // namespace tideline::test
