// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <set>
#include <string>

#include <sqlite3.h>

#include "app/common/collect_output.h"

using namespace tideline;
using namespace Qt::StringLiterals;

namespace {

using Columns = std::map<std::string, std::string>; // kind by name
using Tables = std::map<std::string, Columns>;

/// What a viewer put into the real file after the profiler wrote it.
bool isOfAViewer(const std::string& name)
{
    static const std::set<std::string> names = {"OVERLAP_ANALYSIS", "sqlite_sequence", "status_info",
                                                "connectionCats",   "depth",           "waitNs"};
    return names.contains(name);
}

class Query {
public:
    Query(sqlite3* database, const std::string& sql)
    {
        sqlite3_prepare_v2(database, sql.c_str(), -1, &m_statement, nullptr);
    }
    ~Query() { sqlite3_finalize(m_statement); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;
    bool next() { return sqlite3_step(m_statement) == SQLITE_ROW; }
    std::string text(int column) const
    {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
        return text ? text : "";
    }

private:
    sqlite3_stmt* m_statement = nullptr;
};

Tables tablesOf(const QString& path)
{
    Tables tables;
    sqlite3* database = nullptr;
    // The real one lies where nothing may be written, so without its journal.
    const std::string uri = "file:" + path.toStdString() + "?immutable=1";
    if (sqlite3_open_v2(uri.c_str(), &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) == SQLITE_OK) {
        Query names(database, "SELECT name FROM sqlite_master WHERE type = 'table'");
        while (names.next()) {
            if (isOfAViewer(names.text(0)))
                continue;
            Query columns(database, "PRAGMA table_info('" + names.text(0) + "')");
            while (columns.next())
                if (!isOfAViewer(columns.text(1)))
                    tables[names.text(0)][columns.text(1)] = columns.text(2);
        }
    }
    sqlite3_close(database);
    return tables;
}

} // namespace

/// The written databases beside real ones of the corpus: same tables, same columns.
class TestExportShared : public QObject {
    Q_OBJECT

private slots:
    void schemasAreThoseOfRealDatabases_data();
    void schemasAreThoseOfRealDatabases();
};

void TestExportShared::schemasAreThoseOfRealDatabases_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("profile") << u"ascend_pytorch_profiler_0.db"_s;
    QTest::newRow("analysis") << u"analysis.db"_s;
}

void TestExportShared::schemasAreThoseOfRealDatabases()
{
    QFETCH(QString, name);
    const QString real = QStringLiteral(TIDELINE_SAMPLES_DIR "/samples/Ascend+msinsight/test/data/pytorch/db/level1/"
                                                             "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/")
                         + name;
    if (!QFile::exists(real))
        QSKIP("the sample corpus is not here");
    const QTemporaryDir folder;
    CollectOutput output;
    output.directory = folder.filePath(u"out"_s).toStdString();
    output.forms = {ExportForm::Database};
    collect::CollectOptions options;
    options.ranks = 2;
    options.steps = 1;
    QVERIFY(collectTo(output, options, {}).ok());
    const QDir ranks(folder.filePath(u"out"_s));
    const QString first = ranks.filePath(ranks.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name).value(0));
    const Tables ours = tablesOf(first + u"/ASCEND_PROFILER_OUTPUT/"_s + name);
    const Tables theirs = tablesOf(real);
    QVERIFY(theirs.size() >= 4);
    for (const auto& [table, columns] : theirs) {
        QVERIFY2(ours.contains(table), table.c_str());
        QVERIFY2(ours.at(table) == columns, table.c_str());
    }
    for (const auto& [table, columns] : ours)
        QVERIFY2(theirs.contains(table), table.c_str());
}

QTEST_GUILESS_MAIN(TestExportShared)
#include "test_export_shared.moc"
