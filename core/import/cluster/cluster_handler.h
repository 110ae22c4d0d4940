// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "core/import/cluster/cluster_kind.h"
#include "core/import/cluster/cluster_ranks.h"
#include "core/import/communication/communication_handler.h"

namespace tideline {

/// Takes a job's communication file apart into entries, each of one rank (or one link), and hands every entry on as if
/// it stood in the file of a rank. Levels of the file: p2p, collective or the ranks of a stage; step; operation; rank or
/// link; what a rank's file has there.
class ClusterHandler final : public nlohmann::json_sax<nlohmann::json> {
public:
    ClusterHandler(std::string file, ClusterFile kind, ClusterRanks& ranks, const std::uint64_t& position,
                   ImportContext& context);

    const CommunicationHandler& records() const { return m_records; }
    std::uint64_t rejected() const { return m_rejected + m_records.rejected(); }
    const std::string& trouble() const { return m_trouble.empty() ? m_records.trouble() : m_trouble; }

    bool null() override { return m_inEntry ? m_records.null() : value(); }
    bool boolean(bool flag) override { return m_inEntry ? m_records.boolean(flag) : value(); }
    bool number_integer(number_integer_t number) override
    {
        return m_inEntry ? m_records.number_integer(number) : value();
    }
    bool number_unsigned(number_unsigned_t number) override
    {
        return m_inEntry ? m_records.number_unsigned(number) : value();
    }
    bool number_float(number_float_t number, const string_t& text) override
    {
        return m_inEntry ? m_records.number_float(number, text) : value();
    }
    bool string(string_t& text) override { return m_inEntry ? m_records.string(text) : value(); }
    bool binary(binary_t&) override { return true; }
    bool key(string_t& name) override;
    bool start_object(std::size_t size) override;
    bool end_object() override;
    bool start_array(std::size_t size) override;
    bool end_array() override;
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& what) override;

private:
    static constexpr std::size_t kLevels = 4; ///< above the figures of an entry

    bool enter();
    void leave();
    bool value();
    bool beginEntry();
    bool forwardRank();
    bool forwardLink();
    /// The levels that a rank's file has above an entry.
    bool forwardLevels();
    bool endEntry();
    void learnGroup();
    bool skip(const std::string& reason);

    const std::string& keyAt(std::size_t depth) const { return m_keys[depth - 1]; }
    std::string_view group() const;

    ClusterFile m_kind;
    ClusterRanks& m_ranks;
    ImportContext& m_context;
    CommunicationHandler m_records;
    std::array<std::string, kLevels> m_keys; // by depth, from 1
    std::size_t m_depth = 0;
    std::size_t m_ignored = 0; // depth of a part that cannot be used; 0: none
    bool m_inEntry = false;
    std::uint64_t m_rejected = 0;
    std::string m_trouble;
};

} // namespace tideline
