// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/matrix_cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace tideline::torch_npu {

namespace {

struct Transfer {
    LinkUse link;
    std::string operation;
    double rate() const { return link.ns > 0 ? static_cast<double>(link.bytes) / static_cast<double>(link.ns) : 0; }
};

/// Which of `count` operations, fastest first, stand in the file, and under which word.
std::vector<std::pair<std::string, std::size_t>> chosen(std::size_t count)
{
    std::vector<std::pair<std::string, std::size_t>> out = {{"top1", 0}};
    if (count > 2)
        out.emplace_back("middle", count / 2);
    for (std::size_t i = 1; i <= 3 && i < count; ++i)
        out.emplace_back("bottom" + std::to_string(i), count - i);
    return out;
}

using Kind = std::tuple<bool, std::string, std::string>;            // point to point, kind, group
using Ends = std::tuple<std::uint32_t, std::uint32_t, std::string>; // source, target, transport

void addCells(const Kind& kind, std::vector<Transfer> transfers, std::vector<MatrixCell>& out)
{
    const auto& [pointToPoint, name, group] = kind;
    std::stable_sort(transfers.begin(), transfers.end(),
                     [](const Transfer& a, const Transfer& b) { return a.rate() > b.rate(); });
    for (const auto& [word, index] : chosen(transfers.size()))
        out.push_back({pointToPoint, name + "-" + word, group, transfers[index].link, transfers[index].operation});
    LinkUse total = transfers.front().link;
    for (std::size_t i = 1; i < transfers.size(); ++i) {
        total.bytes += transfers[i].link.bytes;
        total.ns += transfers[i].link.ns;
    }
    out.push_back({pointToPoint, name + "-total", group, total, {}});
}

} // namespace

double MatrixCell::gigabytesPerSecond() const
{
    const double rate = link.ns > 0 ? static_cast<double>(link.bytes) / static_cast<double>(link.ns) : 0;
    return std::round(rate * 1e4) / 1e4;
}

std::string MatrixCell::json() const
{
    const std::string tail = operation.empty() ? std::string() : fmt::format(", \"Op Name\": \"{}\"", operation);
    return fmt::format("{{\"Transport Type\": \"{}\", \"Transit Size(MB)\": {}, \"Transit Time(ms)\": {}, "
                       "\"Bandwidth(GB/s)\": {}{}}}",
                       link.transport, static_cast<double>(link.bytes) * 1e-6, milliseconds(link.ns),
                       gigabytesPerSecond(), tail);
}

std::vector<MatrixCell> matrixCells(const std::vector<OperationFigures>& operations)
{
    std::map<Kind, std::map<Ends, std::vector<Transfer>>> kinds;
    for (const OperationFigures& operation : operations)
        for (const LinkUse& link : operation.links)
            kinds[{operation.pointToPoint, operation.kind, operation.groupId}]
                 [{link.source, link.target, link.transport}]
                     .push_back({link, operation.name});
    std::vector<MatrixCell> out;
    for (const auto& [kind, links] : kinds)
        for (const auto& [ends, transfers] : links)
            addCells(kind, transfers, out);
    std::stable_sort(out.begin(), out.end(), [](const MatrixCell& a, const MatrixCell& b) {
        return std::tie(a.pointToPoint, a.name, a.groupId) < std::tie(b.pointToPoint, b.name, b.groupId);
    });
    return out;
}

} // namespace tideline::torch_npu
