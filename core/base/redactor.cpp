// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/redactor.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <optional>

namespace tideline {

namespace {

constexpr std::string_view kRoots[] = {"home", "root",    "Users", "usr",       "opt",   "data", "mnt",
                                       "tmp",  "var",     "work",  "srv",       "media", "nfs",  "share",
                                       "etc",  "storage", "run",   "workspace", "dev",   "proc", "cache",
                                       "code", "project", "disk",  "cfs",       "efs",   "obs"};
constexpr std::string_view kHomes[] = {"/home/", "/Users/"};
constexpr std::size_t kLeastName = 2; // a shorter name would hit every other word

bool isAlnum(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool isWordChar(char c)
{
    return isAlnum(c) || c == '-' || (c & 0x80) != 0;
}

bool isHex(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}

/// Where a path may begin: at the start of the text or behind what cannot be part of one.
bool beginsPath(std::string_view text, std::size_t at)
{
    if (text[at] != '/' || at + 1 >= text.size() || text[at + 1] == '/')
        return false;
    return at == 0 || std::string_view(" \t\n\"'`=:;,([<>|").find(text[at - 1]) != std::string_view::npos;
}

std::size_t pathEnd(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find_first_of("\t\n\r\"'`;,()[]<>|:", at);
    return end == std::string_view::npos ? text.size() : end;
}

/// Length of an IPv4 address at the place, 0 for none.
std::size_t ipv4Length(std::string_view text, std::size_t at)
{
    if (at > 0 && (isAlnum(text[at - 1]) || text[at - 1] == '.'))
        return 0;
    std::size_t i = at;
    for (int part = 0; part < 4; ++part) {
        int value = 0;
        std::size_t digits = 0;
        for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && digits < 4; ++i, ++digits)
            value = value * 10 + (text[i] - '0');
        if (digits == 0 || digits > 3 || value > 255)
            return 0;
        if (part < 3 && (i >= text.size() || text[i++] != '.'))
            return 0;
    }
    const bool goesOn =
        i < text.size() && (isAlnum(text[i]) || (text[i] == '.' && i + 1 < text.size() && isAlnum(text[i + 1])));
    return goesOn ? 0 : i - at;
}

/// Length of an IPv6 or MAC address at the place, 0 for none. Qualified names (a::b) and clock times are none.
std::size_t colonLength(std::string_view text, std::size_t at)
{
    if (at > 0 && (isAlnum(text[at - 1]) || text[at - 1] == ':' || text[at - 1] == '_'))
        return 0;
    std::size_t end = at;
    while (end < text.size() && (isHex(text[end]) || text[end] == ':'))
        ++end;
    if (end < text.size() && (isAlnum(text[end]) || text[end] == '_'))
        return 0;
    while (end > at && text[end - 1] == ':' && !(end > at + 1 && text[end - 2] == ':'))
        --end;
    const std::string_view part = text.substr(at, end - at);
    std::size_t groups = 0;
    std::size_t inGroup = 0;
    bool pairs = true;
    for (std::size_t i = 0; i <= part.size(); ++i) {
        if (i < part.size() && part[i] != ':') {
            ++inGroup;
            continue;
        }
        groups += inGroup > 0 ? 1 : 0;
        pairs = pairs && inGroup == 2;
        if (inGroup > 4)
            return 0;
        inGroup = 0;
    }
    const bool shortened = part.find("::") != std::string_view::npos;
    const bool local = part.starts_with("fe80::") || part.starts_with("fd") || part.starts_with("2");
    const bool mac = groups == 6 && pairs && !shortened;
    const bool ipv6 = (groups == 8 && !shortened) || (shortened && groups >= (local ? 2U : 3U) && groups < 8);
    const bool digit = std::any_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digit && (mac || ipv6) ? part.size() : 0;
}

} // namespace

const std::string& Redactor::standIn(std::map<std::string, std::string, std::less<>>& known, std::string_view text,
                                     const char* word)
{
    const auto found = known.find(text);
    if (found != known.end())
        return found->second;
    return known.emplace(std::string(text), word + std::to_string(known.size() + 1)).first->second;
}

void Redactor::addHost(std::string_view name)
{
    if (name.size() >= kLeastName && name != "localhost")
        standIn(m_hosts, name, "host");
}

void Redactor::addUser(std::string_view name)
{
    if (name.size() >= kLeastName && name != "root")
        standIn(m_users, name, "user");
}

void Redactor::addPath(std::string_view path)
{
    learn(path);
    const std::size_t slash = path.rfind('/');
    if (path.starts_with('/') && slash != std::string_view::npos && slash > 0)
        m_prefixes.emplace_back(path.substr(0, slash));
}

void Redactor::learn(std::string_view text)
{
    for (const std::string_view home : kHomes) {
        for (std::size_t at = text.find(home); at != std::string_view::npos; at = text.find(home, at + 1)) {
            const std::size_t start = at + home.size();
            const std::size_t end = text.find_first_of("/ \t\n\"';:,)]>", start);
            addUser(text.substr(start, end == std::string_view::npos ? end : end - start));
        }
    }
}

bool Redactor::isPrivatePath(std::string_view path) const
{
    const auto under = [path](const std::string& prefix) {
        return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
    };
    if (std::any_of(m_prefixes.begin(), m_prefixes.end(), under))
        return true;
    const std::size_t second = path.find('/', 1);
    if (second == std::string_view::npos)
        return false;
    if (std::find(std::begin(kRoots), std::end(kRoots), path.substr(1, second - 1)) != std::end(kRoots))
        return true;
    // "/layers/0/MatMul" names an operator; "/site/model.py" names a file.
    const std::string_view last = path.substr(path.rfind('/') + 1);
    const std::size_t dot = last.rfind('.');
    return dot != std::string_view::npos && dot > 0 && dot + 1 < last.size()
           && std::isalpha(static_cast<unsigned char>(last[dot + 1])) != 0;
}

std::string Redactor::paths(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = beginsPath(text, i) ? pathEnd(text, i) : i;
        const std::string_view path = text.substr(i, end - i);
        if (end == i || !isPrivatePath(path)) {
            out += text[i++];
            continue;
        }
        const std::size_t slash = path.rfind('/');
        if (slash > 0)
            out += standIn(m_paths, path.substr(0, slash), "path");
        out += path.substr(slash);
        i = end;
    }
    return out;
}

std::string Redactor::addresses(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t length = ipv4Length(text, i);
        length = length > 0 ? length : colonLength(text, i);
        if (length > 0)
            out += standIn(m_addresses, text.substr(i, length), "address");
        else
            out += text[i];
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

std::string Redactor::names(std::string text) const
{
    for (const auto* known : {&m_hosts, &m_users}) {
        // From behind: a longer name that begins with a shorter one comes first.
        for (auto name = known->rbegin(); name != known->rend(); ++name) {
            for (std::size_t at = text.find(name->first); at != std::string::npos; at = text.find(name->first, at)) {
                const std::size_t end = at + name->first.size();
                const bool whole =
                    (at == 0 || !isWordChar(text[at - 1])) && (end == text.size() || !isWordChar(text[end]));
                if (whole)
                    text.replace(at, name->first.size(), name->second);
                at += whole ? name->second.size() : 1;
            }
        }
    }
    return text;
}

std::string Redactor::redacted(std::string_view text)
{
    learn(text);
    return names(addresses(paths(text)));
}

} // namespace tideline
