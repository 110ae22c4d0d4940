// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"

/// A text for people in English, with the context under which it is translated. lupdate reads it as QT_TRANSLATE_NOOP.
#define TL_TEXT(context, text)                                                                                         \
    ::tideline::TextKey                                                                                                \
    {                                                                                                                  \
        context, text                                                                                                  \
    }

namespace tideline {

/// A translatable text; both pointers are literals. A default-made key is no text.
struct TextKey {
    const char* context = "";
    const char* text = "";
    bool empty() const { return *text == '\0'; }
    bool operator==(const TextKey& other) const { return std::string_view(text) == other.text; }
};

/// One value of a message with its unit, so that each language writes it in its own way.
struct MessageArg {
    enum class Kind {
        Time,  ///< nanoseconds, may be fractional
        Ratio, ///< 0–1, shown in percent
        Count,
        Bytes,
        Rate, ///< bytes per second
        Text, ///< a name from the profile: never translated
        Word, ///< a text of our own
    };
    Kind kind = Kind::Count;
    double number = 0;
    std::string text;
    TextKey word;

    static MessageArg time(Duration value) { return {Kind::Time, static_cast<double>(value.ns), {}, {}}; }
    static MessageArg timeNs(double ns) { return {Kind::Time, ns, {}, {}}; }
    static MessageArg ratio(double value) { return {Kind::Ratio, value, {}, {}}; }
    static MessageArg count(double value) { return {Kind::Count, value, {}, {}}; }
    static MessageArg bytes(double value) { return {Kind::Bytes, value, {}, {}}; }
    static MessageArg rate(double bytesPerSecond) { return {Kind::Rate, bytesPerSecond, {}, {}}; }
    static MessageArg name(std::string_view value) { return {Kind::Text, 0, std::string(value), {}}; }
    static MessageArg of(TextKey value) { return {Kind::Word, 0, {}, value}; }
};

/// A sentence with %1 … %9 for its arguments.
struct Message {
    TextKey text;
    std::vector<MessageArg> args;
    bool empty() const { return text.empty(); }
};

/// The message in English with plain units, as the command line and exports write it.
std::string englishText(const Message& message);
std::string englishText(const MessageArg& arg);

} // namespace tideline
