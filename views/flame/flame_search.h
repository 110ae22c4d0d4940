// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

#include <stop_token>

#include "core/analyze/flame.h"

namespace tideline {

/// What the search field asks for: a text in any case, or /a regular expression/.
class FlamePattern {
public:
    explicit FlamePattern(const QString& text);

    bool isEmpty() const { return m_text.isEmpty(); }
    /// Why a regular expression is not understood; "" when it is.
    QString error() const { return m_error; }
    bool matches(const QString& name) const;

private:
    QString m_text;
    QString m_error;
    QRegularExpression m_expression;
    bool m_isExpression = false;
};

/// Asks the pattern once for each name. O(frames + names); empty when stopped.
FlameMatches searchFlame(const Trace& trace, const FlameTree& tree, const FlamePattern& pattern,
                         const std::stop_token& stop);

} // namespace tideline
