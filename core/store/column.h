// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/store/column_values.h"
#include "core/store/frame_pager.h"

namespace tideline {

/// Rows of one frame: the unit in which columns are built, checked out and, with a store on disk, paged.
constexpr std::uint32_t kFrameShift = 16;
constexpr std::uint32_t kFrameRows = std::uint32_t{1} << kFrameShift;
constexpr std::uint32_t kFrameMask = kFrameRows - 1;

/// A frame held in memory for as long as the pin lives.
template <typename T>
using FramePin = std::shared_ptr<const std::vector<T>>;

/// An immutable sequence of values kept as frames of kFrameRows values (the last one shorter), in memory or in a store
/// from which they are decoded when asked for. Columns are not contiguous: read through pin(), forEachSpan() or a
/// ColumnReader.
template <typename T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Column() = default;
    /// A column whose frames lie in a store.
    Column(std::shared_ptr<const PagedFrames> paged, std::uint32_t size) : m_paged(std::move(paged)), m_size(size) {}

    std::uint32_t size() const { return m_size; }
    std::size_t frameCount() const { return (std::size_t{m_size} + kFrameMask) >> kFrameShift; }
    /// Where the frames lie; null for a column in memory.
    const PagedFrames* paged() const { return m_paged.get(); }

    /// The frame with rows [index * kFrameRows, …). Cheap when resident. Of a damaged frame (see FramePager::damaged)
    /// all values are defaults.
    FramePin<T> pin(std::size_t index) const { return m_paged ? decoded(index) : m_frames[index]; }

    /// One value; for more than a few use a ColumnReader, which keeps the frame pinned.
    T at(std::uint32_t row) const
    {
        if (m_paged)
            return (*decoded(row >> kFrameShift))[row & kFrameMask];
        return (*m_frames[row >> kFrameShift])[row & kFrameMask];
    }

    /// Calls body(firstRow, std::span<const T>) for the pieces of [first, last) in order.
    template <typename Body>
    void forEachSpan(std::uint32_t first, std::uint32_t last, Body&& body) const
    {
        while (first < last) {
            const FramePin<T> frame = pin(first >> kFrameShift);
            const std::uint32_t offset = first & kFrameMask;
            const std::uint32_t count = std::min(last - first, kFrameRows - offset);
            body(first, std::span<const T>(frame->data() + offset, count));
            first += count;
        }
    }

    /// Bytes held in memory by the resident frames.
    std::size_t residentBytes() const
    {
        std::size_t bytes = 0;
        for (const auto& frame : m_frames)
            bytes += frame->capacity() * sizeof(T);
        return bytes;
    }

private:
    template <typename U>
    friend class ColumnBuilder;

    std::uint32_t rowsOf(std::size_t index) const
    {
        return std::min(kFrameRows, m_size - (static_cast<std::uint32_t>(index) << kFrameShift));
    }

    FramePin<T> decoded(std::size_t index) const
    {
        const FramePager& pager = *m_paged->pager;
        const auto make = [&](std::string_view raw, std::size_t& bytes) -> FramePager::Object {
            auto values = std::make_shared<std::vector<T>>(rowsOf(index));
            const auto firstRow = static_cast<std::uint32_t>(index) << kFrameShift;
            bytes = values->size() * sizeof(T);
            if (!fromPlanes(raw, values->data(), values->size(), m_paged->format)
                || !plausible(std::span<const T>(*values), firstRow, m_paged->format.check, pager.limits()))
                return nullptr;
            return values;
        };
        auto found = std::static_pointer_cast<const std::vector<T>>(pager.object(m_paged->frames[index], make));
        // Another column's frame under the same place: only a forged table of contents says so.
        if (found && found->size() == rowsOf(index))
            return found;
        pager.reportDamage();
        return std::make_shared<const std::vector<T>>(rowsOf(index), harmless<T>(m_paged->format.check));
    }

    std::vector<FramePin<T>> m_frames;
    std::shared_ptr<const PagedFrames> m_paged;
    std::uint32_t m_size = 0;
};

/// Appends values and freezes them into a Column. Frames are allocated as they fill; no growth copies.
template <typename T>
class ColumnBuilder {
public:
    void push(T value)
    {
        if (m_open.size() == kFrameRows)
            seal();
        if (m_open.capacity() == 0)
            m_open.reserve(m_frames.empty() ? 64 : kFrameRows);
        m_open.push_back(value);
    }
    /// Appends value(0), value(1), … value(count - 1); several times as fast as one push after the other.
    template <typename Value>
    void fill(std::size_t count, Value&& value)
    {
        for (std::size_t done = 0; done < count;) {
            if (m_open.size() == kFrameRows)
                seal();
            const std::size_t at = m_open.size();
            const std::size_t now = std::min(count - done, kFrameRows - at);
            if (now < count || !m_frames.empty())
                m_open.reserve(kFrameRows);
            m_open.resize(at + now);
            for (std::size_t i = 0; i < now; ++i)
                m_open[at + i] = value(done + i);
            done += now;
        }
    }
    std::uint32_t size() const
    {
        return static_cast<std::uint32_t>(m_frames.size() << kFrameShift) + static_cast<std::uint32_t>(m_open.size());
    }
    Column<T> finish() &&
    {
        Column<T> column;
        column.m_size = size();
        if (!m_open.empty()) {
            m_open.shrink_to_fit();
            seal();
        }
        column.m_frames = std::move(m_frames);
        return column;
    }

private:
    void seal()
    {
        m_frames.push_back(std::make_shared<const std::vector<T>>(std::move(m_open)));
        m_open = {};
    }

    std::vector<FramePin<T>> m_frames;
    std::vector<T> m_open;
};

/// Reads a column by row with the frame of the last access pinned: fast for sequential and nearby rows.
/// One reader belongs to one thread; the column must outlive it.
template <typename T>
class ColumnReader {
public:
    explicit ColumnReader(const Column<T>& column) : m_column(&column) {}
    T operator[](std::uint32_t row)
    {
        const std::uint32_t index = row >> kFrameShift;
        if (index != m_index) {
            m_frame = m_column->pin(index);
            m_index = index;
        }
        return (*m_frame)[row & kFrameMask];
    }

private:
    const Column<T>* m_column;
    FramePin<T> m_frame;
    std::uint32_t m_index = ~std::uint32_t{0};
};

} // namespace tideline
