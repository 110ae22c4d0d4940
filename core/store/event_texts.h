// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"
#include "core/store/frame_pager.h"

namespace tideline {

/// What the events of a source say besides their columns: a JSON object per event, found by the event's place in the
/// source. Kept in compressed blocks, in memory or in a store, so that the source itself is not needed any more.
class EventTexts {
public:
    virtual ~EventTexts() = default;
    /// The object of the event at an offset, {} where it says nothing more; nothing where no event begins. Decodes one
    /// block.
    virtual std::optional<std::string> at(std::uint64_t offset) const = 0;
};

/// The texts of one stretch of a source.
struct EventTextBlock {
    std::uint64_t first = 0; ///< offset of its first event
    std::uint32_t rawBytes = 0;
    std::string bytes; ///< as a store keeps them
};

/// Collects the texts of a stretch of a source.
class EventTextPacker {
public:
    /// An event with members as they are written ("key": value). Offsets ascend.
    void add(std::uint64_t offset, std::span<const std::string_view> members);
    /// The block of what was added since the last call; nothing when that was nothing.
    std::optional<EventTextBlock> take();

private:
    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_events; ///< offset, size of the text
    std::string m_texts;
};

/// The texts of one block, decoded. Makes nothing of bytes that no EventTextPacker wrote.
class EventTextTable {
public:
    /// `first` is the block's.
    static std::shared_ptr<const EventTextTable> decode(std::string_view raw, std::uint64_t first);
    std::optional<std::string_view> at(std::uint64_t offset) const;
    std::size_t bytes() const; ///< in memory

private:
    struct Entry {
        std::uint64_t offset;
        std::uint32_t begin;
        std::uint32_t size;
    };
    std::vector<Entry> m_entries;
    std::string m_texts;
};

/// Texts in memory, as an import collects them.
class CollectedTexts final : public EventTexts {
public:
    /// The stretches of the blocks do not overlap.
    explicit CollectedTexts(std::vector<EventTextBlock> blocks);
    std::optional<std::string> at(std::uint64_t offset) const override;
    const std::vector<EventTextBlock>& blocks() const { return m_blocks; }

private:
    std::vector<EventTextBlock> m_blocks; ///< by first
};

/// Where the blocks of a source are in a store.
struct StoredTextBlocks {
    std::vector<std::uint64_t> firsts; ///< ascending
    std::vector<BlobRef> blobs;        ///< as many
    bool valid() const;
};

/// Texts in a store.
class StoredTexts final : public EventTexts {
public:
    StoredTexts(std::shared_ptr<const FramePager> pager, StoredTextBlocks blocks)
        : m_pager(std::move(pager)), m_blocks(std::move(blocks))
    {
    }
    std::optional<std::string> at(std::uint64_t offset) const override;
    const StoredTextBlocks& blocks() const { return m_blocks; }
    const FramePager& pager() const { return *m_pager; }

private:
    std::shared_ptr<const FramePager> m_pager;
    StoredTextBlocks m_blocks;
};

/// Whether the texts of events go into a store, so that their arguments outlive the files.
enum class KeepTexts { Yes, No };

/// Writes texts into a store, unless they are there already; without blocks when cancelled or the writer failed.
StoredTextBlocks storeTexts(const EventTexts& texts, StoreWriter& writer, const Progress& progress);

} // namespace tideline
