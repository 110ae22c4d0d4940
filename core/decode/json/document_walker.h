// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/progress.h"
#include "core/decode/json/byte_cursor.h"

namespace tideline {

/// Walks the top level of a JSON document: finds the arrays to read and keeps the small members around them.
class DocumentWalker {
public:
    enum class Shape { Empty, Array, Object, Other };

    DocumentWalker(const ByteSource& source, std::string arrayMember, std::size_t maxMemberBytes,
                   const Progress& progress);

    Shape shape() const { return m_shape; }

    /// The position behind the [ of the next array to read; nothing when the document is over.
    std::optional<std::uint64_t> nextArray();
    /// Where the array that nextArray() gave ended: the position behind its ].
    void arrayEnded(std::uint64_t position) { m_cursor.seek(position); }

    /// The document ended inside a member.
    bool truncated() const { return m_truncated; }
    /// Where text follows that does not belong to the document, once nextArray() found its end.
    std::optional<std::uint64_t> trailing() const { return m_trailing; }
    std::map<std::string, std::string> takeMembers() { return std::move(m_members); }

private:
    std::optional<std::uint64_t> nextArrayMember();
    /// A string without its quotes; nothing when it is not closed or absurdly long.
    std::optional<std::string> string();
    bool value(std::string& raw);
    bool nested(std::string& raw);
    bool scalar(std::string& raw);
    void keep(std::string& raw, std::string_view piece) const;
    /// The document is over; what follows but blanks is noted.
    void finish();

    ByteCursor m_cursor;
    std::string m_arrayMember;
    std::size_t m_maxMemberBytes;
    Progress m_progress;
    Shape m_shape = Shape::Empty;
    bool m_given = false;
    bool m_over = false;
    bool m_truncated = false;
    bool m_finished = false;
    std::optional<std::uint64_t> m_trailing;
    std::map<std::string, std::string> m_members;
};

} // namespace tideline
