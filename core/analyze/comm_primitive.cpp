// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/comm_primitive.h"

#include <cctype>
#include <utility>

namespace tideline {

namespace {

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

// Longer words first: "allgather" stands in "allgatherv", "send" in "sendrecv".
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"allreduce", "allReduce"},   {"reducescatter", "reduceScatter"},
    {"allgatherv", "allGatherV"}, {"allgather", "allGather"},
    {"alltoallv", "alltoAllV"},   {"alltoall", "alltoAll"},
    {"broadcast", "broadcast"},   {"batchsendrecv", "batchSendRecv"},
    {"sendrecv", "sendRecv"},     {"receive", "receive"},
    {"recv", "receive"},          {"send", "send"},
    {"scatter", "scatter"},       {"gather", "gather"},
    {"barrier", "barrier"},       {"reduce", "reduce"}};

} // namespace

std::string primitiveOf(std::string_view name)
{
    std::string squashed;
    for (const char c : lower(name.substr(0, name.find('@'))))
        squashed += c == '_' || c == '-' || c == ' ' ? std::string() : std::string(1, c);
    for (const auto& [word, primitive] : kWords) {
        if (squashed.find(word) != std::string::npos)
            return std::string(primitive);
    }
    const std::size_t end = name.find_first_of("0123456789(@<");
    std::string_view head = name.substr(0, end);
    while (head.ends_with('_'))
        head.remove_suffix(1);
    return head.empty() ? std::string(name) : std::string(head);
}

} // namespace tideline
