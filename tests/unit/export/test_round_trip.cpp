// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/export/test_round_trip.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/collect/scenario.h"
#include "tests/unit/export/facts.h"

using namespace tideline;
using test::difference;
using test::Facts;

namespace {

using Lists = std::vector<std::vector<std::string> Facts::*>;

/// The smallest run of a scenario that shows all it has.
collect::CollectOptions smallRun(const std::string& name, capture::TraceLevel level)
{
    collect::CollectOptions options;
    options.scenario = name;
    options.level = level;
    options.seed = 11;
    options.steps = 2;
    const auto scenario = collect::loadScenario(name);
    if (!scenario)
        return options;
    const collect::ParallelSpec& plan = scenario->parallel;
    options.ranks = static_cast<std::uint32_t>(std::min(std::max<std::int64_t>(plan.leastRanks, 2), plan.mostRanks));
    return options;
}

/// All workloads take minutes; these have an operator, a stream and a link of every kind.
std::vector<std::string> scenarios()
{
#ifdef TIDELINE_ALL_SCENARIOS
    return collect::scenarioNames();
#else
    return {"resnet50-train", "decode-graph", "small-host-bound"};
#endif
}

/// Level 2 is level 3 without parts and memory: the small workloads show that it is.
std::vector<int> levels()
{
#ifdef TIDELINE_ALL_SCENARIOS
    return {1, 3};
#else
    return {1, 2, 3};
#endif
}

std::shared_ptr<const Session> collected(const QTemporaryDir& folder, ExportForm form,
                                         const collect::CollectOptions& options, std::string& trouble)
{
    CollectOutput output;
    output.directory = folder.filePath(QStringLiteral("out")).toStdString();
    output.forms = {form};
    const auto summary = collectTo(output, options, {});
    if (!summary) {
        trouble = summary.error().text();
        return nullptr;
    }
    OpenOptions open;
    open.paths = {output.directory};
    auto session = Session::open(open, {});
    if (!session) {
        trouble = session.error().text();
        return nullptr;
    }
    return *session;
}

const std::map<std::string, ExportForm>& forms()
{
    static const std::map<std::string, ExportForm> all = {{"text", ExportForm::Text},
                                                          {"db", ExportForm::Database},
                                                          {"msprof", ExportForm::Msprof},
                                                          {"chrome-trace", ExportForm::ChromeTrace}};
    return all;
}

/// What a form carries at a trace level.
Lists carried(ExportForm form, capture::TraceLevel level)
{
    Lists lists = {&Facts::collectives, &Facts::copies};
    const bool api = level != capture::TraceLevel::Kernels;
    const bool full = level == capture::TraceLevel::Full;
    const bool chrome = form == ExportForm::ChromeTrace;
    const bool msprof = form == ExportForm::Msprof;
    if (!chrome)
        lists.push_back(&Facts::kernels);
    if (api)
        lists.push_back(&Facts::calls);
    if (api && !msprof)
        lists.push_back(&Facts::flows);
    if (api && !chrome)
        lists.insert(lists.end(), {&Facts::kernelTypes, &Facts::transfers});
    if (full)
        lists.push_back(&Facts::parts);
    if (full && !chrome)
        lists.push_back(&Facts::memory);
    if (msprof)
        lists.push_back(&Facts::runTimes);
    else
        lists.insert(lists.end(), {&Facts::operators, &Facts::steps, &Facts::stepTimes});
    if (!msprof && !chrome)
        lists.push_back(&Facts::kernelSteps);
    if (full && !msprof && !chrome)
        lists.push_back(&Facts::allocations);
    return lists;
}

/// What the simulator executed, as far as the form can say it.
Facts expectedOf(const std::vector<test::Recording>& run, ExportForm form)
{
    Facts facts = test::factsOf(run);
    if (form == ExportForm::Database) {
        facts.flows.insert(facts.flows.end(), facts.eventFlows.begin(), facts.eventFlows.end());
        std::sort(facts.flows.begin(), facts.flows.end());
    }
    if (form == ExportForm::Msprof) // has no column for active bytes
        for (std::string& line : facts.memory)
            line = line.substr(0, line.rfind(' ') + 1) + std::to_string(kNoInteger);
    return facts;
}

const char* nameOf(std::vector<std::string> Facts::*list)
{
    const std::vector<std::pair<std::vector<std::string> Facts::*, const char*>> names = {
        {&Facts::kernels, "kernels"},
        {&Facts::kernelTypes, "kernel types"},
        {&Facts::kernelSteps, "kernel steps"},
        {&Facts::copies, "copies"},
        {&Facts::collectives, "collectives"},
        {&Facts::parts, "parts"},
        {&Facts::calls, "calls"},
        {&Facts::operators, "operators"},
        {&Facts::flows, "flows"},
        {&Facts::transfers, "transfers"},
        {&Facts::memory, "memory"},
        {&Facts::allocations, "allocations"},
        {&Facts::steps, "steps"},
        {&Facts::runTimes, "run times"},
        {&Facts::stepTimes, "step times"}};
    const auto found =
        std::find_if(names.begin(), names.end(), [list](const auto& entry) { return entry.first == list; });
    return found == names.end() ? "" : found->second;
}

} // namespace

void TestRoundTrip::everyFormKeepsWhatItCarries_data()
{
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("form");
    QTest::addColumn<int>("level");
    for (const std::string& scenario : scenarios())
        for (const auto& [form, value] : forms())
            for (const int level : levels())
                QTest::addRow("%s %s level %d", scenario.c_str(), form.c_str(), level)
                    << QString::fromStdString(scenario) << QString::fromStdString(form) << level;
}

void TestRoundTrip::everyFormKeepsWhatItCarries()
{
    QFETCH(QString, scenario);
    QFETCH(QString, form);
    QFETCH(int, level);
    const collect::CollectOptions options = smallRun(scenario.toStdString(), static_cast<capture::TraceLevel>(level));
    const QTemporaryDir folder;
    std::string trouble;
    const auto session = collected(folder, forms().at(form.toStdString()), options, trouble);
    QVERIFY2(session, trouble.c_str());
    const Facts expected = expectedOf(test::record(options), forms().at(form.toStdString()));
    const Facts actual = test::factsOf(*session);
    QVERIFY(!expected.kernels.empty());
    std::string wrong;
    for (const auto list : carried(forms().at(form.toStdString()), options.level)) {
        if (list == &Facts::runTimes && actual.runTimes.empty())
            continue; // a capture without marks in which iterations were made out
        const std::string found = difference(expected.*list, actual.*list);
        if (!found.empty())
            wrong += std::string("\n") + nameOf(list) + ": " + found;
    }
    QVERIFY2(wrong.empty(), wrong.c_str());
}

void TestRoundTrip::formsAgree_data()
{
    QTest::addColumn<QString>("scenario");
    for (const std::string& scenario : scenarios())
        QTest::addRow("%s", scenario.c_str()) << QString::fromStdString(scenario);
}

/// The heaviest kernels by name.
void TestRoundTrip::formsAgree()
{
    QFETCH(QString, scenario);
    const collect::CollectOptions options = smallRun(scenario.toStdString(), capture::TraceLevel::HostApi);
    std::map<std::string, std::vector<std::string>> rankings;
    for (const auto& [form, value] : forms()) {
        const QTemporaryDir folder;
        std::string trouble;
        const auto session = collected(folder, value, options, trouble);
        QVERIFY2(session, trouble.c_str());
        const auto ranking = session->ranking({});
        QVERIFY2(ranking.ok(), form.c_str());
        for (const RankingRow& row : ranking->rows)
            rankings[form].push_back(row.name + " " + std::to_string(row.calls) + " " + std::to_string(row.total.ns));
    }
    QVERIFY(rankings["text"].size() > 3);
    for (auto& [form, rows] : rankings) {
        // Without a table of kernels all slices are ranked, those of other layers among them.
        if (form == "chrome-trace")
            std::erase_if(rows, [&](const std::string& row) {
                const auto& known = rankings["text"];
                return std::find(known.begin(), known.end(), row) == known.end();
            });
        QVERIFY2(rows == rankings["text"], (form + ": " + difference(rankings["text"], rows)).c_str());
    }
}
