// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tideline::test {

/// What the flame graph looks like: colours, fading, texts that can be read.
class TestFlameRender : public QObject {
    Q_OBJECT

private slots:
    void boxesHaveTheColourOfTheirName_data();
    void boxesHaveTheColourOfTheirName();
    void othersFadeInASearch();
    void mergedCellIsVisible();
    void picturesOnPaperHoldTexts();
    void emptyPictureSaysWhy();
};

} // namespace tideline::test
