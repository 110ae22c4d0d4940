// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/archive/file_source.h"

#include <utility>

namespace tideline {

namespace {

class OpenFileSource final : public ByteSource {
public:
    explicit OpenFileSource(FileReader reader) : m_reader(std::move(reader)) {}
    std::uint64_t size() const override { return m_reader.size(); }
    std::size_t readAt(std::uint64_t offset, char* into, std::size_t length) const override
    {
        return m_reader.readAt(offset, into, length);
    }

private:
    FileReader m_reader;
};

} // namespace

std::shared_ptr<const ByteSource> fileSource(FileReader reader)
{
    return std::make_shared<OpenFileSource>(std::move(reader));
}

} // namespace tideline
