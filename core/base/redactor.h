// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tideline {

/// Replaces user names, host names, addresses and path prefixes in texts that leave the house. The same text always
/// gets the same stand-in ("user1", "host1", "address1", "path1"), so that what belongs together stays together.
class Redactor {
public:
    void addHost(std::string_view name);
    void addUser(std::string_view name);
    /// A path of the user: its directories are replaced wherever a text begins with them.
    void addPath(std::string_view path);

    /// Learns what a text shows to be a name (the user in /home/anna/run). Texts that are learnt first make the
    /// replacement of the others complete.
    void learn(std::string_view text);
    /// O(length · known names).
    std::string redacted(std::string_view text);

private:
    std::string paths(std::string_view text);
    std::string addresses(std::string_view text);
    std::string names(std::string text) const;
    bool isPrivatePath(std::string_view path) const;
    const std::string& standIn(std::map<std::string, std::string, std::less<>>& known, std::string_view text,
                               const char* word);

    std::map<std::string, std::string, std::less<>> m_hosts;
    std::map<std::string, std::string, std::less<>> m_users;
    std::map<std::string, std::string, std::less<>> m_addresses;
    std::map<std::string, std::string, std::less<>> m_paths; ///< by directory
    std::vector<std::string> m_prefixes;
};

} // namespace tideline
