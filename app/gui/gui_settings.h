// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSettings>
#include <QStringList>

namespace tideline {

/// What the desktop program remembers: an INI file under $XDG_CONFIG_HOME/tideline. In safe mode the saved layout is
/// neither read nor written.
class GuiSettings {
public:
    explicit GuiSettings(bool safeMode = false);

    QString theme() const { return m_settings.value(QStringLiteral("theme"), QStringLiteral("system")).toString(); }
    void setTheme(const QString& theme) { m_settings.setValue(QStringLiteral("theme"), theme); }

    /// "en", "zh_CN" or "" for the language of the system.
    QString language() const { return m_settings.value(QStringLiteral("language")).toString(); }
    void setLanguage(const QString& language) { m_settings.setValue(QStringLiteral("language"), language); }

    /// Newest first, at most ten, absolute paths.
    QStringList recent() const { return m_settings.value(QStringLiteral("recent")).toStringList(); }
    void addRecent(const QString& path);
    void removeRecent(const QString& path);

    QByteArray geometry() const;
    QByteArray layout() const;
    void setGeometry(const QByteArray& geometry);
    void setLayout(const QByteArray& layout);

    static QString filePath();

private:
    bool m_safeMode;
    QSettings m_settings;
};

} // namespace tideline
