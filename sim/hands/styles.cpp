// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/styles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "sim/hands/purpose.hpp"
#include "sim/physics/random.hpp"

namespace adoube::hands {

namespace {

template <Tick Style::*member>
Tick& plain(Style& s) {
  return s.*member;
}
template <Span Style::*span, Tick Span::*member>
Tick& part(Style& s) {
  return s.*span.*member;
}

constexpr std::string_view filmed = "assumption: a quiet move of a tenth of a second is the fastest that is filmed in bullet games";
constexpr std::string_view at_ease = "assumption: a club player who is not short of time";

// The three values of a duration.
template <Span Style::*span>
constexpr std::array<StyleField, 3> three(std::array<std::string_view, 3> names) {
  return {{{names[0], "us", 2'000, 200'000, filmed, part<span, &Span::least>},
           {names[1], "us", 2'000, 2'000'000, at_ease, part<span, &Span::usual_low>},
           {names[2], "us", 2'000, 5'000'000, at_ease, part<span, &Span::usual_high>}}};
}

template <Tick Style::*member>
constexpr StyleField habit(std::string_view name, std::string_view reason) {
  return {name, "%", 0, 100, reason, plain<member>};
}

constexpr std::array durations = {
    three<&Style::grip>({"grip_least", "grip_low", "grip_high"}),
    three<&Style::raise>({"raise_least", "raise_low", "raise_high"}),
    three<&Style::carry>({"carry_least", "carry_low", "carry_high"}),
    three<&Style::lower>({"lower_least", "lower_low", "lower_high"}),
    three<&Style::let_go>({"let_go_least", "let_go_low", "let_go_high"}),
    three<&Style::reach>({"reach_least", "reach_low", "reach_high"}),
    three<&Style::to_clock>({"to_clock_least", "to_clock_low", "to_clock_high"}),
    three<&Style::pause>({"pause_least", "pause_low", "pause_high"}),
};

constexpr StyleField singles[] = {
    {"least_ply", "us", 20'000, 1'000'000, "the eye, and a quiet move at its fastest", plain<&Style::least_ply>},
    {"after_release", "us", 1'000, 1'000'000, "3.1, 1.3: the move is the opponent's until he has made it", plain<&Style::after_release>},
    {"free_think_low", "us", 100'000, 60'000'000, "a score without clocks: a blitz game's pace", plain<&Style::free_think_low>},
    {"free_think_high", "us", 100'000, 60'000'000, "a score without clocks: a blitz game's pace", plain<&Style::free_think_high>},
    {"ahead", "us", 0, 300'000, "a calm player waits until the move is made", plain<&Style::ahead>},
    habit<&Style::ahead_percent>("ahead_percent", "a calm player waits until the move is made"),
    {"carry_height_low", "um", 30'000, 150'000, "a piece in the hand is lifted clear of the others' feet", plain<&Style::carry_height_low>},
    {"carry_height_high", "um", 30'000, 150'000, "and seldom over a king's head (95 mm)", plain<&Style::carry_height_high>},
    {"hover_height_low", "um", 1'000, 30'000, "a finger's breadth", plain<&Style::hover_height_low>},
    {"hover_height_high", "um", 1'000, 30'000, "just where a pad feels the hand no more", plain<&Style::hover_height_high>},
    {"off_centre", "um", 0, 12'000, "pieces stand well inside their squares; 12 mm and a pawn crosses the line", plain<&Style::off_centre>},
    habit<&Style::mover_first_percent>("mover_first_percent", "both ways of capturing are seen as often"),
    habit<&Style::sweep_percent>("sweep_percent", "a calm player clears the square first"),
    habit<&Style::exchange_percent>("exchange_percent", "4.6: the pawn may be put down or not, as one likes"),
    habit<&Style::slide_percent>("slide_percent", "a calm player lifts"),
    habit<&Style::halt_percent>("halt_percent", "a calm player knows where he goes"),
    habit<&Style::hover_percent>("hover_percent", "a calm player knows where he goes"),
    habit<&Style::probe_percent>("probe_percent", "a calm player knows where he goes"),
    habit<&Style::two_hands_percent>("two_hands_percent", "4.1: each move with one hand only"),
    habit<&Style::rook_first_percent>("rook_first_percent", "4.4.2: the king first"),
    habit<&Style::adjust_percent>("adjust_percent", "pieces stand well"),
    habit<&Style::fidget_percent>("fidget_percent", "4.3: what is touched is moved"),
    habit<&Style::brush_percent>("brush_percent", "a calm hand keeps clear of bystanders"),
    habit<&Style::drop_percent>("drop_percent", "a calm hand holds what it has"),
    habit<&Style::topple_percent>("topple_percent", "a calm hand keeps clear of bystanders"),
    habit<&Style::mislay_percent>("mislay_percent", "nothing to set up again"),
    habit<&Style::wet_percent>("wet_percent", "a calm hand is dry"),
    habit<&Style::sleeve_percent>("sleeve_percent", "a calm player keeps his cuffs off the board"),
    {"sleeve_height_low", "um", 0, 40'000, "cloth hangs down to just above the board", plain<&Style::sleeve_height_low>},
    {"sleeve_height_high", "um", 0, 40'000, "or stays a finger's breadth clear of it", plain<&Style::sleeve_height_high>},
};

constexpr auto fields = [] {
  std::array<StyleField, 3 * durations.size() + std::size(singles)> all{};
  std::size_t n = 0;
  for (const auto& span : durations) {
    for (const StyleField& f : span) all[n++] = f;
  }
  for (const StyleField& f : singles) all[n++] = f;
  return all;
}();

// Values of half an hour's tournament are half as long in blitz, and a third in a scramble.
constexpr std::string_view hasty = "three minutes a game: half a club player's ease";
constexpr std::string_view hasty_least = "a trained hand, a tenth faster than a club player's best";
constexpr StyleValue blitz[] = {
    {"grip_least", 9'000, hasty_least},      {"grip_low", 30'000, hasty},     {"grip_high", 80'000, hasty},
    {"raise_least", 22'000, hasty_least},    {"raise_low", 40'000, hasty},    {"raise_high", 90'000, hasty},
    {"carry_least", 26'000, hasty_least},    {"carry_low", 80'000, hasty},    {"carry_high", 220'000, hasty},
    {"lower_least", 22'000, hasty_least},    {"lower_low", 40'000, hasty},    {"lower_high", 90'000, hasty},
    {"let_go_least", 9'000, hasty_least},    {"let_go_low", 20'000, hasty},   {"let_go_high", 60'000, hasty},
    {"reach_low", 60'000, hasty},            {"reach_high", 160'000, hasty},
    {"to_clock_least", 40'000, hasty_least}, {"to_clock_low", 90'000, hasty}, {"to_clock_high", 220'000, hasty},
    {"least_ply", 105'000, hasty_least},
    {"after_release", 10'000, "the reply is known before the move is made"},
    {"free_think_low", 800'000, hasty},
    {"free_think_high", 3'000'000, hasty},
    {"ahead", 60'000, "the hand waits over the piece"},
    {"ahead_percent", 20, "forced replies and recaptures"},
    {"off_centre", 8'000, "less care"},
};

constexpr std::string_view frantic = "seconds left: no motion is longer than it must be";
constexpr std::string_view frantic_least = "short and flat: a third less than a club player's best";
constexpr StyleValue bullet[] = {
    {"grip_least", 7'000, frantic_least},     {"grip_low", 12'000, frantic},     {"grip_high", 30'000, frantic},
    {"raise_least", 18'000, frantic_least},   {"raise_low", 25'000, frantic},    {"raise_high", 50'000, frantic},
    {"carry_least", 22'000, frantic_least},   {"carry_low", 40'000, frantic},    {"carry_high", 110'000, frantic},
    {"lower_least", 18'000, frantic_least},   {"lower_low", 25'000, frantic},    {"lower_high", 50'000, frantic},
    {"let_go_least", 7'000, frantic_least},   {"let_go_low", 8'000, frantic},    {"let_go_high", 25'000, frantic},
    {"reach_least", 15'000, frantic_least},   {"reach_low", 30'000, frantic},    {"reach_high", 80'000, frantic},
    {"to_clock_least", 30'000, frantic_least}, {"to_clock_low", 50'000, frantic}, {"to_clock_high", 120'000, frantic},
    {"least_ply", 85'000, frantic_least},
    {"after_release", 5'000, "the reply is on its way"},
    {"free_think_low", 200'000, frantic},
    {"free_think_high", 900'000, frantic},
    {"ahead", 120'000, "the piece is in the hand while the opponent still sets his down"},
    {"ahead_percent", 60, "most replies are ready before the move"},
    {"carry_height_low", 30'000, "flat"},
    {"carry_height_high", 45'000, "flat"},
    {"off_centre", 10'000, "no time to centre a piece"},
    {"slide_percent", 25, "pushed where the line is free"},
};

constexpr std::string_view careful = "thinks about how the piece goes";
constexpr std::string_view careful_least = "half again as long as a practised hand";
constexpr StyleValue beginner[] = {
    {"grip_least", 20'000, careful_least},  {"grip_low", 150'000, careful},  {"grip_high", 900'000, careful},
    {"raise_least", 35'000, careful_least}, {"raise_low", 120'000, careful}, {"raise_high", 300'000, careful},
    {"carry_least", 45'000, careful_least}, {"carry_low", 300'000, careful}, {"carry_high", 1'200'000, careful},
    {"lower_least", 35'000, careful_least}, {"lower_low", 120'000, careful}, {"lower_high", 300'000, careful},
    {"let_go_least", 15'000, careful_least}, {"let_go_low", 150'000, careful}, {"let_go_high", 1'500'000, careful},
    {"to_clock_low", 300'000, careful},     {"to_clock_high", 2'000'000, "forgets the clock now and then"},
    {"least_ply", 250'000, "looks first"},
    {"off_centre", 9'000, "sets pieces anywhere on the square"},
    {"slide_percent", 15, "pushes pawns"},
    {"halt_percent", 30, "thinks again with the hand on the piece"},
    {"hover_percent", 20, "is not sure where to"},
    {"probe_percent", 20, "looks at the position before letting go"},
    {"fidget_percent", 3, "takes hold of a piece and chooses another"},
};

constexpr StyleValue slider[] = {
    {"slide_percent", 100, "all that can be pushed is pushed: B07, B09, S3 of the field's bug log"},
    {"halt_percent", 20, "and stops on the way: B12, B14"},
};

constexpr StyleValue hoverer[] = {
    {"hover_percent", 80, "holds the piece low over squares where it will not go: B23"},
    {"pause_high", 1'500'000, "and takes time about it"},
};

constexpr StyleValue two_handed[] = {
    {"two_hands_percent", 100, "4.1, 7.5.4: castles and captures with a hand for each piece"},
};

constexpr StyleValue adjuster[] = {
    {"adjust_percent", 30, "4.2.1: straightens pieces, having said so"},
};

constexpr StyleValue rook_first[] = {
    {"rook_first_percent", 100, "4.4.2: castles with the rook first"},
};

constexpr StyleValue victim_first[] = {
    {"mover_first_percent", 0, "clears the square before taking up the own piece: B22, B27"},
};

constexpr StyleValue victim_last[] = {
    {"mover_first_percent", 100, "takes the own piece up first: B28, B29"},
    {"sweep_percent", 40, "and pushes the captured one out with it: B25, S2"},
};

constexpr StyleValue dropper[] = {
    {"drop_percent", 12, "pieces slip from the fingers"},
    {"topple_percent", 12, "sleeves knock over what stands near: B58"},
    {"mislay_percent", 30, "and it is not set up rightly at once: B58"},
};

constexpr StyleValue brusher[] = {
    {"brush_percent", 40, "4.2.2: the hand passes close to bystanders"},
    {"fidget_percent", 4, "4.2.1, 4.3: now and then takes hold of one, without j'adoube"},
};

constexpr StyleValue wet_handed[] = {
    {"wet_percent", 100, "a nervous player's hands, or a glass of water"},
};

constexpr StyleValue long_sleeved[] = {
    {"sleeve_percent", 60, "cuffs and shawls trail over the ranks behind the hand: B58"},
};

constexpr NamedStyle styles[] = {
    {"calm", "a club player with time", 100'000, {}},
    {"blitz", "three minutes a game; now and then the hand is on the piece too early", 88'000, blitz},
    {"bullet", "a scramble: flat, quick, and before the opponent has let go", 72'000, bullet},
    {"beginner", "slow, undecided, touches what he does not move", 150'000, beginner},
    {"slider", "pushes over the board whatever has a free line", 100'000, slider},
    {"hoverer", "holds pieces low over other squares", 100'000, hoverer},
    {"two-handed", "castles and captures with both hands", 100'000, two_handed},
    {"adjuster", "says j'adoube and straightens pieces", 100'000, adjuster},
    {"rook-first", "castles with the rook first", 100'000, rook_first},
    {"victim-first", "takes the captured piece off first", 100'000, victim_first},
    {"victim-last", "takes the captured piece off last, or pushes it out", 100'000, victim_last},
    {"dropper", "drops pieces, knocks others over and sets them up again", 100'000, dropper},
    {"brusher", "brushes bystanders, and takes hold of one without j'adoube", 100'000, brusher},
    {"wet-handed", "has wet hands, which are felt from further off", 100'000, wet_handed},
    {"long-sleeved", "draws his sleeves over the board", 100'000, long_sleeved},
};

Result<Style> named(std::string_view name, sim::Random chance) {
  if (name == random_style) {
    const auto pick = chance.within(0, static_cast<std::int64_t>(std::size(styles)) - 1);
    return style_of(styles[pick]);
  }
  if (const NamedStyle* row = named_style(name)) return style_of(*row);
  return fail(Cause::usage, fmt::format("there are no hands called \"{}\"; there are {} and random", name, style_names()));
}

}  // namespace

std::span<const StyleField> style_fields() { return fields; }
std::span<const NamedStyle> named_styles() { return styles; }

const NamedStyle* named_style(std::string_view name) {
  const auto row = std::ranges::find(styles, name, &NamedStyle::name);
  return row == std::end(styles) ? nullptr : &*row;
}

Style style_of(const NamedStyle& row) {
  Style style;
  for (const StyleValue& v : row.values) {
    const auto f = std::find_if(fields.begin(), fields.end(), [&](const StyleField& x) { return x.name == v.field; });
    if (f == fields.end()) throw std::logic_error(fmt::format("style {} has no field {}", row.name, v.field));
    f->of(style) = v.value;
  }
  return style;
}

std::optional<Error> inconsistent(const Style& style) {
  Style values = style;  // the fields are read through the same functions that set them
  // Rows of one thing follow each other in rising order: a least, a low and a high value.
  constexpr std::string_view rising[][2] = {{"_least", "_low"}, {"_low", "_high"}};
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const StyleField& below = fields[i - 1];
    const StyleField& above = fields[i];
    for (const auto& [low, high] : rising) {
      const bool pair = below.name.ends_with(low) && above.name.ends_with(high) &&
                        below.name.substr(0, below.name.size() - low.size()) == above.name.substr(0, above.name.size() - high.size());
      if (pair && below.of(values) > above.of(values)) {
        return Error{Cause::usage, fmt::format("{} is {} and {} is {}; the first must not be above the second", below.name, below.of(values),
                                               above.name, above.of(values))};
      }
    }
  }
  return std::nullopt;
}

std::string style_names() {
  std::string out;
  for (const NamedStyle& row : styles) out += out.empty() ? std::string(row.name) : ", " + std::string(row.name);
  return out;
}

Result<Players> players_named(std::string_view text, std::uint64_t seed) {
  const sim::Random root(seed);
  const std::array<sim::Random, 2> chance{root.stream(for_white), root.stream(for_black)};
  std::array<std::optional<Style>, 2> out;
  if (text.find('=') == std::string_view::npos) {
    for (std::size_t i = 0; i < 2; ++i) {
      const auto style = named(text, chance[i]);
      if (!style) return tl::unexpected(style.error());
      out[i] = *style;
    }
    return Players(*out[0], *out[1]);
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::string_view item = text.substr(begin, text.find(',', begin) - begin);
    begin += item.size() + 1;
    const std::size_t equals = item.find('=');
    const std::string_view player = item.substr(0, equals);
    const std::size_t i = player == "white" ? 0 : 1;
    if (equals == std::string_view::npos || (player != "white" && player != "black") || out[i]) {
      return fail(Cause::usage, fmt::format("hands are written like slider, random or white=calm,black=slider, not \"{}\"", text));
    }
    const auto style = named(item.substr(equals + 1), chance[i]);
    if (!style) return tl::unexpected(style.error());
    out[i] = *style;
  }
  return Players(out[0].value_or(Style{}), out[1].value_or(Style{}));
}

}  // namespace adoube::hands
