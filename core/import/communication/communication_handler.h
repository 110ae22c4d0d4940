// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/import/communication/communication_json.h"

namespace tideline {

/// Takes the operations and links of a communication file as they are read: numbers keep their text, so that times are
/// exact, and no document is built. Levels of the file: step, p2p or collective, operation, section, figures.
class CommunicationHandler final : public nlohmann::json_sax<nlohmann::json> {
public:
    /// `position` tells how far the text was read.
    CommunicationHandler(std::string file, CommunicationKind kind, RankId rank, const std::uint64_t& position,
                         ImportContext& context);

    /// Whose the operations are that begin from now on.
    void setRank(RankId rank) { m_rank = rank; }

    std::uint64_t count() const { return m_count; } ///< records, without sums
    std::uint64_t totals() const { return m_totals; }
    std::uint64_t rejected() const { return m_rejected; }
    bool cancelled() const { return m_cancelled; }
    const std::string& trouble() const { return m_trouble; } ///< why reading stopped
    std::string place() const;

    bool null() override { return noNumber(); }
    bool boolean(bool) override { return noNumber(); }
    bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value)); }
    bool number_float(number_float_t, const string_t& text) override { return scalar(text); }
    bool string(string_t& value) override { return scalar(value); }
    bool binary(binary_t&) override { return true; }
    bool key(string_t& value) override;
    bool start_object(std::size_t) override;
    bool end_object() override;
    bool start_array(std::size_t) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override;

private:
    enum class Section { None, Times, Bandwidth, Link, Unknown };

    bool enter();
    void leave();
    void beginOperation();
    void beginSection();
    void finishSection();
    void finishTransport();
    void finishLink();
    void finishOperation();

    bool scalar(const std::string& text);
    bool noNumber();
    void timeFigure(std::string_view name, const std::string& text);
    void transportFigure(std::string_view name, const std::string& text);
    void linkFigure(std::string_view name, const std::string& text);
    std::optional<std::int64_t> scaled(const std::string& text, int power);
    std::optional<Duration> milliseconds(const std::string& text);
    double number(const std::string& text, double unit);
    void reject(const std::string& reason);
    void badFigure(const std::string& reason);
    bool wanted(std::size_t depth) const { return m_depth == depth && m_foreign == 0; }
    const std::string& keyAt(std::size_t depth) const { return m_keys[depth - 1]; }

    static constexpr std::size_t kKeyLevels = 7;

    std::string m_file;
    CommunicationKind m_kind;
    RankId m_rank;
    const std::uint64_t& m_position;
    ImportContext& m_context;
    std::array<std::string, kKeyLevels> m_keys; // by depth, from 1
    std::size_t m_depth = 0;
    std::size_t m_foreign = 0; // depth of an array that stands where an object should; 0: none
    std::size_t m_element = 0; // of the innermost array
    std::int64_t m_step = kNoInteger;
    Section m_section = Section::None;
    bool m_hasTimes = false;
    bool m_hasElapse = false;
    CommRecord m_operation;
    std::vector<CommTransport> m_transports;
    CommTransport m_transport;
    LinkRecord m_link;
    std::size_t m_figures = 0; // of the transport at work
    std::uint64_t m_count = 0;
    std::uint64_t m_totals = 0;
    std::uint64_t m_rejected = 0;
    std::string m_trouble;
    bool m_cancelled = false;
};

} // namespace tideline
