// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/window/profile_maker.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace tideline::test {

using namespace Qt::StringLiterals;

namespace {

QByteArray slice(const QByteArray& name, int pid, int tid, double ts, double dur, const QByteArray& args = "{}")
{
    return R"({"ph":"X","name":")" + name + R"(","pid":)" + QByteArray::number(pid) + R"(,"tid":)"
           + QByteArray::number(tid) + R"(,"ts":)" + QByteArray::number(ts, 'f', 3) + R"(,"dur":)"
           + QByteArray::number(dur, 'f', 3) + R"(,"args":)" + args + "}";
}

QByteArray named(const QByteArray& what, int pid, int tid, const QByteArray& name)
{
    return R"({"ph":"M","name":")" + what + R"(","pid":)" + QByteArray::number(pid) + R"(,"tid":)"
           + QByteArray::number(tid) + R"(,"args":{"name":")" + name + R"("}})";
}

QByteArray rankTrace()
{
    QByteArrayList events{
        named("process_name", 1, 0, "Python"),        named("process_name", 2, 0, "Ascend Hardware"),
        named("process_name", 3, 0, "Communication"), named("thread_name", 1, 1, "Thread 1"),
        named("thread_name", 2, 7, "Stream 7"),       named("thread_name", 3, 1, "Group hccl 0 Communication")};
    for (int step = 0; step < 2; ++step) {
        const double t = 1000 + step * 1000;
        events << slice("ProfilerStep#" + QByteArray::number(step + 5), 1, 1, t, 1000)
               << slice("aten::conv2d", 1, 1, t + 10, 100, R"({"Sequence number":"3"})")
               << slice("Conv2D", 2, 7, t + 200, 300, R"({"Task Type":"AI_CORE","Stream Id":7,"Task Id":1})")
               << slice("Add", 2, 7, t + 600, 100, R"({"Task Type":"AI_VECTOR_CORE","Stream Id":7,"Task Id":2})");
    }
    return "[" + events.join(",\n") + "]";
}

QByteArray kernelTable()
{
    QByteArray text = "Step Id,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait "
                      "Time(us),Block Dim,Mix Block Dim,Input Shapes,Input Data Types,Input Formats,Output Shapes,"
                      "Output Data Types,Output Formats,aic_mac_ratio\n";
    for (int step = 0; step < 2; ++step) {
        const int t = 1000 + step * 1000;
        const QByteArray id = QByteArray::number(step + 5);
        text += id + ",1,7,Conv2D,Conv2D,dynamic,AI_CORE," + QByteArray::number(t + 200)
                + ".000\t,300.000,0,24,0,\"\"\"1,2\"\"\",FLOAT,ND,\"\"\"1,2\"\"\",FLOAT,ND,0.5\n";
        text += id + ",2,7,Add,Add,dynamic,AI_VECTOR_CORE," + QByteArray::number(t + 600)
                + ".000\t,100.000,0,48,0,\"\"\"4\"\"\",FLOAT,ND,\"\"\"4\"\"\",FLOAT,ND,\n";
    }
    return text;
}

} // namespace

QString writeFile(const QString& directory, const QString& name, const QByteArray& text)
{
    const QString path = directory + u'/' + name;
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
}

QByteArray smallTrace(const QByteArray& name)
{
    const QByteArrayList events{slice(name, 1, 1, 100, 2000),
                                slice(name, 1, 1, 3000, 1000),
                                slice("<b>bold</b> &amp; <img src=x>", 1, 1, 5000, 100, R"({"k":"<i>v</i>"})"),
                                slice("", 1, 1, 6000, 50),
                                slice("=SUM(A1)", 1, 1, 7000, 40),
                                named("thread_name", 1, 1, "<u>thread</u>")};
    return R"({"traceEvents":[)" + events.join(",\n") + "]}";
}

QString writeRank(const QString& parent, int rank)
{
    const QString root = parent + u"/r%1_20260101_ascend_pt"_s.arg(rank);
    const QString output = root + u"/ASCEND_PROFILER_OUTPUT"_s;
    writeFile(output, u"trace_view.json"_s, rankTrace());
    writeFile(output, u"kernel_details.csv"_s, kernelTable());
    writeFile(output, u"step_trace_time.csv"_s,
              "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
              "Communication(Not Overlapped and Exclude Receive),Preparing\n"
              "5,400.0,0,0,0,100.0,500.0,0,0,200.0\n6,400.0,0,0,0,100.0,500.0,0,0,200.0\n");
    writeFile(root, u"profiler_info_%1.json"_s.arg(rank),
              "{\"rank_id\":" + QByteArray::number(rank)
                  + R"(,"config":{"experimental_config":{"_profiler_level":"Level1"}}})");
    return root;
}

QByteArray bigTrace(int slices)
{
    QByteArray text = "[";
    text.reserve(slices * 90);
    for (int i = 0; i < slices; ++i) {
        text += i == 0 ? "" : ",\n";
        text += slice("op" + QByteArray::number(i % 1000), 1, i % 8, i * 2, 1, R"({"a":"b","c":12345})");
    }
    return text + "]";
}

} // namespace tideline::test
