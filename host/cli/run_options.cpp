// SPDX-License-Identifier: Apache-2.0
#include "host/cli/run_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "host/cli/nearest.hpp"
#include "host/cli/number_checks.hpp"
#include "host/lab/numbers.hpp"
#include "sim/hands/styles.hpp"
#include "sim/scenario/numbers.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::cli {
namespace {

using scenario::Heading;
using scenario::row;
using scenario::Setting;

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

template <class T>
std::optional<T> number_in(std::string_view text) {
  T value = 0;
  const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || last != text.data() + text.size()) return std::nullopt;
  return value;
}

// "white" or "black" in front of a mark, taken off; nothing where the text does not begin so.
std::optional<Colour> take_player(std::string_view& text, char mark) {
  for (const auto& [word, colour] : {std::pair<std::string_view, Colour>{"white", Colour::white}, {"black", Colour::black}}) {
    if (!text.starts_with(word) || text.size() <= word.size() || text[word.size()] != mark) continue;
    text.remove_prefix(word.size() + 1);
    return colour;
  }
  return std::nullopt;
}

// One number of --set.
Result<Heading> number_of(const std::string& text) {
  const auto equals = text.find('=');
  const std::string_view value_text = equals == std::string::npos ? "" : without_blanks(std::string_view(text).substr(equals + 1));
  std::string_view name = without_blanks(std::string_view(text).substr(0, equals));
  const auto value = number_in<std::int64_t>(value_text);
  if (!value) return fail(Cause::usage, fmt::format("--set takes NAME=VALUE with a whole number, as magnet_field=12000, not \"{}\"", text));
  const auto player = take_player(name, '.');
  const auto info = scenario::number_named(name);
  if (!info) {
    const std::string like = perhaps(name, lab::number_names());
    return fail(Cause::usage, fmt::format("there is no number called \"{}\" to set; {}adoube physics lists what there is", name,
                                          like.empty() ? "" : like + ", and "));
  }
  if (player && !info->of_hands) return fail(Cause::usage, fmt::format("{} is a number of the board, not of one player's hands; leave out the player", name));
  if (*value < info->low || *value > info->high) {
    return fail(Cause::usage, fmt::format("{} is {} {}; it must be from {} to {}", name, *value, info->unit, info->low, info->high));
  }
  return Heading{Setting::number, std::string(name), *value, player};
}

// "slider", or "white=calm,black=slider"; who is not named is calm.
std::vector<Heading> hands_of(std::string_view text) {
  if (text.find('=') == text.npos) return {{Setting::hands, std::string(text)}};
  std::vector<Heading> out;
  while (!text.empty()) {
    std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), item.size() + 1));
    const auto player = take_player(item, '=');
    out.push_back({Setting::hands, std::string(item), 0, player});
  }
  if (out.size() == 1) out.push_back({Setting::hands, std::string(hands::named_styles().front().name), 0, !*out.front().player});
  return out;
}

}  // namespace

void RunOptions::add_to(CLI::App& command) {
  const auto add = [&](const char* name, auto& value, Setting setting) { return command.add_option(name, value, std::string(row(setting).meaning)); };
  const auto add_word = [&](const char* name, std::string& value, Setting setting) {
    const auto words = row(setting).words;
    add(name, value, setting)->check(CLI::IsMember(std::vector<std::string>(words.begin(), words.end())))->default_str(std::string(words.front()));
  };
  add("--seed", seed, Setting::seed)->check(whole_number(row(Setting::seed).high))->default_str("1, or what the scenario says");
  command
      .add_option("--hands", hands,
                  "how the players' hands move: " + hands::style_names() + fmt::format(", or {}; white=calm,black=slider for one each", hands::random_style))
      ->check([](const std::string& text) {
        const auto players = hands::players_named(text, 0);
        return players ? std::string() : players.error().message;
      })
      ->type_name("STYLE")
      ->default_str("calm");
  command.add_option("--set", set, "numbers of the board's physics or of the hands, which adoube physics lists: NAME=VALUE,... (white.NAME: of White's hands)")
      ->type_name("NAME=VALUE")
      ->delimiter(',')
      ->allow_extra_args(false);
  add("--faults", faults, Setting::faults)->check(whole_number(row(Setting::faults).high));
  add_word("--planes", planes, Setting::planes);
  command.add_flag("--rotated", rotated, std::string(row(Setting::rotated).meaning));
  add_word("--front", front, Setting::front);
  add("--scan-pause", scan_pause, Setting::scan_pause)->check(whole_number(row(Setting::scan_pause).high))->type_name("US");
  add("--hold", hold, Setting::hold)->check(whole_number(row(Setting::hold).high))->type_name("US");
  add("--drift", drift, Setting::drift)->check(CLI::Range(-scenario::drift_most_ppm, scenario::drift_most_ppm))->type_name("PPM");
  add("--line-faults", line_faults, Setting::line_faults)->type_name("1/N");
  add_word("--pace", pace, Setting::pace);
  add_word("--illegal", illegal, Setting::illegal);
  add("--limit", limit, Setting::limit)->check(run_seconds())->type_name("SECONDS");
  command.add_flag("--strict", strict, std::string(row(Setting::strict).meaning));
}

Result<std::vector<Heading>> RunOptions::headings() const {
  std::vector<Heading> out;
  const auto add = [&](Setting setting, std::string text, std::int64_t number = 0) { out.push_back({setting, std::move(text), number}); };
  const auto add_number = [&](Setting setting, const auto& number) {
    if (number) add(setting, "", static_cast<std::int64_t>(*number));
  };
  const auto add_word = [&](Setting setting, const std::string& word) {
    if (!word.empty()) add(setting, word);
  };
  add_number(Setting::seed, seed);
  if (!hands.empty()) std::ranges::copy(hands_of(hands), std::back_inserter(out));
  for (const std::string& text : set) {
    auto number = number_of(text);
    if (!number) return tl::unexpected(number.error());
    // As in a scenario: of both players, or of each.
    const auto again = [&](const Heading& h) { return h.setting == Setting::number && h.text == number->text && (!h.player || !number->player || h.player == number->player); };
    if (std::ranges::any_of(out, again)) return fail(Cause::usage, fmt::format("--set gives {} twice; leave one of them out", number->text));
    out.push_back(std::move(*number));
  }
  add_number(Setting::faults, faults);
  add_word(Setting::planes, planes);
  if (rotated) add(Setting::rotated, "");
  add_word(Setting::front, front);
  add_number(Setting::scan_pause, scan_pause);
  add_number(Setting::hold, hold);
  add_number(Setting::drift, drift);
  if (!line_faults.empty()) {
    const auto one_in = line_faults.starts_with("1/") ? number_in<std::uint64_t>(std::string_view(line_faults).substr(2)) : std::nullopt;
    const scenario::SettingWord& share = row(Setting::line_faults);
    if (!one_in || *one_in < share.low || *one_in > share.high) {
      return fail(Cause::usage, fmt::format("--line-faults takes 1/N with N from {} to {}, as 1/100, not \"{}\"", share.low, share.high, line_faults));
    }
    add(Setting::line_faults, "", static_cast<std::int64_t>(*one_in));
  }
  add_word(Setting::pace, pace);
  add_word(Setting::illegal, illegal);
  if (!limit.empty()) {
    const Tick us = run_time(limit).value();
    if (us > scenario::longest_time) return fail(Cause::usage, "--limit takes seconds up to a day, 86400");
    add(Setting::limit, "", us);
  }
  if (strict) add(Setting::strict, "");
  return out;
}

}  // namespace adoube::cli
