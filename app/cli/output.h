// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/export/text_sink.h"

namespace tideline {

/// The result of a verb: standard output, a device or pipe, or a file that appears whole under its name or not at all.
class Output final : public TextSink {
public:
    /// "" and "-" mean standard output. NotWritable: the directory is missing or closed, or the target is one of the
    /// inputs, which are never written to.
    static Result<Output> open(const std::string& target, const std::vector<std::filesystem::path>& inputs);

    Output(Output&& other) noexcept;
    Output& operator=(Output&&) = delete;
    ~Output() override;

    Status write(std::string_view text) override;
    /// Gives the file its name. Without it the file is removed again.
    Status finish();

private:
    Output(std::FILE* file, std::filesystem::path temporary, std::filesystem::path target);

    std::FILE* m_file = nullptr;
    std::filesystem::path m_temporary; ///< empty: standard output, a device or a pipe
    std::filesystem::path m_target;    ///< empty: standard output
};

/// A name beside the target that nobody else uses, for writing first and renaming then.
std::filesystem::path temporaryBeside(const std::filesystem::path& target);

/// A device, pipe or socket, also behind a link: it is written to, never replaced.
bool isDevice(const std::filesystem::path& target);

/// Where links lead: the file behind them is replaced and they stay. The path itself where nothing exists yet.
std::filesystem::path behindLinks(const std::filesystem::path& target);

/// NotWritable if the target is the same file as one of the inputs.
Status refuseInputs(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs);

/// "tideline-cli: text" on standard error.
void complain(std::string_view text);

/// Text for a terminal: control characters and bidirectional overrides as visible marks, so that no name breaks a row.
std::string visible(std::string_view utf8);

} // namespace tideline
