// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/communication/communication_handler.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "core/decode/decimal.h"

namespace tideline {

namespace {

constexpr std::size_t kStepDepth = 2; // inside the object of a step
constexpr std::size_t kOperationDepth = 4;
constexpr std::size_t kSectionDepth = 5;
constexpr std::size_t kTransportDepth = 6;
constexpr std::size_t kPacketDepth = 8; // inside [count, time] of a packet size
constexpr std::size_t kDepthLimit = 512;
constexpr int kMicrosecondPower = 3; // to nanoseconds
constexpr int kMillisecondPower = 6;
constexpr double kMegabyte = 1e6; // decimal in these files
constexpr double kGigabyte = 1e9;
constexpr std::uint64_t kRecordsPerCheck = 4096;

/// The number of "step12"; nothing for "step" and for other words.
std::int64_t stepNumber(std::string_view text)
{
    if (text.starts_with("step"))
        text.remove_prefix(4);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : kNoInteger;
}

/// The members of "0-7".
std::optional<std::pair<std::int32_t, std::int32_t>> linkEnds(std::string_view text)
{
    std::pair<std::int32_t, std::int32_t> ends{};
    const char* const stop = text.data() + text.size();
    const auto first = std::from_chars(text.data(), stop, ends.first);
    if (first.ec != std::errc{} || first.ptr == stop || *first.ptr != '-')
        return {};
    const auto second = std::from_chars(first.ptr + 1, stop, ends.second);
    if (second.ec != std::errc{} || second.ptr != stop)
        return {};
    return ends;
}

std::string_view groupIn(std::string_view name)
{
    const std::size_t at = name.rfind('@');
    return at == std::string_view::npos ? std::string_view{} : name.substr(at + 1);
}

} // namespace

CommunicationHandler::CommunicationHandler(std::string file, CommunicationKind kind, RankId rank,
                                           const std::uint64_t& position, ImportContext& context)
    : m_file(std::move(file)), m_kind(kind), m_rank(rank), m_position(position), m_context(context)
{
}

std::string CommunicationHandler::place() const
{
    return m_file + "@" + std::to_string(m_position);
}

bool CommunicationHandler::key(string_t& value)
{
    if (m_depth <= kKeyLevels)
        m_keys[m_depth - 1] = value;
    return true;
}

bool CommunicationHandler::start_object(std::size_t)
{
    if (!enter())
        return false;
    if (wanted(kStepDepth)) {
        m_step = stepNumber(keyAt(1));
        if (m_step == kNoInteger && keyAt(1) != "step")
            badFigure("no step number in " + keyAt(1));
    } else if (wanted(kOperationDepth)) {
        beginOperation();
    } else if (wanted(kSectionDepth)) {
        beginSection();
    } else if (wanted(kTransportDepth) && m_section == Section::Bandwidth) {
        m_transport = {};
        m_transport.sizeBytes = kNoNumber;
        m_transport.time = kNoDuration;
        m_figures = 0;
    }
    return true;
}

bool CommunicationHandler::end_object()
{
    if (wanted(kTransportDepth) && m_section == Section::Bandwidth)
        finishTransport();
    else if (wanted(kSectionDepth))
        finishSection();
    else if (wanted(kOperationDepth))
        finishOperation();
    leave();
    return !m_cancelled;
}

bool CommunicationHandler::start_array(std::size_t)
{
    if (!enter())
        return false;
    m_element = 0;
    if (m_depth < kPacketDepth && m_foreign == 0) {
        m_foreign = m_depth;
        reject("a list where an object is expected");
    }
    return true;
}

bool CommunicationHandler::end_array()
{
    leave();
    return true;
}

bool CommunicationHandler::parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&)
{
    m_trouble = "the rest of the file is no JSON";
    return false;
}

bool CommunicationHandler::enter()
{
    if (++m_depth < kDepthLimit)
        return true;
    m_trouble = "objects are nested too deeply";
    return false;
}

void CommunicationHandler::leave()
{
    if (m_foreign == m_depth)
        m_foreign = 0;
    --m_depth;
}

void CommunicationHandler::beginOperation()
{
    const std::string& name = keyAt(3);
    m_operation = {};
    m_operation.rank = m_rank;
    m_operation.step = m_step;
    m_operation.name = m_context.builder.intern(name);
    m_operation.group = m_context.builder.intern(groupIn(name));
    m_operation.pointToPoint = keyAt(2) == "p2p";
    m_operation.total = name.starts_with("Total") || name.find("-total@") != std::string::npos;
    m_transports.clear();
    m_hasTimes = m_hasElapse = false;
}

void CommunicationHandler::beginSection()
{
    const std::string& name = keyAt(4);
    if (name == "Communication Time Info") {
        m_section = Section::Times;
        m_hasTimes = true;
        return;
    }
    if (name == "Communication Bandwidth Info") {
        m_section = Section::Bandwidth;
        return;
    }
    const auto ends = linkEnds(name);
    m_section = ends ? Section::Link : Section::Unknown;
    if (!ends)
        return reject(name + " is neither a link nor a known section");
    m_link = {};
    m_link.sizeBytes = kNoNumber;
    m_link.time = kNoDuration;
    m_link.rank = m_rank;
    m_link.step = m_step;
    m_link.name = m_operation.name;
    m_link.group = m_operation.group;
    m_link.pointToPoint = m_operation.pointToPoint;
    m_link.total = m_operation.total;
    m_link.source = ends->first;
    m_link.target = ends->second;
}

void CommunicationHandler::finishSection()
{
    if (m_section == Section::Link)
        finishLink();
    m_section = Section::None;
}

void CommunicationHandler::finishTransport()
{
    // Every kind of link is listed; those that an operation does not use are zeros, or empty objects.
    const bool unused = m_figures == 0 || (m_transport.sizeBytes == 0 && m_transport.time == Duration{});
    if (unused)
        return;
    if (std::isnan(m_transport.sizeBytes) || m_transport.time == kNoDuration)
        return reject("no size or no time for " + keyAt(5));
    m_transport.transport = m_context.builder.intern(keyAt(5));
    m_transports.push_back(m_transport);
}

void CommunicationHandler::finishLink()
{
    if (std::isnan(m_link.sizeBytes) || m_link.time == kNoDuration)
        return reject("no size or no time for the link " + keyAt(4));
    m_context.builder.addLink(m_link);
    ++(m_link.total ? m_totals : m_count);
}

void CommunicationHandler::finishOperation()
{
    if ((m_count + m_totals) % kRecordsPerCheck == 0)
        m_cancelled = m_context.progress.cancelled();
    if (m_kind == CommunicationKind::Matrix && !m_hasTimes)
        return;
    if (!m_hasElapse) {
        if (!m_operation.total || m_hasTimes)
            reject("no elapse time of " + keyAt(3));
        return;
    }
    if (!m_operation.total) {
        const bool complete =
            m_operation.start != kNoInstant && m_operation.transit != kNoDuration && m_operation.wait != kNoDuration;
        if (!complete)
            badFigure("start, transit or wait time is missing for " + keyAt(3));
    }
    m_context.builder.addCommunication(m_operation, m_transports);
    ++(m_operation.total ? m_totals : m_count);
}

bool CommunicationHandler::scalar(const std::string& text)
{
    if (m_foreign != 0)
        return true;
    if (m_depth == kSectionDepth && m_section == Section::Times)
        timeFigure(keyAt(5), text);
    else if (m_depth == kSectionDepth && m_section == Section::Link)
        linkFigure(keyAt(5), text);
    else if (m_depth == kTransportDepth && m_section == Section::Bandwidth)
        transportFigure(keyAt(6), text);
    else if (m_depth == kPacketDepth && m_section == Section::Bandwidth && m_element++ == 0) {
        if (const auto packets = scaled(text, 0))
            m_transport.packets = (m_transport.packets == kNoInteger ? 0 : m_transport.packets) + *packets;
    } else if (m_depth == 3 || m_depth == kOperationDepth)
        reject("a value where an object is expected");
    return true;
}

bool CommunicationHandler::noNumber()
{
    if (m_foreign == 0 && m_depth >= 3 && m_depth <= kTransportDepth)
        scalar({});
    return true;
}

void CommunicationHandler::timeFigure(std::string_view name, const std::string& text)
{
    if (name == "Start Timestamp(us)") {
        if (const auto start = scaled(text, kMicrosecondPower))
            m_operation.start = Instant{*start};
    } else if (name == "Elapse Time(ms)") {
        const auto elapse = scaled(text, kMillisecondPower);
        m_hasElapse = elapse.has_value();
        if (elapse && *elapse < 0)
            m_context.issues.add(IssueKind::NegativeDuration, place());
        m_operation.elapse = Duration{std::max<std::int64_t>(elapse.value_or(0), 0)};
    } else if (name == "Transit Time(ms)") {
        m_operation.transit = milliseconds(text).value_or(kNoDuration);
    } else if (name == "Wait Time(ms)") {
        m_operation.wait = milliseconds(text).value_or(kNoDuration);
    } else if (name == "Synchronization Time(ms)") {
        m_operation.synchronization = milliseconds(text).value_or(kNoDuration);
    } else if (name == "Idle Time(ms)") {
        // May be below zero: parallel streams can transfer longer than the operation lasts.
        if (const auto idle = scaled(text, kMillisecondPower))
            m_operation.idle = Duration{*idle};
    }
}

void CommunicationHandler::transportFigure(std::string_view name, const std::string& text)
{
    ++m_figures;
    if (name == "Transit Size(MB)")
        m_transport.sizeBytes = number(text, kMegabyte);
    else if (name == "Transit Time(ms)")
        m_transport.time = milliseconds(text).value_or(kNoDuration);
    else if (name == "Bandwidth(GB/s)")
        m_transport.bytesPerSecond = number(text, kGigabyte);
    else if (name == "Large Packet Ratio")
        m_transport.largePacketRatio = number(text, 1);
}

void CommunicationHandler::linkFigure(std::string_view name, const std::string& text)
{
    if (name == "Transport Type")
        m_link.transport = m_context.builder.intern(text);
    else if (name == "Op Name")
        m_link.operation = m_context.builder.intern(text);
    else if (name == "Transit Size(MB)")
        m_link.sizeBytes = number(text, kMegabyte);
    else if (name == "Transit Time(ms)")
        m_link.time = milliseconds(text).value_or(kNoDuration);
    else if (name == "Bandwidth(GB/s)")
        m_link.bytesPerSecond = number(text, kGigabyte);
}

std::optional<std::int64_t> CommunicationHandler::scaled(const std::string& text, int power)
{
    const auto value = scaledDecimal(text, power);
    if (!value)
        badFigure("\"" + text.substr(0, 40) + "\" is not a number");
    return value;
}

std::optional<Duration> CommunicationHandler::milliseconds(const std::string& text)
{
    const auto value = scaled(text, kMillisecondPower);
    if (value && *value < 0)
        badFigure("a time below zero");
    return value && *value >= 0 ? std::optional(Duration{*value}) : std::nullopt;
}

double CommunicationHandler::number(const std::string& text, double unit)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size() && std::isfinite(value) && value >= 0)
        return value * unit;
    badFigure("\"" + text.substr(0, 40) + "\" is no size or rate");
    return kNoNumber;
}

void CommunicationHandler::reject(const std::string& reason)
{
    ++m_rejected;
    m_context.issues.add(IssueKind::BadRow, place(), 1, reason);
}

void CommunicationHandler::badFigure(const std::string& reason)
{
    m_context.issues.add(IssueKind::BadFigure, place(), 1, reason);
}

} // namespace tideline
