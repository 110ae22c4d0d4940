// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace tideline {

/// What the window shows without a profile: ways to open one, the recent ones, the first five keys.
class StartPage final : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Paths, newest first; missing ones are shown greyed with a way to remove them.
    void setRecent(const QStringList& paths);
    const QStringList& recent() const { return m_paths; }

signals:
    void openDirectoryWanted();
    void openFileWanted();
    void openSampleWanted();
    void recentWanted(const QString& path);
    void removeRecentWanted(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void fillRecent();
    QWidget* recentRow(const QString& path);
    void fillKeys();

    QStringList m_paths;
    QLabel* m_title;
    QLabel* m_tagline;
    QPushButton* m_directory;
    QPushButton* m_file;
    QPushButton* m_sample;
    QLabel* m_recentTitle;
    QWidget* m_recentList = nullptr;
    QVBoxLayout* m_recentPlace;
    QLabel* m_keysTitle;
    QWidget* m_keyList = nullptr;
    QVBoxLayout* m_keysPlace;
    QLabel* m_drop;
};

} // namespace tideline
