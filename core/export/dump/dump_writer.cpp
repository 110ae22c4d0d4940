// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/dump/dump_writer.h"

#include <string>

#include "core/export/torch_npu/rank_folder.h"

namespace tideline {

Status DumpWriter::begin(const capture::RankInfo& rank)
{
    const Status made = torch_npu::makeFolders(m_folder);
    if (!made)
        return made;
    const Status opened = m_file.open(m_folder / ("tensor_statistics_" + std::to_string(rank.rank) + ".csv"));
    if (opened)
        m_file.write(CsvRow::header({"Step", "Layer", "Operator", "Pass", "Side", "Index", "Data Type", "Shape",
                                     "Elements", "Min", "Max", "Mean", "L2 Norm", "NaN", "Inf", "Zeros"}));
    return opened;
}

void DumpWriter::tensor(const capture::TensorRecord& record)
{
    const capture::Tensor& tensor = *record.tensor;
    const capture::TensorStatistics& values = record.values;
    m_row.number(std::int64_t{record.step})
        .text(record.layer)
        .text(record.operation)
        .text(record.pass == capture::TensorPass::Forward ? "forward" : "backward")
        .text(record.side == capture::TensorSide::Input ? "input" : "output")
        .number(std::int64_t{record.index})
        .text(capture::deviceName(tensor.dtype))
        .text(capture::shapeText({tensor}))
        .number(tensor.elements())
        .real(values.least)
        .real(values.most)
        .real(values.mean)
        .real(values.norm)
        .number(values.notNumbers)
        .number(values.infinite)
        .number(values.zeros);
    m_file.write(m_row.take());
}

} // namespace tideline
