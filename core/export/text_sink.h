// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace tideline {

/// Where an export goes. An error of write() ends the export and is handed on.
class TextSink {
public:
    virtual ~TextSink() = default;
    virtual Status write(std::string_view text) = 0;
};

/// Collects small pieces and hands them on in blocks; the first error is kept until finish().
class BufferedText {
public:
    explicit BufferedText(TextSink& sink) : m_sink(&sink) {}
    void add(std::string_view text)
    {
        m_text += text;
        if (m_text.size() >= kBlockBytes)
            flush();
    }
    bool failed() const { return !m_status.ok(); }
    Status finish()
    {
        flush();
        return m_status;
    }

private:
    static constexpr std::size_t kBlockBytes = 1 << 18;
    void flush()
    {
        if (m_status.ok() && !m_text.empty())
            m_status = m_sink->write(m_text);
        m_text.clear();
    }

    TextSink* m_sink;
    std::string m_text;
    Status m_status = Done{};
};

} // namespace tideline
