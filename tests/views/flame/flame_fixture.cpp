// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/flame/flame_fixture.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QTest>
#include <QWheelEvent>

#include "tests/support/trace_from.h"
#include "views/flame/flame_text.h"

namespace tideline::test {

FlameFixture::FlameFixture()
{
    page.resize(1012, 400);
    page.show();
    QApplication::setActiveWindow(&page);
    page.canvas()->setFocus();
}

void FlameFixture::open(const std::string& events)
{
    const QString path = dir.filePath(QStringLiteral("trace%1.json").arg(++m_files));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString("{\"traceEvents\":[" + events + "]}"));
    file.close();
    OpenOptions options;
    options.paths = {path.toStdString()};
    options.threads = 1;
    auto opened = Session::open(options, Progress{});
    QVERIFY2(opened.ok(), opened ? "" : opened.error().text().c_str());
    session = *opened;
    page.setSession(session);
    state.reset(session->trace().axisExtent());
    wait();
}

void FlameFixture::wait()
{
    QTRY_VERIFY(!page.running());
}

SliceId FlameFixture::slice(const char* name) const
{
    return sliceNamed(session->trace(), name);
}

std::uint32_t FlameFixture::frame(const char* name) const
{
    const FlameTree& tree = *const_cast<FlamePage&>(page).model().tree();
    for (std::uint32_t i = 1; i < tree.frames.size(); ++i) {
        if (nameOf(i) == QString::fromUtf8(name))
            return i;
    }
    return FlameTree::kNone;
}

QString FlameFixture::nameOf(std::uint32_t frame) const
{
    const FlameTree* tree = const_cast<FlamePage&>(page).model().tree();
    if (!tree || frame >= tree->frames.size())
        return {};
    return flameRawName(session->trace(), tree->frames[frame]);
}

QStringList FlameFixture::selected() const
{
    QStringList names;
    const std::vector<bool>& marked = const_cast<FlamePage&>(page).model().selected();
    for (std::uint32_t i = 0; i < marked.size(); ++i) {
        if (marked[i])
            names << nameOf(i);
    }
    return names;
}

QPoint FlameFixture::pointOf(const char* name)
{
    const auto rect = canvas()->rectOf(frame(name));
    return rect ? rect->center().toPoint() : QPoint(-1, -1);
}

std::pair<double, double> FlameFixture::view()
{
    const FlameView view = page.model().view();
    const auto total = static_cast<double>(tree().total());
    return {view.from / total, view.to / total};
}

void FlameFixture::key(int key, Qt::KeyboardModifiers modifiers)
{
    QTest::keyClick(canvas(), static_cast<Qt::Key>(key), modifiers);
}

void FlameFixture::click(const char* name)
{
    QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, Qt::NoModifier, pointOf(name));
}

void FlameFixture::doubleClick(const char* name)
{
    const QPoint at = pointOf(name);
    QTest::mouseClick(canvas()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
    QTest::mouseDClick(canvas()->viewport(), Qt::LeftButton, Qt::NoModifier, at);
}

void FlameFixture::wheel(QPointF at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWidget* widget = canvas()->viewport();
    QWheelEvent event(at, widget->mapToGlobal(at), QPoint(), QPoint(0, notches * 120), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

void FlameFixture::choose(QComboBox* box, int value)
{
    box->setCurrentIndex(box->findData(value));
    emit box->activated(box->currentIndex());
    wait();
}

void FlameFixture::find(const QString& text)
{
    page.searchField()->setFocus();
    page.searchField()->clear();
    QTest::keyClicks(page.searchField(), text);
    QTest::keyClick(page.searchField(), Qt::Key_Return);
    wait();
}

std::string call(const std::string& name, double ts, double dur, int tid, const std::string& category)
{
    return R"({"ph":"X","pid":1,"tid":)" + std::to_string(tid) + R"(,"cat":")" + category + R"(","name":")" + name
           + R"(","ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "}";
}

} // namespace tideline::test
