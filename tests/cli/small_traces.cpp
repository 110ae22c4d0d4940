// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/small_traces.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>

#include <utility>

#include <zlib.h>

namespace tideline::test {

namespace {

QByteArray jsonText(const QString& text)
{
    QByteArray array = QJsonDocument(QJsonArray{text}).toJson(QJsonDocument::Compact);
    return array.mid(1, array.size() - 2);
}

QByteArray microseconds(qint64 ns)
{
    return QByteArray::number(ns / 1000) + '.' + QByteArray::number(ns % 1000).rightJustified(3, '0');
}

/// CRC-32 of gzip, bit by bit: the texts here are small.
quint32 checksum(const QByteArray& text)
{
    quint32 crc = ~quint32{0};
    for (const char c : text) {
        crc ^= static_cast<quint8>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~crc;
}

void addLittleEndian(quint32 value, QByteArray& out)
{
    for (int shift = 0; shift < 32; shift += 8)
        out += static_cast<char>(value >> shift & 0xFFU);
}

} // namespace

QByteArray chromeTrace(const QList<TestSlice>& slices)
{
    QByteArray out = "{\"traceEvents\":[\n";
    for (qsizetype i = 0; i < slices.size(); ++i) {
        const TestSlice& slice = slices[i];
        out += i > 0 ? ",\n" : "";
        out += R"({"ph":"X","pid":1,"tid":)" + QByteArray::number(slice.thread);
        out += R"(,"name":)" + jsonText(slice.name);
        out += R"(,"ts":)" + microseconds(slice.startNs) + R"(,"dur":)" + microseconds(slice.durationNs) + '}';
    }
    return out + "\n]}\n";
}

bool writeLargeTrace(const QString& path, qint64 bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.write("[");
    qint64 written = 0;
    for (qint64 i = 0; written < bytes; ++i) {
        const QByteArray event = QByteArray(i > 0 ? ",\n" : "\n") + R"({"ph":"X","pid":1,"tid":)"
                                 + QByteArray::number(i % 7) + R"(,"name":"op)" + QByteArray::number(i % 977)
                                 + R"(","ts":)" + microseconds(i * 1010) + R"(,"dur":1.0})";
        file.write(event);
        written += event.size();
    }
    return file.write("]") == 1;
}

QByteArray gzipped(const QByteArray& text)
{
    const QByteArray zlib = qCompress(text); // four bytes of length, two of a header, deflate, four of a checksum
    QByteArray out = QByteArray::fromHex("1f8b0800000000000003") + zlib.mid(6, zlib.size() - 10);
    addLittleEndian(checksum(text), out);
    addLittleEndian(static_cast<quint32>(text.size()), out);
    return out;
}

QByteArray packed(const QByteArray& text)
{
    z_stream stream = {};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(text.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.constData()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

QByteArray zipped(const QList<std::pair<QByteArray, QByteArray>>& members)
{
    QByteArray out;
    QByteArray directory;
    const auto add = [](QByteArray& to, quint32 value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            to += static_cast<char>(value >> (8 * i) & 0xFFU);
    };
    for (const auto& [name, text] : members) {
        QByteArray head; // version, flags, method, time, date, CRC, sizes, length of the name, no extra field
        for (const quint32 value : {20U, 0U, 0U, 0U, 0x21U})
            add(head, value, 2);
        for (const quint32 value :
             {checksum(text), static_cast<quint32>(text.size()), static_cast<quint32>(text.size())})
            add(head, value, 4);
        add(head, static_cast<quint32>(name.size()), 2);
        add(head, 0, 2);
        directory += "PK\1\2";
        add(directory, 20, 2);
        directory += head + QByteArray(10, '\0');
        add(directory, static_cast<quint32>(out.size()), 4);
        directory += name;
        out += "PK\3\4" + head + name + text;
    }
    const auto count = static_cast<quint32>(members.size());
    const auto start = static_cast<quint32>(out.size());
    out += directory + QByteArray("PK\5\6") + QByteArray(4, '\0');
    add(out, count, 2);
    add(out, count, 2);
    add(out, static_cast<quint32>(directory.size()), 4);
    add(out, start, 4);
    return out + QByteArray(2, '\0');
}

QStringList hostileNames()
{
    return {QStringLiteral("a,b"),
            QStringLiteral("say \"hi\""),
            QStringLiteral("two\nlines"),
            QStringLiteral("return\r\nhere"),
            QStringLiteral("tab\there"),
            QStringLiteral("red\u001B[31mtext"),
            QStringLiteral("bell\u0007"),
            QStringLiteral("delete\u007F"),
            QStringLiteral("next line\u0085csi\u009B31m"),
            QStringLiteral("right\u202Eleft"),
            QStringLiteral("isolate\u2066end\u2069"),
            QStringLiteral("mark\u200Fand\u061C"),
            QStringLiteral("矩阵乘法"),
            QStringLiteral("  blanks  "),
            QStringLiteral("")};
}

QList<QStringList> csvRows(const QByteArray& text)
{
    QList<QStringList> rows;
    QStringList row;
    QByteArray cell;
    bool quoted = false;
    const auto endCell = [&] {
        row.append(QString::fromUtf8(cell));
        cell.clear();
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
            cell += text[++i];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            endCell();
        } else if (c == '\n' && !quoted) {
            endCell();
            rows.append(std::exchange(row, {}));
        } else if (c != '\r' || quoted) {
            cell += c;
        }
    }
    return rows;
}

} // namespace tideline::test
