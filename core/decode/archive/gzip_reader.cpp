// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decode/archive/gzip_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tideline {

namespace {

constexpr std::size_t kInputBytes = std::size_t{128} << 10;
constexpr std::size_t kMaxPadding = std::size_t{1} << 20;
constexpr int kGzipWindow = 15 + 16; // the largest window, with a gzip header

} // namespace

GzipReader::GzipReader(FileReader file) : m_file(std::move(file)), m_input(kInputBytes)
{
    if (inflateInit2(&m_stream, kGzipWindow) != Z_OK)
        m_reason = "cannot start to unpack";
}

GzipReader::~GzipReader()
{
    inflateEnd(&m_stream);
}

bool GzipReader::refill()
{
    // At most two bytes are left over; they stay in front.
    const std::size_t left = m_stream.avail_in;
    std::memmove(m_input.data(), m_stream.next_in ? m_stream.next_in : reinterpret_cast<Bytef*>(m_input.data()), left);
    const std::size_t got = m_file.readAt(m_position, m_input.data() + left, m_input.size() - left);
    m_position += got;
    m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
    m_stream.avail_in = static_cast<uInt>(left + got);
    return got > 0;
}

GzipReader::State GzipReader::damaged(const char* reason)
{
    m_reason = reason;
    return State::Damaged;
}

bool GzipReader::nextMember()
{
    if (m_stream.avail_in < 2)
        refill();
    const bool another = m_stream.avail_in >= 2 && m_stream.next_in[0] == 0x1F && m_stream.next_in[1] == 0x8B;
    return another && inflateReset(&m_stream) == Z_OK;
}

bool GzipReader::trailing()
{
    for (std::size_t seen = 0; m_stream.avail_in > 0 || refill();) {
        const Bytef* const first = m_stream.next_in;
        if (std::any_of(first, first + m_stream.avail_in, [](Bytef byte) { return byte != 0; }))
            return true;
        seen += m_stream.avail_in;
        m_stream.avail_in = 0;
        if (seen > kMaxPadding)
            return true;
    }
    return false;
}

GzipReader::State GzipReader::read(std::string& into, std::size_t bytes)
{
    if (!m_reason.empty())
        return State::Damaged;
    const std::size_t before = into.size();
    into.resize(before + bytes);
    m_stream.next_out = reinterpret_cast<Bytef*>(into.data() + before);
    m_stream.avail_out = static_cast<uInt>(bytes);
    State state = State::More;
    while (m_stream.avail_out > 0 && state == State::More) {
        if (m_stream.avail_in == 0 && !refill()) {
            state = damaged("the gzip data ends early");
            break;
        }
        const int result = inflate(&m_stream, Z_NO_FLUSH);
        if (result == Z_STREAM_END)
            state = nextMember() ? State::More : State::End;
        else if (result != Z_OK && result != Z_BUF_ERROR)
            state = damaged(m_stream.msg ? m_stream.msg : "damaged gzip data");
    }
    into.resize(into.size() - m_stream.avail_out);
    return state;
}

} // namespace tideline
