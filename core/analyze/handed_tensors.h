// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/store/column.h"
#include "core/store/trace.h"

namespace tideline {

/// Which tensors the kernels of a sequence hand to one another. A profile has no addresses: a tensor counts as handed
/// on where a later kernel reads one of the same size. The same texts are read once. Belongs to one thread.
class HandedTensors {
public:
    explicit HandedTensors(const Trace& trace);

    struct Share {
        double part = 0;             ///< 0-1 of all bytes; 1 where the profile does not say
        std::optional<double> bytes; ///< none where it does not say
    };
    /// What a kernel reads that earlier ones of the sequence wrote; nothing for the first.
    Share received(std::span<const std::uint32_t> kernels, std::size_t index);
    /// What it writes that later ones read; nothing for the last.
    Share handedOn(std::span<const std::uint32_t> kernels, std::size_t index);
    /// Bytes of all inputs and outputs.
    std::optional<double> allBytes(std::uint32_t kernel);

private:
    using Sizes = std::vector<double>; ///< bytes of each tensor
    struct Columns {
        ColumnReader<StringId> shapes;
        ColumnReader<StringId> types;
    };
    static Share shareAmong(const std::optional<Sizes>& tensors, const std::optional<Sizes>& others);
    const std::optional<Sizes>& of(Columns& columns, std::uint32_t row);
    /// Of all kernels; none if those of one are not known.
    std::optional<Sizes> ofAll(Columns& columns, std::span<const std::uint32_t> kernels);

    const Trace* m_trace;
    Columns m_inputs;
    Columns m_outputs;
    std::map<std::pair<StringId, StringId>, std::optional<Sizes>> m_known;
};

} // namespace tideline
