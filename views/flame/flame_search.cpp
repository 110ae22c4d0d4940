// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flame/flame_search.h"

#include "views/flame/flame_text.h"

namespace tideline {

FlamePattern::FlamePattern(const QString& text) : m_text(text.trimmed())
{
    m_isExpression = m_text.size() > 2 && m_text.startsWith(u'/') && m_text.endsWith(u'/');
    if (!m_isExpression)
        return;
    m_expression.setPattern(m_text.mid(1, m_text.size() - 2));
    m_expression.setPatternOptions(QRegularExpression::CaseInsensitiveOption);
    if (!m_expression.isValid())
        m_error = m_expression.errorString();
}

bool FlamePattern::matches(const QString& name) const
{
    if (m_isExpression)
        return m_error.isEmpty() && m_expression.match(name).hasMatch();
    return name.contains(m_text, Qt::CaseInsensitive);
}

FlameMatches searchFlame(const Trace& trace, const FlameTree& tree, const FlamePattern& pattern,
                         const std::stop_token& stop)
{
    enum Answer : std::uint8_t { Unknown, Yes, No };
    std::vector<Answer> byName(trace.strings().size(), Unknown);
    return matchFlame(tree, [&](const FlameFrame& frame) {
        if (stop.stop_requested())
            return false; // the result is thrown away
        if (frame.kind != FlameKind::Slice)
            return pattern.matches(flameRawName(trace, frame));
        Answer& answer = byName[frame.name.row];
        if (answer == Unknown)
            answer = pattern.matches(flameRawName(trace, frame)) ? Yes : No;
        return answer == Yes;
    });
}

} // namespace tideline
