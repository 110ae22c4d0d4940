// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace tideline {

/// The limits and switches of all rules. Values are in the unit that the limit's name ends with (ratio, ns, bytes,
/// count); `severity` holds the steps by which a saving becomes a severity.
class RuleLimits {
public:
    /// False: the rule is switched off.
    bool enabled(std::string_view rule) const;
    /// A limit of a rule. Every limit that a rule asks for is in resources/rules.json; a test holds them together.
    double value(std::string_view rule, std::string_view limit) const;
    bool has(std::string_view rule, std::string_view limit) const;

    void set(const std::string& rule, const std::string& limit, double value) { m_rules[rule].values[limit] = value; }
    void enable(const std::string& rule, bool on) { m_rules[rule].enabled = on; }

    /// "C01 share_ratio=0.2; …": equal exactly for equal limits. For caches.
    std::string fingerprint() const;

private:
    friend Result<RuleLimits> readLimits(std::string_view json, const std::string& file, const RuleLimits* base);
    struct Entry {
        bool enabled = true;
        std::map<std::string, double, std::less<>> values;
    };
    std::map<std::string, Entry, std::less<>> m_rules; ///< with the entry "severity"
};

/// resources/rules.json, built in.
const RuleLimits& builtinLimits();

/// Limits as JSON over those of `base` (null: none, any rule and limit may be named). InvalidArgument says
/// FILE:LINE and the JSON pointer of an unknown rule or limit, a wrong type, a value out of range, bad syntax.
Result<RuleLimits> readLimits(std::string_view json, const std::string& file, const RuleLimits* base);
/// The same from a file of at most 1 MB, over the built-in limits. NotFound and others for the file itself.
Result<RuleLimits> readLimitsFile(const std::string& path);

} // namespace tideline
