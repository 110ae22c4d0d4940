// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/scope_edit.h"

#include <utility>
#include <vector>

#include "views/state/view_state.h"

namespace tideline {

namespace {

std::vector<std::int64_t> listOf(std::optional<std::int64_t> number)
{
    return number ? std::vector{*number} : std::vector<std::int64_t>();
}

} // namespace

void limitToRank(ViewState& state, std::optional<std::int64_t> rank)
{
    Scope scope = state.scope();
    scope.ranks = listOf(rank);
    state.setScope(std::move(scope));
}

void limitToStep(ViewState& state, std::optional<std::int64_t> step)
{
    Scope scope = state.scope();
    scope.steps = listOf(step);
    state.setScope(std::move(scope));
}

void limitToStream(ViewState& state, std::int64_t stream)
{
    Scope scope = state.scope();
    scope.streams = {stream};
    state.setScope(std::move(scope));
}

void limitToRange(ViewState& state, TimeRange range)
{
    if (range.empty())
        return;
    Scope scope = state.scope();
    scope.range = range;
    state.setScope(std::move(scope));
}

void limitToOperator(ViewState& state, const std::string& name)
{
    Scope scope = state.scope();
    scope.operators = {name};
    state.setScope(std::move(scope));
}

void limitToCategory(ViewState& state, const std::string& category)
{
    Scope scope = state.scope();
    scope.categories = {category};
    state.setScope(std::move(scope));
}

void clearScope(ViewState& state)
{
    state.setScope({});
}

} // namespace tideline
