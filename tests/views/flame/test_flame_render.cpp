// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/flame/test_flame_render.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <QTest>

#include "tests/support/trace_from.h"
#include "tests/views/flame/flame_fixture.h"
#include "views/flame/flame_render.h"

namespace tideline::test {

using namespace Qt::StringLiterals;

namespace {

struct Picture {
    explicit Picture(std::shared_ptr<const Trace> made, const Theme& look) : trace(std::move(made)), theme(look)
    {
        tree = flameTree(*trace, {});
        scene = buildFlameScene(tree, viewOf(tree, 0), 600);
        picture.tree = &tree;
        picture.scene = &scene;
        picture.height = 100;
    }
    QImage draw()
    {
        FlamePainter boxes(*trace, theme, QFont(u"DejaVu Sans"_s, 9));
        rowPx = boxes.rowPx();
        QImage image(600, 100, QImage::Format_RGB32);
        QPainter painter(&image);
        boxes.paint(painter, picture, image.rect());
        return image;
    }
    /// The colour at the lower edge of a box, where no text is.
    QRgb under(double x, int depth)
    {
        const QImage image = draw();
        return image.pixel(int(x), (depth + 1) * rowPx - 3);
    }

    std::shared_ptr<const Trace> trace;
    Theme theme;
    FlameTree tree;
    FlameScene scene;
    FlamePicture picture;
    int rowPx = 0;
};

} // namespace

void TestFlameRender::boxesHaveTheColourOfTheirName_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestFlameRender::boxesHaveTheColourOfTheirName()
{
    QFETCH(bool, dark);
    Picture it(traceFrom("a 0 600; b 0 300; c 1000 400"), dark ? Theme::darkTheme() : Theme::light());
    QCOMPARE(it.under(100, 1), it.theme.slice(Category::Framework, "a").rgb());
    QCOMPARE(it.under(500, 1), it.theme.slice(Category::Framework, "c").rgb());
    QCOMPARE(it.under(100, 2), it.theme.slice(Category::Framework, "b").rgb());
    QCOMPARE(it.under(500, 2), it.theme.base.rgb());
}

void TestFlameRender::othersFadeInASearch()
{
    Picture it(traceFrom("a 0 600; b 0 300; c 1000 400"), Theme::light());
    const FlameMatches matches =
        matchFlame(it.tree, [&](const FlameFrame& frame) { return it.trace->text(frame.name) == "c"; });
    it.picture.matches = &matches;
    QCOMPARE(it.under(500, 1), it.theme.slice(Category::Framework, "c").rgb());
    const QColor full = it.theme.slice(Category::Framework, "a");
    const QColor faded = QColor::fromRgb(it.under(100, 1));
    QCOMPARE(faded.rgb(), blended(it.theme.base.rgb(), full.rgb(), 0.25F));
    QVERIFY(contrast(faded, it.theme.textOn(faded)) >= 4.5);
}

void TestFlameRender::mergedCellIsVisible()
{
    std::string lines = "wide 0 1000000";
    for (int i = 0; i < 100; ++i)
        lines += "; crumb" + std::to_string(i) + " " + std::to_string(2'000'000 + 1000 * i) + " 900";
    Picture it(traceFrom(lines), Theme::light());
    const auto row = it.scene.row(1);
    QCOMPARE(row.back().merged, 100U);
    const QImage image = it.draw();
    int other = 0;
    for (int y = it.rowPx; y < 2 * it.rowPx - 1; ++y)
        other += image.pixelColor(int(row.back().x0) + 10, y) != it.theme.base;
    QCOMPARE(other, it.rowPx - 1);
}

void TestFlameRender::picturesOnPaperHoldTexts()
{
    FlameFixture it;
    it.open(call("aten::linear", 0, 600) + "," + call("relu", 700, 200));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize({800, 300});
    QPainter painter(&generator);
    renderFlame(painter, *it.session, {}, Theme::light(), {800, 300});
    painter.end();
    QVERIFY(bytes.contains("aten::linear"));
    QVERIFY(!bytes.contains("<image"));
}

void TestFlameRender::emptyPictureSaysWhy()
{
    FlameFixture it;
    it.open(call("a", 0, 0));
    QImage image(400, 200, QImage::Format_RGB32);
    QPainter painter(&image);
    renderFlame(painter, *it.session, {}, Theme::light(), {400, 200});
    painter.end();
    bool text = false;
    for (int x = 0; x < 400; ++x)
        text = text || image.pixelColor(x, 100) != Theme::light().window
               || image.pixelColor(x, 95) != Theme::light().window;
    QVERIFY(text);
}

} // namespace tideline::test
