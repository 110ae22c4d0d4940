// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

/// A column that an expression names, and where it does so.
struct ColumnUse {
    std::string name;
    std::size_t place = 0; ///< characters, from 1
};

/// What is wrong with an expression, and where.
struct ExpressionFault {
    std::string what;
    std::size_t place = 0; ///< characters, from 1
};

/// A formula over counter columns: + - * / (also the signs of print: − × ÷), parentheses, min and max of two or more,
/// numbers. At most 1000 characters, 64 levels of parentheses.
class MetricExpression {
public:
    /// Nothing, with the fault filled in, when the text is no formula. Cost: linear.
    static std::optional<MetricExpression> parse(std::string_view text, ExpressionFault& fault);

    const std::vector<ColumnUse>& columns() const { return m_columns; }
    /// `values` in the order of columns(). NaN: it has no value, for instance after a division by zero.
    double evaluate(const std::vector<double>& values) const;

private:
    friend class ExpressionParser;

    enum class Kind : std::uint8_t { Number, Column, Add, Subtract, Multiply, Divide, Negate, Least, Most };
    /// Operands first, then what is done with the last one or two.
    struct Instruction {
        Kind kind = Kind::Number;
        double number = 0;
        std::size_t column = 0;
    };

    static double apply(Kind kind, double left, double right);

    std::vector<Instruction> m_program;
    std::vector<ColumnUse> m_columns;
};

} // namespace tideline
