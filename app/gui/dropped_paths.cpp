// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/dropped_paths.h"

#include <QMimeData>
#include <QUrl>

namespace tideline {

DroppedPaths droppedPaths(const QMimeData& data)
{
    DroppedPaths paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths.local.append(url.toLocalFile());
        else
            paths.refused.append(url.toString());
    }
    return paths;
}

} // namespace tideline
