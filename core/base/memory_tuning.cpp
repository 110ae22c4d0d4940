// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory_tuning.h"

#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#define TIDELINE_GLIBC
#endif

namespace tideline {

void keepFreedMemory()
{
#if defined(TIDELINE_GLIBC)
    constexpr int kMapped = 32 << 20;  // from here on a block is a mapping of its own; the most that glibc takes
    constexpr int kKept = 256 << 20;   // free bytes at the end of the heap
    constexpr int kGrowStep = 8 << 20; // of the heap
    mallopt(M_MMAP_THRESHOLD, kMapped);
    mallopt(M_TRIM_THRESHOLD, kKept);
    mallopt(M_TOP_PAD, kGrowStep);
#endif
}

} // namespace tideline
