// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/stored_source.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <string>

namespace tideline {

std::size_t StoredSource::readAt(std::uint64_t offset, char* into, std::size_t length) const
{
    std::size_t done = 0;
    while (done < length && offset + done < m_size) {
        const std::uint64_t at = offset + done;
        const std::size_t block = at / kBlockBytes;
        if (block >= m_blocks.size())
            break;
        const auto text = std::static_pointer_cast<const std::string>(
            m_pager->object(m_blocks[block], [](std::string_view raw, std::size_t& bytes) {
                bytes = raw.size();
                return std::make_shared<const std::string>(raw);
            }));
        const std::size_t inside = at % kBlockBytes;
        if (!text || inside >= text->size())
            break;
        const std::size_t count = std::min(length - done, text->size() - inside);
        std::memcpy(into + done, text->data() + inside, count);
        done += count;
    }
    return done;
}

bool StoredSource::fits(const std::vector<BlobRef>& blocks, std::uint64_t size)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const std::uint64_t expected = std::min<std::uint64_t>(kBlockBytes, size);
        if (expected == 0 || blocks[i].rawBytes != expected)
            return false;
        size -= expected;
    }
    return size == 0;
}

std::vector<BlobRef> storeSource(const ByteSource& source, StoreWriter& writer, TaskPool& pool,
                                 const Progress& progress)
{
    const std::uint64_t size = source.size();
    std::vector<BlobRef> blocks((size + StoredSource::kBlockBytes - 1) / StoredSource::kBlockBytes);
    std::atomic<bool> whole = true;
    pool.forEach(blocks.size(), [&](std::size_t i) {
        if (progress.cancelled() || writer.failed() || !whole)
            return;
        const std::uint64_t offset = i * StoredSource::kBlockBytes;
        std::string text(std::min<std::uint64_t>(StoredSource::kBlockBytes, size - offset), '\0');
        if (source.readAt(offset, text.data(), text.size()) != text.size())
            whole = false;
        else
            blocks[i] = writer.add(text);
    });
    return whole && !progress.cancelled() && !writer.failed() ? blocks : std::vector<BlobRef>();
}

} // namespace tideline
