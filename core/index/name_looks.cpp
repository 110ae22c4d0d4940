// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/index/name_looks.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tideline {

namespace {

bool byKey(const NameLook& a, const NameLook& b)
{
    return a.key() < b.key();
}

} // namespace

NameLook lookOfSlice(const Trace& trace, SliceId slice)
{
    const TrackInfo& track = trace.track(trace.trackOf(slice));
    NameLook look{
        trace.slices().name.at(slice.row), track.kind, trace.process(track.process).role, {}, {}, StringId{0}};
    look.category = trace.slices().category.at(slice.row);
    look.taskType = trace.slices().taskType.at(slice.row);
    if (const KernelId kernel = trace.kernelOf(slice); kernel.valid())
        look.core = trace.kernels().core.at(kernel.row);
    return look;
}

NameLooks nameLooks(const Trace& trace, const NameIndex& names, const Progress& progress)
{
    NameLooks looks;
    for (std::uint32_t entry = 0; entry < names.entries().size() && !progress.cancelled(); ++entry) {
        std::set<std::pair<TrackKind, ProcessRole>> seen;
        names.forEachSlices(entry, [&](std::span<const SliceId> slices) {
            for (auto at = slices.begin(); at != slices.end();) {
                const TrackInfo& track = trace.track(trace.trackOf(*at));
                if (seen.emplace(track.kind, trace.process(track.process).role).second)
                    looks.push_back(lookOfSlice(trace, *at));
                at = std::lower_bound(at, slices.end(), SliceId{track.slices.last});
            }
            return true;
        });
    }
    std::sort(looks.begin(), looks.end(), byKey);
    return looks;
}

const NameLook* lookOf(const NameLooks& looks, StringId name, TrackKind kind, ProcessRole role)
{
    const NameLook wanted{name, kind, role, {}, {}, {}};
    const auto found = std::lower_bound(looks.begin(), looks.end(), wanted, byKey);
    return found != looks.end() && found->key() == wanted.key() ? &*found : nullptr;
}

void joinLooks(NameLooks& looks, const NameLooks& part, const PartPlaces& places)
{
    NameLooks moved = part;
    for (NameLook& look : moved) {
        for (StringId* const text : {&look.name, &look.category, &look.taskType, &look.core})
            *text = places.text(*text);
    }
    std::sort(moved.begin(), moved.end(), byKey);
    NameLooks both;
    both.reserve(looks.size() + moved.size());
    std::merge(looks.begin(), looks.end(), moved.begin(), moved.end(), std::back_inserter(both), byKey);
    const auto same = [](const NameLook& a, const NameLook& b) { return a.key() == b.key(); };
    both.erase(std::unique(both.begin(), both.end(), same), both.end());
    looks = std::move(both);
}

void fields(Packer& packer, NameLook& look)
{
    packer(look.name, look.kind, look.role, look.category, look.taskType, look.core);
}

} // namespace tideline
