// SPDX-License-Identifier: Apache-2.0
// adoube pgn stats: what a collection holds.
#include <fmt/format.h>

#include "host/cli/exit_code.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/game_statistics.hpp"
#include "host/cli/pgn_commands.hpp"
#include "host/cli/text.hpp"

namespace adoube::cli {
namespace {

std::string share(std::uint64_t part, std::uint64_t whole) {
  const std::uint64_t permille = whole == 0 ? 0 : (part * 1000 + whole / 2) / whole;
  return fmt::format("{:>4}.{} %", permille / 10, permille % 10);
}

// A name from outside on one line of a terminal: no control characters, those from U+0080 to U+009F included.
std::string shown(std::string_view name) {
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = [&](std::size_t at) { return at < name.size() ? static_cast<unsigned char>(name[at]) : 0U; };
    const bool two_bytes = byte(i) == 0xc2 && byte(i + 1) >= 0x80 && byte(i + 1) <= 0x9f;
    text += byte(i) < ' ' || byte(i) == 0x7f || two_bytes ? '?' : name[i];
    i += two_bytes ? 1 : 0;
  }
  return text;
}

class Table {
 public:
  Table(Output& out, std::uint64_t games) : out_(out), games_(games) {}

  void heading(std::string_view text) {
    out_.line("");
    out_.line(out_.paint(Output::Paint::strong, text));
  }
  void row(std::string_view name, std::uint64_t count) { out_.line(fmt::format("{:>10} {}  {}", count, share(count, games_), shown(name))); }
  void tally(std::string_view title, const Tally& tally, std::size_t top) {
    if (tally.empty()) return;
    heading(tally.size() > top ? fmt::format("{} (the {} most frequent of {})", title, top, tally.size()) : std::string(title));
    for (const auto& [name, count] : most_frequent(tally, top)) row(name, count);
  }

 private:
  Output& out_;
  std::uint64_t games_;
};

std::string length_name(std::size_t i) {
  const std::size_t first = i == 0 ? 0 : i * GameStatistics::length_step + 1;
  if (i + 1 == GameStatistics::length_classes) return fmt::format("{} and more", first);
  return fmt::format("{} to {}", first, (i + 1) * GameStatistics::length_step);
}

constexpr std::string_view result_words[] = {"unfinished", "White won", "Black won", "drawn"};

void print_table(const GameStatistics& s, std::uint64_t wrong, std::size_t top, Output& out) {
  const auto moves_in_all = (s.plies() + s.games()) / 2;  // each game's last move may lack Black's half
  out.line(fmt::format("{}, {}, {} moves a game, shortest {}, longest {}", counted(s.games(), "game", "games"),
                       counted(s.plies(), "ply", "plies"),
                       s.games() == 0 ? 0 : moves_in_all / s.games(), s.shortest(), s.longest()));
  if (wrong > 0) out.line(out.paint(Output::Paint::bad, fmt::format("{} more with an error; adoube pgn check says which", wrong)));
  Table table(out, s.games());
  table.heading("Results");
  for (const std::size_t i : {1U, 2U, 3U, 0U}) table.row(result_words[i], s.results()[i]);
  table.tally("Ends", s.ends(), top);
  table.heading("Moves");
  for (std::size_t i = 0; i < s.lengths().size(); ++i) table.row(length_name(i), s.lengths()[i]);
  table.tally("Openings", s.openings(), top);
  table.tally("Time controls", s.time_controls(), top);
  table.tally("Players", s.players(), top);
}

nlohmann::json top_of(const Tally& tally, std::size_t top) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [name, count] : most_frequent(tally, top)) list.push_back({{"name", name}, {"games", count}});
  return list;
}

void print_json(const GameStatistics& s, std::uint64_t wrong, std::size_t top, Output& out) {
  nlohmann::json lengths = nlohmann::json::array();
  for (std::size_t i = 0; i < s.lengths().size(); ++i) {
    nlohmann::json row{{"from", i == 0 ? 0 : i * GameStatistics::length_step + 1}, {"games", s.lengths()[i]}};
    if (i + 1 < s.lengths().size()) row["to"] = (i + 1) * GameStatistics::length_step;
    lengths.push_back(std::move(row));
  }
  out.object("statistics", {{"games", s.games()},
                            {"errors", wrong},
                            {"plies", s.plies()},
                            {"shortest", s.shortest()},
                            {"longest", s.longest()},
                            {"results", {{"*", s.results()[0]}, {"1-0", s.results()[1]}, {"0-1", s.results()[2]}, {"1/2-1/2", s.results()[3]}}},
                            {"lengths", std::move(lengths)},
                            {"ends", top_of(s.ends(), top)},
                            {"openings", top_of(s.openings(), top)},
                            {"time_controls", top_of(s.time_controls(), top)},
                            {"players", top_of(s.players(), top)},
                            {"names", {{"openings", s.openings().size()}, {"players", s.players().size()}}}});
}

}  // namespace

int pgn_stats(const StatsOptions& options, Output& out) {
  GameStatistics statistics;
  std::uint64_t wrong = 0;
  const auto walked = for_each_game(options.files, out, [&](FoundGame& found) -> Result<Onward> {
    if (found.game) {
      statistics.add(*found.game);
    } else {
      ++wrong;
    }
    return Onward::game;
  });
  if (!walked) return out.fail(walked.error());
  (out.json() ? print_json : print_table)(statistics, wrong, options.top, out);
  return wrong == 0 ? ok : answer_no;
}

}  // namespace adoube::cli
