// SPDX-License-Identifier: GPL-3.0-or-later
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/choice.h"
#include "app/cli/exit_codes.h"
#include "app/cli/open_profile.h"
#include "app/cli/output.h"
#include "app/cli/render/render_command.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr int kMaxSide = 16384;

struct RenderArguments {
    CommonOptions common;
    RenderView view = RenderView::Timeline;
    std::string range;
    std::string size = "1600x900";
    double scale = 1;
    std::string theme = "light";
    std::string language;
};

const Words<RenderView> kViews = {{"timeline", RenderView::Timeline},
                                  {"curves", RenderView::Curves},
                                  {"flame", RenderView::Flame},
                                  {"triage", RenderView::Triage}};

Error usage(const std::string& what, const std::string& advice)
{
    return {ErrorCode::InvalidArgument, what, {}, advice};
}

/// A time since the start of the profile: "12.5ms", "3us", "+1.5s", "1500" (ns).
std::optional<Duration> timeOf(std::string text)
{
    if (!text.empty() && text.front() == '+')
        text.erase(0, 1);
    const std::map<std::string, int> units = {{"", 0}, {"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}};
    std::size_t end = text.size();
    while (end > 0 && std::isalpha(static_cast<unsigned char>(text[end - 1])))
        --end;
    const auto unit = units.find(text.substr(end));
    if (unit == units.end())
        return std::nullopt;
    const auto ns = scaledDecimal(std::string_view(text).substr(0, end), unit->second);
    return ns ? std::optional(Duration{*ns}) : std::nullopt;
}

Result<std::optional<TimeRange>> rangeOf(const std::string& text, TimeRange extent)
{
    if (text.empty())
        return std::optional<TimeRange>();
    const std::size_t dots = text.find("..");
    const auto from = timeOf(text.substr(0, dots));
    const auto to = dots == std::string::npos ? std::nullopt : timeOf(text.substr(dots + 2));
    if (!from || !to || *to <= *from)
        return usage("--range '" + text + "' is not understood",
                     "Give two times since the start of the profile, such as 12.5ms..13ms; units ns, us, ms, s");
    // A number above the span can only be a time of the file itself.
    const bool absolute = from->ns >= extent.start.ns && extent.start.ns > extent.length().ns;
    const Instant zero = absolute ? Instant{} : extent.start;
    return std::optional(TimeRange{zero + *from, zero + *to});
}

Status sizeInto(const std::string& text, double scale, RenderOptions& options)
{
    int width = 0;
    int height = 0;
    char rest = 0;
    const int read = std::sscanf(text.c_str(), "%5dx%5d%c", &width, &height, &rest);
    const bool good = read == 2 && width >= 64 && height >= 64 && width <= kMaxSide && height <= kMaxSide;
    if (!good || width * scale > kMaxSide || height * scale > kMaxSide)
        return usage(fmt::format("--size '{}' at --scale {} cannot be drawn", text, scale),
                     fmt::format("Give WIDTHxHEIGHT from 64 to {} pixels a side", kMaxSide));
    options.widthPx = width;
    options.heightPx = height;
    options.scale = scale;
    return Done{};
}

std::string formatOf(const std::filesystem::path& path)
{
    std::string extension = path.extension().string();
    for (char& c : extension)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension.empty() ? extension : extension.substr(1);
}

/// Draws under a temporary name beside the target, then renames.
int draw(const OpenedProfile& profile, const RenderArguments& arguments, RenderOptions options)
{
    const auto inputs = inputsOf(profile, arguments.common);
    if (Status allowed = refuseInputs(arguments.common.output, inputs); !allowed)
        return failed(allowed.error(), arguments.common);
    const std::filesystem::path target = behindLinks(arguments.common.output);
    if (isDevice(target))
        return failed(Error{ErrorCode::NotWritable, "a picture needs a regular file", target.string(), {}},
                      arguments.common);
    options.target = temporaryBeside(target);
    const int status = runRender(options);
    std::error_code failure;
    if (status == kExitOk)
        std::filesystem::rename(options.target, target, failure);
    if (status == kExitOk && !failure)
        return kExitOk;
    std::error_code ignored;
    std::filesystem::remove(options.target, ignored);
    if (!failure)
        return status;
    return failed(Error{ErrorCode::NotWritable, "cannot write (" + failure.message() + ")", target.string(), {}},
                  arguments.common);
}

int runRenderVerb(RenderArguments& arguments)
{
    RenderOptions options;
    options.format = formatOf(arguments.common.output);
    if (options.format != "png" && options.format != "svg" && options.format != "pdf")
        return failed(usage("-o needs a name that ends in .png, .svg or .pdf", {}), arguments.common);
    if (Status size = sizeInto(arguments.size, arguments.scale, options); !size)
        return failed(size.error(), arguments.common);
    const OpenedProfile profile = openProfile(arguments.common);
    if (!profile.session)
        return profile.exitCode;
    auto range = rangeOf(arguments.range, profile.session->trace().axisExtent());
    if (!range)
        return failed(range.error(), arguments.common);
    options.session = profile.session;
    options.view = arguments.view;
    options.range = *range;
    options.scope = arguments.common.scope;
    options.dark = arguments.theme == "dark";
    options.language = arguments.language;
    options.progress = Progress(arguments.common.stop);
    const int status = draw(profile, arguments, options);
    return status == kExitOk ? profile.exitCode : status;
}

} // namespace

void addRenderVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("render", "a picture of a view, without a display");
    auto arguments = std::make_shared<RenderArguments>();
    addInputOptions(*verb, arguments->common);
    verb->add_option("-o,--output,--export", arguments->common.output, "picture to write: .png, .svg or .pdf")
        ->required()
        ->type_name("FILE");
    addChoice(*verb, "--view", arguments->view, kViews, {"VIEW"});
    verb->add_option("--range", arguments->range, "part to show: 12.5ms..13ms since the start")->type_name("T0..T1");
    verb->add_option("--size", arguments->size, "in logical pixels (1600x900)")->type_name("WxH");
    verb->add_option("--scale", arguments->scale, "device pixels per logical pixel")
        ->check(CLI::Range(0.5, 4.0))
        ->type_name("N");
    addChoice(*verb, "--theme", arguments->theme, plainWords({"light", "dark"}), {"THEME"});
    addChoice(*verb, "--lang", arguments->language, plainWords({"en", "zh_CN"}), {"LANG"});
    verb->callback([arguments, &run] {
        arguments->common.stop = run.stop;
        run.exitCode = runRenderVerb(*arguments);
    });
}

} // namespace tideline
