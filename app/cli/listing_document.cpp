// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/listing_document.h"

#include <fmt/format.h>

#include "app/cli/text_table.h"

namespace tideline {

namespace {

std::string stateWord(PartState state)
{
    switch (state) {
    case PartState::Chosen: return "chosen";
    case PartState::NotChosen: return "not-chosen";
    case PartState::LeftOut: return "left-out";
    case PartState::NotAnalysed: return "not-analysed";
    case PartState::Unreadable: return "unreadable";
    }
    return {};
}

std::string outcomeWord(PartOutcome outcome)
{
    switch (outcome) {
    case PartOutcome::Read: return "read";
    case PartOutcome::PartlyRead: return "partly-read";
    case PartOutcome::Failed: return "failed";
    case PartOutcome::NotChosen: return "not-chosen";
    case PartOutcome::LeftOut: return "left-out";
    case PartOutcome::NotAnalysed: return "not-analysed";
    case PartOutcome::Unreadable: return "unreadable";
    }
    return {};
}

Document partEntry(const ListedPart& part, const std::string& status, const std::string& reason)
{
    Document out = {{"path", part.path.string()},    {"format", part.format}, {"rank", orNull(part.rank)},
                    {"device", orNull(part.device)}, {"host", part.host},     {"bytes", part.bytes}};
    out["estimated_seconds"] = part.seconds;
    out["status"] = status;
    out["reason"] = reason;
    return out;
}

/// "2 min 5 s", "0.3 s": an estimate has no more digits than it deserves.
std::string estimateText(double seconds)
{
    if (seconds < 10)
        return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<long long>(seconds + 0.5);
    return whole < 120 ? fmt::format("{} s", whole) : fmt::format("{} min {} s", whole / 60, whole % 60);
}

std::string orDash(const std::optional<std::int64_t>& number)
{
    return number ? std::to_string(*number) : "-";
}

TextTable partTable()
{
    return TextTable({{"rank"},
                      {"device"},
                      {"host"},
                      {"format"},
                      {"size", true},
                      {"estimate", true},
                      {"status"},
                      {"path"},
                      {"note"}});
}

void addRow(TextTable& table, const ListedPart& part, const std::string& status, const std::string& reason)
{
    table.row({orDash(part.rank), orDash(part.device), part.host.empty() ? "-" : part.host,
               part.format.empty() ? "-" : part.format, bytesText(part.bytes), estimateText(part.seconds), status,
               part.path.string(), reason});
}

} // namespace

Document listingDocument(const std::vector<std::filesystem::path>& paths, const ProfileListing& listing)
{
    Document out = {{"schema_version", 1}, {"tool", "tideline"}};
    out["path"] = paths.empty() ? std::string() : paths.front().string();
    out["bytes"] = listing.bytes();
    out["estimated_seconds"] = listing.seconds();
    out["passed_over"] = listing.passedOver;
    out["parts"] = Document::array();
    for (const ListedPart& part : listing.parts)
        out["parts"].push_back(partEntry(part, stateWord(part.state), part.reason));
    return out;
}

Document partsDocument(const std::vector<ReadPart>& parts)
{
    Document out = Document::array();
    for (const ReadPart& part : parts)
        out.push_back(partEntry(part.part, outcomeWord(part.outcome), part.reason));
    return out;
}

Document partialDocument(const PartialImport& partial, const LeftOut& leftOut)
{
    if (partial.limitsNothing())
        return nullptr;
    Document out = {{"ranks", partial.ranks.text()},
                    {"steps", partial.steps.text()},
                    {"python", partial.python},
                    {"arguments", partial.arguments}};
    out["left_out"] = {{"parts", leftOut.parts},     {"ranks", leftOut.ranks},     {"slices", leftOut.slices},
                       {"python", leftOut.python},   {"points", leftOut.points},   {"samples", leftOut.samples},
                       {"kernels", leftOut.kernels}, {"records", leftOut.records}, {"rows", leftOut.rows()}};
    return out;
}

std::string listingText(const ProfileListing& listing)
{
    TextTable table = partTable();
    for (const ListedPart& part : listing.parts)
        addRow(table, part, stateWord(part.state), part.reason);
    return table.text()
           + fmt::format("\n{} of {} parts would be read, {}, in about {}; {} other files\n", listing.chosen(),
                         listing.parts.size(), bytesText(listing.bytes()), estimateText(listing.seconds()),
                         listing.passedOver);
}

std::string partsText(const std::vector<ReadPart>& parts)
{
    TextTable table = partTable();
    for (const ReadPart& part : parts)
        addRow(table, part.part, outcomeWord(part.outcome), part.reason);
    return table.empty() ? std::string() : "\nParts\n" + table.text();
}

std::string partialText(const PartialImport& partial, const LeftOut& leftOut)
{
    if (partial.limitsNothing())
        return {};
    std::string out = fmt::format("read in part ({}): left out are {} parts, {} ranks and {} rows", partial.text(),
                                  leftOut.parts, leftOut.ranks, leftOut.rows());
    if (leftOut.python > 0)
        out += fmt::format(", of these {} of Python", leftOut.python);
    return out + (partial.arguments ? "" : ", and all arguments");
}

} // namespace tideline
