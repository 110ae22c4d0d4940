// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tideline::bench {

/// Command line of every bench program: small data by default (ends within 40 s), --full for the sizes of the table.
struct BenchOptions {
    bool full = false;
};
BenchOptions parseOptions(int argc, char** argv);

/// Collects figures and prints each as a line "name value unit target ok" or "… short".
class BenchReport {
public:
    /// A figure that must be at least / at most the target.
    void atLeast(const std::string& name, double value, const std::string& unit, double target);
    void atMost(const std::string& name, double value, const std::string& unit, double target);
    /// A figure without a target.
    void note(const std::string& name, double value, const std::string& unit);
    /// Something could not be measured: the program exits non-zero.
    void failed(const std::string& name, const std::string& why);
    /// 0 when everything could be measured, whether short of its target or not.
    int exitCode() const { return m_failed ? 1 : 0; }

private:
    bool m_failed = false;
};

/// Median milliseconds of CPU time of one call of body, timed by Google Benchmark over `repetitions` runs.
double medianCpuMs(const std::string& name, int repetitions, const std::function<void()>& body);

/// The middle value; 0 for none.
double median(std::vector<double> values);

} // namespace tideline::bench
