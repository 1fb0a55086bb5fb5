// SPDX-License-Identifier: Apache-2.0
// Files that ask for more than a reader should give, and files that only look so.
#include "rules/notation/pgn_limits.hpp"

#include <boost/test/unit_test.hpp>
#include <streambuf>
#include <string>

#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/pgn_writer.hpp"
#include "tests/rules/notation/sentences.hpp"

namespace adoube::pgn {
namespace {

const std::string good = "[Event \"good\"]\n\n1. e4 *\n\n";

std::string times(std::size_t n, std::string_view text) {
  std::string all;
  while (n-- > 0) all += text;
  return all;
}

/// The game `bad` is refused with a sentence that says `phrase`, and the good one behind it is read.
void check_refused(const std::string& bad, std::string_view phrase) {
  const std::string text = bad + "\n\n" + good;
  Reader reader(text);
  const auto refused = reader.next();
  BOOST_REQUIRE((refused.has_value() && !refused->has_value()));
  test::check_sentence(refused->error(), phrase);
  BOOST_TEST(refused->error().message.ends_with(reader.error_sentence()));
  const auto next = reader.next();
  BOOST_REQUIRE((next.has_value() && next->has_value()));
  BOOST_TEST(((*next)->tag("Event") == "good"));
  BOOST_TEST((*next)->number == 2);
  BOOST_TEST(!reader.next().has_value());
  BOOST_TEST(reader.bytes() == text.size());
}

BOOST_AUTO_TEST_CASE(variations_within_one_another) {
  const auto nested = [](std::size_t depth) { return "1. e4 " + times(depth, "(1. e4 ") + times(depth, ")") + " *"; };
  const auto game = Reader(nested(Limits::variation_depth)).next();
  BOOST_REQUIRE((game.has_value() && game->has_value()));
  BOOST_TEST((read(write(**game)).value().at(0) == **game));
  check_refused(nested(Limits::variation_depth + 1), "at most 100 variations within one another");
  check_refused("1. e4 " + times(1'000'000, "(1. e4 "), "at most 100 variations within one another");
}

BOOST_AUTO_TEST_CASE(words_and_tags) {
  check_refused("1. e4 " + std::string(Limits::word_bytes + 1, 'x') + " *", "a word of at most 255");
  check_refused(std::string(5'000'000, 'x'), "a word of at most 255");
  check_refused("[" + std::string(Limits::word_bytes + 1, 'x') + " \"y\"]\n\n*", "a tag name of at most 255");
  check_refused("[x \"" + std::string(Limits::value_bytes + 1, 'y') + "\"]\n\n*", "a value of at most 65535 bytes for tag \"x\"");
  const std::string value(Limits::value_bytes, 'y');
  BOOST_TEST((read("[x \"" + value + "\"] *").value().at(0).tag("x") == value));
}

BOOST_AUTO_TEST_CASE(the_text_of_one_game) {
  check_refused("[Event \"x\"]\n\n1. e4 {" + std::string(Limits::game_bytes, 'x') + "} *", "longer than 16 MiB");
  check_refused("[Event \"x\"]\n\n1. e4 {" + times(Limits::game_bytes / 64 + 1, std::string(63, 'x') + '\n') + "} *", "longer than 16 MiB");
  check_refused("[Event \"x\"]\n\n1. e4 " + times(Limits::game_bytes / 240 + 1, std::string(239, '1') + ' ') + " *", "longer than 16 MiB");
  // Behind it the count begins anew.
  const std::string large = "[Event \"x\"]\n\n1. e4 {" + std::string(Limits::game_bytes - 100, 'x') + "} *\n\n";
  BOOST_TEST(read(large + large).value().size() == 2U);
}

BOOST_AUTO_TEST_CASE(the_parts_of_one_game) {
  for (const char* part : {"$1", "()", "{x}", "! "}) {
    check_refused("1. e4 " + times(Limits::game_parts + 1, part) + " *", "more than 1048576 tags, moves, comments");
  }
}

/// `count` copies of one text, as a stream that never stands in memory.
class Repeated : public std::streambuf {
 public:
  Repeated(std::string text, std::size_t count) : text_(std::move(text)), count_(count) {}

 private:
  int_type underflow() override {
    if (count_ == 0) return traits_type::eof();
    --count_;
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(*gptr());
  }
  std::string text_;
  std::size_t count_;
};

BOOST_AUTO_TEST_CASE(a_stream_of_any_length_is_counted_to_its_end) {
  const std::string text = "[Event \"x\"]\n\n1. e4 { [%clk 0:01:00] } (1. d4 d5 $1) 1... e5 1-0\n\n";
  constexpr std::size_t count = 30'000;
  Repeated buffer(text, count);
  std::istream stream(&buffer);
  Reader reader(stream);
  std::size_t games = 0;
  while (const auto game = reader.next()) {
    BOOST_REQUIRE(game->has_value());
    games += (*game)->plies.size() == 2 && (*game)->line == 4 * games + 1 ? 1 : 0;
  }
  BOOST_TEST(games == count);
  BOOST_TEST(reader.games() == static_cast<int>(count));
  BOOST_TEST(reader.bytes() == count * text.size());
}

}  // namespace
}  // namespace adoube::pgn
