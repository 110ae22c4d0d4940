// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tasks/tasks_importer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/decode/decimal.h"
#include "core/import/counter_figures.h"
#include "core/import/tasks/relaxed_json.h"
#include "core/import/text_head.h"

namespace tideline {

namespace {

constexpr std::size_t kHeadBytes = 16'384;
constexpr std::size_t kFileLimit = std::size_t{1} << 30;
constexpr std::size_t kDepthLimit = 64;
constexpr int kMillisecondPower = 6; // to nanoseconds
constexpr std::uint64_t kTasksPerCheck = 4096;

struct Task {
    std::string name;
    std::optional<std::int64_t> start;
    std::optional<std::int64_t> end;
    std::map<std::string, double> metrics;
};

/// Takes the tasks as they are read: numbers keep their text, so that times are exact, and no document is built.
class TaskHandler final : public nlohmann::json_sax<nlohmann::json> {
public:
    TaskHandler(const std::string& file, RankId rank, std::uint32_t source, ImportContext& context)
        : m_file(file), m_rank(rank), m_source(source), m_context(context)
    {
        context.builder.process(context.builder.process(rank, "tasks")).name = "Tasks";
        context.builder.process(context.builder.process(rank, "tasks")).role = ProcessRole::Device;
        m_track = context.builder.track(rank, "tasks", "tasks", TrackKind::Stream);
        context.builder.track(m_track).name = "Tasks";
    }

    std::uint64_t count() const { return m_count; }
    const TraceTotals& totals() const { return m_totals; }
    bool cancelled() const { return m_cancelled; }
    const std::string& trouble() const { return m_trouble; }

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return number(std::to_string(value), double(value)); }
    bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value), double(value)); }
    bool number_float(number_float_t value, const string_t& text) override { return number(text, value); }
    bool string(string_t& value) override
    {
        if (inTask() && m_key == "name")
            m_task.name = value;
        else if (inTask())
            number(value, std::numeric_limits<double>::quiet_NaN()); // a number may come as text
        return true;
    }
    bool binary(binary_t&) override { return true; }
    bool key(string_t& value) override
    {
        m_key = value;
        if (m_depth == 1)
            m_section = value;
        return true;
    }
    bool start_object(std::size_t) override
    {
        if (m_depth == 2 && m_section == "tasks")
            m_task = {};
        return ++m_depth < kDepthLimit;
    }
    bool end_object() override
    {
        --m_depth;
        if (m_depth == 2 && m_section == "tasks")
            finishTask();
        return !m_cancelled;
    }
    bool start_array(std::size_t) override { return ++m_depth < kDepthLimit; }
    bool end_array() override
    {
        --m_depth;
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        m_trouble = std::to_string(position);
        return false;
    }

private:
    bool inTask() const { return m_depth == 3 && m_section == "tasks"; }

    bool number(const std::string& text, double value)
    {
        if (!inTask())
            return true;
        if (m_key == "start_time")
            m_task.start = scaledDecimal(text, kMillisecondPower);
        else if (m_key == "end_time")
            m_task.end = scaledDecimal(text, kMillisecondPower);
        else if (isPlausibleFigure(m_key, value))
            m_task.metrics[m_key] = value;
        else
            m_context.issues.add(IssueKind::BadFigure, m_file + " task " + std::to_string(m_count + 1), 1, m_key);
        return true;
    }

    void finishTask()
    {
        const std::string place = m_file + " task " + std::to_string(++m_count);
        if (m_count % kTasksPerCheck == 0) {
            m_cancelled = m_context.progress.cancelled();
            m_context.progress.report({Stage::Parse, 0, 0, m_count, std::filesystem::path(m_file).filename().string()});
        }
        if (!m_task.start) {
            m_context.issues.add(IssueKind::BadTime, place, 1, "no start_time");
            return;
        }
        const std::int64_t length = m_task.end.value_or(*m_task.start) - *m_task.start;
        if (!m_task.end)
            m_context.issues.add(IssueKind::MissingDuration, place, 1, "no end_time");
        else if (length < 0)
            m_context.issues.add(IssueKind::NegativeDuration, place);
        add(Instant{*m_task.start}, Duration{std::max<std::int64_t>(length, 0)});
    }

    void add(Instant start, Duration duration)
    {
        KernelRow kernel;
        kernel.rank = m_rank;
        kernel.start = start;
        kernel.duration = duration;
        kernel.name = m_context.builder.intern(m_task.name);
        kernel.ref = SourceRef(m_source, m_count);
        for (const auto& [name, value] : m_task.metrics) {
            const std::size_t index = m_context.builder.kernelMetric(name);
            if (kernel.metrics.size() <= index)
                kernel.metrics.resize(index + 1, std::numeric_limits<double>::quiet_NaN());
            kernel.metrics[index] = value;
        }
        SliceRow slice;
        slice.start = start;
        slice.duration = duration;
        slice.ref = kernel.ref;
        slice.name = kernel.name;
        m_context.builder.addSlice(m_track, slice);
        m_context.builder.addKernel(std::move(kernel));
        m_totals.first = std::min(m_totals.first.value_or(start), start);
        m_totals.last = std::max(m_totals.last.value_or(start + duration), start + duration);
    }

    std::string m_file;
    RankId m_rank;
    std::uint32_t m_source;
    ImportContext& m_context;
    TrackId m_track;
    std::string m_section; // the member of the outermost object at work
    std::string m_key;
    std::size_t m_depth = 0;
    Task m_task;
    std::uint64_t m_count = 0;
    TraceTotals m_totals;
    std::string m_trouble;
    bool m_cancelled = false;
};

} // namespace

bool TasksImporter::sniff(const std::filesystem::path& path) const
{
    auto head = textHead(path, kHeadBytes);
    if (!head || head->find('\0') != std::string::npos)
        return false;
    relaxJson(*head);
    const std::size_t open = head->find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    const std::size_t key = head->find("\"tasks\"");
    if (open == std::string::npos || (*head)[open] != '{' || key == std::string::npos)
        return false;
    const std::size_t colon = head->find_first_not_of(" \t\r\n", key + 7);
    const std::size_t list = colon == std::string::npos ? colon : head->find_first_not_of(" \t\r\n", colon + 1);
    return list != std::string::npos && (*head)[colon] == ':' && (*head)[list] == '['
           && head->find("\"traceEvents\"") == std::string::npos;
}

Status TasksImporter::read(const std::filesystem::path& path, ImportContext& context) const
{
    if (context.options.quickOnly)
        return Done{};
    auto text = smallFile(path, kFileLimit);
    if (!text)
        return Error{ErrorCode::TooLarge, "the file cannot be read or is larger than 1 GiB", path.string(), {}};
    const auto source = context.builder.addSource({path, text->size(), nullptr});
    if (!source)
        return source.error();
    RankInfo info;
    info.format = "tasks";
    info.path = path.string();
    const RankId rank = context.builder.addRank(std::move(info));
    relaxJson(*text);
    TaskHandler handler(path.string(), rank, *source, context);
    const bool whole = nlohmann::json::sax_parse(*text, &handler);
    if (handler.cancelled())
        return Error{ErrorCode::Cancelled, "cancelled", path.string(), {}};
    if (!whole && handler.count() == 0)
        return Error{ErrorCode::Damaged, "no task could be read", path.string() + "@" + handler.trouble(), {}};
    if (!whole)
        context.issues.add(IssueKind::Truncated, path.string() + "@" + handler.trouble());
    context.builder.addTotals(handler.totals());
    context.files.push_back({path, whole ? FileStatus::Ok : FileStatus::Partial,
                             whole ? "" : "the rest of the file is no JSON", text->size(), handler.count()});
    return Done{};
}

} // namespace tideline
