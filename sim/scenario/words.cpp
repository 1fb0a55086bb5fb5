// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/hands/slip.hpp"

namespace adoube::scenario {

namespace {

constexpr std::array<std::string_view, 2> planes = {"both", "presence"};
constexpr std::array<std::string_view, 2> contacts = {"auto", "listed"};
constexpr std::array<std::string_view, 2> paces = {"clocks", "hands"};
constexpr std::array<std::string_view, wire::fronts.size()> fronts = {wire::fronts[0].name, wire::fronts[1].name, wire::fronts[2].name};

constexpr std::uint64_t faults_most = 1'000;
constexpr std::uint64_t shortest_run = 1'000;  // us

constexpr Tick holds_up_to(const wire::Front& front) { return wire::reset::chatter_max - 2 * static_cast<Tick>(front.scan_us()); }

constexpr std::array<SettingWord, 20> settings = {{
    {"scenario", Setting::title, Takes::text, "scenario TEXT", "what it is about, in a line"},
    {"position", Setting::position, Takes::fen, "position start|FEN", "what stands on the board and who has the move; start"},
    {"edition", Setting::edition, Takes::edition, "edition NAME", "the text of the Laws that judges; fide2023"},
    {"seed", Setting::seed, Takes::number, "seed NUMBER", "of hands, bounces, drawn faults and damaged packets; 1", 0, UINT64_MAX},
    {"hands", Setting::hands, Takes::style, "hands [white|black] STYLE",
     "how hands play a game and carry pieces, of both players or of one; calm, random: drawn from the seed"},
    {"set", Setting::number, Takes::named_number, "set [white|black] NAME NUMBER UNIT",
     "a number of the board's physics, or of hands: of both players or of one"},
    {"faults", Setting::faults, Takes::number, "faults NUMBER", "so many faults of the board, drawn from the seed; 0", 0, faults_most},
    {"planes", Setting::planes, Takes::word, "planes both|presence", "presence: a board without the touch plane; both", 0, 0, planes},
    {"rotated", Setting::rotated, Takes::nothing, "rotated", "White sits at what the board calls the eighth rank"},
    {"front", Setting::front, Takes::word, "front parallel|shift|direct", "what stands between contacts and scanner; parallel", 0, 0, fronts},
    {"scan-pause", Setting::scan_pause, Takes::time, "scan-pause TIME", "a scan takes 126 us (front shift: 162 us) and this, at most 250 ms; 0 us", 0,
     wire::scan::pause_max_us},
    {"hold", Setting::hold, Takes::time, "hold TIME", "hold of all planes instead of the board's own, at most 11.748 ms (front shift: 11.676 ms)", 0,
     static_cast<std::uint64_t>(holds_up_to(wire::front::parallel))},
    {"drift", Setting::drift, Takes::ppm, "drift NUMBER ppm", "the host's clock is so many millionths slower than the board's, -2500 to 2500; 0"},
    {"contacts", Setting::contacts, Takes::word, "contacts auto|listed", "listed: fingers touch only where a line says so; auto", 0, 0, contacts},
    {"line-faults", Setting::line_faults, Takes::share, "line-faults 1/NUMBER", "one packet in so many is damaged on the cable, from 1/2 on", 2, UINT32_MAX},
    {"pace", Setting::pace, Takes::word, "pace clocks|hands", "hands: a game takes as long as its hands think, whatever its clocks say; clocks", 0, 0, paces},
    {"control", Setting::control, Takes::control, "control TIMECONTROL", "of a game, as the tag of PGN: 300+3"},
    {"illegal", Setting::illegal, Takes::word, "illegal none|corrected|stands",
     "a player of a game makes an illegal move and presses: it is put right, or the opponent replies and it stands; none", 0, 0, hands::slip_words},
    {"limit", Setting::limit, Takes::time, "limit TIME", "the run ends at that device time", shortest_run, longest_time},
    {"strict", Setting::strict, Takes::nothing, "strict", "exit with 8 if an edge was lost"},
}};

constexpr std::array<VerbWord, 17> verbs = {{
    {"touch", Verb::touch, true, "", Need::required, "", Need::none, "for", 0, false,
     "fingers meet what stands on the square, or the bare board, and stay until a release or for the time"},
    {"release", Verb::release, true, "", Need::required, "", Need::none, "", 0, false, "fingers leave the square"},
    {"lift", Verb::lift, true, "", Need::required, "", Need::none, "", 0, false,
     "the piece begins to rise; off: a new piece is taken from beside the board"},
    {"place", Verb::place, true, "", Need::required, "from", Need::optional, "", 0, true,
     "a lifted piece stands on the square; off: it is put beside the board"},
    {"slide", Verb::slide, true, "", Need::required, "to", Need::required, "over", 300'000, true,
     "the piece is pushed over the board in a straight line"},
    {"move", Verb::move, true, "", Need::required, "to", Need::required, "over", 600'000, false,
     "touch, lift, place and release of one piece, from first to last"},
    {"press", Verb::press, true, "", Need::none, "", Need::none, "", 0, false, "the player's lever of the clock goes down"},
    {"adjust", Verb::adjust, true, "", Need::none, "", Need::none, "for", 200'000, false, "the player holds the button that says j'adoube"},
    {"sleeve", Verb::sleeve, true, "", Need::required, "to", Need::required, "over", 80'000, false,
     "the player's sleeve is drawn over the board behind his hand, which goes from the square to the other"},
    {"knock", Verb::knock, false, "", Need::required, "", Need::none, "for", 0, false,
     "the piece is knocked over, no finger on it; with a time it stands again after that"},
    {"fault", Verb::fault, false, "KIND PLACE [size N UNIT]", Need::none, "", Need::none, "for", 0, false,
     "something is wrong with the board, to the end or for the time; chatter and emi-burst need one"},
    {"line-faults", Verb::line_faults, false, "1/NUMBER", Need::none, "", Need::none, "for", 0, false,
     "one packet in so many is damaged on the cable, to the end or for the time"},
    {"damage", Verb::damage, false, "WAY host|device any|sof|token|data|handshake [bits N] [times N]", Need::none, "", Need::none, "", 0, false,
     "the next such packet on the cable, or so many, arrives otherwise than it was sent"},
    {"drift", Verb::drift, false, "NUMBER ppm", Need::none, "", Need::none, "for", 0, false,
     "the host's clock is so many millionths slower than the board's, to the end or for the time"},
    {"unplug stall", Verb::stall, false, "", Need::none, "", Need::none, "for", 2'000'000, false,
     "the host asks the board for nothing"},
    {"unplug reset", Verb::reset, false, "", Need::none, "", Need::none, "", 0, false, "a bus reset that nobody asked for"},
    {"unplug cable", Verb::cable, false, "", Need::none, "", Need::none, "for", 2'000'000, false,
     "the cable is out; the board has its own power"},
}};

constexpr std::array<OutcomeWord, 19> outcomes = {{
    {"moves", Outcome::moves, Claims::sans, 0, "the confirmed moves that nobody took back, in order; none: there is none"},
    {"score", Outcome::score, Claims::equal, 0, "the confirmed moves are the plies of the game"},
    {"move", Outcome::move, Claims::san, provisional | ply | revision | between | by,
     "the move was confirmed, or told as provisional; between: the release that made it"},
    {"withdrawn", Outcome::withdrawn, Claims::san, ply | by, "a provisional move that was withdrawn"},
    {"taken back", Outcome::taken_back, Claims::san, ply | by, "a confirmed move that the players took back"},
    {"no move", Outcome::no_move, Claims::maybe_san, before, "not told, not even as provisional: this one, or any, ever or before a time"},
    {"ruling", Outcome::ruling, Claims::verdict, ply | by, "verdict and clause on the last turn, or on that ply; by: at some time until then"},
    {"certainty", Outcome::certainty, Claims::certainty, ply, "how certain the ruling is"},
    {"allowed", Outcome::allowed, Claims::ucis, ply, "the moves still allowed, in UCI; none: there is none"},
    {"certain", Outcome::certain, Claims::ucis, ply, "the moves allowed under every reading, in UCI"},
    {"flag", Outcome::flag, Claims::flag, ply | by, "a ruling carries the flag; by: at some time until then"},
    {"no flag", Outcome::no_flag, Claims::flag, ply, "no ruling ever carried it"},
    {"situation", Outcome::situation, Claims::situation, by, "the squares were said to be so, with that square or result"},
    {"no situation", Outcome::no_situation, Claims::situation, 0, "never"},
    {"gap", Outcome::gap, Claims::nothing, between, "a known loss; between: it begins there"},
    {"gaps", Outcome::gaps, Claims::count, 0, "so many known losses"},
    {"no gap", Outcome::no_gap, Claims::nothing, 0, "nothing is known to be lost"},
    {"placement", Outcome::placement, Claims::placement, 0, "the pieces after the last confirmed move, as in a FEN"},
    {"contacts", Outcome::contacts, Claims::equal, 0, "every change that the senses read was reported, and nothing else"},
}};

}  // namespace

std::span<const SettingWord> setting_words() { return settings; }
std::span<const VerbWord> verb_words() { return verbs; }
std::span<const OutcomeWord> outcome_words() { return outcomes; }

Tick longest_hold(const wire::Front& front) { return holds_up_to(front); }

std::string form(const VerbWord& row) {
  std::string out = row.player ? "white|black " : "";
  out += row.word;
  if (!row.more.empty()) out += fmt::format(" {}", row.more);
  if (row.square != Need::none) out += " SQUARE";
  const auto part = [&](bool there, bool optional, std::string_view word, std::string_view value) {
    if (!there) return;
    out += optional ? " [" : " ";
    out += word;
    out += value;
    if (optional) out += "]";
  };
  part(row.other != Need::none, row.other == Need::optional, row.link, " SQUARE");
  part(!row.span.empty(), true, row.span, " TIME");
  part(row.held, true, "held", "");
  return out;
}

std::string form(const OutcomeWord& row) {
  std::string out(row.word);
  switch (row.claims) {
    case Claims::nothing: break;
    case Claims::equal: out += " equal"; break;
    case Claims::san: out += " MOVE"; break;
    case Claims::maybe_san: out += " [MOVE]"; break;
    case Claims::sans: out += " none|MOVE..."; break;
    case Claims::ucis: out += " none|UCI..."; break;
    case Claims::verdict: out += " VERDICT [CLAUSE]"; break;
    case Claims::certainty: out += " WORD"; break;
    case Claims::flag: out += " FLAG"; break;
    case Claims::situation: out += " KIND [SQUARE|RESULT]"; break;
    case Claims::count: out += " N"; break;
    case Claims::placement: out += " PIECES"; break;
  }
  constexpr std::pair<unsigned, std::string_view> forms[] = {{provisional, " [provisional]"}, {ply, " [ply N]"}, {revision, " [revision N]"},
                                                             {between, " [between TIME and TIME]"}, {by, " [by TIME]"}, {before, " [before TIME]"}};
  for (const auto& [bound, text] : forms) {
    if ((row.bounds & bound) != 0) out += text;
  }
  return out;
}

const SettingWord& row(Setting setting) { return *std::ranges::find(settings, setting, &SettingWord::setting); }
const VerbWord& row(Verb verb) { return *std::ranges::find(verbs, verb, &VerbWord::verb); }
const OutcomeWord& row(Outcome outcome) { return *std::ranges::find(outcomes, outcome, &OutcomeWord::outcome); }

}  // namespace adoube::scenario
