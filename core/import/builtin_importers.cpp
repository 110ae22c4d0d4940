// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/chrome_importer.h"
#include "core/import/cluster/cluster_importer.h"
#include "core/import/communication/communication_importer.h"
#include "core/import/importer.h"
#include "core/import/msprof/msprof_importer.h"
#include "core/import/service/service_importer.h"
#include "core/import/table/table_importer.h"
#include "core/import/tasks/tasks_importer.h"
#include "core/import/torch_npu/torch_npu_importer.h"
#include "core/import/torch_npu_db/database_importer.h"

namespace tideline {

std::vector<std::unique_ptr<Importer>> builtinImporters()
{
    std::vector<std::unique_ptr<Importer>> importers;
    importers.push_back(std::make_unique<TorchNpuTextImporter>());
    importers.push_back(std::make_unique<MsprofTextImporter>());
    importers.push_back(std::make_unique<ClusterImporter>());
    importers.push_back(std::make_unique<ServiceImporter>());
    importers.push_back(std::make_unique<DatabaseImporter>());
    importers.push_back(std::make_unique<TasksImporter>());
    importers.push_back(std::make_unique<CommunicationImporter>());
    importers.push_back(std::make_unique<ChromeImporter>());
    importers.push_back(std::make_unique<TableImporter>());
    return importers;
}

} // namespace tideline
