// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/task_pool.h"
#include "core/store/column.h"

namespace tideline {

/// The column value(0), value(1), … value(count - 1).
template <typename Value>
auto gather(std::size_t count, Value&& value)
{
    ColumnBuilder<std::decay_t<decltype(value(std::size_t{0}))>> builder;
    builder.fill(count, value);
    return std::move(builder).finish();
}

/// Runs independent tasks on the pool and waits for all.
template <typename... Tasks>
void inParallel(TaskPool& pool, Tasks&&... tasks)
{
    const std::vector<std::function<void()>> list{std::forward<Tasks>(tasks)...};
    pool.forEach(list.size(), [&](std::size_t i) { list[i](); });
}

} // namespace tideline
