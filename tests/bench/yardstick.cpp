// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/yardstick.h"

#include <algorithm>
#include <chrono>
#include <string_view>

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

} // namespace

double onDemandBytesPerSecond(const std::filesystem::path& file, int passes)
{
    simdjson::padded_string text;
    if (simdjson::padded_string::load(file.string()).get(text))
        return 0;
    simdjson::ondemand::parser parser;
    double best = 0;
    volatile long long sink = 0;
    try {
        for (int i = 0; i <= passes; ++i) {
            const auto start = std::chrono::steady_clock::now();
            sink = sink + walk(parser, text);
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
            if (i > 0) // the first pass warms the parser's buffers
                best = std::max(best, static_cast<double>(text.size()) / spent.count());
        }
    } catch (const simdjson::simdjson_error&) {
        return 0;
    }
    return best;
}

} // namespace tideline::bench
