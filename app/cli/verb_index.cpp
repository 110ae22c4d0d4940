// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/cli/byte_size.h"
#include "app/cli/documents.h"
#include "app/cli/exit_codes.h"
#include "app/cli/verb_result.h"
#include "app/cli/verbs.h"
#include "core/session/store_name.h"

namespace tideline {

namespace {

struct StoreSummary {
    std::string path;
    std::uint64_t bytes = 0;
    std::uint64_t inputBytes = 0;
    std::uint64_t slices = 0;
    bool written = true;
};

StoreSummary summaryOf(const Session& session, const std::filesystem::path& store, bool written)
{
    std::error_code error;
    const auto bytes = std::filesystem::file_size(store, error);
    return {store.string(), error ? 0 : bytes, session.listing().bytes(), session.trace().totals().slices, written};
}

Status writeSummary(const StoreSummary& store, const CommonOptions& options, Output& output)
{
    if (options.json) {
        Document document;
        document["schema_version"] = 1;
        document["tool"] = "tideline";
        document["store"] = store.path;
        document["written"] = store.written;
        document["bytes"] = store.bytes;
        document["input_bytes"] = store.inputBytes;
        document["slices"] = store.slices;
        return output.write(documentText(document));
    }
    return output.write(fmt::format("{}\n{} {} for {} of input, {} slices\n", visible(store.path),
                                    store.written ? "written:" : "already there:", byteSizeText(store.bytes),
                                    byteSizeText(store.inputBytes), store.slices));
}

int runIndex(CommonOptions& options, bool force)
{
    options.store = force ? StoreUse::Anew : StoreUse::Now;
    OpenedProfile profile = openProfile(options);
    if (profile.session && !force && !profile.session->isFromStore() && profile.session->storePath().empty()
        && profile.session->storeProblem().empty() && storeName(options.paths, options.partial.text())) {
        options.store = StoreUse::Anew; // small profiles are kept only when somebody asks
        profile = openProfile(options);
    }
    if (!profile.session)
        return profile.exitCode;
    const Session& session = *profile.session;
    if (session.storePath().empty()) {
        const std::string why = session.storeProblem();
        return failed(
            {ErrorCode::NotWritable, why.empty() ? "this input cannot be kept: it can be read only once" : why, {}, {}},
            options);
    }
    const StoreSummary store = summaryOf(session, session.storePath(), !session.isFromStore());
    return writeResult(profile, options, [&](Output& output) { return writeSummary(store, options, output); });
}

int runPack(CommonOptions& options)
{
    const std::filesystem::path target = options.output;
    const OpenedProfile profile = openProfile(options);
    if (!profile.session)
        return profile.exitCode;
    if (Status free = refuseInputs(target, inputsOf(profile, options)); !free)
        return failed(free.error(), options);
    if (isDevice(target) || target == "-")
        return failed({ErrorCode::NotWritable, "a store must be a regular file", target.string(), {}}, options);
    if (Status packed = profile.session->pack(behindLinks(target), Progress(options.stop)); !packed)
        return failed(packed.error(), options);
    CommonOptions toTerminal = options;
    toTerminal.output.clear();
    const StoreSummary store = summaryOf(*profile.session, target, true);
    if (options.quiet && !options.json)
        return profile.exitCode;
    return writeResult(profile, toTerminal, [&](Output& output) { return writeSummary(store, options, output); });
}

} // namespace

void addIndexVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("index", "import now and keep the result, so that the next opening is quick");
    auto options = std::make_shared<CommonOptions>();
    auto force = std::make_shared<bool>(false);
    addInputOptions(*verb, *options);
    addOutputOption(*verb, *options, "write the summary here");
    addSwitch(*verb, "--force", *force, "read the files again even if nothing changed");
    verb->callback([options, force, &run] {
        options->stop = run.stop;
        run.exitCode = runIndex(*options, *force);
    });
}

void addPackVerb(CLI::App& app, Run& run)
{
    CLI::App* verb = app.add_subcommand("pack", "write a whole profile as one file that every verb opens");
    auto options = std::make_shared<CommonOptions>();
    addInputOptions(*verb, *options);
    verb->add_option("-o,--output,--export", options->output, "the file to write")->required()->type_name("FILE.tld");
    verb->callback([options, &run] {
        options->stop = run.stop;
        run.exitCode = runPack(*options);
    });
}

} // namespace tideline
