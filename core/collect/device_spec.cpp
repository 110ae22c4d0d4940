// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/collect/device_spec.h"

#include "core/collect/embedded.h"
#include "core/collect/spec_lookup.h"
#include "core/collect/spec_reader.h"

namespace tideline::collect {

namespace {

double figure(const SpecNode& node, std::string_view unit, double low, double high)
{
    node.allowOnly({"value", "unit", "source"});
    if (node.at("unit").text() != unit)
        node.at("unit").fail("expected the unit \"" + std::string(unit) + "\"");
    node.at("source").text();
    return node.at("value").number(low, high);
}

std::int64_t whole(const SpecNode& node, std::string_view unit, std::int64_t low, std::int64_t high)
{
    figure(node, unit, static_cast<double>(low), static_cast<double>(high));
    return node.at("value").integer(low, high);
}

void readFigures(const SpecNode& node, DeviceSpec& device)
{
    constexpr std::int64_t kMaxBytes = std::int64_t{1} << 44;
    node.allowOnly({"ai_cores", "vector_cores", "clock", "cube_flop_per_cycle", "hbm_capacity", "hbm_usable",
                    "hbm_rate", "hbm_units", "l2_size", "l2_rate", "pcie_pageable", "pcie_pinned"});
    device.aiCores = whole(node.at("ai_cores"), "count", 1, 1024);
    device.vectorCores = whole(node.at("vector_cores"), "count", 1, 4096);
    device.clockMhz = whole(node.at("clock"), "MHz", 1, 100'000);
    device.cubeFlopPerCycle = figure(node.at("cube_flop_per_cycle"), "flop/cycle", 1, 1e9);
    device.hbmCapacityBytes = whole(node.at("hbm_capacity"), "B", 1, kMaxBytes);
    device.hbmUsableBytes = whole(node.at("hbm_usable"), "B", 1, kMaxBytes);
    device.hbmBytesPerSecond = figure(node.at("hbm_rate"), "B/s", 1e6, 1e15);
    device.hbmUnits = whole(node.at("hbm_units"), "count", 1, 64);
    device.l2Bytes = whole(node.at("l2_size"), "B", 1, kMaxBytes);
    device.l2BytesPerSecond = figure(node.at("l2_rate"), "B/s", 1e6, 1e16);
    device.pageableBytesPerSecond = figure(node.at("pcie_pageable"), "B/s", 1e6, 1e13);
    device.pinnedBytesPerSecond = figure(node.at("pcie_pinned"), "B/s", 1e6, 1e13);
    if (device.hbmUsableBytes > device.hbmCapacityBytes)
        node.at("hbm_usable").at("value").fail("expected no more than hbm_capacity");
}

void readLinks(const SpecNode& node, DeviceSpec& device)
{
    node.allowOnly({"HCCS", "PCIE", "ROCE", "SIO"});
    for (const std::string& name : node.keys()) {
        const SpecNode link = node.at(name);
        link.allowOnly({"rate", "latency"});
        LinkSpec spec;
        spec.bytesPerSecond = figure(link.at("rate"), "B/s", 1e6, 1e14);
        spec.latencyNs = whole(link.at("latency"), "ns", 0, 1'000'000'000);
        device.links.emplace(name, spec);
    }
}

} // namespace

Result<DeviceSpec> parseDevice(std::string_view text, const std::string& file)
{
    const Result<nlohmann::json> json = parseSpec(text, file);
    if (!json)
        return json.error();
    SpecErrors errors(file);
    const SpecNode root(&*json, {}, &errors);
    DeviceSpec device;
    root.allowOnly({"schema", "name", "title", "core_kind", "figures", "links"});
    root.at("schema").integer(1, 1);
    device.name = root.at("name").text();
    device.title = root.at("title").text();
    device.splitCores = root.at("core_kind").choice({"split", "merged"}) == 0;
    readFigures(root.at("figures"), device);
    readLinks(root.at("links"), device);
    if (errors.failed())
        return errors.error();
    return device;
}

Result<DeviceSpec> loadDevice(const std::string& nameOrPath)
{
    const Result<SpecText> found = findSpec(nameOrPath, embeddedDevices(), "device");
    if (!found)
        return found.error();
    return parseDevice(found->text, found->file);
}

std::vector<std::string> deviceNames()
{
    return specNames(embeddedDevices());
}

} // namespace tideline::collect
