// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/gui_settings.h"

#include <QDir>

#include "app/gui/xdg_dirs.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMostRecent = 10;

} // namespace

QString GuiSettings::filePath()
{
    return QString::fromStdString((xdgConfigDir() / "tideline.ini").string());
}

GuiSettings::GuiSettings(bool safeMode) : m_safeMode(safeMode), m_settings(filePath(), QSettings::IniFormat)
{
}

void GuiSettings::addRecent(const QString& path)
{
    const QString absolute = QDir::cleanPath(QDir().absoluteFilePath(path));
    QStringList paths = recent();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    m_settings.setValue(u"recent"_s, QStringList(paths.mid(0, kMostRecent)));
}

void GuiSettings::removeRecent(const QString& path)
{
    QStringList paths = recent();
    paths.removeAll(path);
    m_settings.setValue(u"recent"_s, paths);
}

QByteArray GuiSettings::geometry() const
{
    return m_safeMode ? QByteArray() : m_settings.value(u"window/geometry"_s).toByteArray();
}

QByteArray GuiSettings::layout() const
{
    return m_safeMode ? QByteArray() : m_settings.value(u"window/layout"_s).toByteArray();
}

void GuiSettings::setGeometry(const QByteArray& geometry)
{
    if (!m_safeMode)
        m_settings.setValue(u"window/geometry"_s, geometry);
}

void GuiSettings::setLayout(const QByteArray& layout)
{
    if (!m_safeMode)
        m_settings.setValue(u"window/layout"_s, layout);
}

} // namespace tideline
