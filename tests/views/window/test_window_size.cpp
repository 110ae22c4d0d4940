// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QPushButton>
#include <QTest>

#include "app/gui/window_actions.h"
#include "tests/views/window/window_fixture.h"
#include "views/kit/theme.h"
#include "views/page/page.h"

using namespace Qt::StringLiterals;
using namespace tideline;

/// What the window looks like before anybody has changed anything: its size, its icons, the words of dialogs.
class TestWindowSize : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QIcon::setThemeName(u"no-such-theme"_s); }
    void aProfileDoesNotWidenTheWindow_data();
    void aProfileDoesNotWidenTheWindow();
    void smallScreensShowDetailsAndAdvisor();
    void theFitIconIsSeenInEveryTheme_data();
    void theFitIconIsSeenInEveryTheme();
    void dialogButtonsSpeakChinese_data();
    void dialogButtonsSpeakChinese();
};

void TestWindowSize::aProfileDoesNotWidenTheWindow_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("en") << u"en"_s;
    QTest::newRow("zh_CN") << u"zh_CN"_s;
}

void TestWindowSize::aProfileDoesNotWidenTheWindow()
{
    QFETCH(QString, language);
    test::WindowFixture fixture;
    fixture.window->setLanguage(language);
    const QSize first = fixture.window->size();
    const QSize screen = fixture.window->screen()->availableSize();
    QVERIFY(first.width() <= screen.width() && first.height() <= screen.height());
    fixture.window->resize(1280, 720); // the screen of a test is smaller
    fixture.openRanks();
    QTest::qWait(50); // docks are laid out by the event loop
    QCOMPARE(fixture.window->size(), QSize(1280, 720));
}

void TestWindowSize::smallScreensShowDetailsAndAdvisor()
{
    test::WindowFixture fixture;
    fixture.openRanks();
    fixture.window->resize(1280, 720);
    QTest::qWait(50);
    QCOMPARE(fixture.window->size(), QSize(1280, 720));
    for (const char* id : {"details", "advisor"}) {
        fixture.window->raisePage(id);
        QTest::qWait(20);
        const Page* page = fixture.window->page(id);
        QVERIFY2(page->isVisible() && !page->visibleRegion().isEmpty(), id);
        QVERIFY2(page->width() >= 200 && page->height() >= 100, id);
        QCOMPARE(fixture.window->size(), QSize(1280, 720));
    }
}

void TestWindowSize::theFitIconIsSeenInEveryTheme_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << u"light"_s;
    QTest::newRow("dark") << u"dark"_s;
}

void TestWindowSize::theFitIconIsSeenInEveryTheme()
{
    QFETCH(QString, theme);
    test::WindowFixture fixture;
    fixture.openRanks();
    fixture.window->setTheme(theme);
    const QImage icon = fixture.window->actions()[ActionId::Fit]->icon().pixmap(16, 16).toImage();
    const QColor behind = QApplication::palette().color(QPalette::Button);
    int seen = 0;
    for (int y = 0; y < icon.height(); ++y) {
        for (int x = 0; x < icon.width(); ++x) {
            const QColor dot = icon.pixelColor(x, y);
            seen += dot.alpha() > 200 && contrast(QColor(dot.rgb()), behind) >= 4.5 ? 1 : 0;
        }
    }
    QVERIFY2(seen >= 20, qPrintable(QString::number(seen)));
    fixture.window->setTheme(u"system"_s);
}

void TestWindowSize::dialogButtonsSpeakChinese_data()
{
    QTest::addColumn<int>("button");
    QTest::newRow("close") << static_cast<int>(QDialogButtonBox::Close);
    QTest::newRow("cancel") << static_cast<int>(QDialogButtonBox::Cancel);
}

void TestWindowSize::dialogButtonsSpeakChinese()
{
    QFETCH(int, button);
    test::WindowFixture fixture;
    fixture.window->setLanguage(u"zh_CN"_s);
    const auto which = static_cast<QDialogButtonBox::StandardButton>(button);
    const QDialogButtonBox box(which);
    const QString text = box.button(which)->text();
    QVERIFY2(text[0].unicode() >= 0x4E00, qPrintable(text));
    fixture.window->setLanguage(u"en"_s);
}

QTEST_MAIN(TestWindowSize)
#include "test_window_size.moc"
