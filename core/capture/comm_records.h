// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/capture/records.h"

namespace tideline::capture {

enum class CommTaskKind : std::uint8_t { NotifyWait, NotifyRecord, Memcpy, ReduceInline };

/// One piece of a collective on a plane.
struct CommTask {
    CommTaskKind kind = CommTaskKind::Memcpy;
    std::uint32_t plane = 0;
    std::uint32_t stream = 0;
    std::uint32_t task = 0;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::uint64_t notify = 0;
    std::uint32_t sourceRank = 0;
    std::uint32_t targetRank = 0; ///< 4294967295 = on the chip
    std::int64_t bytes = 0;
    std::string transport; ///< SDMA, RDMA, LOCAL
    std::string link;      ///< HCCS, PCIE, ROCE, ON_CHIP
};

/// One collective of this rank: from its own arrival to its own end; data moves from transitStartNs on.
struct CommRecord {
    std::string operation;   ///< allReduce, allGather …
    std::string name;        ///< hcom_allReduce__<group digits>_<index>_1
    std::uint32_t group = 0; ///< index into RankInfo::groups
    std::uint32_t index = 0; ///< of the group's collectives
    std::uint32_t step = 0;
    std::uint32_t stream = 0;
    std::int64_t startNs = 0;
    std::int64_t transitStartNs = 0;
    std::int64_t endNs = 0;
    std::int64_t count = 0;
    DataType dtype = DataType::Float32;
    std::string algorithm;       ///< MESH-RING …
    std::string link;            ///< HCCS, PCIE, ROCE
    std::int64_t linkNs = 0;     ///< this rank's own link carries data that long when nothing else slows it
    std::int64_t linkBytes = 0;  ///< bytes this rank sends in all
    std::int64_t slowPeer = -1;  ///< place in the group of the one to which the link is slower; -1: none
    std::int64_t slowLinkNs = 0; ///< linkNs of that link
    Launch launch;
    std::vector<CommTask> tasks; ///< trace level 3 only
};

} // namespace tideline::capture
