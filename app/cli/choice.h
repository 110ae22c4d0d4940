// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace tideline {

/// The words that an option takes with what each means, in the order in which help and errors list them.
template <typename T>
using Words = std::vector<std::pair<std::string, T>>;

/// Words that mean themselves.
inline Words<std::string> plainWords(std::initializer_list<const char*> words)
{
    Words<std::string> out;
    for (const char* word : words)
        out.emplace_back(word, word);
    return out;
}

template <typename T>
std::string listOf(const Words<T>& words)
{
    std::string out;
    for (const auto& [word, meaning] : words)
        out += (out.empty() ? "" : ", ") + word;
    return out;
}

/// What the help says of an option beside its words.
struct ChoiceHelp {
    const char* type = "WORD";
    const char* text = "";
};

/// An option that takes one of a few words. Any other word is a usage error that lists them all.
template <typename T, typename Target>
CLI::Option* addChoice(CLI::App& verb, const std::string& name, Target& target, const Words<T>& words,
                       const ChoiceHelp& help)
{
    const auto take = [name, words, &target](const std::string& given) {
        const auto found =
            std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == given; });
        if (found == words.end())
            throw CLI::ValidationError(name, "'" + given + "' is not one of " + listOf(words));
        target = found->second;
    };
    const std::string text = help.text;
    return verb.add_option_function<std::string>(name, take, (text.empty() ? text : text + ": ") + listOf(words))
        ->type_name(help.type);
}

/// An option that takes a whole number from 0; what fits no T is a usage error as well.
template <typename T>
CLI::Option* addCount(CLI::App& verb, const std::string& name, T& target, const std::string& help)
{
    const auto check = [](const std::string& given) {
        const bool digits = !given.empty() && given.find_first_not_of("0123456789") == std::string::npos;
        return digits ? std::string() : "'" + given + "' is not a whole number from 0";
    };
    return verb.add_option(name, target, help)->check(check, "")->type_name("N");
}

} // namespace tideline
