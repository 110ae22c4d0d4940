// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/cli/setting_words.h"

// The collector's options that are more than a switch, a number or one of a few words.
namespace tideline {

constexpr std::uint32_t kMostHertz = 10'000; ///< of all samplers

SettingFault takeTaskTime(CollectRequest& request, const std::string& given);
SettingFault takeGroups(CollectRequest& request, const std::string& given);
SettingFault takeForms(CollectRequest& request, const std::string& given);
SettingFault takeSchedule(CollectRequest& request, const std::string& given);
SettingFault takeOperators(CollectRequest& request, const std::string& given);
SettingFault takeSeed(CollectRequest& request, const std::string& given);
SettingFault takeRaw(CollectRequest& request, const std::string& given);
SettingFault takeMode(CollectRequest& request, const std::string& given);
SettingFault takeFault(CollectRequest& request, const std::string& given);
SettingFault takeAicConfig(CollectRequest& request, const std::string& given);
SettingFault takeFrequency(CollectRequest& request, const std::string& given);
SettingFault takeInterval(CollectRequest& request, const std::string& given);
SettingFault takeDirectory(CollectRequest& request, const std::string& given);
SettingFault takeCommunicationLevel(CollectRequest& request, const std::string& given);
SettingFault takeCommunicationDirectory(CollectRequest& request, const std::string& given);
SettingFault takeApplication(CollectRequest& request, const std::string& given);
CollectSetting::Take takesText(std::string& (*target)(CollectRequest&));

} // namespace tideline
