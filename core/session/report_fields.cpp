// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/report_fields.h"

namespace tideline {

void fields(Packer& packer, TableRows& table)
{
    packer(table.name, table.rows);
}

void fields(Packer& packer, FileReport& file)
{
    packer(file.path, file.status, file.reason, file.bytes, file.rows, file.tables, file.note);
    if (packer.reading() && (file.status < FileStatus::Ok || file.status > FileStatus::Unsupported))
        packer.fail();
}

void fields(Packer& packer, ImportIssue& issue)
{
    packer(issue.kind, issue.count, issue.first, issue.samples);
    if (packer.reading() && (issue.kind < IssueKind{} || issue.kind > kLastIssueKind))
        packer.fail();
}

void fields(Packer& packer, ListedPart& part)
{
    packer(part.path, part.format, part.rank, part.device, part.host, part.bytes, part.seconds, part.state, part.reason,
           part.given, part.besideText, part.opensAlone);
    if (packer.reading() && (part.state < PartState::Chosen || part.state > PartState::Unreadable))
        packer.fail();
}

void fields(Packer& packer, ProfileListing& listing)
{
    packer(listing.parts, listing.passedOver);
}

void fields(Packer& packer, LeftOut& leftOut)
{
    packer(leftOut.parts, leftOut.ranks, leftOut.slices, leftOut.python, leftOut.points, leftOut.samples,
           leftOut.kernels, leftOut.records);
}

void fields(Packer& packer, PartialImport& partial)
{
    std::string ranks = partial.ranks.text();
    std::string steps = partial.steps.text();
    packer(ranks, steps, partial.python, partial.arguments, partial.parts);
    if (!packer.reading())
        return;
    auto readRanks = NumberSet::parse(ranks);
    auto readSteps = NumberSet::parse(steps);
    if (!readRanks || !readSteps) {
        packer.fail();
        return;
    }
    partial.ranks = std::move(*readRanks);
    partial.steps = std::move(*readSteps);
}

} // namespace tideline
