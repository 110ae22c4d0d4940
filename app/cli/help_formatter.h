// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace tideline {

/// Help that fits a terminal of 80 columns: descriptions are wrapped at blanks, each in its own column.
class HelpFormatter final : public CLI::Formatter {
public:
    HelpFormatter();

    std::string make_option(const CLI::Option* option, bool isPositional) const override;
    std::string make_subcommand(const CLI::App* verb) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_footer(const CLI::App* app) const override;

private:
    std::string entry(const std::string& name, const std::string& description) const;
};

} // namespace tideline
