// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/advise/finding.h"

namespace tideline {

/// What the advisor says with enums and figures, in the language of the user.

QString severityText(FindingSeverity severity);
QString categoryText(FindingCategory category);
/// A sign for each severity, so that colour is never alone: "▲", "◆", "▽", "ⓘ".
QString severityGlyph(FindingSeverity severity);

/// "34.1 %", "1.2 ms", "20", "1.5 GiB".
QString figureText(double value, FindingUnit unit);
/// The figure against its limit: "34.1 % (limit 20.0 %)".
QString metricText(const Finding& finding);

/// "1.2 ms to 3.4 ms per step (up to 5.1 %)", "up to …", bytes, or why there is no figure.
QString gainText(const Saving& saving);
/// A few characters for lists: "−5.1 %", "−1.2 ms", "−1.5 GiB"; "" without a figure.
QString shortGainText(const Saving& saving);

/// A value of an evidence by the unit at the end of its name: "exposed_ns", "share_ratio", "size_bytes".
QString evidenceValueText(const std::string& key, double value);
/// The name of such a value: "exposed_ns" is "Exposed".
QString evidenceKeyText(const std::string& key);

} // namespace tideline
