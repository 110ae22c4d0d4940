// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/notes/note_book.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSaveFile>

#include <utility>

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSchemaVersion = 1;
constexpr int kSaveDelayMs = 500;
constexpr qint64 kMaxFileBytes = 16 << 20;

QStringList canonical(const QStringList& paths)
{
    QStringList out;
    for (const QString& path : paths) {
        const QString real = QFileInfo(path).canonicalFilePath();
        out << (real.isEmpty() ? QDir::cleanPath(QFileInfo(path).absoluteFilePath()) : real);
    }
    return out;
}

} // namespace

NoteBook::NoteBook(QObject* parent) : QObject(parent)
{
    m_saveTimer.setSingleShot(true);
    m_saveTimer.setInterval(kSaveDelayMs);
    connect(&m_saveTimer, &QTimer::timeout, this, &NoteBook::save);
}

NoteBook::~NoteBook()
{
    save();
}

QString NoteBook::filePath() const
{
    if (m_directory.isEmpty() || m_paths.isEmpty())
        return {};
    const QByteArray key = QCryptographicHash::hash(m_paths.join(u'\n').toUtf8(), QCryptographicHash::Sha256).toHex();
    return m_directory + u"/notes/"_s + QString::fromLatin1(key.left(32)) + u".json"_s;
}

void NoteBook::open(const QStringList& paths)
{
    save();
    const QStringList wanted = canonical(paths);
    // The whole job comes after its first rank: a file that was put aside for the one is still missing for the other.
    const bool stillMissing = !wanted.isEmpty() && wanted == m_paths && !QFile::exists(filePath());
    m_paths = wanted;
    m_notes.clear();
    m_dirty = false;
    m_readOnly = false;
    if (!stillMissing)
        setProblem({});
    read();
    emit changed();
}

void NoteBook::read()
{
    const QString path = filePath();
    QFile file(path);
    if (path.isEmpty() || !file.exists())
        return;
    if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxFileBytes) {
        m_readOnly = true;
        setProblem(tr("The notes in %1 could not be read: %2").arg(path, file.errorString()));
        return;
    }
    QJsonParseError fault;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &fault);
    file.close();
    const QJsonObject root = document.object();
    if (root.value(u"schema_version"_s).toInt() > kSchemaVersion) {
        m_readOnly = true;
        setProblem(tr("The notes in %1 were written by a newer version; they are shown nowhere and stay as they are.")
                       .arg(path));
        return;
    }
    if (!document.isObject() || !root.value(u"notes"_s).isArray()) {
        // Put aside, so that new notes do not replace what may still be mended by hand.
        const QString aside = path + u".damaged"_s;
        QFile::remove(aside);
        QFile::rename(path, aside);
        setProblem(tr("The notes were damaged and put aside as %1 (%2).").arg(aside, fault.errorString()));
        return;
    }
    qsizetype lost = 0;
    for (const QJsonValue& value : root.value(u"notes"_s).toArray()) {
        if (auto note = noteFromJson(value.toObject()))
            m_notes.push_back(std::move(*note));
        else
            ++lost;
    }
    if (lost > 0)
        setProblem(tr("%n entry(s) of the notes could not be read.", nullptr, static_cast<int>(lost)));
}

void NoteBook::setProblem(const QString& problem)
{
    if (std::exchange(m_problem, problem) != problem)
        emit problemChanged();
}

void NoteBook::touch()
{
    m_dirty = true;
    m_saveTimer.start();
    emit changed();
}

int NoteBook::add(Note note)
{
    if (note.created.isEmpty())
        note.created = QDateTime::currentDateTimeUtc().toString(Qt::ISODate);
    m_notes.push_back(std::move(note));
    touch();
    return static_cast<int>(m_notes.size()) - 1;
}

void NoteBook::setText(int row, const QString& text)
{
    Note& note = m_notes.at(static_cast<std::size_t>(row));
    if (note.text == text)
        return;
    note.text = text;
    touch();
}

void NoteBook::remove(int row)
{
    m_notes.erase(m_notes.begin() + row);
    touch();
}

bool NoteBook::move(int row, int by)
{
    const int to = row + by;
    if (to < 0 || to >= static_cast<int>(m_notes.size()))
        return false;
    std::swap(m_notes[static_cast<std::size_t>(row)], m_notes[static_cast<std::size_t>(to)]);
    touch();
    return true;
}

bool NoteBook::save()
{
    m_saveTimer.stop();
    const QString path = filePath();
    if (!m_dirty || path.isEmpty() || m_readOnly)
        return !m_readOnly;
    QJsonArray list;
    for (const Note& note : m_notes)
        list.append(toJson(note));
    const QJsonObject root{
        {u"schema_version"_s, kSchemaVersion}, {u"profile"_s, QJsonArray::fromStringList(m_paths)}, {u"notes"_s, list}};
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    const QByteArray text = QJsonDocument(root).toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
        setProblem(tr("The notes could not be written to %1: %2").arg(path, file.errorString()));
        return false;
    }
    m_dirty = false;
    return true;
}

QString NoteBook::markdown() const
{
    QStringList parts;
    for (const Note& note : m_notes) {
        if (!note.text.trimmed().isEmpty())
            parts << u"**"_s + note.label + u"**\n\n"_s + note.text.trimmed();
    }
    return parts.join(u"\n\n"_s);
}

} // namespace tideline
