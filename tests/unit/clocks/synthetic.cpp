// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/clocks/synthetic.h"

namespace tideline::test {

clocks::SharedEvents madeEvents(const MadeRun& run, const MadeClock& host, const MadeClock& device)
{
    constexpr std::int64_t kLatencyNs = 5'000;
    constexpr std::int64_t kReturnNs = 4'000;
    constexpr std::int64_t kLaunchEveryNs = 1'000'000;
    Random random(run.seed);
    clocks::SharedEvents events;
    std::int64_t nextSync = run.syncEveryNs;
    std::uint32_t call = 0;
    for (std::int64_t now = 0; now < run.lengthNs; now += kLaunchEveryNs) {
        const bool idle = random.upTo(9) == 0; // else the stream is busy when the launch comes
        const std::int64_t queued = idle ? random.upTo(500) : random.upTo(900'000);
        events.launches.push_back({host.at(now), device.at(now + kLatencyNs + queued)});
        if (now < nextSync)
            continue;
        nextSync += run.syncEveryNs;
        const std::int64_t end = now + 300'000;
        const std::int64_t returned = end + kReturnNs + random.upTo(1'000);
        events.returns.push_back({host.at(returned), device.at(end), call});
        events.returns.push_back({host.at(returned), device.at(returned + 200'000), call}); // not waited for
        ++call;
        if (run.markers)
            events.markers.push_back({host.at(returned), device.at(returned + kLatencyNs + random.upTo(500))});
    }
    return events;
}

clocks::CollectiveSequence madeSequence(const MadeJob& job, const MadeClock& clock, std::uint64_t rank)
{
    Random shared(job.seed);
    Random own(job.seed * 1'000 + rank + 1);
    clocks::CollectiveSequence out;
    const std::int64_t between = job.stepNs / static_cast<std::int64_t>(job.perStep);
    std::int64_t now = 0;
    for (std::size_t i = 0; i < job.collectives; ++i) {
        now += between + shared.upTo(job.jitterNs / static_cast<std::int64_t>(job.perStep));
        const std::int64_t moved = now + 3'000'000;
        clocks::Collective one;
        one.index = static_cast<std::int64_t>(i);
        one.start = clock.at(now - own.upTo(1'000'000));
        one.end = clock.at(moved + own.upTo(15'000));
        one.kind = static_cast<std::uint32_t>(i % job.perStep == 0 ? 1 : 0);
        one.bytes = 1'000 + i % job.perStep;
        one.symmetric = job.symmetric;
        out.push_back(one);
    }
    return out;
}

} // namespace tideline::test
