// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/listing/profile_listing.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/import/listing/part_facts.h"

namespace tideline {

namespace {

bool isChosen(const ListedPart& part)
{
    return part.state == PartState::Chosen;
}

ListedPart listed(const DiscoveredPart& part, const PartFacts& facts)
{
    ListedPart out;
    out.path = part.path;
    out.format = facts.format;
    out.device = facts.device;
    out.host = facts.host;
    out.bytes = facts.bytes;
    out.seconds = facts.seconds;
    out.given = part.given;
    return out;
}

/// Every directory that claims a rank is read; the note says that there are others.
void noteDuplicates(std::vector<ListedPart>& parts)
{
    std::map<std::int64_t, std::size_t> claims;
    for (const ListedPart& part : parts)
        claims[part.rank.value_or(-1)] += isChosen(part) && part.rank ? 1 : 0;
    for (ListedPart& part : parts) {
        const std::size_t others = part.rank ? claims[*part.rank] : 0;
        if (isChosen(part) && others > 1)
            part.reason = "rank " + std::to_string(*part.rank) + " is claimed by " + std::to_string(others)
                          + " parts; all are read and told apart by their path";
    }
}

class Lister {
public:
    Lister(const Discovery& found, const ImportOptions& options, const Progress& progress)
        : m_found(found), m_options(options), m_progress(progress)
    {
    }

    ProfileListing list()
    {
        for (const DiscoveredPart& part : m_found.parts) {
            if (m_progress.cancelled())
                break;
            addChosen(part);
        }
        std::stable_sort(m_listing.parts.begin(), m_listing.parts.end(), [](const ListedPart& a, const ListedPart& b) {
            return a.rank && (!b.rank || *a.rank < *b.rank);
        });
        noteDuplicates(m_listing.parts);
        for (const NotChosenPart& other : m_found.notChosen)
            addOther(other);
        m_listing.parts.insert(m_listing.parts.end(), std::make_move_iterator(m_passed.begin()),
                               std::make_move_iterator(m_passed.end()));
        addFailures();
        m_listing.passedOver = m_found.passedOver.size();
        m_listing.cancelled = m_found.cancelled || m_progress.cancelled();
        return std::move(m_listing);
    }

private:
    void addChosen(const DiscoveredPart& part)
    {
        const PartFacts facts = factsOf(part);
        ListedPart out = listed(part, facts);
        out.rank = rankBeforeReading(part, m_options, m_progress);
        for (const PassedFiles& files : facts.passed) {
            ListedPart passed;
            passed.path = files.path;
            passed.format = files.format;
            passed.rank = out.rank;
            passed.device = out.device;
            passed.host = out.host;
            passed.bytes = files.bytes;
            passed.seconds = files.seconds;
            passed.state = PartState::NotChosen;
            passed.reason = files.reason;
            passed.opensAlone = files.opensAlone;
            passed.besideText = files.opensAlone;
            m_passed.push_back(std::move(passed));
        }
        m_listing.parts.push_back(std::move(out));
    }

    void addOther(const NotChosenPart& other)
    {
        ListedPart out = listed(other.part, factsOf(other.part));
        out.rank = rankBeforeReading(other.part, m_options, m_progress);
        out.state = other.leftOut ? PartState::LeftOut : PartState::NotChosen;
        out.reason = other.reason;
        out.opensAlone = true;
        m_passed.push_back(std::move(out));
    }

    void addFailures()
    {
        for (const Error& failure : m_found.failures) {
            const auto& raw = m_found.notAnalysed;
            ListedPart part;
            part.path = failure.where;
            const bool notAnalysed = std::find(raw.begin(), raw.end(), part.path) != raw.end();
            part.state = notAnalysed ? PartState::NotAnalysed : PartState::Unreadable;
            part.reason = failure.what + (failure.advice.empty() ? "" : ". " + failure.advice);
            m_listing.parts.push_back(std::move(part));
        }
    }

    const Discovery& m_found;
    const ImportOptions& m_options;
    const Progress& m_progress;
    ProfileListing m_listing;
    std::vector<ListedPart> m_passed;
};

} // namespace

std::uint64_t ProfileListing::bytes() const
{
    std::uint64_t sum = 0;
    for (const ListedPart& part : parts)
        sum += isChosen(part) ? part.bytes : 0;
    return sum;
}

double ProfileListing::seconds() const
{
    double sum = 0;
    for (const ListedPart& part : parts)
        sum += isChosen(part) ? part.seconds : 0;
    return sum;
}

std::size_t ProfileListing::chosen() const
{
    return static_cast<std::size_t>(std::count_if(parts.begin(), parts.end(), isChosen));
}

bool ProfileListing::isAmbiguous() const
{
    // A database beside the text of one capture is no question: every newer capture has both.
    const auto others = std::count_if(parts.begin(), parts.end(), [](const ListedPart& part) {
        return (part.state == PartState::NotChosen && !part.besideText) || part.state == PartState::NotAnalysed;
    });
    const auto first = std::find_if(parts.begin(), parts.end(), isChosen);
    if (first == parts.end())
        return false; // nothing to choose from
    const auto unlike = std::count_if(parts.begin(), parts.end(), [&](const ListedPart& part) {
        return isChosen(part) && !part.given && (part.format != first->format || !part.rank || !part.reason.empty());
    });
    return others > 0 || (chosen() > 1 && unlike > 0);
}

ProfileListing listProfile(const std::vector<std::filesystem::path>& paths, const ImportOptions& options,
                           const Progress& progress)
{
    ImportOptions quick = options;
    quick.quickOnly = true;
    const auto importers = builtinImporters();
    const Discovery found = discover(paths, importers, quick, progress);
    return listProfile(found, quick, progress);
}

ProfileListing listProfile(const Discovery& found, const ImportOptions& options, const Progress& progress)
{
    return Lister(found, options, progress).list();
}

} // namespace tideline
