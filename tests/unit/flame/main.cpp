// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCoreApplication>
#include <QTest>

#include "tests/unit/flame/test_flame.h"
#include "tests/unit/flame/test_flame_scene.h"

int main(int argc, char* argv[])
{
    QCoreApplication app(argc, argv);
    tideline::test::TestFlame tree;
    tideline::test::TestFlameScene scene;
    return QTest::qExec(&tree, argc, argv) + QTest::qExec(&scene, argc, argv);
}
