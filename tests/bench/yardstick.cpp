// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/yardstick.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

namespace tideline::bench {

namespace {

/// Digits of a quoted or plain decimal with three places kept; no rounding, as a lower bound of the work.
long long nanosOfToken(std::string_view token)
{
    long long value = 0;
    int places = -1;
    for (const char c : token) {
        if (c >= '0' && c <= '9') {
            if (places >= 3)
                break;
            value = value * 10 + (c - '0');
            places += places >= 0 ? 1 : 0;
        } else if (c == '.') {
            places = 0;
        } else if (c != '"') {
            break;
        }
    }
    for (int i = std::max(places, 0); i < 3; ++i)
        value *= 10;
    return value;
}

long long walk(simdjson::ondemand::parser& parser, const simdjson::padded_string& text)
{
    long long sum = 0;
    auto document = parser.iterate(text);
    for (auto element : document.get_array()) {
        for (auto field : element.get_object()) {
            const auto key = field.key();
            const std::string_view token = field.value().raw_json_token();
            const bool time = key.value_unsafe() == "ts" || key.value_unsafe() == "dur";
            sum += time ? nanosOfToken(token) : static_cast<long long>(token.size());
        }
    }
    return sum;
}

/// The text of an array from `from` on, cut behind an object and closed; `next` gets where it goes on. Empty at the end.
simdjson::padded_string piece(std::ifstream& file, std::uint64_t from, std::uint64_t& next)
{
    constexpr std::uint64_t kPiece = std::uint64_t{1} << 30; // simdjson takes no more than 4 GiB at a time
    constexpr std::string_view kBorder = "}, {";
    simdjson::padded_string text(kPiece + 2);
    file.clear();
    file.seekg(static_cast<std::streamoff>(from));
    file.read(text.data() + 1, static_cast<std::streamsize>(kPiece));
    const auto got = static_cast<std::size_t>(file.gcount());
    std::string_view view(text.data() + 1, got);
    if (got == kPiece) {
        const std::size_t border = view.rfind(kBorder);
        if (border == std::string_view::npos)
            return simdjson::padded_string();
        view = view.substr(0, border + 1);
    }
    next = from + view.size() + (got == kPiece ? kBorder.size() - 2 : 0);
    if (from == 0) // the bracket of the file
        return simdjson::padded_string(std::string(view.substr(0, view.size())) + (got == kPiece ? "]" : ""));
    text.data()[0] = '[';
    if (got == kPiece)
        text.data()[view.size() + 1] = ']';
    return simdjson::padded_string(text.data(), view.size() + (got == kPiece ? 2 : 1));
}

} // namespace

double onDemandBytesPerSecond(const std::filesystem::path& path, int passes)
{
    std::ifstream file(path, std::ios::binary);
    simdjson::ondemand::parser parser;
    std::vector<double> seconds(static_cast<std::size_t>(passes) + 1, 0.0);
    const std::uint64_t bytes = std::filesystem::file_size(path);
    volatile long long sink = 0;
    try {
        for (std::uint64_t from = 0; from < bytes;) {
            const std::uint64_t before = from;
            const simdjson::padded_string text = piece(file, before, from);
            if (text.size() == 0)
                return 0;
            for (double& spent : seconds) {
                const auto start = std::chrono::steady_clock::now();
                sink = sink + walk(parser, text);
                spent += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            }
        }
    } catch (const simdjson::simdjson_error&) {
        return 0;
    }
    // The first pass warms the parser's buffers.
    return static_cast<double>(bytes) / *std::min_element(seconds.begin() + 1, seconds.end());
}

} // namespace tideline::bench
