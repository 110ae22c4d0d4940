// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/flame/test_flame_scene.h"

#include <QTest>

#include <cmath>
#include <random>

#include "core/scene/flame_scene.h"
#include "tests/support/trace_from.h"
#include "tests/unit/flame/flame_maker.h"

namespace tideline::test {

namespace {

FlameTree treeOf(const Trace& trace, FlameOrder order = FlameOrder::Heaviest)
{
    FlameOptions options;
    options.weight = FlameWeight::HostTime;
    options.order = order;
    return flameTree(trace, options);
}

FlameScene sceneOf(const FlameTree& tree, double width = 1000)
{
    return buildFlameScene(tree, viewOf(tree, 0), width);
}

/// One wide call and `small` calls of 1 ns with names of their own.
std::shared_ptr<const Trace> crumbs(int small)
{
    FlameMaker make;
    make.host("1", "wide", 0, 100'000);
    for (int i = 0; i < small; ++i) {
        make.host("1", "crumb" + std::to_string(i), 200'000 + 10 * i, 2);
        make.host("1", "inside", 200'000 + 10 * i, 1);
    }
    return make.done();
}

} // namespace

void TestFlameScene::widthsFollowWeights()
{
    const auto trace = traceFrom("a 0 600; b 0 300; c 1000 400");
    const FlameTree tree = treeOf(*trace);
    const FlameScene scene = sceneOf(tree);
    QCOMPARE(scene.rows(), 3U);
    for (const FlameScene::Box& box : scene.boxes) {
        const FlameFrame& frame = tree.frames[box.frame];
        QVERIFY(std::abs(box.x1 - box.x0 - double(frame.weight)) < 1e-6);
        QVERIFY(std::abs(box.x0 - double(frame.offset)) < 1e-6);
        QCOMPARE(box.merged, 0U);
        QCOMPARE(box.weight, frame.weight);
    }
}

void TestFlameScene::clicksFindTheBoxes()
{
    const auto trace = traceFrom("a 0 600; b 0 300; c 1000 400; d 1000 7; e 1100 3");
    const FlameTree tree = treeOf(*trace);
    const FlameScene scene = sceneOf(tree, 777);
    for (const FlameScene::Box& box : scene.boxes) {
        QCOMPARE(scene.at((box.x0 + box.x1) / 2, box.depth), &box);
        QCOMPARE(scene.at(box.x0, box.depth), &box);
        QCOMPARE(scene.boxOf(box.frame, box.depth), &box);
    }
    QCOMPARE(scene.at(770, 2), nullptr); // c has nothing below it there
    QCOMPARE(scene.at(10, 3), nullptr);
    QCOMPARE(scene.at(10, -1), nullptr);
    QCOMPARE(scene.at(-1, 0), nullptr);
    QCOMPARE(scene.at(778, 0), nullptr);
}

void TestFlameScene::smallFramesAreMerged()
{
    const auto trace = crumbs(40);
    const FlameTree tree = treeOf(*trace);
    const FlameScene scene = sceneOf(tree);
    const auto row = scene.row(1);
    QCOMPARE(row.size(), std::size_t(2));
    QCOMPARE(row[1].merged, 40U);
    QCOMPARE(row[1].hidden, std::uint64_t(80));
    QCOMPARE(row[1].weight, 80);
    QVERIFY(row[1].x1 - row[1].x0 >= 0.79);
    QCOMPARE(scene.rows(), 2U);
}

void TestFlameScene::zoomingOpensMergedFrames()
{
    const auto trace = crumbs(40);
    const FlameTree tree = treeOf(*trace);
    const FlameScene scene = buildFlameScene(tree, {100'000, 100'080}, 1000);
    QCOMPARE(scene.row(1).size(), std::size_t(40));
    QCOMPARE(scene.row(2).size(), std::size_t(40));
}

void TestFlameScene::aboveTheZoomedFrameIsFull()
{
    const auto trace = traceFrom("a 0 600; b 0 300; x 10 5; c 1000 400");
    const FlameTree tree = treeOf(*trace);
    const FlameScene scene = buildFlameScene(tree, viewOf(tree, frameAt(*trace, tree, "a/b")), 500);
    for (std::uint32_t depth = 0; depth < 3; ++depth) {
        QCOMPARE(scene.row(depth).size(), std::size_t(1));
        QCOMPARE(scene.row(depth)[0].x0, 0.0);
        QCOMPARE(scene.row(depth)[0].x1, 500.0);
    }
}

void TestFlameScene::largeFramesBetweenSmallOnesAreKept_data()
{
    QTest::addColumn<double>("width");
    QTest::newRow("narrower than the least share") << 300.0;
    QTest::newRow("usual") << 1200.0;
    QTest::newRow("wide") << 8000.0;
}

void TestFlameScene::largeFramesBetweenSmallOnesAreKept()
{
    QFETCH(double, width);
    std::mt19937_64 random(5);
    FlameMaker make;
    std::int64_t at = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::int64_t length = random() % 50 == 0 ? 3000 : 1 + static_cast<std::int64_t>(random() % 40);
        make.host("1", "f" + std::to_string(i), at, length);
        at += length;
    }
    const auto trace = make.done();
    const FlameTree tree = treeOf(*trace, FlameOrder::Time);
    const FlameScene scene = sceneOf(tree, width);
    const double least = double(tree.total()) * kLeastFlameShare;
    std::uint64_t seen = 0;
    std::int64_t weight = 0;
    for (const FlameScene::Box& box : scene.row(2)) {
        QCOMPARE(box.merged == 0, double(tree.frames[box.frame].weight) >= least);
        for (std::uint32_t i = 0; i < box.merged; ++i)
            QVERIFY(double(tree.frames[box.frame + i].weight) < least);
        seen += box.merged == 0 ? 1 : box.merged;
        weight += box.weight;
    }
    QCOMPARE(seen, std::uint64_t(3000));
    QCOMPARE(weight, tree.total());
}

void TestFlameScene::boxesDoNotGrowWithFrames()
{
    const auto few = crumbs(1'000);
    const auto many = crumbs(50'000);
    QVERIFY(sceneOf(treeOf(*few)).boxes.size() <= 10);
    QVERIFY(sceneOf(treeOf(*many)).boxes.size() <= 10);
}

void TestFlameScene::nothingToShow()
{
    const FlameTree none;
    QCOMPARE(buildFlameScene(none, {0, 10}, 100).rows(), 0U);
    const auto trace = traceFrom("a 0 600");
    const FlameTree tree = treeOf(*trace);
    QCOMPARE(buildFlameScene(tree, {5, 5}, 100).rows(), 0U);
    QCOMPARE(buildFlameScene(tree, viewOf(tree, 0), 0).rows(), 0U);
}

} // namespace tideline::test
