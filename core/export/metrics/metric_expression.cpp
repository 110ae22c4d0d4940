// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/metrics/metric_expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace tideline {

namespace {

constexpr std::size_t kMostCharacters = 1000;
constexpr int kMostLevels = 64;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// A character that is no first byte continues the one before.
std::size_t charactersOf(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
}

} // namespace

/// Descends by rank: sums, products, signs, single values.
class ExpressionParser {
public:
    explicit ExpressionParser(std::string_view text) : m_text(text) {}

    bool run(ExpressionFault& fault)
    {
        const bool fine = m_text.size() <= 4 * kMostCharacters && charactersOf(m_text) <= kMostCharacters
                              ? sum() && atEnd()
                              : failed("the expression is longer than 1000 characters", 0);
        if (!fine)
            fault = std::move(m_fault);
        return fine;
    }
    MetricExpression take() { return std::move(m_out); }

private:
    using Kind = MetricExpression::Kind;

    bool failed(std::string what, std::size_t at)
    {
        m_fault = {std::move(what), charactersOf(m_text.substr(0, at)) + 1};
        return false;
    }
    void skipSpace()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
            ++m_at;
    }
    bool take(std::string_view word)
    {
        skipSpace();
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        m_at += word.size();
        return true;
    }
    bool takeMinus() { return take("-") || take("\u2212"); }
    void emit(Kind kind) { m_out.m_program.push_back({kind, 0, 0}); }

    bool atEnd()
    {
        skipSpace();
        return m_at == m_text.size() || failed("an operator or the end is expected here", m_at);
    }

    bool sum()
    {
        if (!product())
            return false;
        while (true) {
            const bool minus = takeMinus();
            if (!minus && !take("+"))
                return true;
            if (!product())
                return false;
            emit(minus ? Kind::Subtract : Kind::Add);
        }
    }

    bool product()
    {
        if (!sign())
            return false;
        while (true) {
            const bool divides = take("/") || take("\u00F7");
            if (!divides && !take("*") && !take("\u00D7"))
                return true;
            if (!sign())
                return false;
            emit(divides ? Kind::Divide : Kind::Multiply);
        }
    }

    bool sign()
    {
        bool negative = false;
        while (takeMinus())
            negative = !negative;
        if (!value())
            return false;
        if (negative)
            emit(Kind::Negate);
        return true;
    }

    bool value()
    {
        skipSpace();
        if (m_at == m_text.size())
            return failed("a value is missing at the end", m_at);
        const char c = m_text[m_at];
        if (take("("))
            return inside(&ExpressionParser::sum);
        if (isDigit(c) || c == '.')
            return number();
        return isLetter(c) ? name() : failed("this is no column, number or parenthesis", m_at);
    }

    /// What stands in parentheses whose first is taken.
    bool inside(bool (ExpressionParser::*what)())
    {
        const std::size_t opened = m_at - 1;
        if (++m_level > kMostLevels)
            return failed("parentheses are nested more than 64 deep", opened);
        if (!(this->*what)())
            return false;
        --m_level;
        if (take(")"))
            return true;
        return m_at == m_text.size() ? failed("this parenthesis is never closed", opened)
                                     : failed("an operator or ) is expected here", m_at);
    }

    bool number()
    {
        double value = 0;
        const char* const begin = m_text.data() + m_at;
        const auto [end, code] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (code != std::errc() || !std::isfinite(value))
            return failed("this is no number", m_at);
        m_out.m_program.push_back({Kind::Number, value, 0});
        m_at += static_cast<std::size_t>(end - begin);
        return true;
    }

    bool name()
    {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        const std::string word(m_text.substr(begin, m_at - begin));
        if (word == "min" || word == "max") {
            m_extreme = word == "min" ? Kind::Least : Kind::Most;
            return take("(") ? inside(&ExpressionParser::list) : failed("( is expected after " + word, m_at);
        }
        auto& columns = m_out.m_columns;
        const auto known =
            std::find_if(columns.begin(), columns.end(), [&word](const ColumnUse& use) { return use.name == word; });
        m_out.m_program.push_back({Kind::Column, 0, static_cast<std::size_t>(known - columns.begin())});
        if (known == columns.end())
            columns.push_back({word, charactersOf(m_text.substr(0, begin)) + 1});
        return true;
    }

    bool list()
    {
        const Kind kind = m_extreme; // others may stand inside
        if (!sum())
            return false;
        if (!take(","))
            return failed("min and max take two values or more: , is expected here", m_at);
        do {
            if (!sum())
                return false;
            emit(kind);
        } while (take(","));
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_level = 0;
    Kind m_extreme = Kind::Least;
    MetricExpression m_out;
    ExpressionFault m_fault;
};

std::optional<MetricExpression> MetricExpression::parse(std::string_view text, ExpressionFault& fault)
{
    ExpressionParser parser(text);
    if (!parser.run(fault))
        return std::nullopt;
    return parser.take();
}

double MetricExpression::apply(Kind kind, double left, double right)
{
    switch (kind) {
    case Kind::Add: return left + right;
    case Kind::Subtract: return left - right;
    case Kind::Multiply: return left * right;
    case Kind::Divide: return right == 0 ? kNothing : left / right;
    case Kind::Least: return std::isnan(left) || std::isnan(right) ? kNothing : std::min(left, right);
    case Kind::Most: return std::isnan(left) || std::isnan(right) ? kNothing : std::max(left, right);
    case Kind::Number:
    case Kind::Column:
    case Kind::Negate: break;
    }
    return kNothing;
}

double MetricExpression::evaluate(const std::vector<double>& values) const
{
    std::vector<double> stack;
    for (const Instruction& step : m_program) {
        switch (step.kind) {
        case Kind::Number: stack.push_back(step.number); break;
        case Kind::Column: stack.push_back(values[step.column]); break;
        case Kind::Negate: stack.back() = -stack.back(); break;
        case Kind::Add:
        case Kind::Subtract:
        case Kind::Multiply:
        case Kind::Divide:
        case Kind::Least:
        case Kind::Most: {
            const double right = stack.back();
            stack.pop_back();
            stack.back() = apply(step.kind, stack.back(), right);
            break;
        }
        }
    }
    return std::isfinite(stack.back()) ? stack.back() : kNothing;
}

} // namespace tideline
