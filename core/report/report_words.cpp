// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_words.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/base/utf8.h"

namespace tideline {

namespace {

constexpr const char* kMissing = "\xE2\x80\x93"; // en dash

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
};

/// The code point at a place of well-formed UTF-8.
CodePoint codePointAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[at + i])); };
    const char32_t lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    if (lead < 0xE0)
        return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
    if (lead < 0xF0)
        return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
    return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
}

bool isInvisible(char32_t c)
{
    return (c >= 0x80 && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F)
           || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF
           || (c >= 0xE0000 && c <= 0xE007F);
}

} // namespace

std::string markedText(std::string_view utf8)
{
    const std::string text = isValidUtf8(utf8) ? std::string(utf8) : repairedUtf8(utf8);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint c = codePointAt(text, i);
        if (c.value < 0x20 || c.value == 0x7F) {
            out += "\xE2\x90"; // the pictures U+2400 …, and U+2421 for delete
            out += static_cast<char>(c.value == 0x7F ? 0xA1 : 0x80 + c.value);
        } else if (isInvisible(c.value)) {
            out += fmt::format("\xE2\x9F\xA8U+{:04X}\xE2\x9F\xA9", static_cast<std::uint32_t>(c.value));
        } else {
            out += text.substr(i, c.bytes);
        }
        i += c.bytes;
    }
    return out;
}

ReportWords::ReportWords(Translate translate, std::string language)
    : m_translate(std::move(translate)), m_language(std::move(language))
{
}

std::string ReportWords::text(const TextKey& key) const
{
    return m_translate && !key.empty() ? m_translate(key) : std::string(key.text);
}

std::string ReportWords::text(const Message& message) const
{
    const std::string pattern = text(message.text);
    std::string out;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place =
            pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const std::size_t number = place ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
        if (!place || number >= message.args.size()) {
            out += pattern[i];
            continue;
        }
        out += value(message.args[number]);
        ++i;
    }
    return out;
}

std::string ReportWords::value(const MessageArg& value) const
{
    if (value.kind == MessageArg::Kind::Word)
        return text(value.word);
    if (value.kind == MessageArg::Kind::Text)
        return markedText(value.text);
    return std::isfinite(value.number) ? englishText(value) : kMissing;
}

std::string ReportWords::cell(const ReportColumn& column, const ReportCell& cell) const
{
    if (!cell)
        return kMissing;
    const std::string text = value(*cell);
    if (text.empty() && column.key == "name")
        return this->text(TL_TEXT("Report", "(no name)"));
    return text;
}

std::string ReportWords::value(const ReportCurve& curve, double number) const
{
    MessageArg arg;
    arg.kind = curve.kind;
    arg.number = number;
    const std::string text = value(arg);
    return curve.unit.empty() ? text : text + " " + markedText(curve.unit);
}

std::string ReportWords::title(const ReportCurve& curve) const
{
    std::string title = text(curve.title);
    if (!curve.name.empty())
        title += " \xC2\xB7 " + markedText(curve.name);
    if (curve.rank)
        title += " \xC2\xB7 "
                 + text(Message{TL_TEXT("Report", "rank %1"), {MessageArg::count(static_cast<double>(*curve.rank))}});
    return title;
}

std::string ReportWords::title(const Report& report) const
{
    return report.title.empty() ? text(TL_TEXT("Report", "Performance report")) : markedText(report.title);
}

std::string ReportWords::cutNote(std::size_t shown, std::size_t total) const
{
    if (shown >= total)
        return {};
    return text(
        Message{TL_TEXT("Report", "top %1 of %2"),
                {MessageArg::count(static_cast<double>(shown)), MessageArg::count(static_cast<double>(total))}});
}

} // namespace tideline
