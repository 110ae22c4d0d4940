// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "app/common/sample.h"

using namespace tideline;

/// The written sample beside a real capture of the corpus: same headers, same shapes of events.
class TestCollectShared : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void headersAreThoseOfARealCapture_data();
    void headersAreThoseOfARealCapture();
    void eventShapesAreSeenInARealCapture();

private:
    static QSet<QString> shapesOf(const QString& folder);

    QTemporaryDir m_folder;
    QString m_real;
    QString m_ours;
};

void TestCollectShared::initTestCase()
{
    m_real = QStringLiteral(TIDELINE_SAMPLES_DIR "/samples/Ascend+msinsight/test/data/pytorch/text/level1/"
                                                 "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT");
    if (!QDir(m_real).exists())
        QSKIP("the sample corpus is not here");
    QVERIFY(writeSample(m_folder.filePath(QStringLiteral("s")).toStdString(), false, {}).ok());
    const QDir sample(m_folder.filePath(QStringLiteral("s")));
    m_ours = sample.filePath(sample.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0))
             + QStringLiteral("/ASCEND_PROFILER_OUTPUT");
}

void TestCollectShared::headersAreThoseOfARealCapture_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"kernel_details.csv", "step_trace_time.csv", "operator_details.csv", "op_statistic.csv",
                             "api_statistic.csv", "memory_record.csv", "operator_memory.csv", "npu_module_mem.csv"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestCollectShared::headersAreThoseOfARealCapture()
{
    QFETCH(QString, name);
    QFile real(m_real + QLatin1Char('/') + name);
    QFile ours(m_ours + QLatin1Char('/') + name);
    QVERIFY(real.open(QIODevice::ReadOnly) && ours.open(QIODevice::ReadOnly));
    QCOMPARE(ours.readLine(), real.readLine()); // line ends included
}

QSet<QString> TestCollectShared::shapesOf(const QString& folder)
{
    QFile file(folder + QStringLiteral("/trace_view.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QJsonArray events = QJsonDocument::fromJson(file.readAll()).array();
    QHash<qint64, QString> processes;
    for (const QJsonValue& value : events)
        if (value[QStringLiteral("name")] == QStringLiteral("process_name"))
            processes[value[QStringLiteral("pid")].toInteger()] =
                value[QStringLiteral("args")][QStringLiteral("name")].toString();
    QSet<QString> shapes;
    for (const QJsonValue& value : events) {
        const QString phase = value[QStringLiteral("ph")].toString();
        QStringList words = {phase, processes.value(value[QStringLiteral("pid")].toInteger()),
                             value[QStringLiteral("cat")].toString()};
        if (phase == QStringLiteral("C") || phase == QStringLiteral("M"))
            words += value[QStringLiteral("name")].toString();
        words += value.toObject().keys();
        words += value[QStringLiteral("args")].toObject().keys();
        words += value[QStringLiteral("ts")].isString() ? QStringLiteral("text") : QStringLiteral("none");
        words += value[QStringLiteral("id")].isString() ? QStringLiteral("text") : QStringLiteral("none");
        shapes.insert(words.join(QLatin1Char(' ')));
    }
    return shapes;
}

void TestCollectShared::eventShapesAreSeenInARealCapture()
{
    const QSet<QString> real = shapesOf(m_real);
    const QSet<QString> ours = shapesOf(m_ours);
    QVERIFY(ours.size() > 40);
    for (const QString& shape : ours) {
        // That capture has call stacks on most operators; ours has none. Its inputs come with and without shapes.
        QVERIFY2(real.contains(shape), qPrintable(shape));
    }
}

QTEST_GUILESS_MAIN(TestCollectShared)
#include "test_collect_shared.moc"
