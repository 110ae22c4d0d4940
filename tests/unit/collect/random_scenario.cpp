// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/collect/random_scenario.h"

#include <random>

#include <nlohmann/json.hpp>

namespace tideline::test {

namespace {

using Json = nlohmann::json;

class Maker {
public:
    explicit Maker(std::uint64_t number) : m_random(number) {}

    std::string make()
    {
        m_training = below(4) != 0;
        m_rows = 64 * (1 + below(32));
        m_width = 128 * (1 + below(16));
        const int tensor = 1 + below(2);
        const int pipeline = m_training ? 1 << below(3) : 1;
        const int expert = m_training && below(3) == 0 ? 2 : 1;
        m_groups = tensor > 1;
        m_experts = expert > 1;
        const int unit = tensor * pipeline * expert;
        const int ranks = unit * (1 + below(2));
        Json root;
        root["schema"] = 1;
        root["name"] = "random";
        root["title"] = "random";
        root["device"] = below(2) == 0 ? "910b-24" : "article-1200";
        root["mode"] = m_training ? "train" : (below(2) == 0 ? "decode" : "graph");
        root["parallel"] = {{"tensor", tensor},
                            {"pipeline", pipeline},
                            {"expert", expert},
                            {"micro_batches", 1 + below(4)},
                            {"hosts", ranks > 1 && below(3) == 0 ? 2 : 0},
                            {"ranks", {{"least", ranks}, {"most", ranks}, {"default", ranks}}}};
        if (root["parallel"]["hosts"] == 0)
            root["parallel"].erase("hosts");
        root["steps"] = {{"default", 2}, {"first", below(100)}};
        const bool workers = below(2) == 0;
        const char* copies[] = {"pageable", "pinned", "prefetch"};
        root["input"] = {{"shape", {1 + below(64), 16 * (1 + below(512))}},
                         {"dtype", "float32"},
                         {"target", {1 + below(64)}},
                         {"loader",
                          {{"mode", workers ? "workers" : "serial"},
                           {"batch_ms", below(10)},
                           {"jitter_percent", below(20)},
                           {"workers", workers ? 1 + below(4) : 0}}},
                         {"copy", copies[below(3)]}};
        root["compute"] = {{"dtype", "float16"},
                           {"cube_utilisation", 0.1 + 0.1 * below(9)},
                           {"cube_hbm_efficiency", 0.3 + 0.1 * below(6)},
                           {"prefetch", 0.1 * below(10)},
                           {"split_k", 1 + below(16)}};
        root["host"] = {{"python_us", below(30)},  {"operator_us", below(30)}, {"backward_us", below(30)},
                        {"enqueue_us", below(10)}, {"dequeue_us", below(20)},  {"launch_us", 1 + below(20)}};
        const bool shard = below(3) == 0;
        root["gradients"] = {{"dtype", "float32"},
                             {"bucket_mib", 1 + below(50)},
                             {"first_bucket_mib", 1 + below(5)},
                             {"overlap", below(2) == 0},
                             {"collective", shard ? "reduce_scatter" : "all_reduce"}};
        root["optimizer"] = {{"kind", below(2) == 0 ? "adamw" : "sgd_momentum"},
                             {"master_dtype", "float32"},
                             {"shard", shard},
                             {"read_loss", below(4) != 0}};
        root["layers"] = layers(pipeline);
        return root.dump();
    }

private:
    int below(int count) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(count)); }

    Json layers(int pipeline)
    {
        Json block = Json::array();
        const int count = 1 + below(6);
        for (int i = 0; i < count; ++i)
            block.push_back(layer());
        if (m_experts) {
            block.push_back(exchange("dispatch"));
            block.push_back({{"kind", "grouped_matmul"},
                             {"name", "experts"},
                             {"rows", m_rows},
                             {"inputs", m_width},
                             {"outputs", m_width},
                             {"experts", 1 + below(3)}});
            block.push_back(exchange("combine"));
        }
        Json out = Json::array();
        if (below(2) == 0)
            out.push_back({{"kind", "embedding"},
                           {"name", "embedding"},
                           {"rows", m_rows},
                           {"width", m_width},
                           {"vocabulary", 1000}});
        out.push_back({{"repeat", pipeline * (1 + below(3))}, {"name", "block"}, {"layers", block}});
        if (below(2) == 0)
            out.push_back({{"kind", "cross_entropy"}, {"name", "loss"}, {"rows", m_rows}, {"classes", 100}});
        return out;
    }

    Json exchange(const char* name)
    {
        return {{"kind", "collective"},
                {"name", name},
                {"op", "all_to_all_v"},
                {"group", "ep"},
                {"shape", {m_rows, m_width}}};
    }

    Json layer()
    {
        const char* vectors[] = {"rms_norm", "add_layer_norm", "gelu", "swiglu", "softmax", "residual", "rotary"};
        switch (below(m_groups ? 5 : 4)) {
        case 0:
            return {{"kind", "matmul"},
                    {"name", "product"},
                    {"rows", m_rows},
                    {"inputs", m_width},
                    {"outputs", 16 * (1 + below(256))}};
        case 1:
            return {{"kind", "attention"},    {"name", "attention"}, {"tokens", m_rows},
                    {"heads", 1 + below(8)},  {"head_size", 64},     {"context", 64 * (1 + below(8))},
                    {"causal", below(2) == 0}};
        case 2:
            return {{"kind", "convert"}, {"name", "convert"},  {"shape", {m_rows, m_width}},
                    {"from", "ND"},      {"to", "FRACTAL_NZ"}, {"once_per_step", below(2) == 0}};
        case 3:
            return {{"kind", "vector"},
                    {"name", "vector"},
                    {"op", vectors[below(7)]},
                    {"shape", {m_rows, m_width}},
                    {"side", !m_training && below(3) == 0},
                    {"ops_scale", 0.5 + below(3)}};
        default:
            return {{"kind", "collective"},
                    {"name", "reduce"},
                    {"op", below(2) == 0 ? "all_reduce" : "all_gather"},
                    {"group", "tp"},
                    {"shape", {m_rows, m_width}},
                    {"pass", below(2) == 0 ? "forward" : "both"}};
        }
    }

    std::mt19937_64 m_random;
    bool m_training = true;
    bool m_groups = false;
    bool m_experts = false;
    int m_rows = 64;
    int m_width = 128;
};

} // namespace

std::string randomScenario(std::uint64_t number)
{
    return Maker(number).make();
}

std::uint32_t ranksOf(const std::string& scenario)
{
    return Json::parse(scenario)["parallel"]["ranks"]["default"].get<std::uint32_t>();
}

} // namespace tideline::test
