// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/render/render_command.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>

#include "app/cli/exit_codes.h"
#include "app/cli/render/language.h"
#include "app/cli/render/qt_messages.h"
#include "views/curves/curve_render.h"
#include "views/flame/flame_render.h"
#include "views/kit/theme.h"
#include "views/state/view_state.h"
#include "views/summary/triage_data.h"
#include "views/summary/triage_render.h"
#include "views/timeline/timeline_page.h"

namespace tideline {

using namespace Qt::StringLiterals;

namespace {

using Draw = std::function<void(QPainter&)>;

constexpr int kPaperDpi = 96;
constexpr int kFontPx = 12;

void useAppearance(const Theme& theme)
{
    QFont font;
    font.setFamilies({u"DejaVu Sans"_s, u"Noto Sans CJK SC"_s});
    font.setPixelSize(kFontPx);
    QApplication::setStyle(u"Fusion"_s);
    QApplication::setFont(font);
    QApplication::setPalette(theme.palette());
}

/// The wanted range, else the steps of the scope, else nothing.
std::optional<TimeRange> rangeToShow(const RenderOptions& options)
{
    if (options.range)
        return options.range;
    std::optional<TimeRange> range = options.scope.range;
    const Trace& trace = options.session->trace();
    for (const StepInfo& step : trace.steps()) {
        const std::vector<std::int64_t>& steps = options.scope.steps;
        if (options.scope.range || std::find(steps.begin(), steps.end(), step.id) == steps.end())
            continue;
        const TimeRange one = step.range.shifted(trace.hostAxisShift(step.rank));
        range = range ? TimeRange{std::min(range->start, one.start), std::max(range->end, one.end)} : one;
    }
    return range;
}

bool savePng(const RenderOptions& options, const QString& path, const Draw& draw)
{
    const QSize device(static_cast<int>(std::lround(options.widthPx * options.scale)),
                       static_cast<int>(std::lround(options.heightPx * options.scale)));
    QImage image(device, QImage::Format_RGB32);
    image.setDevicePixelRatio(options.scale);
    image.fill(QApplication::palette().color(QPalette::Window));
    QPainter painter(&image);
    draw(painter);
    painter.end();
    return image.save(path, "PNG");
}

bool saveSvg(const RenderOptions& options, const QString& path, const Draw& draw)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(QSize(options.widthPx, options.heightPx));
    generator.setViewBox(QRect(0, 0, options.widthPx, options.heightPx));
    generator.setTitle(u"Tideline"_s);
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    draw(painter);
    painter.end();
    return file.flush() && file.error() == QFile::NoError;
}

bool savePdf(const RenderOptions& options, const QString& path, const Draw& draw)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    QPdfWriter writer(&file);
    writer.setResolution(kPaperDpi);
    writer.setTitle(u"Tideline"_s);
    constexpr double kPointsPerPx = 72.0 / kPaperDpi;
    const QSizeF points(options.widthPx * kPointsPerPx, options.heightPx * kPointsPerPx);
    writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter;
    if (!painter.begin(&writer))
        return false;
    draw(painter);
    painter.end();
    return file.flush() && file.error() == QFile::NoError;
}

bool save(const RenderOptions& options, const Draw& draw)
{
    const QString path = QString::fromStdString(options.target.string());
    if (options.format == "svg")
        return saveSvg(options, path, draw);
    if (options.format == "pdf")
        return savePdf(options, path, draw);
    return savePng(options, path, draw);
}

bool saveTimeline(const RenderOptions& options)
{
    ViewState state;
    TimelinePage page(state);
    state.reset(options.session->trace().axisExtent());
    state.setScope(options.scope);
    page.setSession(options.session);
    page.resize(options.widthPx, options.heightPx);
    if (const auto range = rangeToShow(options))
        state.zoomTo(*range, 1.0);
    page.setAttribute(Qt::WA_DontShowOnScreen);
    page.show();
    QCoreApplication::processEvents();
    return save(options,
                [&page](QPainter& painter) { page.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren); });
}

bool saveCurves(const RenderOptions& options)
{
    const QSize size(options.widthPx, options.heightPx);
    return save(options, [&](QPainter& painter) {
        renderCurves(painter, *options.session, options.scope, rangeToShow(options), size);
    });
}

bool saveFlame(const RenderOptions& options, const Theme& theme)
{
    const QSize size(options.widthPx, options.heightPx);
    FlameOptions flame;
    flame.scope = options.scope;
    return save(options, [&](QPainter& painter) { renderFlame(painter, *options.session, flame, theme, size); });
}

bool saveTriage(const RenderOptions& options, const Theme& theme)
{
    const auto data = judgedTriage(*options.session, options.scope, options.progress);
    if (!data)
        return false; // cancelled
    const QSize size(options.widthPx, options.heightPx);
    return save(options, [&](QPainter& painter) { renderTriage(painter, *data, theme, size); });
}

} // namespace

int runRender(const RenderOptions& options)
{
    const QtMessages messages;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Widgets draw themselves for this many device pixels per logical pixel, so that a large picture is sharp.
    qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
    int argc = 1;
    std::string name = "tideline-cli";
    char* argv[] = {name.data(), nullptr};
    QApplication app(argc, argv);
    const InstalledLanguage language(options.language);
    const Theme theme = options.dark ? Theme::darkTheme() : Theme::light();
    useAppearance(theme);
    if (options.progress.cancelled())
        return kExitInterrupted;
    bool saved = false;
    switch (options.view) {
    case RenderView::Timeline: saved = saveTimeline(options); break;
    case RenderView::Curves: saved = saveCurves(options); break;
    case RenderView::Flame: saved = saveFlame(options, theme); break;
    case RenderView::Triage: saved = saveTriage(options, theme); break;
    }
    if (saved)
        return kExitOk;
    if (options.progress.cancelled())
        return kExitInterrupted;
    std::fprintf(stderr, "tideline-cli: cannot write: %s\n", options.target.c_str());
    return kExitOutput;
}

} // namespace tideline
