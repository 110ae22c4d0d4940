// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLocale>
#include <QTest>

#include "tests/views/timeline/test_timeline.h"
#include "tests/views/timeline/test_timeline_paint.h"

int main(int argc, char* argv[])
{
    QApplication app(argc, argv);
    QLocale::setDefault(QLocale(QStringLiteral("en_US")));
    tideline::test::TestTimeline timeline;
    tideline::test::TestTimelinePaint paint;
    return QTest::qExec(&timeline, argc, argv) + QTest::qExec(&paint, argc, argv);
}
