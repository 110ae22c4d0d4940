// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tideline {

/// Lets the allocator keep memory that was freed instead of giving it back page by page: an import allocates and frees
/// the same hundreds of MiB several times over, and a fresh page costs more than what is written to it. For the start of
/// main(). Nothing where the C library is another than glibc.
void keepFreedMemory();

/// Gives back what is free; milliseconds. For the end of a large piece of work.
void releaseFreedMemory();

} // namespace tideline
