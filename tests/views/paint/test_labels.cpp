// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QtTest>

#include <cmath>

#include "core/store/string_pool.h"
#include "core/store/trace_builder.h"
#include "views/paint/flame_label.h"
#include "views/paint/label_painter.h"

using namespace tideline;

/// Labels are masks that were drawn once and are laid on later: they must look as text that is drawn in place.
class TestLabels : public QObject {
    Q_OBJECT

private slots:
    void looksAsDrawnText_data();
    void looksAsDrawnText();
    void staysInItsPlace_data();
    void staysInItsPlace();
    void aSecondDrawingIsTheSame();
    void changingTheScaleDrawsAnew();
    void tooNarrowIsLeftOut();
    void longNamesAreCutBetweenCharacters_data();
    void longNamesAreCutBetweenCharacters();
    void longFlameNamesStay();
};

namespace {

constexpr QRgb kBack = 0xFFFFFFFF;
constexpr QRgb kInk = 0xFF102030;

QFont labelFont()
{
    return QFont(QStringLiteral("DejaVu Sans"), 9);
}

QImage sheet(int width, int height, double scale)
{
    QImage image(static_cast<int>(width * scale), static_cast<int>(height * scale), QImage::Format_RGB32);
    image.fill(kBack);
    return image;
}

/// How dark a picture is: the sum over its pixels of 255 - grey, as a share of the ink's own.
double darkness(const QImage& image)
{
    double sum = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            sum += 255 - qGray(image.pixel(x, y));
    }
    return sum / (255 - qGray(kInk));
}

} // namespace

void TestLabels::looksAsDrawnText_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("text");
    for (const double scale : {1.0, 1.5, 2.0}) {
        QTest::addRow("latin at %.1f", scale) << scale << QStringLiteral("aclnnMatMul_Add");
        QTest::addRow("chinese at %.1f", scale) << scale << QStringLiteral("算子 矩阵乘");
    }
}

void TestLabels::looksAsDrawnText()
{
    QFETCH(double, scale);
    QFETCH(QString, text);
    StringPool strings;
    const StringId name = strings.intern(text.toStdString());
    LabelPainter labels(strings, labelFont());
    labels.setScale(scale);
    QImage ours = sheet(200, 24, scale);
    labels.draw(ours, name, kInk, ours.rect());

    QImage drawn = sheet(200, 24, scale);
    drawn.setDevicePixelRatio(scale);
    QPainter painter(&drawn);
    painter.setFont(labelFont());
    painter.setPen(QColor::fromRgb(kInk));
    painter.drawText(QRectF(3, 0, 190, 24), Qt::AlignVCenter | Qt::AlignLeft, text);
    painter.end();
    const double truth = darkness(drawn);
    QVERIFY(truth > 50);
    QVERIFY2(std::abs(darkness(ours) - truth) < 0.2 * truth,
             qPrintable(QStringLiteral("%1 against %2").arg(darkness(ours)).arg(truth)));
}

void TestLabels::staysInItsPlace_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<int>("width");
    for (const double scale : {1.0, 1.5, 2.0}) {
        for (const int width : {90, 110, 140})
            QTest::addRow("%d px at %.1f", width, scale) << scale << width;
    }
}

void TestLabels::staysInItsPlace()
{
    QFETCH(double, scale);
    QFETCH(int, width);
    StringPool strings;
    const StringId name = strings.intern("a_rather_long_name_of_an_operator_that_never_fits_here");
    LabelPainter labels(strings, labelFont());
    labels.setScale(scale);
    QImage image = sheet(200, 40, scale);
    const QRect place(static_cast<int>(20 * scale), static_cast<int>(10 * scale), static_cast<int>(width * scale),
                      static_cast<int>(16 * scale));
    labels.draw(image, name, kInk, place);
    int inside = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const bool painted = image.pixel(x, y) != kBack;
            QVERIFY(!painted || place.contains(x, y));
            inside += painted ? 1 : 0;
        }
    }
    QVERIFY(inside > 30);
}

void TestLabels::aSecondDrawingIsTheSame()
{
    StringPool strings;
    const StringId name = strings.intern("Conv2D");
    LabelPainter labels(strings, labelFont());
    QImage first = sheet(100, 20, 1);
    QImage second = sheet(100, 20, 1);
    labels.draw(first, name, kInk, first.rect());
    labels.draw(second, name, kInk, second.rect());
    QVERIFY(first == second);
    QVERIFY(darkness(first) > 0);
}

void TestLabels::changingTheScaleDrawsAnew()
{
    StringPool strings;
    const StringId name = strings.intern("Conv2D");
    LabelPainter labels(strings, labelFont());
    QImage small = sheet(100, 20, 1);
    labels.draw(small, name, kInk, small.rect());
    labels.setScale(2);
    QImage large = sheet(100, 20, 2);
    labels.draw(large, name, kInk, large.rect());
    QVERIFY(darkness(large) > 3 * darkness(small));
    LabelPainter fresh(strings, labelFont());
    fresh.setScale(2);
    QImage again = sheet(100, 20, 2);
    fresh.draw(again, name, kInk, again.rect());
    QVERIFY(large == again);
}

void TestLabels::tooNarrowIsLeftOut()
{
    StringPool strings;
    const StringId name = strings.intern("a_rather_long_name");
    LabelPainter labels(strings, labelFont());
    QImage image = sheet(100, 20, 1);
    labels.draw(image, name, kInk, {10, 0, 14, 20});
    QCOMPARE(darkness(image), 0.0);
}

void TestLabels::longNamesAreCutBetweenCharacters_data()
{
    QTest::addColumn<QString>("text");
    // 512 bytes end in the middle of a character, at its first byte and at its border.
    for (const int before : {0, 1, 2})
        QTest::addRow("%d bytes before", before) << QString(before, QLatin1Char('a')) + QString(400, QChar(0x7B97));
}

void TestLabels::longNamesAreCutBetweenCharacters()
{
    QFETCH(QString, text);
    StringPool strings;
    const StringId name = strings.intern(text.toStdString());
    LabelPainter labels(strings, labelFont());
    QImage image = sheet(400, 20, 1);
    labels.draw(image, name, kInk, image.rect());
    // Both halves of the middle elision hold characters.
    QVERIFY(darkness(image.copy(0, 0, 150, 20)) > 300);
    QVERIFY(darkness(image.copy(250, 0, 150, 20)) > 300);
}

void TestLabels::longFlameNamesStay()
{
    TraceBuilder builder;
    const std::string name = QString(1000, QChar(0x7B97)).toStdString();
    FlameFrame frame;
    frame.kind = FlameKind::Slice;
    frame.name = builder.intern(name);
    TaskPool pool(1);
    const auto trace = TraceBuilder::freeze(std::move(builder), pool, Progress{});
    QVERIFY(trace.ok());
    const QString label = flameLabel(**trace, frame);
    QCOMPARE(label.size(), 2048 / 3 + 1);
    QCOMPARE(label.front(), QChar(0x7B97));
    QCOMPARE(label.at(label.size() - 2), QChar(0x7B97));
}

QTEST_MAIN(TestLabels)
#include "test_labels.moc"
