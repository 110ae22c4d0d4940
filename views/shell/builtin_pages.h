// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

class QWidget;

namespace tideline {

class Page;
class ViewState;

enum class PageArea { Central, Bottom, Right };

/// One page of the window. The title is a source text of the translation context "Pages".
struct PageInfo {
    const char* id; ///< stable: part of the saved layout
    const char* title;
    PageArea area;
    Page* (*make)(ViewState& state, QWidget* parent);
};

/// In the order of tabs and of Alt+1 … Alt+9. The only list of pages.
std::span<const PageInfo> builtinPages();

} // namespace tideline
