// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/progress.h"

namespace tideline {

/// Merges sorted runs, given by their ends, to one; equal rows keep their order. False when cancelled, within
/// milliseconds. O(rows · log runs).
template <typename Row, typename Less>
bool mergeRuns(std::vector<Row>& rows, std::vector<std::size_t> ends, const Less& less, const Progress& progress)
{
    constexpr std::uint32_t kCancelMask = 0x7FFF;
    std::uint32_t steps = 0;
    for (std::vector<Row> out; ends.size() > 1; out.clear()) {
        out.reserve(rows.size());
        std::vector<std::size_t> merged;
        for (std::size_t run = 0; run < ends.size(); run += 2) {
            const bool pair = run + 1 < ends.size();
            auto left = rows.begin() + static_cast<std::ptrdiff_t>(run ? ends[run - 1] : 0);
            const auto leftEnd = rows.begin() + static_cast<std::ptrdiff_t>(ends[run]);
            auto right = leftEnd;
            const auto rightEnd = pair ? rows.begin() + static_cast<std::ptrdiff_t>(ends[run + 1]) : right;
            while (left != leftEnd && right != rightEnd) {
                if ((++steps & kCancelMask) == 0 && progress.cancelled())
                    return false;
                out.push_back(less(*right, *left) ? std::move(*right++) : std::move(*left++));
            }
            out.insert(out.end(), std::make_move_iterator(left), std::make_move_iterator(leftEnd));
            out.insert(out.end(), std::make_move_iterator(right), std::make_move_iterator(rightEnd));
            merged.push_back(out.size());
        }
        rows.swap(out);
        ends = std::move(merged);
    }
    return true;
}

/// Merges the chunks [0, middle) with those from there on, both in order.
template <typename Row, typename Less>
bool mergeChunks(std::vector<std::vector<Row>>& chunks, std::size_t middle, std::vector<Row>& out, const Less& less,
                 const Progress& progress)
{
    std::size_t left = 0, right = middle, l = 0, r = 0;
    while (left < middle && right < chunks.size()) {
        if (progress.cancelled())
            return false;
        std::vector<Row>& a = chunks[left];
        std::vector<Row>& b = chunks[right];
        while (l < a.size() && r < b.size())
            out.push_back(less(b[r], a[l]) ? std::move(b[r++]) : std::move(a[l++]));
        const auto leave = [](std::vector<Row>& chunk, std::size_t& number, std::size_t& at) {
            if (at < chunk.size())
                return;
            chunk = {};
            ++number;
            at = 0;
        };
        leave(a, left, l);
        leave(b, right, r);
    }
    const auto rest = [&](std::size_t chunk, std::size_t from, std::size_t end) {
        for (; chunk < end; ++chunk, from = 0) {
            out.insert(out.end(), std::make_move_iterator(chunks[chunk].begin() + static_cast<std::ptrdiff_t>(from)),
                       std::make_move_iterator(chunks[chunk].end()));
            chunks[chunk] = {};
        }
    };
    rest(left, l, middle);
    rest(right, r, chunks.size());
    return true;
}

/// Stable sort in blocks, so that a cancelled job stops within milliseconds; false when it did. O(n log n), O(n) where
/// the rows stand in order already or are a few ordered runs, one behind the other.
template <typename Row, typename Less>
bool sortRows(std::vector<Row>& rows, Less less, const Progress& progress)
{
    constexpr std::size_t kBlock = std::size_t{1} << 15;
    std::vector<std::size_t> ends; // of runs that are in order
    for (std::size_t first = 0; first < rows.size(); first += kBlock) {
        if (progress.cancelled())
            return false;
        const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = rows.begin() + static_cast<std::ptrdiff_t>(std::min(first + kBlock, rows.size()));
        auto run = std::is_sorted_until(begin, end, less);
        if (run != end && std::is_sorted(run, end, less)) { // two runs meet in this block
            if (first > 0 && !less(*begin, *(begin - 1)))
                ends.pop_back();
            ends.push_back(static_cast<std::size_t>(run - rows.begin()));
            ends.push_back(static_cast<std::size_t>(end - rows.begin()));
            continue;
        }
        if (run != end)
            std::stable_sort(begin, end, less);
        if (first > 0 && !less(*begin, *(begin - 1)))
            ends.pop_back();
        ends.push_back(static_cast<std::size_t>(end - rows.begin()));
    }
    return mergeRuns(rows, std::move(ends), less, progress);
}

/// The rows of some chunks in order, as sortRows() would make it; false when cancelled. Two ordered runs of chunks, what
/// two readers of one file leave, are merged straight out of the chunks.
template <typename Row, typename Less>
bool sortedRows(std::vector<std::vector<Row>> chunks, std::vector<Row>& out, Less less, const Progress& progress)
{
    std::erase_if(chunks, [](const std::vector<Row>& chunk) { return chunk.empty(); });
    std::size_t total = 0;
    std::vector<std::size_t> runs; // the chunks with which they begin
    bool ordered = true;
    for (std::size_t i = 0; i < chunks.size() && ordered && !progress.cancelled(); ++i) {
        total += chunks[i].size();
        ordered = std::is_sorted(chunks[i].begin(), chunks[i].end(), less);
        if (i == 0 || less(chunks[i].front(), chunks[i - 1].back()))
            runs.push_back(i);
    }
    if (progress.cancelled())
        return false;
    out.clear();
    if (ordered && runs.size() == 2) {
        out.reserve(total);
        return mergeChunks(chunks, runs[1], out, less, progress);
    }
    if (chunks.size() == 1) {
        out = std::move(chunks.front());
    } else {
        total = 0;
        for (const std::vector<Row>& chunk : chunks)
            total += chunk.size();
        out.reserve(total);
        for (std::vector<Row>& chunk : chunks) {
            out.insert(out.end(), std::make_move_iterator(chunk.begin()), std::make_move_iterator(chunk.end()));
            chunk = {};
        }
    }
    return sortRows(out, less, progress);
}

} // namespace tideline
