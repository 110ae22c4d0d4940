// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tideline {

/// Lets the allocator keep memory that was freed instead of giving it back page by page: an import allocates and frees
/// the same hundreds of MiB several times over, and a fresh page costs more than what is written to it. For the start of
/// main() of a program that does its work and ends: giving back what a large profile leaves takes a tenth of a second,
/// which a window would have to wait for. Nothing where the C library is another than glibc.
void keepFreedMemory();

} // namespace tideline
