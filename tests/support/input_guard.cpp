// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/input_guard.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <array>
#include <sys/stat.h>

namespace tideline::test {

namespace {

/// Options whose value is written to.
constexpr std::array<QStringView, 4> kOutputs = {u"-o", u"--output", u"--export", u"--cache-dir"};

QString entryState(const QString& path)
{
    struct stat info = {};
    if (::lstat(QFile::encodeName(path).constData(), &info) != 0)
        return QStringLiteral("gone");
    return QStringLiteral("mode %1, %2 bytes, owner %3, inode %4, changed %5.%6")
        .arg(info.st_mode, 0, 8)
        .arg(S_ISDIR(info.st_mode) ? 0 : info.st_size)
        .arg(info.st_uid)
        .arg(info.st_ino)
        .arg(info.st_mtim.tv_sec)
        .arg(info.st_mtim.tv_nsec, 9, 10, QLatin1Char('0'));
}

void addAll(const QString& directory, QDirIterator::IteratorFlag depth, DirectoryState& state)
{
    constexpr auto kAll = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    QDirIterator all(directory, kAll, depth);
    while (all.hasNext()) {
        const QString path = all.next();
        state.insert(path, entryState(path));
    }
    state.insert(directory, entryState(directory));
}

/// The value of each option for output, "-o X" and "--output=X" alike; `others` gets the remaining words.
QStringList split(const QStringList& words, QStringList& others)
{
    QStringList values;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString name = words[i].section(u'=', 0, 0);
        const bool known = std::find(kOutputs.begin(), kOutputs.end(), QStringView(name)) != kOutputs.end();
        if (known && words[i].contains(u'='))
            values.append(words[i].section(u'=', 1));
        else if (known && i + 1 < words.size())
            values.append(words[++i]);
        else
            others.append(name.startsWith(u'-') && words[i].contains(u'=') ? words[i].section(u'=', 1) : words[i]);
    }
    return values;
}

QString absolute(const QString& path, const QString& directory)
{
    const QString base = directory.isEmpty() ? QDir::currentPath() : directory;
    return QDir::cleanPath(QDir(base).absoluteFilePath(path));
}

bool isOf(const QString& path, const QString& parent)
{
    return path == parent || path.startsWith(parent + u'/');
}

} // namespace

DirectoryState stateBelow(const QStringList& paths)
{
    DirectoryState state;
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (info.isDir())
            addAll(path, QDirIterator::Subdirectories, state);
        else
            addAll(info.absolutePath(), QDirIterator::NoIteratorFlags, state);
    }
    return state;
}

QStringList inputsOf(const QStringList& words, const QString& directory)
{
    QStringList others;
    split(words, others);
    QStringList inputs;
    for (QString word : others) {
        if (const qsizetype pattern = word.indexOf(u'*'); pattern >= 0)
            word = word.left(word.lastIndexOf(u'/', pattern) + 1);
        const QString path = absolute(word, directory);
        const bool special = path == u'/' || path == QDir::tempPath() || isOf(path, QStringLiteral("/dev"))
                             || isOf(path, QStringLiteral("/proc"));
        if (!word.isEmpty() && !word.startsWith(u'-') && !special && QFileInfo::exists(path))
            inputs.append(path);
    }
    return inputs;
}

QStringList outputsOf(const QStringList& words, const QString& directory)
{
    QStringList others;
    QStringList outputs;
    for (const QString& value : split(words, others)) {
        const QString path = absolute(value, directory);
        outputs.append(path);
        if (const QString target = QFileInfo(path).canonicalFilePath(); !target.isEmpty())
            outputs.append(target); // what a link leads to
    }
    return outputs;
}

InputGuard::InputGuard(const QStringList& inputs, const QStringList& outputs)
    : m_inputs(inputs), m_outputs(outputs), m_before(state())
{
}

InputGuard::~InputGuard()
{
    const QStringList lines = changes();
    if (!lines.isEmpty())
        QTest::qFail(qPrintable(QStringLiteral("the input changed:\n") + lines.join(u'\n')), __FILE__, __LINE__);
}

QStringList InputGuard::changes()
{
    const DirectoryState after = state();
    QStringList lines;
    for (auto entry = m_before.begin(); entry != m_before.end(); ++entry) {
        if (const QString now = after.value(entry.key(), QStringLiteral("gone")); now != entry.value())
            lines.append(entry.key() + QStringLiteral(": ") + entry.value() + QStringLiteral(" -> ") + now);
    }
    for (auto entry = after.begin(); entry != after.end(); ++entry) {
        if (!m_before.contains(entry.key()))
            lines.append(entry.key() + QStringLiteral(": new, ") + entry.value());
    }
    m_before = after;
    return lines;
}

DirectoryState InputGuard::state() const
{
    DirectoryState state = stateBelow(m_inputs);
    for (const QString& output : m_outputs) {
        state.remove(QFileInfo(output).path());
        state.removeIf([&output](auto entry) { return isOf(entry.key(), output); });
    }
    return state;
}

} // namespace tideline::test
