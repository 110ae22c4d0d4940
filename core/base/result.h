// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace tideline {

/// What kind of thing went wrong; the CLI maps these to exit codes (cli: 3 input, 5 output, 130 cancelled).
enum class ErrorCode {
    NotFound,
    Unrecognised, ///< no importer knows this content
    Damaged,      ///< known format, but nothing usable could be read
    PermissionDenied,
    TooLarge, ///< a limit against hostile input was reached
    InvalidArgument,
    NotWritable,
    Cancelled,
    Internal,
};

/// A failure as a value: what happened, where, and what the user can do about it.
struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string what;
    std::string where;  ///< path, path:line or path@offset; may be empty
    std::string advice; ///< one sentence: what to try next; may be empty

    /// "what: where. advice" on one line, for stderr and logs.
    std::string text() const
    {
        std::string out = what;
        if (!where.empty())
            out += ": " + where;
        if (!advice.empty())
            out += ". " + advice;
        return out;
    }
};

/// Either a value or an Error. Exceptions never cross a module border; this does.
template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T& value() const& { return std::get<0>(m_state); }
    T& value() & { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

using Done = std::monostate; ///< the value of a Result that carries none
using Status = Result<Done>;

} // namespace tideline
