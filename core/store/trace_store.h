// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/base/task_pool.h"
#include "core/store/event_texts.h"
#include "core/store/frame_pager.h"
#include "core/store/packer.h"
#include "core/store/trace.h"

namespace tideline {

/// Frames of a column that lie in the store already are listed, the others encoded and written. O(rows).
class ColumnStorer {
public:
    ColumnStorer(StoreWriter& writer, TaskPool& pool, const Progress& progress)
        : m_writer(writer), m_pool(pool), m_progress(progress)
    {
    }
    /// Packs the size of the column and the places of its frames.
    template <typename T>
    void store(Packer& packer, const Column<T>& column, FrameFormat format)
    {
        std::uint32_t size = column.size();
        std::vector<BlobRef> frames(column.frameCount());
        const PagedFrames* paged = column.paged();
        if (paged && &paged->pager->file() == m_writer.file().get()) {
            frames = paged->frames;
        } else {
            m_pool.forEach(frames.size(), [&](std::size_t i) {
                if (m_progress.cancelled() || m_writer.failed())
                    return;
                const FramePin<T> frame = column.pin(i);
                frames[i] = m_writer.addPlanes(frame->data(), frame->size(), format);
            });
        }
        packer(size, frames);
    }

private:
    StoreWriter& m_writer;
    TaskPool& m_pool;
    const Progress& m_progress;
};

/// The column that store() packed; fails the packer when the frames cannot hold so many rows.
template <typename T>
Column<T> loadColumn(Packer& packer, FrameFormat format, const std::shared_ptr<const FramePager>& pager)
{
    std::uint32_t size = 0;
    auto frames = std::make_shared<PagedFrames>();
    packer(size, frames->frames);
    frames->pager = pager;
    frames->format = format;
    Column<T> column(frames, size);
    bool fits = packer.ok() && frames->frames.size() == column.frameCount();
    for (std::size_t i = 0; fits && i < frames->frames.size(); ++i) {
        const std::uint32_t rows = std::min(kFrameRows, size - (static_cast<std::uint32_t>(i) << kFrameShift));
        fits = frames->frames[i].rawBytes == rows * sizeof(T);
    }
    if (!fits) {
        packer.fail();
        return {};
    }
    return size == 0 ? Column<T>() : column;
}

/// Writes what a trace holds: columns as frames, the sources of its events in blocks where they are kept. Returns the bytes of its part of the contents. Empty when cancelled or the writer failed.
std::string storeTrace(const Trace& trace, KeepTexts keep, StoreWriter& writer, TaskPool& pool,
                       const Progress& progress);

/// All pieces of a store that a trace uses, those of its sources too.
std::vector<BlobRef> storedBlobs(const Trace& trace);

/// A trace whose frames come from the store. Damaged when the contents are not those of a trace. O(tables), not rows.
Result<std::shared_ptr<const Trace>> loadTrace(std::string_view contents, const std::shared_ptr<FramePager>& pager);

} // namespace tideline
