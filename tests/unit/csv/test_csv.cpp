// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "core/decode/csv/csv_reader.h"

using namespace tideline;

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rowsOf(CsvReader& reader)
{
    Rows rows;
    while (reader.next()) {
        rows.emplace_back();
        for (std::size_t i = 0; i < reader.fieldCount(); ++i)
            rows.back().emplace_back(reader.field(i));
    }
    return rows;
}

Rows rowsOf(std::string_view text)
{
    CsvReader reader(text);
    return rowsOf(reader);
}

/// The field as a careful writer would put it: quoted when it must be, else by choice.
std::string written(const std::string& field, bool quote)
{
    if (!quote && field.find_first_of(",\"\r\n") == std::string::npos)
        return field;
    std::string out(1, '"');
    for (const char c : field)
        out.append(c == '"' ? 2 : 1, c);
    out += '"';
    return out;
}

} // namespace

class TestCsv : public QObject {
    Q_OBJECT

private slots:
    void plainRows();
    void lineEndsMayMix();
    void byteOrderMarkIsNoPartOfTheFirstName();
    void quotedFields();
    void trimming();
    void wrongFieldCountsAreFlagged();
    void physicalLines();
    void unterminatedQuoteKeepsTheRow();
    void emptyInputs();
    void limits();
    void anyFieldSurvivesWritingAndReading();
    void filesAreReadInPieces_data();
    void filesAreReadInPieces();
    void filesThatChangeMeanwhile();
    void rowsWithoutEndAreCut();
};

void TestCsv::plainRows()
{
    CsvReader reader("a,b,c\n1,,3\n4,5,6");
    QCOMPARE(reader.header(), (std::vector<std::string>{"a", "b", "c"}));
    QCOMPARE(reader.column("c"), 2);
    QCOMPARE(reader.column("d"), -1);
    QCOMPARE(rowsOf(reader), (Rows{{"1", "", "3"}, {"4", "5", "6"}}));
    QVERIFY(!reader.next());
    QCOMPARE(reader.field(-1), std::string_view());
    QCOMPARE(rowsOf("a,b\n1,"), (Rows{{"1", ""}}));
}

void TestCsv::lineEndsMayMix()
{
    QCOMPARE(rowsOf("a\r\n1\n2\r3\r\n4"), (Rows{{"1"}, {"2"}, {"3"}, {"4"}}));
    QCOMPARE(rowsOf("a,b\r\n1,2\r\n\r\n3,4\r\n\n"), (Rows{{"1", "2"}, {"3", "4"}}));
}

void TestCsv::byteOrderMarkIsNoPartOfTheFirstName()
{
    CsvReader reader("\xEF\xBB\xBFStep Id,Name\r\n7,x\r\n");
    QCOMPARE(reader.header().front(), std::string("Step Id"));
    QVERIFY(reader.next());
    QCOMPARE(reader.field(0), std::string_view("7"));
}

void TestCsv::quotedFields()
{
    QCOMPARE(rowsOf("a,b\n\"x,y\",2\n"), (Rows{{"x,y", "2"}}));
    QCOMPARE(rowsOf("a,b\n\"say \"\"hi\"\"\",2\n"), (Rows{{"say \"hi\"", "2"}}));
    QCOMPARE(rowsOf("a,b\n\"\"\"1,2;3\"\"\",\"\"\n"), (Rows{{"\"1,2;3\"", ""}}));
    CsvReader lines("a,b\n\"f;\nmain\",2\n");
    QVERIFY(lines.next());
    QCOMPARE(lines.field(0), std::string_view("f;\nmain"));
    QCOMPARE(rowsOf("a,b\nx\"y,2\n"), (Rows{{"x\"y", "2"}}));
    QCOMPARE(rowsOf("a,b\n\"x\"y,2\n"), (Rows{{"xy", "2"}}));
    QCOMPARE(rowsOf("a\n\"\"\n"), (Rows{{""}}));
}

void TestCsv::trimming()
{
    QCOMPARE(rowsOf("a,b\n 1.5\t,\"2.5\t\"\n"), (Rows{{"1.5", "2.5"}}));
    CsvOptions options;
    options.trim = false;
    CsvReader exact("a\n 1\t\n", options);
    QVERIFY(exact.next());
    QCOMPARE(exact.field(0), std::string_view(" 1\t"));
}

void TestCsv::wrongFieldCountsAreFlagged()
{
    CsvReader reader("a,b,c\n1,2\n1,2,3\n1,2,3,4\n");
    QVERIFY(reader.next() && reader.wrongFieldCount());
    QCOMPARE(reader.field(2), std::string_view());
    QVERIFY(reader.next() && !reader.wrongFieldCount());
    QVERIFY(reader.next() && reader.wrongFieldCount());
    QCOMPARE(reader.fieldCount(), std::size_t(4));
}

void TestCsv::physicalLines()
{
    CsvReader reader("a,b\r\n\"x\r\ny\rz\nw\",1\r\n\r\n2,3\r4,5\n");
    std::vector<std::uint64_t> lines;
    std::vector<std::uint64_t> offsets;
    while (reader.next()) {
        lines.push_back(reader.line());
        offsets.push_back(reader.offset());
    }
    QCOMPARE(lines, (std::vector<std::uint64_t>{2, 7, 8}));
    QCOMPARE(offsets, (std::vector<std::uint64_t>{5, 21, 25}));
}

void TestCsv::unterminatedQuoteKeepsTheRow()
{
    CsvReader reader("a,b\n1,\"open, to the\nend");
    QVERIFY(reader.next());
    QVERIFY(reader.unterminatedQuote());
    QCOMPARE(reader.field(1), std::string_view("open, to the\nend"));
    QVERIFY(!reader.next());
    CsvReader atEnd("a\n\"");
    QVERIFY(atEnd.next() && atEnd.unterminatedQuote());
}

void TestCsv::emptyInputs()
{
    CsvReader nothing("");
    QVERIFY(nothing.header().empty());
    QVERIFY(!nothing.next());
    CsvReader mark("\xEF\xBB\xBF");
    QVERIFY(mark.header().empty() && !mark.next());
    CsvReader headerOnly("a,b");
    QCOMPARE(headerOnly.header().size(), std::size_t(2));
    QVERIFY(!headerOnly.next());
}

void TestCsv::limits()
{
    CsvOptions options;
    options.maxColumns = 2;
    options.maxFieldBytes = 4;
    CsvReader reader("a,b,c\n123456,\"12\"\"3456\",x\n", options);
    QCOMPARE(reader.header().size(), std::size_t(2));
    QVERIFY(reader.next());
    QCOMPARE(reader.fieldCount(), std::size_t(3));
    QCOMPARE(reader.field(0), std::string_view("1234"));
    QVERIFY(reader.field(1).size() <= 4);
    QVERIFY(reader.fieldCut());
    QCOMPARE(reader.field(2), std::string_view());
}

void TestCsv::anyFieldSurvivesWritingAndReading()
{
    std::mt19937 random(7);
    const std::string letters = "ab,\"\n\r;x1";
    for (int round = 0; round < 300; ++round) {
        const std::size_t columns = 1 + random() % 5;
        std::string text;
        Rows expected;
        for (int row = 0; row < 20; ++row) {
            std::vector<std::string> fields(columns);
            for (std::size_t column = 0; column < columns; ++column) {
                const std::size_t length = random() % 90;
                for (std::size_t i = 0; i < length; ++i)
                    fields[column] += letters[random() % letters.size()];
                if (column > 0)
                    text += ',';
                text += written(fields[column], columns == 1 || random() % 2);
            }
            text += random() % 2 ? "\n" : "\r\n";
            expected.push_back(fields);
        }
        CsvOptions options;
        options.trim = false;
        CsvReader reader(std::string_view(text), options);
        Rows rows = rowsOf(reader);
        QCOMPARE(reader.fieldCount(), std::size_t(0));
        expected.erase(expected.begin()); // the header row is trimmed and stands apart
        QCOMPARE(rows, expected);
    }
}

void TestCsv::filesAreReadInPieces_data()
{
    QTest::addColumn<std::string>("start");
    QTest::addColumn<std::string>("lineEnd");
    QTest::addColumn<std::string>("field");
    QTest::newRow("plain") << std::string() << std::string("\n") << std::string("0123456789abcdef");
    QTest::newRow("byte order mark") << std::string("\xEF\xBB\xBF") << std::string("\r\n") << std::string("x");
    QTest::newRow("quotes and lines") << std::string() << std::string("\r\n") << std::string("\"a,\"\"b\"\"\r\nc\"");
    QTest::newRow("blank lines") << std::string() << std::string("\n\n\r\n") << std::string("\"\"");
    QTest::newRow("rows of 3 MB") << std::string() << std::string("\n") << '"' + std::string(3'000'000, 'w') + '"';
}

/// Wherever a piece ends, a file gives the rows, lines and offsets that its text gives.
void TestCsv::filesAreReadInPieces()
{
    QFETCH(std::string, start);
    QFETCH(std::string, lineEnd);
    QFETCH(std::string, field);
    const QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("big.csv")).toStdString();
    std::string text = start + "n,text" + lineEnd;
    for (std::size_t i = 0; text.size() < 10'000'000; ++i)
        text += std::to_string(i) + ',' + field + lineEnd;
    std::ofstream(path, std::ios::binary) << text;
    CsvReader whole{std::string_view(text)};
    auto reader = CsvReader::open(path);
    QVERIFY(reader.ok());
    QCOMPARE(reader->header(), whole.header());
    while (whole.next()) {
        QVERIFY(reader->next());
        QVERIFY(reader->field(0) == whole.field(0) && reader->field(1) == whole.field(1));
        QVERIFY(reader->line() == whole.line() && reader->unterminatedQuote() == whole.unterminatedQuote());
        QVERIFY(start.size() + reader->offset() >= whole.offset() && reader->position() == whole.position());
    }
    QVERIFY(!reader->next());
    QCOMPARE(reader->position(), reader->size());
    const auto missing = CsvReader::open(path + ".none");
    QVERIFY(!missing.ok());
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
}

void TestCsv::filesThatChangeMeanwhile()
{
    const QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("live.csv")).toStdString();
    const std::size_t count = 500'000;
    const auto write = [&path](std::ios::openmode mode) {
        std::ofstream out(path, std::ios::binary | mode);
        out << (mode == std::ios::trunc ? "a,b\n" : "");
        for (std::size_t i = 0; i < count; ++i)
            out << "1,0123456789\n";
    };
    write(std::ios::trunc);
    auto grown = CsvReader::open(path);
    QVERIFY(grown.ok());
    write(std::ios::app);
    std::size_t rows = 0;
    while (grown->next())
        ++rows;
    QCOMPARE(rows, count); // as it was when it was opened

    auto cut = CsvReader::open(path);
    QVERIFY(cut.ok());
    std::filesystem::resize_file(path, 3'000'004 + 7);
    rows = 0;
    while (cut->next() && !cut->unterminatedQuote())
        ++rows;
    QVERIFY(cut->unterminatedQuote() && cut->wrongFieldCount());
    QVERIFY(rows > 100'000 && rows < count);
    QVERIFY(!cut->next());
}

/// Text that never closes its quote costs memory for the longest row only.
void TestCsv::rowsWithoutEndAreCut()
{
    const QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("open.csv")).toStdString();
    const std::size_t size = std::size_t{300} << 20;
    {
        std::ofstream out(path, std::ios::binary);
        out << "a,b\n1,\"";
        const std::string piece(1 << 20, 'o');
        for (std::size_t done = 0; done < size; done += piece.size())
            out << piece;
    }
    auto reader = CsvReader::open(path);
    QVERIFY(reader.ok() && reader->next());
    QVERIFY(reader->unterminatedQuote() && reader->fieldCut());
    QCOMPARE(reader->field(0), std::string_view("1"));
    QVERIFY(reader->position() < size);
    QVERIFY(reader->next());
    QVERIFY(!reader->next());
}

QTEST_APPLESS_MAIN(TestCsv)
#include "test_csv.moc"
