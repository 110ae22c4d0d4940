// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace tideline::test {

/// One run of the command line program.
struct CliCall {
    QStringList words;
    QByteArray input;                ///< for standard input
    QProcessEnvironment environment; ///< by default that of the test
    QString outputTo;                ///< standard output into this file instead
    QStringList through;             ///< a program and its arguments that starts ours
    QString directory;               ///< to run in

    CliCall(const QStringList& arguments);
    CliCall& with(const QString& name, const QString& value);
    CliCall& without(const QString& name);
};

struct CliResult {
    int code = -1; ///< -1: did not start or end
    bool crashed = false;
    QByteArray out;
    QByteArray err;

    /// The document on standard output; empty when it is none.
    QJsonObject json() const;
    QJsonArray rows() const { return json().value(u"rows").toArray(); }
    /// For a failed comparison: all there is to know.
    QByteArray text() const;
};

/// Fails the running test when the call changed anything below or beside what it was given to read.
CliResult run(const CliCall& call);

/// What the program is called.
QString cliProgram();
/// The verbs of this build, as its own list of verbs names them.
QStringList verbs();

/// The built-in sample, written once for a test program.
class Sample {
public:
    bool make();
    QString path() const { return m_folder.filePath(QStringLiteral("sample")); }
    /// The output directories of the ranks, rank 0 first.
    QStringList ranks() const;
    QString file(int rank, const QString& name) const;

private:
    QTemporaryDir m_folder;
};

QByteArray readFile(const QString& path);
bool writeFile(const QString& path, const QByteArray& text);

/// Names, sizes and times of change of all that is below the directory.
QStringList listing(const QString& directory);

/// True if the value is a whole number written as one.
bool isInteger(const QJsonValue& value);

} // namespace tideline::test
