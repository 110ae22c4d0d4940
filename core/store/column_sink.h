// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/store/column.h"

namespace tideline {

/// A column that grows by whole columns, in memory or frame by frame into a store. One thread at a time.
template <typename T>
class ColumnSink {
public:
    ColumnSink(FrameFormat format, StoreWriter* writer) : m_format(format), m_writer(writer) {}

    std::uint32_t size() const { return m_writer ? m_rows : m_builder.size(); }

    void push(T value)
    {
        if (!m_writer) {
            m_builder.push(value);
            return;
        }
        if (m_open.capacity() == 0)
            m_open.reserve(kFrameRows);
        m_open.push_back(value);
        ++m_rows;
        if (m_open.size() == kFrameRows)
            flush();
    }

    /// All values of a column behind the own ones, changed by map(value).
    template <typename Map>
    void append(const Column<T>& column, Map&& map)
    {
        column.forEachSpan(0, column.size(), [&](std::uint32_t, std::span<const T> values) {
            for (const T& value : values)
                push(map(value));
        });
    }
    void append(const Column<T>& column)
    {
        append(column, [](const T& value) { return value; });
    }
    void fillTo(std::uint32_t rows, T value)
    {
        while (size() < rows)
            push(value);
    }

    /// The column; its frames come from the pager where they were written to a store.
    Column<T> finish(const std::shared_ptr<const FramePager>& pager) &&
    {
        if (!m_writer)
            return std::move(m_builder).finish();
        flush();
        if (m_rows == 0)
            return {};
        auto paged = std::make_shared<PagedFrames>();
        paged->pager = pager;
        paged->frames = std::move(m_frames);
        paged->format = m_format;
        return Column<T>(std::move(paged), m_rows);
    }

private:
    void flush()
    {
        if (!m_open.empty())
            m_frames.push_back(m_writer->addPlanes(m_open.data(), m_open.size(), m_format));
        m_open.clear();
    }

    FrameFormat m_format;
    StoreWriter* m_writer;
    ColumnBuilder<T> m_builder; // in memory
    std::vector<T> m_open;      // to a store: rows of the frame that grows
    std::vector<BlobRef> m_frames;
    std::uint32_t m_rows = 0;
};

} // namespace tideline
