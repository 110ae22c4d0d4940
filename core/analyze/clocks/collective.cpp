// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analyze/clocks/collective.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

namespace tideline::clocks {

namespace {

/// The two numbers of "…__<group>_<index>_<one more>".
struct NameParts {
    std::string_view group;
    std::string_view index;
};

bool isNumber(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view takeLast(std::string_view& text)
{
    const std::size_t at = text.rfind('_');
    if (at == text.npos)
        return {};
    const std::string_view last = text.substr(at + 1);
    text = text.substr(0, at);
    return last;
}

NameParts partsOf(std::string_view name)
{
    name = name.substr(0, name.find('@'));
    const std::string_view counter = takeLast(name);
    const std::string_view index = takeLast(name);
    const std::string_view group = takeLast(name);
    const bool whole = isNumber(counter) && isNumber(index) && isNumber(group);
    return whole ? NameParts{group, index} : NameParts{};
}

bool repeats(const Collective& a, const Collective& b)
{
    return a.kind == b.kind && a.bytes == b.bytes;
}

} // namespace

bool isSymmetric(std::string_view primitive)
{
    constexpr std::array<std::string_view, 5> kWords{"allReduce", "allGather", "reduceScatter", "alltoAll", "barrier"};
    return std::find(kWords.begin(), kWords.end(), primitive) != kWords.end();
}

std::int64_t indexInName(std::string_view name)
{
    const std::string_view digits = partsOf(name).index;
    std::int64_t index = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    constexpr std::int64_t kMost = std::int64_t{1} << 48; // sums of indices must not overflow
    return error == std::errc{} && index <= kMost ? index : -1;
}

std::string_view groupInName(std::string_view name)
{
    return partsOf(name).group;
}

void orderByIndex(CollectiveSequence& sequence)
{
    std::sort(sequence.begin(), sequence.end(), [](const Collective& a, const Collective& b) {
        return std::tuple(a.index, a.start, a.end) < std::tuple(b.index, b.start, b.end);
    });
    const auto twice = std::adjacent_find(sequence.begin(), sequence.end(),
                                          [](const Collective& a, const Collective& b) { return a.index == b.index; });
    if (sequence.empty() || (sequence.front().index >= 0 && twice == sequence.end()))
        return;
    std::sort(sequence.begin(), sequence.end(), [](const Collective& a, const Collective& b) {
        return std::tuple(a.start, a.end, a.index) < std::tuple(b.start, b.end, b.index);
    });
    for (std::size_t i = 0; i < sequence.size(); ++i)
        sequence[i].index = static_cast<std::int64_t>(i);
}

std::size_t periodOf(const CollectiveSequence& sequence)
{
    std::vector<std::size_t> border(sequence.size(), 0); // of each prefix: the longest that is also its end
    for (std::size_t i = 1, length = 0; i < sequence.size(); ++i) {
        while (length > 0 && !repeats(sequence[i], sequence[length]))
            length = border[length - 1];
        if (repeats(sequence[i], sequence[length]))
            ++length;
        border[i] = length;
    }
    return sequence.empty() ? 0 : sequence.size() - border.back();
}

} // namespace tideline::clocks
