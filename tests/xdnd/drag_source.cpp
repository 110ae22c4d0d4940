// SPDX-License-Identifier: GPL-3.0-or-later
// A window to drag a file from, for the test that drops on the real program: drag_source FILE X Y.
#include <QApplication>
#include <QDrag>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>

#include <cstdio>

namespace {

class Source : public QLabel {
public:
    explicit Source(const QString& path) : QLabel(QStringLiteral("drag me")), m_path(path) {}

protected:
    void mousePressEvent(QMouseEvent*) override {}
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (!(event->buttons() & Qt::LeftButton))
            return;
        auto* mime = new QMimeData;
        mime->setUrls({QUrl::fromLocalFile(m_path)});
        auto* drag = new QDrag(this);
        drag->setMimeData(mime);
        const Qt::DropAction action = drag->exec(Qt::CopyAction);
        std::printf("%s\n", action == Qt::CopyAction ? "accepted" : "refused");
        std::fflush(stdout);
    }

private:
    QString m_path;
};

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() != 4)
        return 2;
    Source source(arguments[1]);
    source.setWindowTitle(QStringLiteral("drag source"));
    source.setGeometry(arguments[2].toInt(), arguments[3].toInt(), 120, 80);
    source.show();
    return QApplication::exec();
}
