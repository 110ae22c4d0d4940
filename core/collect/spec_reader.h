// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/result.h"

namespace tideline::collect {

/// Keeps the first mistake of one JSON file; every message names file, JSON pointer and what is allowed.
class SpecErrors {
public:
    explicit SpecErrors(std::string file) : m_file(std::move(file)) {}
    void fail(const std::string& pointer, const std::string& what);
    bool failed() const { return m_error.has_value(); }
    const Error& error() const { return *m_error; }

private:
    std::string m_file;
    std::optional<Error> m_error;
};

/// A place in a parsed JSON file. Getters report a wrong type, unit or range and return a harmless value then.
class SpecNode {
public:
    SpecNode(const nlohmann::json* value, std::string pointer, SpecErrors* errors)
        : m_value(value), m_pointer(std::move(pointer)), m_errors(errors)
    {
    }

    /// Checks that this is an object that has only these keys.
    void allowOnly(std::initializer_list<std::string_view> keys) const;
    bool has(const std::string& key) const;
    SpecNode at(const std::string& key) const;
    std::vector<SpecNode> items() const; ///< array elements
    std::vector<std::string> keys() const;

    double number(double low, double high) const;
    std::int64_t integer(std::int64_t low, std::int64_t high) const;
    bool boolean() const;
    std::string text() const;
    std::size_t choice(std::initializer_list<std::string_view> words) const;
    std::vector<std::int64_t> shape() const; ///< at most 8 sizes, each 1 … 2^31, product below 2^40

    void fail(const std::string& what) const { m_errors->fail(m_pointer, what); }
    const std::string& pointer() const { return m_pointer; }

private:
    const nlohmann::json* m_value;
    std::string m_pointer;
    SpecErrors* m_errors;
};

/// Parses text as JSON; nesting deeper than 32 levels and texts above 16 MiB are refused.
Result<nlohmann::json> parseSpec(std::string_view text, const std::string& file);

/// The whole of a small file.
Result<std::string> readSpecFile(const std::string& path);

} // namespace tideline::collect
