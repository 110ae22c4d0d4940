// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help_formatter.h"

#include <sstream>

namespace tideline {

namespace {

constexpr std::size_t kLineWidth = 80;
constexpr std::size_t kNameWidth = 28;

/// The words of the text in lines of at most `width` characters; a longer word stands alone.
std::string wrapped(const std::string& text, std::size_t width)
{
    std::istringstream words(text);
    std::string out;
    std::size_t used = 0;
    for (std::string word; words >> word;) {
        const bool fits = used == 0 || used + 1 + word.size() <= width;
        if (used > 0)
            out += fits ? ' ' : '\n';
        used = fits && used > 0 ? used + 1 + word.size() : word.size();
        out += word;
    }
    return out;
}

} // namespace

HelpFormatter::HelpFormatter()
{
    column_width(kNameWidth);
}

std::string HelpFormatter::entry(const std::string& name, const std::string& description) const
{
    std::ostringstream out;
    CLI::detail::format_help(out, name, wrapped(description, kLineWidth - get_column_width()), get_column_width());
    return out.str();
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const
{
    return entry(make_option_name(option, isPositional) + make_option_opts(option), make_option_desc(option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* verb) const
{
    return entry(verb->get_name(), verb->get_description());
}

std::string HelpFormatter::make_description(const CLI::App* app) const
{
    return wrapped(app->get_description(), kLineWidth) + '\n';
}

std::string HelpFormatter::make_footer(const CLI::App* app) const
{
    const std::string footer = wrapped(app->get_footer(), kLineWidth);
    return footer.empty() ? footer : footer + '\n';
}

} // namespace tideline
