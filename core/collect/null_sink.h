// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/record_sink.h"

namespace tideline::collect {

/// Takes records and forgets them.
class NullSink final : public capture::RecordSink {
public:
    Status begin(const capture::RankInfo&) override { return Done{}; }
    Status finish() override { return Done{}; }
};

} // namespace tideline::collect
