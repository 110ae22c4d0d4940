// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scope/scope_chips.h"

#include <QCoreApplication>

#include "views/text/number_text.h"
#include "views/text/visible_text.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

struct ScopeText {
    Q_DECLARE_TR_FUNCTIONS(ScopeText)
};

constexpr qsizetype kLongestName = 40;
constexpr std::size_t kMostNumbers = 8; // a long list of ranks is one chip

QString shortened(const QString& name)
{
    if (name.size() <= kLongestName)
        return name;
    return name.left(kLongestName / 2) + QChar(0x2026) + name.right(kLongestName / 2);
}

using TextOf = QString (*)(const QString&);

void addNumbers(std::vector<ScopeChip>& chips, ScopeChip::Kind kind, const std::vector<std::int64_t>& numbers,
                TextOf textOf)
{
    if (numbers.size() > kMostNumbers) {
        const QString text = textOf(QString::number(numbers.front()) + QChar(0x2026) + QString::number(numbers.back()));
        chips.push_back({kind, numbers.size(), text, text});
        return;
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const QString text = textOf(QString::number(numbers[i]));
        chips.push_back({kind, i, text, text});
    }
}

template <typename T>
void erase(std::vector<T>& list, std::size_t index)
{
    if (index < list.size())
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
    else
        list.clear();
}

} // namespace

std::vector<ScopeChip> chipsOf(const Scope& scope, Instant origin)
{
    std::vector<ScopeChip> chips;
    addNumbers(chips, ScopeChip::Kind::Rank, scope.ranks,
               [](const QString& n) { return ScopeText::tr("Rank %1").arg(n); });
    addNumbers(chips, ScopeChip::Kind::Step, scope.steps,
               [](const QString& n) { return ScopeText::tr("Step %1").arg(n); });
    addNumbers(chips, ScopeChip::Kind::Stream, scope.streams,
               [](const QString& n) { return ScopeText::tr("Stream %1").arg(n); });
    if (scope.range) {
        const QString text =
            ScopeText::tr("%1 to %2")
                .arg(durationText(scope.range->start - origin), durationText(scope.range->end - origin));
        chips.push_back({ScopeChip::Kind::Range, 0, text, text + u'\n' + exactDurationText(scope.range->length())});
    }
    for (std::size_t i = 0; i < scope.categories.size(); ++i) {
        const QString name = visibleText(scope.categories[i]);
        chips.push_back({ScopeChip::Kind::Category, i, ScopeText::tr("Category %1").arg(shortened(name)), name});
    }
    for (std::size_t i = 0; i < scope.operators.size(); ++i) {
        const QString name = visibleText(scope.operators[i]);
        chips.push_back({ScopeChip::Kind::Operator, i, ScopeText::tr("Operator %1").arg(shortened(name)), name});
    }
    for (std::size_t i = 0; i < scope.nameParts.size(); ++i) {
        const QString name = visibleText(scope.nameParts[i]);
        chips.push_back({ScopeChip::Kind::Name, i, ScopeText::tr("Name has “%1”").arg(shortened(name)), name});
    }
    return chips;
}

Scope without(Scope scope, const ScopeChip& chip)
{
    switch (chip.kind) {
    case ScopeChip::Kind::Rank: erase(scope.ranks, chip.index); break;
    case ScopeChip::Kind::Step: erase(scope.steps, chip.index); break;
    case ScopeChip::Kind::Stream: erase(scope.streams, chip.index); break;
    case ScopeChip::Kind::Range: scope.range.reset(); break;
    case ScopeChip::Kind::Category: erase(scope.categories, chip.index); break;
    case ScopeChip::Kind::Operator: erase(scope.operators, chip.index); break;
    case ScopeChip::Kind::Name: erase(scope.nameParts, chip.index); break;
    }
    return scope;
}

} // namespace tideline
