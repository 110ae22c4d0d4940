// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/base/byte_source.h"
#include "core/base/progress.h"
#include "core/base/task_pool.h"
#include "core/store/frame_pager.h"

namespace tideline {

/// The bytes of an input file as a store keeps them: compressed blocks of kBlockBytes.
class StoredSource final : public ByteSource {
public:
    static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;

    StoredSource(std::shared_ptr<const FramePager> pager, std::vector<BlobRef> blocks, std::uint64_t size)
        : m_pager(std::move(pager)), m_blocks(std::move(blocks)), m_size(size)
    {
    }
    std::uint64_t size() const override { return m_size; }
    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const override;

    const std::vector<BlobRef>& blocks() const { return m_blocks; }
    /// Whether blocks of these sizes make a source of so many bytes.
    static bool fits(const std::vector<BlobRef>& blocks, std::uint64_t size);
    const FramePager& pager() const { return *m_pager; }

private:
    std::shared_ptr<const FramePager> m_pager;
    std::vector<BlobRef> m_blocks;
    std::uint64_t m_size;
};

/// Whether the texts of events go into a store, so that their arguments outlive the files.
enum class KeepSources { Yes, No };

/// Writes a source block by block; the places of the blocks. Empty when cancelled, when the source changed its size or
/// the writer failed.
std::vector<BlobRef> storeSource(const ByteSource& source, StoreWriter& writer, TaskPool& pool,
                                 const Progress& progress);

} // namespace tideline
