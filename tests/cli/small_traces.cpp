// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/small_traces.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStringList>

#include <utility>

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
quint32 crc32(const QByteArray& text)
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
    addLittleEndian(crc32(text), out);
    addLittleEndian(static_cast<quint32>(text.size()), out);
    return out;
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
