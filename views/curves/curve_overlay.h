// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "views/kit/theme.h"

class QPainter;

namespace tideline {

/// What is drawn over the plot without plotting it anew. Pixels of the plot.
struct CurveOverlay {
    struct Key {
        QString name;
        QColor color;
    };
    struct Panel {
        QRectF area;
        QString title;
        std::vector<Key> keys;
        QString hint; ///< behind the keys
    };
    struct Row {
        QColor color;
        QString name;
        QString value;
        QString time; ///< of the sample
    };
    std::vector<Panel> panels;
    std::optional<std::pair<double, double>> selection; ///< x
    QString selectionLabel;
    std::optional<double> crosshairX;
    bool frozen = false;
    QString boxTitle;
    std::vector<Row> rows;
    QString message; ///< instead of everything else
};

/// visible: the part that is in view, in which the value box must lie.
void paintCurveOverlay(QPainter& painter, const Theme& theme, const CurveOverlay& overlay, const QRectF& visible);

/// A layer above the plot that lets all events through.
class CurveOverlayLayer final : public QWidget {
    Q_OBJECT

public:
    CurveOverlayLayer(std::function<CurveOverlay()> content, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::function<CurveOverlay()> m_content;
};

} // namespace tideline
