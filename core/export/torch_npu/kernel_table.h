// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/capture/comm_records.h"
#include "core/capture/rank_info.h"
#include "core/capture/records.h"
#include "core/export/torch_npu/output_file.h"

namespace tideline::torch_npu {

/// Who wrote the table: the framework profiler (kernel_details.csv) or plain msprof (op_summary_<time>.csv), which
/// knows no steps and names the device instead.
enum class KernelTableForm : std::uint8_t { Framework, Msprof };

/// Writes a table of kernels, the rows of a step in order of their start, and the sums over types beside it.
class KernelTable {
public:
    /// `suffix` goes between the name and the ending of the files: empty, or "_" and a time.
    Status open(const std::filesystem::path& folder, const capture::RankInfo& rank, KernelTableForm form,
                const std::string& suffix);
    void add(const capture::KernelRecord& kernel);
    void add(const capture::CommRecord& operation);
    void add(const capture::TotalRecord& total);
    /// Writes the rows gathered so far.
    void endStep();
    Status close();

private:
    struct Statistic {
        std::int64_t count = 0;
        std::int64_t total = 0;
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    /// What is the same for all calls of a kernel.
    struct KernelTexts {
        std::string name;
        std::string type;
        std::string before; ///< cells up to the start time
        std::string after;  ///< cells after the wait time
        Statistic* statistic = nullptr;
    };
    struct Row {
        std::int64_t start = 0; ///< wall ns
        std::int64_t duration = 0;
        std::uint32_t step = 0;
        std::uint32_t stream = 0;
        std::uint32_t task = 0;
        const KernelTexts* texts = nullptr; ///< null: a collective, all of whose cells are in m_cells
        std::size_t cells = 0;              ///< where they begin in m_cells
        std::size_t after = 0;              ///< where those after the wait time begin
        std::size_t end = 0;
    };
    std::string header() const;
    std::string firstCell(std::uint32_t step) const;
    const KernelTexts& textsOf(const capture::KernelInfo& info);
    void writeRow(const Row& row, std::int64_t wait);
    KernelTexts makeTexts(const capture::KernelInfo& info);
    Status writeStatistics() const;

    std::filesystem::path m_folder;
    std::string m_suffix;
    capture::RankInfo m_rank;
    KernelTableForm m_form = KernelTableForm::Framework;
    bool m_detailed = true;
    OutputFile m_file;
    std::string m_missing; ///< counter cells of a row that has none
    std::vector<Row> m_rows;
    std::string m_cells; ///< of the rows: what differs between the calls of a kernel
    std::optional<std::pair<std::int64_t, std::int64_t>> m_last;           ///< start and duration of the row before
    std::map<std::pair<std::string, std::string>, Statistic> m_statistics; ///< by type and core
    std::unordered_map<const capture::KernelInfo*, std::unique_ptr<KernelTexts>> m_texts;
    std::vector<std::unique_ptr<KernelTexts>> m_former; ///< of places that were given to another kernel in this step
};

} // namespace tideline::torch_npu
