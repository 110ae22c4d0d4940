// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"

namespace tideline::torch_npu {

/// What one communication operation moved between two members of its group.
struct LinkUse {
    std::uint32_t source = 0; ///< positions inside the group
    std::uint32_t target = 0;
    std::string transport; ///< HCCS, PCIE, RDMA, SIO, LOCAL
    std::int64_t bytes = 0;
    std::int64_t ns = 0;
};

/// One communication operation of a rank as the analysers describe it.
struct OperationFigures {
    std::uint32_t step = 0;
    std::string name;    ///< hcom_allReduce__123_0_1
    std::string kind;    ///< allreduce, allgather …
    std::string groupId; ///< hash of the group's name, as digits
    bool pointToPoint = false;
    std::int64_t startWallNs = 0;
    std::int64_t elapseNs = 0;
    std::int64_t transitNs = 0;
    std::int64_t packets = 0;
    std::string transport;
    std::int64_t bytes = 0;
    std::vector<LinkUse> links;

    std::int64_t waitNs() const { return elapseNs - transitNs; }
    std::string key() const { return name + "@" + groupId; }
};

OperationFigures figuresOf(const capture::RankInfo& rank, const capture::CommRecord& record);

/// Sums of one transport over one or several operations.
struct TransportSum {
    struct Packets {
        std::int64_t count = 0;
        std::int64_t ns = 0;
    };
    std::int64_t bytes = 0;
    std::int64_t ns = 0;
    std::int64_t packets = 0;
    std::int64_t large = 0;               ///< packets above the size from which a link runs at full speed
    std::map<std::string, Packets> sizes; ///< by size in MB

    double megabytes() const;          ///< decimal
    double gigabytesPerSecond() const; ///< decimal, four places
    double largeRatio() const;
};

/// Sums of several operations.
struct OperationSums {
    std::int64_t elapseNs = 0;
    std::int64_t transitNs = 0;
    std::map<std::string, TransportSum> transports;

    void add(const OperationFigures& operation);
};

/// The transports that a file names, used or not; SDMA is the sum of HCCS, PCIE and SIO.
std::vector<std::pair<std::string, TransportSum>> allTransports(const std::map<std::string, TransportSum>& used);

/// The two objects under an operation's name in communication.json, with braces.
std::string operationJson(const OperationSums& sums, std::optional<std::int64_t> startWallNs);

double milliseconds(std::int64_t ns);

} // namespace tideline::torch_npu
