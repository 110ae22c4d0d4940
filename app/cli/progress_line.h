// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <utility>

#include "core/base/progress.h"

namespace tideline {

/// One line on the terminal, rewritten at most ten times a second and wiped at the end.
class ProgressLine {
public:
    /// `word`: what is being done, instead of a word for the stage; what is done is then counted without a unit.
    explicit ProgressLine(std::string word = {}) : m_word(std::move(word)) {}

    void show(const ProgressUpdate& update);
    void wipe();

private:
    std::string m_word;
    std::mutex m_mutex;
    std::chrono::steady_clock::time_point m_last;
    bool m_shown = false;
};

} // namespace tideline
