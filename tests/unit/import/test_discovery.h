// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Which parts a path holds, and what is said about the rest.
class TestDiscovery : public QObject {
    Q_OBJECT

private slots:
    void parentOfManyRanks();
    void aFileLoadsThatFileAlone();
    void severalPathsTogether();
    void twoRanksWithTheSameFlowIds();
    void rankTimeBases();
    void aTraceWithoutRank();
    void oddPaths();
    void linksAndLoops();
    void pipesAreSkipped();
    void oneBrokenRankOfThree();
    void duplicateRanks();
    void notAnalysed();
    void nothingRecognised();
    void saysWhyAFileIsNotRead();
    void aTableWiderThanTheReaderKeeps();
    void missingPath();
    void cancelled();
};
