// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/cli/output.h"

namespace tideline {

namespace {

constexpr std::size_t kItemBytes = 40; // the end of a path tells more than its beginning

const char* stageName(Stage stage)
{
    switch (stage) {
    case Stage::Discover: return "looking";
    case Stage::Parse: return "reading";
    case Stage::Build: return "sorting";
    case Stage::Index: return "indexing";
    case Stage::Ready: return "ready";
    }
    return "";
}

std::string doneText(const ProgressUpdate& update, bool plain)
{
    if (plain)
        return fmt::format("{} of {}", update.done, update.total);
    return update.stage == Stage::Discover ? fmt::format("{} directories", update.done)
                                           : fmt::format("{} events", update.rows);
}

} // namespace

void ProgressLine::show(const ProgressUpdate& update)
{
    const std::lock_guard lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    if (now - m_last < std::chrono::milliseconds(100))
        return;
    m_last = now;
    m_shown = true;
    const std::string share =
        update.total > 0
            ? fmt::format(" {:.0f} %", 100.0 * static_cast<double>(update.done) / static_cast<double>(update.total))
            : std::string();
    const std::string item = visible(update.item);
    const std::string text =
        fmt::format("\r\x1b[K{}{} {} {}", m_word.empty() ? stageName(update.stage) : m_word, share,
                    doneText(update, !m_word.empty()), item.substr(item.size() - std::min(item.size(), kItemBytes)));
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void ProgressLine::wipe()
{
    if (m_shown)
        std::fputs("\r\x1b[K", stderr);
}

} // namespace tideline
