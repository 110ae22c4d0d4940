// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>

#include <algorithm>

#include "tests/support/input_guard.h"

using namespace Qt::StringLiterals;

namespace tideline::test {

namespace {

constexpr int kEndsWithinMs = 60'000;

}

CliCall::CliCall(const QStringList& arguments) : words(arguments), environment(QProcessEnvironment::systemEnvironment())
{
}

CliCall& CliCall::with(const QString& name, const QString& value)
{
    environment.insert(name, value);
    return *this;
}

CliCall& CliCall::without(const QString& name)
{
    environment.remove(name);
    return *this;
}

QJsonObject CliResult::json() const
{
    return QJsonDocument::fromJson(out).object();
}

QByteArray CliResult::text() const
{
    return "exit " + QByteArray::number(code) + "\n--- stdout\n" + out.left(2000) + "\n--- stderr\n" + err.left(2000);
}

QString cliProgram()
{
    return QStringLiteral(TIDELINE_CLI);
}

CliResult run(const CliCall& call)
{
    const QStringList command = call.through + QStringList(cliProgram()) + call.words;
    const InputGuard guard(inputsOf(call.words, call.directory),
                           outputsOf(call.words, call.directory) + QStringList(call.outputTo).filter(u"/"_s));
    QProcess process;
    process.setProcessEnvironment(call.environment);
    if (!call.outputTo.isEmpty())
        process.setStandardOutputFile(call.outputTo);
    if (!call.directory.isEmpty())
        process.setWorkingDirectory(call.directory);
    process.start(command.first(), command.mid(1));
    process.write(call.input);
    process.closeWriteChannel();
    CliResult result;
    if (!process.waitForFinished(kEndsWithinMs)) {
        process.kill();
        process.waitForFinished();
        return result;
    }
    result.crashed = process.exitStatus() == QProcess::CrashExit;
    result.code = process.exitCode();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

QStringList verbs()
{
    QStringList names;
    bool inList = false;
    for (const QString& line : QString::fromUtf8(run({{QStringLiteral("--help")}}).out).split(u'\n')) {
        inList = line.startsWith(u"Subcommands") || (inList && line.startsWith(u' '));
        if (inList && line.startsWith(u"  ") && !line.startsWith(u"   "))
            names.append(line.simplified().section(u' ', 0, 0));
    }
    return names;
}

bool Sample::make()
{
    return m_folder.isValid() && run({{QStringLiteral("sample"), QStringLiteral("-o"), path()}}).code == 0;
}

QStringList Sample::ranks() const
{
    QStringList found;
    QDirIterator all(path(), {QStringLiteral("profiler_info_*.json")}, QDir::Files, QDirIterator::Subdirectories);
    while (all.hasNext())
        found.append(all.next());
    const auto number = [](const QString& file) { return file.section(u'_', -1).section(u'.', 0, 0).toInt(); };
    std::sort(found.begin(), found.end(), [&](const QString& a, const QString& b) { return number(a) < number(b); });
    for (QString& file : found)
        file = QFileInfo(file).path() + QStringLiteral("/ASCEND_PROFILER_OUTPUT");
    return found;
}

QString Sample::file(int rank, const QString& name) const
{
    return ranks().value(rank) + u'/' + name;
}

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

QStringList listing(const QString& directory)
{
    QStringList lines;
    QDirIterator all(directory, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        all.next();
        const QFileInfo info = all.fileInfo();
        lines.append(QStringLiteral("%1 %2 %3")
                         .arg(info.filePath())
                         .arg(info.size())
                         .arg(info.lastModified().toMSecsSinceEpoch()));
    }
    lines.sort();
    return lines;
}

bool isInteger(const QJsonValue& value)
{
    return value.toVariant().typeId() == QMetaType::LongLong;
}

} // namespace tideline::test
