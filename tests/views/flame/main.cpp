// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLocale>
#include <QTest>

#include "tests/views/flame/test_flame_page.h"
#include "tests/views/flame/test_flame_render.h"

int main(int argc, char* argv[])
{
    QApplication app(argc, argv);
    QLocale::setDefault(QLocale(QStringLiteral("en_US")));
    tideline::test::TestFlamePage page;
    tideline::test::TestFlameRender render;
    return QTest::qExec(&page, argc, argv) + QTest::qExec(&render, argc, argv);
}
