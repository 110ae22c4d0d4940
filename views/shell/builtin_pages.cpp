// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/builtin_pages.h"

#include <QCoreApplication>

#include "views/advisor/advisor_page.h"
#include "views/curves/curves_page.h"
#include "views/flame/flame_page.h"
#include "views/notes/notes_page.h"
#include "views/summary/triage_page.h"
#include "views/tables/details_page.h"
#include "views/tables/import_page.h"
#include "views/tables/operators_page.h"
#include "views/timeline/timeline_page.h"

namespace tideline {

namespace {

template <typename P>
Page* make(ViewState& state, QWidget* parent)
{
    return new P(state, parent);
}

constexpr PageInfo kPages[] = {
    {"triage", QT_TRANSLATE_NOOP("Pages", "Triage"), PageArea::Central, &make<TriagePage>},
    {"timeline", QT_TRANSLATE_NOOP("Pages", "Timeline"), PageArea::Central, &make<TimelinePage>},
    {"operators", QT_TRANSLATE_NOOP("Pages", "Operators"), PageArea::Bottom, &make<OperatorsPage>},
    {"curves", QT_TRANSLATE_NOOP("Pages", "Curves"), PageArea::Bottom, &make<CurvesPage>},
    {"flame", QT_TRANSLATE_NOOP("Pages", "Flame"), PageArea::Bottom, &make<FlamePage>},
    {"import", QT_TRANSLATE_NOOP("Pages", "Import"), PageArea::Bottom, &make<ImportPage>},
    {"details", QT_TRANSLATE_NOOP("Pages", "Details"), PageArea::Right, &make<DetailsPage>},
    {"advisor", QT_TRANSLATE_NOOP("Pages", "Advisor"), PageArea::Right, &make<AdvisorPage>},
    {"notes", QT_TRANSLATE_NOOP("Pages", "Notes"), PageArea::Right, &make<NotesPage>},
};

} // namespace

std::span<const PageInfo> builtinPages()
{
    return kPages;
}

} // namespace tideline
