// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/trace_json.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "core/decode/archive/peek.h"
#include "core/decode/json/element_walker.h"
#include "core/decode/json/json_array_reader.h"
#include "core/decode/json/raw_json.h"
#include "core/import/chrome/lone_surrogates.h"
#include "core/import/chrome/trace_merger.h"

namespace tideline {

namespace {

constexpr std::size_t kSniffBytes = std::size_t{8} << 10;
constexpr std::size_t kDeepSniffBytes = std::size_t{64} << 20;

/// The members that tell who wrote an object of this kind; each is enough.
constexpr std::string_view kObjectSigns[] = {"\"traceEvents\"", "\"displayTimeUnit\"", "\"deviceProperties\"",
                                             "\"distributedInfo\"", "\"baseTimeNanoseconds\""};

std::optional<std::int64_t> integerOf(std::string_view token)
{
    const std::string_view text = jsonTokenContent(token);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

constexpr const char* kNoArray = "no event array found";
constexpr const char* kReadable = "Readable are Chrome and Kineto traces: a JSON array of events, or an object with "
                                  "traceEvents; plain, .gz or .zip";

/// Reads the inputs of one call with one set of workers.
class FamilyReader {
public:
    FamilyReader(const std::vector<TraceJsonInput>& inputs, RankId rank, ImportContext& context,
                 const TraceJsonOptions& options)
        : m_inputs(inputs), m_rank(rank), m_context(context), m_options(options)
    {
        for (unsigned i = 0; i < std::max(1u, context.pool.threadCount()); ++i) {
            m_collectors.push_back(std::make_unique<EventCollector>());
            m_visitors.push_back(m_collectors.back().get());
        }
        for (const TraceJsonInput& input : inputs)
            m_totalBytes += input.member.data->size();
    }

    Status read()
    {
        bool any = false;
        Error firstError{ErrorCode::Unrecognised, kNoArray, {}, kReadable};
        for (const TraceJsonInput& input : m_inputs) {
            const Status status = readOne(input);
            if (!status && status.error().code == ErrorCode::Cancelled)
                return status;
            if (!status && !any)
                firstError = status.error();
            any = any || status.ok();
        }
        if (!any)
            return firstError;
        noteLoneSurrogates(m_collectors, m_tally);
        TraceMerger merger(m_collectors, m_context.builder, m_context.pool, m_context.progress, m_rank, m_tally,
                           std::move(m_ranks));
        if (m_options.rankOfDevice)
            merger.splitByDevice(m_options.rankOfDevice);
        merger.merge();
        m_tally.report(m_context.issues, m_firstSource, m_names);
        return Done{};
    }

private:
    Status readOne(const TraceJsonInput& input)
    {
        const std::string name = nameOf(input);
        const auto source = addSource(input);
        if (!source)
            return skipped(input, source.error());
        for (auto& collector : m_collectors)
            collector->setSource(*source, m_context.options.partial.arguments);
        JsonArrayOptions arrays;
        arrays.maxObjectBytes = m_context.options.maxEventBytes;
        arrays.advanced = [&](std::uint64_t done) {
            m_context.progress.report({Stage::Parse, m_doneBytes + done, m_totalBytes, eventCount(), name});
        };
        const std::uint64_t before = eventCount();
        const std::uint64_t bytes = input.member.data->size();
        auto outcome = readJsonArray(*input.member.data, arrays, m_visitors, m_context.progress);
        m_doneBytes += bytes;
        keepTexts(*source);
        if (!outcome)
            return skipped(input, outcome.error());
        if (!outcome->arrayFound)
            return skipped(input, {ErrorCode::Unrecognised, kNoArray, name, kReadable});
        if (input.member.truncated)
            m_tally.add(IssueKind::Truncated, SourceRef(*source, bytes), "the archive is damaged");
        if (input.member.trailing)
            m_tally.add(IssueKind::BadEvent, SourceRef(*source, bytes), "behind the end of the gzip data");
        if (outcome->trailing)
            m_tally.add(IssueKind::BadEvent, SourceRef(*source, *outcome->trailing), "behind the end of the document");
        if (m_options.identityFromFile)
            takeIdentity(outcome->members);
        report(input, *outcome, eventCount() - before);
        return Done{};
    }

    void keepTexts(std::uint32_t source)
    {
        std::vector<EventTextBlock> blocks;
        for (auto& collector : m_collectors) {
            std::vector<EventTextBlock> more = collector->takeTexts();
            std::move(more.begin(), more.end(), std::back_inserter(blocks));
        }
        if (!blocks.empty())
            m_context.builder.setTexts(source, std::make_shared<CollectedTexts>(std::move(blocks)));
    }

    static std::string nameOf(const TraceJsonInput& input)
    {
        return input.member.name.empty() ? input.path.string() : input.path.string() + ":" + input.member.name;
    }

    Result<std::uint32_t> addSource(const TraceJsonInput& input)
    {
        SourceInfo info;
        info.path = input.path;
        info.bytes = input.member.data->size();
        auto source = m_context.builder.addSource(std::move(info));
        if (source && m_names.empty())
            m_firstSource = *source;
        if (source)
            m_names.push_back(nameOf(input));
        return source;
    }

    Status skipped(const TraceJsonInput& input, Error error)
    {
        if (error.where.empty())
            error.where = nameOf(input);
        if (m_options.reportFiles && error.code != ErrorCode::Cancelled)
            m_context.files.push_back(
                {input.path, FileStatus::Skipped, error.what, input.member.data->size(), std::nullopt});
        return error;
    }

    void report(const TraceJsonInput& input, const JsonArrayOutcome& outcome, std::uint64_t events)
    {
        if (!m_options.reportFiles)
            return;
        const bool partial = outcome.truncated || outcome.trailing || outcome.tooLarge || input.member.truncated
                             || input.member.trailing;
        std::string reason = input.member.truncated ? "the archive is damaged: " + input.member.note
                             : outcome.truncated    ? "the file ends early"
                             : outcome.trailing     ? "what stands behind the end of the JSON document is not read"
                             : outcome.tooLarge     ? "an event is larger than the limit of "
                                                      + std::to_string(m_context.options.maxEventBytes >> 20) + " MiB"
                             : input.member.trailing ? "what stands behind the end of the gzip data is not read"
                                                     : "";
        m_context.files.push_back({input.path, partial ? FileStatus::Partial : FileStatus::Ok, std::move(reason),
                                   input.member.data->size(), events});
    }

    void takeIdentity(const std::map<std::string, std::string>& members)
    {
        RankInfo& rank = m_context.builder.rank(m_rank);
        const auto base = members.find("baseTimeNanoseconds");
        if (base != members.end() && !rank.timeBaseNs)
            rank.timeBaseNs = integerOf(base->second);
        const auto distributed = members.find("distributedInfo");
        if (distributed != members.end() && !rank.rank)
            rank.rank = integerOf(rawMember(distributed->second, "rank"));
        const auto own = members.find("tideline");
        if (own != members.end())
            takeRanks(rawMember(own->second, "ranks"));
    }

    /// A file that we wrote holds several ranks and says by which prefix of the process ids they are told apart.
    void takeRanks(std::string_view list)
    {
        for (RawMembers entries(list); entries.next();) {
            std::string prefix = jsonTokenText(rawMember(entries.value(), "prefix"));
            if (prefix.empty() || m_ranks.contains(prefix))
                continue;
            RankInfo info = m_context.builder.rank(m_rank);
            info.rank = integerOf(rawMember(entries.value(), "rank"));
            info.device = integerOf(rawMember(entries.value(), "device"));
            info.host = jsonTokenText(rawMember(entries.value(), "host"));
            RankId rank = m_rank;
            if (m_ranks.empty())
                m_context.builder.rank(m_rank) = std::move(info);
            else
                rank = m_context.builder.addRank(std::move(info));
            m_ranks.emplace(std::move(prefix), rank);
        }
    }

    std::uint64_t eventCount() const
    {
        std::uint64_t sum = 0;
        for (const auto& collector : m_collectors)
            sum += collector->eventCount();
        return sum;
    }

    const std::vector<TraceJsonInput>& m_inputs;
    RankId m_rank;
    ImportContext& m_context;
    const TraceJsonOptions& m_options;
    EventCollectors m_collectors;
    std::vector<JsonArrayVisitor*> m_visitors;
    IssueTally m_tally;
    RankPrefixes m_ranks;
    std::vector<std::string> m_names;
    std::uint32_t m_firstSource = 0;
    std::uint64_t m_totalBytes = 0;
    std::uint64_t m_doneBytes = 0;
};

/// True if the array that begins the text holds events, or nothing that speaks against them.
bool arrayOfEvents(std::string_view text, std::size_t from)
{
    const std::string_view rest = text.substr(from);
    if (rest.find("\"ph\"") != std::string_view::npos)
        return true;
    if (rest.find("\\u00") != std::string_view::npos && unescapedJson(rest).find("\"ph\"") != std::string::npos)
        return true;
    const std::size_t first = rest.find_first_not_of(" \t\r\n,");
    return first == std::string_view::npos || rest[first] == ']';
}

bool hasObjectSign(std::string_view text)
{
    return std::any_of(std::begin(kObjectSigns), std::end(kObjectSigns),
                       [&](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

} // namespace

Status readTraceJson(const std::vector<TraceJsonInput>& inputs, RankId rank, ImportContext& context,
                     const TraceJsonOptions& options)
{
    return FamilyReader(inputs, rank, context, options).read();
}

Status readTraceJson(const std::vector<std::filesystem::path>& paths, RankId rank, ImportContext& context,
                     const TraceJsonOptions& options)
{
    UnpackLimits limits;
    limits.scratchDir = context.options.scratchDir;
    std::vector<TraceJsonInput> inputs;
    std::vector<Error> failures;
    for (const std::filesystem::path& path : paths) {
        auto members = openMembers(path, limits, context.progress);
        if (!members) {
            if (members.error().code == ErrorCode::Cancelled)
                return members.error();
            failures.push_back(members.error());
            failures.back().where = path.string();
            if (options.reportFiles)
                context.files.push_back({path, FileStatus::Skipped, members.error().what, 0, std::nullopt});
            continue;
        }
        for (UnpackedMember& member : *members)
            inputs.push_back({path, std::move(member)});
    }
    // An error that is given back is counted by whoever gets it.
    for (std::size_t i = inputs.empty() ? 1 : 0; i < failures.size(); ++i)
        context.issues.add(IssueKind::UnreadableFile, failures[i].where, 1, failures[i].what);
    if (inputs.empty())
        return failures.empty() ? Error{ErrorCode::NotFound, "no input", {}, {}} : failures.front();
    return readTraceJson(inputs, rank, context, options);
}

bool looksLikeTraceJson(const std::filesystem::path& path)
{
    auto start = firstUnpackedBytes(path, kSniffBytes);
    if (!start)
        return false;
    std::size_t at = start->compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0;
    at = skipJsonBlanks(*start, at);
    if (at >= start->size())
        return false;
    if ((*start)[at] == '[')
        return arrayOfEvents(*start, at + 1);
    if ((*start)[at] != '{')
        return false;
    if (hasObjectSign(*start))
        return true;
    if (start->size() < kSniffBytes)
        return false;
    const auto more = firstUnpackedBytes(path, kDeepSniffBytes);
    return more && more->find(kObjectSigns[0]) != std::string::npos;
}

} // namespace tideline
