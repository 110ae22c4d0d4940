// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/flame/test_flame.h"

#include <QTest>

#include <algorithm>
#include <random>

#include "tests/support/random_trace.h"
#include "tests/support/trace_from.h"
#include "tests/unit/flame/flame_maker.h"

namespace tideline::test {

namespace {

using Weights = std::map<std::string, std::int64_t>;

FlameTree treeOf(const Trace& trace, FlameWeight weight, FlameSource source = FlameSource::Operators,
                 FlameOrder order = FlameOrder::Heaviest)
{
    FlameOptions options;
    options.weight = weight;
    options.source = source;
    options.order = order;
    return flameTree(trace, options);
}

QString text(const Weights& weights)
{
    QString out;
    for (const auto& [path, weight] : weights)
        out += QString::fromStdString(path) + QStringLiteral(" %1; ").arg(weight);
    return out;
}

/// linear 0–100 on thread 1 with the CANN call 20–50 inside, which launches a kernel of 300 ns; relu without kernels.
std::shared_ptr<const Trace> linked()
{
    FlameMaker make;
    make.host("1", "linear", 0, 100);
    make.host("1", "relu", 200, 40);
    make.cann("1", "launch", 20, 30);
    make.kernel("7", "MatMul", 500, 300);
    make.arrow("HostToDevice", "cann:1", 20, "stream:7", 500);
    make.arrow("async_npu", "host:1", 0, "stream:7", 500);
    return make.done();
}

/// Own times by path, by walking up from each slice.
Weights bruteForce(const Trace& trace, FlameWeight weight)
{
    Weights sums;
    for (std::uint32_t row = 0; row < trace.slices().size(); ++row) {
        const std::int64_t own = weight == FlameWeight::Count ? 1 : trace.slices().self.at(row).ns;
        std::vector<std::string> names;
        for (SliceId at{row}; at.valid(); at = trace.slices().parent.at(at.row))
            names.insert(names.begin(), std::string(trace.text(trace.slices().name.at(at.row))));
        std::string path;
        for (const std::string& name : names) {
            path += (path.empty() ? "" : "/") + name;
            sums[path] += own;
        }
    }
    std::erase_if(sums, [](const auto& entry) { return entry.second == 0; });
    return sums;
}

std::shared_ptr<const Trace> randomTrace(Shape shape, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    TraceBuilder builder;
    const RankId rank = builder.addRank({});
    builder.process(builder.process(rank, "1")).role = ProcessRole::Host;
    for (const char* tid : {"1", "2"})
        addSlices(builder, builder.track(rank, "1", tid, TrackKind::HostThread), randomSlices(random, shape, 400));
    return frozen(std::move(builder));
}

} // namespace

void TestFlame::opHoldsCallHoldsKernel()
{
    const auto trace = linked();
    const Weights device{{"linear", 300}, {"linear/launch", 300}, {"linear/launch/MatMul", 300}};
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::DeviceTime))), text(device));
    const Weights host{{"linear", 100}, {"linear/launch", 30}, {"relu", 40}};
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime))), text(host));
    const Weights count{{"linear", 3}, {"linear/launch", 2}, {"linear/launch/MatMul", 1}, {"relu", 1}};
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::Count))), text(count));
    const FlameTree automatic = flameTree(*trace, {});
    QCOMPARE(automatic.weight, FlameWeight::DeviceTime);
    QCOMPARE(automatic.source, FlameSource::Operators);
}

void TestFlame::queuedCallsHangUnderTheirQueue()
{
    FlameMaker make;
    make.host("1", "add", 0, 100);
    make.host("1", "Enqueue", 10, 20, "enqueue");
    make.host("2", "Dequeue", 200, 60, "dequeue");
    make.cann("2", "aclnnAdd", 210, 40);
    make.cann("2", "launch", 220, 10);
    make.kernel("7", "Add", 500, 50);
    make.arrow("async_task_queue", "host:1", 10, "host:2", 200);
    make.arrow("HostToDevice", "cann:2", 220, "stream:7", 500);
    const auto trace = make.done();
    const Weights device = weightsByPath(*trace, treeOf(*trace, FlameWeight::DeviceTime));
    QCOMPARE(device.at("add/Enqueue/Dequeue/aclnnAdd/launch/Add"), 50);
    const Weights host = weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime));
    QCOMPARE(host.at("add"), 160); // 100 on its thread, 60 on the one that dequeues
    QCOMPARE(host.at("add/Enqueue/Dequeue"), 60);
}

void TestFlame::callIsAdoptedByTheOperatorOfItsKernel()
{
    FlameMaker make;
    make.host("1", "add", 0, 10);
    make.cann("9", "aclnnAdd", 300, 40);
    make.cann("9", "launch", 310, 10);
    make.kernel("7", "Add", 500, 50);
    make.arrow("HostToDevice", "cann:9", 310, "stream:7", 500);
    make.arrow("async_npu", "host:1", 0, "stream:7", 500);
    const auto trace = make.done();
    const Weights weights = weightsByPath(*trace, treeOf(*trace, FlameWeight::DeviceTime));
    QCOMPARE(text(weights),
             text({{"add", 50}, {"add/aclnnAdd", 50}, {"add/aclnnAdd/launch", 50}, {"add/aclnnAdd/launch/Add", 50}}));
}

void TestFlame::forwardToBackwardIsNoLaunch()
{
    FlameMaker make;
    make.host("1", "forward", 0, 10);
    make.host("2", "backward", 100, 10);
    make.arrow("fwdbwd", "host:1", 0, "host:2", 100);
    const auto trace = make.done();
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime))),
             text({{"forward", 10}, {"backward", 10}}));
}

void TestFlame::workWithoutLaunchIsNotLinked()
{
    FlameMaker make;
    make.host("1", "op", 0, 10);
    make.kernel("7", "A", 100, 5);
    make.kernel("8", "A", 100, 7);
    make.kernel("8", "B", 200, 1);
    const auto trace = make.done();
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::DeviceTime))),
             text({{"[not linked]", 13},
                   {"[not linked]/stream:7", 5},
                   {"[not linked]/stream:7/A", 5},
                   {"[not linked]/stream:8", 8},
                   {"[not linked]/stream:8/A", 7},
                   {"[not linked]/stream:8/B", 1}}));
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::DeviceTime, FlameSource::Kernels))),
             text({{"stream:7", 5}, {"stream:7/A", 5}, {"stream:8", 8}, {"stream:8/A", 7}, {"stream:8/B", 1}}));
}

void TestFlame::pythonSource()
{
    FlameMaker make;
    make.host("1", "main.py(1): run", 0, 100, "python_function");
    make.host("1", "op", 10, 50);
    make.host("1", "hook.py(2): f", 20, 10, "python_function");
    const auto trace = make.done();
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime, FlameSource::Python))),
             text({{"main.py(1): run", 100}, {"main.py(1): run/op", 50}, {"main.py(1): run/op/hook.py(2): f", 10}}));
    // Left out, a function gives its time to the operator around it.
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime))), text({{"op", 50}}));
}

void TestFlame::collectivesAreCountedOnce()
{
    FlameMaker make;
    make.host("1", "all_reduce", 0, 10);
    make.kernel("7", "hcom_allReduce_", 100, 40);
    make.collective("hcom_allReduce__1", 100, 50);
    make.arrow("HostToDevice", "host:1", 0, "group:0", 100);
    const auto trace = make.done();
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::DeviceTime, FlameSource::Kernels))),
             text({{"group:0", 50}, {"group:0/hcom_allReduce__1", 50}}));
}

void TestFlame::waitsAreNoKernels()
{
    FlameMaker make;
    make.kernel("7", "Add", 0, 5);
    make.kernel("7", "Wait", 10, 1000, "EVENT_WAIT_SQE");
    const auto trace = make.done();
    QCOMPARE(treeOf(*trace, FlameWeight::DeviceTime, FlameSource::Kernels).total(), 5);
}

void TestFlame::stepsAreOneFrame()
{
    FlameMaker make;
    make.host("1", "ProfilerStep#3", 0, 100, "user_annotation");
    make.host("1", "op", 10, 30);
    make.host("1", "ProfilerStep#4", 100, 100, "user_annotation");
    make.host("1", "op", 110, 30);
    const auto trace = make.done();
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime))),
             text({{"[steps]", 200}, {"[steps]/op", 60}}));
}

void TestFlame::sumsEqualBruteForce_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<bool>("count");
    for (const bool count : {false, true}) {
        const char* suffix = count ? "by count" : "by time";
        QTest::addRow("nested %s", suffix) << int(Shape::Nested) << count;
        QTest::addRow("overlapping %s", suffix) << int(Shape::Overlapping) << count;
        QTest::addRow("crowded %s", suffix) << int(Shape::Crowded) << count;
        QTest::addRow("sequential %s", suffix) << int(Shape::Sequential) << count;
    }
}

void TestFlame::sumsEqualBruteForce()
{
    QFETCH(int, shape);
    QFETCH(bool, count);
    const FlameWeight weight = count ? FlameWeight::Count : FlameWeight::HostTime;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto trace = randomTrace(static_cast<Shape>(shape), seed);
        const Weights expected = bruteForce(*trace, weight);
        QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, weight))), text(expected));
        const FlameTree inTime = treeOf(*trace, weight, FlameSource::Operators, FlameOrder::Time);
        std::int64_t own = 0;
        for (std::uint32_t row = 0; row < trace->slices().size(); ++row)
            own += count ? 1 : trace->slices().self.at(row).ns;
        QCOMPARE(inTime.total(), own);
    }
}

void TestFlame::framesFillTheirParents()
{
    for (const FlameOrder order : {FlameOrder::Heaviest, FlameOrder::Time}) {
        const auto trace = randomTrace(Shape::Nested, 3);
        const FlameTree tree = treeOf(*trace, FlameWeight::HostTime, FlameSource::Operators, order);
        for (std::uint32_t i = 0; i < tree.frames.size(); ++i) {
            const FlameFrame& frame = tree.frames[i];
            std::int64_t at = frame.offset;
            std::uint32_t frames = 1;
            for (std::uint32_t c = frame.firstChild; c < frame.firstChild + frame.children; ++c) {
                QCOMPARE(tree.frames[c].parent, i);
                QCOMPARE(tree.frames[c].depth, frame.depth + 1);
                QCOMPARE(tree.frames[c].offset, at);
                if (order == FlameOrder::Heaviest && c > frame.firstChild)
                    QVERIFY(tree.frames[c].weight <= tree.frames[c - 1].weight);
                at += tree.frames[c].weight;
                frames += tree.frames[c].frames;
            }
            QCOMPARE(at + frame.own, frame.offset + frame.weight);
            QCOMPARE(frame.frames, frames);
        }
    }
}

void TestFlame::recursionKeepsItsLevels()
{
    const auto trace = traceFrom("f 0 100; f 10 50; f 20 10; g 70 20");
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime))),
             text({{"f", 100}, {"f/f", 50}, {"f/f/f", 10}, {"f/g", 20}}));
}

void TestFlame::deepStacks()
{
    constexpr std::int64_t kDeep = 2'000;
    FlameMaker make;
    for (std::int64_t i = 0; i < kDeep; ++i)
        make.host("1", "f" + std::to_string(i % 3), i, 2 * (kDeep - i));
    const auto trace = make.done();
    const FlameTree tree = treeOf(*trace, FlameWeight::HostTime);
    QCOMPARE(tree.depth(), 2'000U);
    QCOMPARE(tree.total(), 2 * kDeep);
    FlameOptions options;
    options.leafFirst = true;
    const FlameTree leaf = flameTree(*trace, options);
    QCOMPARE(leaf.total(), 2 * kDeep);
    QCOMPARE(leaf.depth(), 2'000U);
    QVERIFY(!leaf.cut);
}

void TestFlame::circlesOfArrowsEnd()
{
    FlameMaker make;
    make.host("1", "a", 0, 10);
    make.host("2", "b", 0, 10);
    make.arrow("async_task_queue", "host:1", 0, "host:2", 5);
    make.arrow("async_task_queue", "host:2", 0, "host:1", 5);
    const auto trace = make.done();
    QCOMPARE(treeOf(*trace, FlameWeight::HostTime).total(), 20);
}

void TestFlame::oddNames()
{
    FlameMaker make;
    make.host("1", "", 0, 10);
    make.host("1", "矩阵乘 \xF0\x9F\x94\xA5", 2, 5);
    make.host("1", "", 20, 10);
    const auto trace = make.done();
    QCOMPARE(text(weightsByPath(*trace, treeOf(*trace, FlameWeight::HostTime))),
             text({{"", 20}, {"/矩阵乘 \xF0\x9F\x94\xA5", 5}}));
}

void TestFlame::timeOrderMergesNeighboursOnly()
{
    const auto trace = traceFrom("a 0 10; a 10 10; b 20 10; a 30 10; 2:c 5 4");
    const FlameTree tree = treeOf(*trace, FlameWeight::HostTime, FlameSource::Operators, FlameOrder::Time);
    std::string order;
    for (const FlameFrame& frame : tree.frames) {
        if (frame.depth == 2)
            order += labelOf(*trace, frame) + std::to_string(frame.weight) + " ";
    }
    QCOMPARE(QString::fromStdString(order), QStringLiteral("a20 b10 a10 c4 "));
    QCOMPARE(tree.frames.front().children, 2U); // one lane of frames a thread
}

void TestFlame::leafFirst()
{
    const auto trace = traceFrom("a 0 100; x 10 30; b 200 100; x 210 50; y 220 10");
    FlameOptions options;
    options.leafFirst = true;
    const FlameTree tree = flameTree(*trace, options);
    const Weights expected{{"x", 70}, {"x/a", 30}, {"x/b", 40}, {"a", 70},
                           {"b", 50}, {"y", 10},   {"y/x", 10}, {"y/x/b", 10}};
    QCOMPARE(text(weightsByPath(*trace, tree)), text(expected));
    QCOMPARE(tree.total(), 200);
}

void TestFlame::leafFirstSumsEqualOwnTimes()
{
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto trace = randomTrace(Shape::Nested, seed);
        FlameOptions options;
        options.leafFirst = true;
        const FlameTree tree = flameTree(*trace, options);
        Weights own;
        for (std::uint32_t row = 0; row < trace->slices().size(); ++row)
            own[std::string(trace->text(trace->slices().name.at(row)))] += trace->slices().self.at(row).ns;
        std::erase_if(own, [](const auto& entry) { return entry.second == 0; });
        Weights first;
        for (const FlameFrame& frame : tree.frames) {
            if (frame.depth == 1)
                first[labelOf(*trace, frame)] += frame.weight;
        }
        QCOMPARE(text(first), text(own));
    }
}

void TestFlame::scope_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<qint64>("device");
    QTest::newRow("everything") << QString() << qint64(304);
    QTest::newRow("name of a kernel") << QStringLiteral("name:MatMul") << qint64(300);
    QTest::newRow("name of what is above it") << QStringLiteral("name:LINEAR") << qint64(300);
    QTest::newRow("stream") << QStringLiteral("stream:8") << qint64(4);
    QTest::newRow("time") << QStringLiteral("time:0..600") << qint64(300);
    QTest::newRow("step") << QStringLiteral("step:2") << qint64(4);
    QTest::newRow("another rank") << QStringLiteral("rank:5") << qint64(0);
}

void TestFlame::scope()
{
    QFETCH(QString, scope);
    QFETCH(qint64, device);
    FlameMaker make;
    make.host("1", "linear", 0, 100);
    make.host("1", "relu", 200, 40);
    make.kernel("7", "MatMul", 500, 300);
    make.kernel("8", "Relu", 900, 4);
    make.arrow("async_npu", "host:1", 0, "stream:7", 500);
    make.arrow("async_npu", "host:1", 200, "stream:8", 900);
    make.step(1, 0, 850);
    make.step(2, 850, 1000);
    const auto trace = make.done();
    const auto parsed = parseScope(scope.toStdString());
    QVERIFY(parsed.ok());
    FlameOptions options;
    options.weight = FlameWeight::DeviceTime;
    options.scope = *parsed;
    const FlameTree tree = flameTree(*trace, options);
    QCOMPARE(tree.total(), device);
    QCOMPARE(tree.lack == FlameLack::Scope, device == 0);
    if (scope == QStringLiteral("stream:8"))
        QCOMPARE(text(weightsByPath(*trace, tree)), text({{"relu", 4}, {"relu/Relu", 4}}));
}

void TestFlame::lack_data()
{
    QTest::addColumn<QString>("lines");
    QTest::addColumn<int>("source");
    QTest::addColumn<int>("weight");
    QTest::addColumn<int>("lack");
    const auto row = [](const char* name, const char* lines, FlameSource source, FlameWeight weight, FlameLack lack) {
        QTest::newRow(name) << QString::fromLatin1(lines) << int(source) << int(weight) << int(lack);
    };
    row("nothing", "", FlameSource::Operators, FlameWeight::HostTime, FlameLack::Slices);
    row("no device", "a 0 5", FlameSource::Operators, FlameWeight::DeviceTime, FlameLack::Device);
    row("no kernels", "a 0 5", FlameSource::Kernels, FlameWeight::DeviceTime, FlameLack::Device);
    row("no Python", "a 0 5", FlameSource::Python, FlameWeight::HostTime, FlameLack::Python);
    row("no lengths", "a 0 0; b 3 0", FlameSource::Operators, FlameWeight::HostTime, FlameLack::Length);
    row("nothing lacks", "a 0 5", FlameSource::Operators, FlameWeight::HostTime, FlameLack::None);
}

void TestFlame::lack()
{
    QFETCH(QString, lines);
    QFETCH(int, source);
    QFETCH(int, weight);
    QFETCH(int, lack);
    const auto trace = traceFrom(lines.toStdString());
    const FlameTree tree = treeOf(*trace, static_cast<FlameWeight>(weight), static_cast<FlameSource>(source));
    QCOMPARE(int(tree.lack), lack);
    QCOMPARE(tree.empty(), tree.lack != FlameLack::None);
}

void TestFlame::slicesAndFrames()
{
    const auto trace = traceFrom("f 0 100; g 10 20; g 40 30; h 200 5");
    const FlameTree tree = treeOf(*trace, FlameWeight::HostTime);
    const std::uint32_t frame = frameAt(*trace, tree, "f/g");
    const std::vector<SliceId> slices = tree.slicesOf(frame, 100);
    QCOMPARE(slices.size(), std::size_t(2));
    QCOMPARE(tree.frames[frame].calls, std::uint64_t(2));
    QCOMPARE(trace->slices().duration.at(tree.frames[frame].example.row).ns, 30);
    QCOMPARE(tree.slicesOf(frame, 1).size(), std::size_t(1));
    for (std::uint32_t row = 0; row < trace->slices().size(); ++row) {
        const std::uint32_t found = tree.frameOf(SliceId{row});
        QCOMPARE(tree.frames[found].name, trace->slices().name.at(row));
        const auto back = tree.slicesOf(found, 100);
        QVERIFY(std::find(back.begin(), back.end(), SliceId{row}) != back.end());
    }
    QCOMPARE(tree.frameOf(SliceId{}), FlameTree::kNone);
}

void TestFlame::slicesOfCallers()
{
    const auto trace = traceFrom("a 0 100; x 10 30; b 200 100; x 210 50; a 400 9");
    FlameOptions options;
    options.leafFirst = true;
    const FlameTree tree = flameTree(*trace, options);
    QCOMPARE(tree.slicesOf(frameAt(*trace, tree, "x"), 100).size(), std::size_t(2));
    const auto callers = tree.slicesOf(frameAt(*trace, tree, "x/b"), 100);
    QCOMPARE(callers, std::vector<SliceId>{sliceNamed(*trace, "b")});
    QCOMPARE(tree.frameOf(sliceNamed(*trace, "x")), frameAt(*trace, tree, "x"));
}

void TestFlame::searchCountsOverlapsOnce()
{
    const auto trace = traceFrom("f 0 100; f 10 50; g 70 20; h 200 100; f 210 40");
    const FlameTree tree = treeOf(*trace, FlameWeight::HostTime);
    const FlameMatches found =
        matchFlame(tree, [&](const FlameFrame& frame) { return trace->text(frame.name) == "f"; });
    QCOMPARE(found.count, std::uint64_t(3));
    QCOMPARE(found.weight, 140); // 100 + 40: the inner f lies inside the outer one
    QVERIFY(found.frames[frameAt(*trace, tree, "h/f")]);
    QVERIFY(!found.frames[frameAt(*trace, tree, "f/g")]);
}

void TestFlame::stopped()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(flameTree(*linked(), {}, stop.get_token()).empty());
}

} // namespace tideline::test
