// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/report/report.h"

namespace tideline {

/// Puts a report into the words of one language. Figures are written as in englishText(), so that all languages and
/// formats show the same digits; names from the profile have visible marks for what cannot be seen.
class ReportWords {
public:
    /// The text of a key in the language; the English text where there is none.
    using Translate = std::function<std::string(const TextKey&)>;

    explicit ReportWords(Translate translate = {}, std::string language = "en");

    const std::string& language() const { return m_language; } ///< "en", "zh-CN"
    std::string text(const TextKey& key) const;
    std::string text(const Message& message) const;
    std::string value(const MessageArg& value) const;
    /// A cell of a table; an en dash where the figure is missing.
    std::string cell(const ReportColumn& column, const ReportCell& cell) const;
    std::string value(const ReportCurve& curve, double value) const;
    std::string title(const ReportCurve& curve) const;
    std::string title(const Report& report) const;
    /// "top 20 of 311"; "" when nothing is left out.
    std::string cutNote(std::size_t shown, std::size_t total) const;

private:
    Translate m_translate;
    std::string m_language;
};

/// Text from a profile as it may be shown: control characters as their Unicode pictures, bidirectional overrides and
/// other invisible characters as "⟨U+202E⟩", ill-formed bytes as U+FFFD. O(length).
std::string markedText(std::string_view utf8);

} // namespace tideline
