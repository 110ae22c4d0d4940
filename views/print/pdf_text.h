// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace tideline {

/// Corrects what a PDF of QPdfWriter says about the characters behind its glyphs, so that text taken out of it is the
/// text that was put in: where two characters share a glyph, Qt names the lower one, which is a radical for common
/// Chinese characters and a tabulator for the space. Nothing moves: the length stays. O(size).
QByteArray withPlainCharacters(QByteArray pdf);

} // namespace tideline
