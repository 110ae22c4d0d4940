// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html_text.h"

#include <cstdint>

namespace tideline {

namespace {

// Colours are those of the timeline: a set that colour-blind readers can tell apart.
constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--page:#fff;--text:#1b1f24;--muted:#57606a;--line:#dde1e6;--band:#f2f4f7;--high:#b3261e;--medium:#9a5b00;--low:#0b5c8e;
--computing:#0072b2;--communication:#e69f00;--free:#c9ced4;--preparing:#cc79a7;--forward:#56b4e9;--backward:#0072b2;--optimizer:#7a68b3;--data:#009e73;--other:#a9adb3}
@media (prefers-color-scheme:dark){:root{--page:#1b1e22;--text:#e6e9ed;--muted:#a4acb6;--line:#3a4048;--band:#262b31;--high:#ff8a80;--medium:#f2b84b;--low:#7cc4f2;
--computing:#3d9bd9;--free:#565d66;--forward:#8fd0f7;--backward:#2f7fbf;--other:#8c8f94}}
@media print{:root{--page:#fff;--text:#1b1f24;--muted:#57606a;--line:#dde1e6;--band:#f2f4f7;--high:#b3261e;--medium:#9a5b00;--low:#0b5c8e;--computing:#0072b2;--free:#c9ced4;--forward:#56b4e9;--backward:#0072b2;--other:#a9adb3}
nav{display:none}section,figure,.finding{break-inside:auto}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}thead{display:table-header-group}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1100px;padding:24px;background:var(--page);color:var(--text);font:14px/1.5 "DejaVu Sans","Noto Sans CJK SC",system-ui,sans-serif;-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1{font-size:24px;margin:0 0 8px}h2{font-size:19px;margin:32px 0 8px;padding-top:8px;border-top:1px solid var(--line)}h3{font-size:15px;margin:20px 0 6px}
.meta,.note,figcaption{color:var(--muted);overflow-wrap:anywhere}.meta div,p{margin:4px 0}nav{margin:12px 0}nav a{margin-right:14px;color:var(--low)}
.lead{font-size:16px;font-weight:600}.missing{border-left:3px solid var(--line);padding:6px 12px;background:var(--band);color:var(--muted)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:4px 0 12px}th,td{padding:3px 8px;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{background:var(--band);font-weight:600}td{overflow-wrap:break-word}td.w{overflow-wrap:anywhere;min-width:160px}th.n,td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;overflow-wrap:normal}
figure{margin:8px 0 16px}svg{display:block;width:100%;height:auto}svg text{fill:var(--text);font:11px "DejaVu Sans","Noto Sans CJK SC",sans-serif}svg .grid{stroke:var(--line);fill:none}svg .peak{stroke:var(--high);stroke-dasharray:4 3;fill:none}
svg .muted{fill:var(--muted)}img{display:block;max-width:100%;border:1px solid var(--line);background:#fff}
.finding{border:1px solid var(--line);border-left:5px solid var(--muted);padding:4px 14px 8px;margin:12px 0;overflow-wrap:anywhere}.finding h3{margin:6px 0}
.finding.high{border-left-color:var(--high)}.finding.medium{border-left-color:var(--medium)}.finding.low{border-left-color:var(--low)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;background:var(--band);padding:10px 14px}
.computing{fill:var(--computing)}.communication{fill:var(--communication)}.free{fill:var(--free)}.preparing{fill:var(--preparing)}.forward{fill:var(--forward)}.backward{fill:var(--backward)}.optimizer{fill:var(--optimizer)}.data{fill:var(--data)}.other{fill:var(--other)}
.split{display:flex;gap:24px;align-items:center;flex-wrap:wrap}.split svg{width:190px;flex:none}.split .wide{flex:1 1 320px}.key{display:inline-block;width:11px;height:11px;margin-right:6px;vertical-align:-1px}.key svg{width:11px;height:11px}
)css";

} // namespace

std::string htmlEscaped(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c; break;
        }
    }
    return out;
}

std::string base64(std::string_view bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k <= bytes.size() ? kDigits[group >> (18 - 6 * k) & 63U] : '=';
    }
    return out;
}

std::string_view wordOf(ReportInk ink)
{
    switch (ink) {
    case ReportInk::Computing: return "computing";
    case ReportInk::Communication: return "communication";
    case ReportInk::Free: return "free";
    case ReportInk::Preparing: return "preparing";
    case ReportInk::Forward: return "forward";
    case ReportInk::Backward: return "backward";
    case ReportInk::Optimizer: return "optimizer";
    case ReportInk::Data: return "data";
    case ReportInk::Other: break;
    }
    return "other";
}

std::string_view htmlStyle()
{
    return kStyle;
}

} // namespace tideline
