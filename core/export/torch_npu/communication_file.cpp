// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torch_npu/communication_file.h"

#include <string>

#include "core/export/torch_npu/matrix_cells.h"

namespace tideline::torch_npu {

namespace {

/// Opens the file with the first step, and begins the step's object.
void beginStep(OutputFile& file, Status& opened, const std::filesystem::path& path, std::uint32_t step)
{
    if (file.isOpen()) {
        file.write(", ");
    } else {
        opened = file.open(path);
        file.write("{");
    }
    file.print("\"step{}\": {{", step);
}

Status closeFile(OutputFile& file, const Status& opened)
{
    if (!opened || !file.isOpen())
        return opened;
    file.write("}");
    return file.close();
}

/// The operations of one kind, and what they sum up to.
std::string sectionJson(const std::vector<OperationFigures>& operations, bool pointToPoint)
{
    std::string out;
    OperationSums total;
    for (const OperationFigures& operation : operations) {
        if (operation.pointToPoint != pointToPoint)
            continue;
        OperationSums own;
        own.add(operation);
        total.add(operation);
        out += fmt::format("\"{}\": {}, ", operation.key(), operationJson(own, operation.startWallNs));
    }
    return out.empty() ? out : out + "\"Total Op Info\": " + operationJson(total, {});
}

std::string sectionJson(const std::vector<MatrixCell>& cells, bool pointToPoint)
{
    std::string out;
    std::string open;
    for (const MatrixCell& cell : cells) {
        if (cell.pointToPoint != pointToPoint)
            continue;
        const std::string name = cell.name + "@" + cell.groupId;
        if (name == open) {
            out += ", ";
        } else {
            out += open.empty() ? "" : "}, ";
            out += "\"" + name + "\": {";
            open = name;
        }
        out += fmt::format("\"{}-{}\": {}", cell.link.source, cell.link.target, cell.json());
    }
    return open.empty() ? out : out + "}";
}

} // namespace

void CommunicationFile::endStep(std::uint32_t step)
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end())
        return;
    beginStep(m_file, m_opened, m_folder / "communication.json", step);
    m_file.print("\"p2p\": {{{}}}, \"collective\": {{{}}}}}", sectionJson(found->second, true),
                 sectionJson(found->second, false));
    m_steps.erase(found);
}

Status CommunicationFile::close()
{
    while (!m_steps.empty())
        endStep(m_steps.begin()->first);
    return closeFile(m_file, m_opened);
}

void CommunicationMatrix::add(const OperationFigures& operation)
{
    if (!operation.links.empty())
        m_steps[operation.step].push_back(operation);
}

void CommunicationMatrix::endStep(std::uint32_t step)
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end())
        return;
    const std::vector<MatrixCell> cells = matrixCells(found->second);
    beginStep(m_file, m_opened, m_folder / "communication_matrix.json", step);
    m_file.print("\"p2p\": {{{}}}, \"collective\": {{{}}}}}", sectionJson(cells, true), sectionJson(cells, false));
    m_steps.erase(found);
}

Status CommunicationMatrix::close()
{
    while (!m_steps.empty())
        endStep(m_steps.begin()->first);
    return closeFile(m_file, m_opened);
}

} // namespace tideline::torch_npu
