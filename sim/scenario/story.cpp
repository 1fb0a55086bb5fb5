// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/scenario/moments.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

using hands::Act;
using hands::Deed;

constexpr Tick usual_grip = 80'000;      // before a piece rises, and after it stands: as the cases file says
constexpr Tick usual_rise = 25'000;      // up to carry height, and down from it
constexpr Tick least_carry = 30'000;     // a piece cannot leave one square and stand on another in less
constexpr Tick usual_fall = 20'000;      // a piece is knocked over
constexpr Tick picking_up = 300'000;     // a hand takes up a piece that lies there

struct Refused {
  std::size_t line;
  std::size_t column;
  std::string sentence;
};

// What is known of a piece while the story is told.
struct Token {
  std::optional<Colour> colour;          // none: came from beside the board
  std::optional<Square> on;              // it stands there
  Square left = Square::off;             // the square it stood on last
  std::optional<std::size_t> raised;     // deed that took it up, while it is up
  std::optional<Colour> holder;          // whose hand has it; none while it stands or lies
  bool touched = false;                  // fingers are on it
  Tick stood = 0;                        // since when it stands
  bool leaving = false;                  // the fingers leave by themselves, some time after `stood`
  Tick free = 0;                         // when fingers were on it last
};

class Teller {
 public:
  Teller(const chess::Position& start, bool listed) : listed_(listed) {
    SquareSet standing = start.pieces();
    while (standing != 0) {
      const Square s = pop(standing);
      at(s) = static_cast<sim::Piece>(story_.pieces.size());
      story_.pieces.push_back(s);
      Token t;
      t.colour = start.at(s)->colour;
      t.on = s;
      tokens_.push_back(t);
    }
  }

  void take(const Moment& m) {
    arrive_until(m.at);
    now_ = m.at;
    line_ = m.line;
    timed_ = &m.timed;
    if (now_ < first_act && (m.timed.player || m.timed.verb == Verb::knock)) refuse(1, fmt::format("expected a time from {} on, when the board is surely open", time_text(first_act)));
    const Tick length = m.timed.length.value_or(row(m.timed.verb).usual);
    story_.end = std::max(story_.end, now_ + length);
    switch (m.timed.verb) {
      case Verb::touch: touch(length); break;
      case Verb::release: release(); break;
      case Verb::lift: lift(); break;
      case Verb::place: place(); break;
      case Verb::slide: slide(length); break;
      case Verb::press: add({.act = Act::press, .begin = now_}); break;
      case Verb::adjust:
        add({.act = Act::say, .begin = now_, .end = now_ + length});
        break;
      case Verb::sleeve:
        other_on_board();
        add({.act = Act::sleeve, .begin = now_, .end = now_ + length, .square = *m.timed.other, .from = square_on_board()});
        break;
      case Verb::knock: knock(m.timed.length); break;
      case Verb::move:   // told as its parts
      case Verb::fault:  // of the board, not of hands
      case Verb::line_faults:
      case Verb::damage:
      case Verb::drift:
      case Verb::stall:
      case Verb::reset:
      case Verb::cable: break;
    }
  }

  Story finish() {
    arrive_until(story_.end);
    now_ = story_.end + 3 * usual_grip;
    for (sim::Piece a = 0; a < tokens_.size(); ++a) settle(a, now_);
    for (int i = 0; i < 64; ++i) {
      if (const auto since = fingers_[static_cast<std::size_t>(i)]) finger(square(i), *since, story_.end);
    }
    return std::move(story_);
  }

 private:
  std::optional<sim::Piece>& at(Square s) { return squares_[static_cast<std::size_t>(index(s))]; }
  [[noreturn]] void refuse(std::size_t column, std::string sentence) const { throw Refused{line_, column, std::move(sentence)}; }

  Square square_on_board() const {
    if (*timed_->square == Square::off) refuse(timed_->square_column, "expected a square of the board, not \"off\"");
    return *timed_->square;
  }

  void other_on_board() const {
    if (*timed_->other == Square::off) refuse(timed_->other_column, "expected a square of the board, not \"off\"");
  }

  // The piece that stands on the square of the act.
  sim::Piece standing() {
    const Square s = square_on_board();
    if (!at(s)) refuse(timed_->square_column, fmt::format("expected a square with a piece on it; {} is empty then", name(s)));
    const sim::Piece a = *at(s);
    if (tokens_[a].stood > now_) refuse(timed_->square_column, fmt::format("expected a piece at rest; that on {} still moves", name(s)));
    return a;
  }

  void add(Deed deed) {
    deed.player = timed_ != nullptr ? timed_->player.value_or(deed.player) : deed.player;
    story_.deeds.push_back(deed);
  }

  void let_go(sim::Piece a, Tick at) {
    add({.act = Act::let_go, .begin = at, .end = at, .piece = a});
    tokens_[a].touched = false;
    tokens_[a].leaving = false;
    tokens_[a].free = at;
  }

  // The fingers that leave by themselves have left when something happens to the piece again.
  void settle(sim::Piece a, Tick next) {
    const Token& t = tokens_[a];
    if (t.leaving) let_go(a, t.stood + std::min(usual_grip, std::max<Tick>((next - t.stood) / 3, 1)));
  }

  // Fingers are on the piece when it leaves its square.
  void grip_for(sim::Piece a) {
    settle(a, now_);
    Token& t = tokens_[a];
    if (t.touched || listed_) return;
    const Tick room = std::max<Tick>(now_ - std::max(t.stood, t.free), 2);
    add({.act = Act::grip, .begin = now_ - std::min(usual_grip, room / 2), .piece = a});
    t.touched = true;
  }

  void finger(Square s, Tick begin, Tick end) {
    add({.act = Act::finger, .begin = begin, .end = end, .square = s});
  }

  void touch(Tick length) {
    const Square s = square_on_board();
    if (!at(s)) {
      auto& since = fingers_[static_cast<std::size_t>(index(s))];
      if (since) refuse(timed_->square_column, fmt::format("expected a square that is not touched; fingers are on {}", name(s)));
      if (length > 0) finger(s, now_, now_ + length);
      else since = now_;
      return;
    }
    const sim::Piece a = standing();
    settle(a, now_);
    Token& t = tokens_[a];
    if (t.touched) refuse(timed_->square_column, fmt::format("expected a square that is not touched; fingers are on {}", name(s)));
    add({.act = Act::grip, .begin = now_, .piece = a});
    if (length > 0) let_go(a, now_ + length);
    else t.touched = true;
  }

  void release() {
    const Square s = square_on_board();
    if (auto& since = fingers_[static_cast<std::size_t>(index(s))]) {
      finger(s, *since, now_);
      since.reset();
      return;
    }
    const auto& there = at(s);
    if (!there || !tokens_[*there].touched || tokens_[*there].stood >= now_) {
      refuse(timed_->square_column, fmt::format("expected a square that is touched; no finger is on {} then", name(s)));
    }
    let_go(*there, now_);
  }

  void lift() {
    if (*timed_->square == Square::off) {
      const auto a = static_cast<sim::Piece>(tokens_.size());
      story_.pieces.push_back(Square::off);
      Token t;
      t.colour = timed_->player;
      t.stood = now_ - usual_grip;
      tokens_.push_back(t);
      up(a, usual_rise);
      return;
    }
    const sim::Piece a = standing();
    grip_for(a);
    at(*tokens_[a].on).reset();
    up(a, usual_rise);
  }

  void up(sim::Piece a, Tick takes) {
    Token& t = tokens_[a];
    if (!t.on && !listed_) add({.act = Act::grip, .begin = now_ - usual_grip, .piece = a}), t.touched = true;
    t.left = t.on.value_or(Square::off);
    t.on.reset();
    t.holder = timed_->player;
    t.raised = story_.deeds.size();
    latest_.push_back(a);
    add({.act = Act::raise, .begin = now_, .end = now_ + takes, .piece = a});
  }

  // The lifted piece that the act means.
  sim::Piece lifted() {
    const Square to = *timed_->square;
    const auto in_air = [&](auto&& fits) -> std::optional<sim::Piece> {
      for (auto a = latest_.rbegin(); a != latest_.rend(); ++a) {
        if (tokens_[*a].raised && fits(tokens_[*a])) return *a;
      }
      return std::nullopt;
    };
    if (timed_->other) {
      const Square from = *timed_->other;
      const auto found = in_air([&](const Token& t) { return t.left == from; });
      if (!found) refuse(timed_->other_column, fmt::format("expected a square from which a piece was lifted; that of {} is not up", name(from)));
      return *found;
    }
    // A player sets down his own piece, and puts aside that of the other.
    const Colour player = *timed_->player;
    const bool own_first = to != Square::off;
    const auto held = [&](const Token& t) { return t.holder == player; };
    auto found = in_air([&](const Token& t) { return held(t) && t.colour && (*t.colour == player) == own_first; });
    if (!found) found = in_air(held);
    if (!found) refuse(timed_->column, fmt::format("expected a lift before it: {} holds no piece then", player == Colour::white ? "white" : "black"));
    return *found;
  }

  void place() {
    const sim::Piece a = lifted();
    const Square to = *timed_->square;
    Token& t = tokens_[a];
    Deed& raise = story_.deeds[*t.raised];
    const Tick total = now_ - raise.begin;
    if (total < least_carry) {
      refuse(timed_->column, fmt::format("expected a time at least {} after the lift, not {}", time_text(least_carry), time_text(std::max<Tick>(total, 0))));
    }
    raise.end = std::min(raise.end, raise.begin + total / 3);
    const Tick up_since = raise.end;
    if (!t.touched && !listed_) {  // it lay there: a hand takes it up first
      add({.act = Act::grip, .begin = now_ - std::min(picking_up, total / 3), .piece = a});
      t.touched = true;
    }
    if (to == Square::off) {
      add({.act = Act::aside, .begin = up_since, .end = now_, .piece = a});
      if (t.touched) let_go(a, now_);
    } else {
      vacant(to, timed_->square_column);
      const Tick down_from = now_ - std::min(usual_rise, total / 3);
      add({.act = Act::carry, .begin = up_since, .end = down_from, .piece = a, .square = to});
      add({.act = Act::lower, .begin = down_from, .end = now_, .piece = a, .square = to});
      stand(a, to, now_);
    }
    t.raised.reset();
    t.holder.reset();
    std::erase(latest_, a);
  }

  void vacant(Square to, std::size_t column) {
    if (at(to)) refuse(column, fmt::format("expected an empty square; a piece stands on {} then", name(to)));
  }

  void stand(sim::Piece a, Square s, Tick when) {
    Token& t = tokens_[a];
    at(s) = a;
    t.on = s;
    t.stood = when;
    t.leaving = t.touched && !timed_->held && !listed_;
  }

  // It keeps its square until it has arrived: only then must the other be empty, as a capture may slide as well.
  void slide(Tick length) {
    const sim::Piece a = standing();
    other_on_board();
    if (*timed_->other == *timed_->square) refuse(timed_->other_column, "expected another square than the first");
    grip_for(a);
    tokens_[a].stood = now_ + length;
    const auto later = std::ranges::find_if(slides_, [&](const Slide& s) { return s.end > now_ + length; });
    slides_.insert(later, {now_, now_ + length, a, line_, timed_});
  }

  void arrive_until(Tick time) {
    while (!slides_.empty() && slides_.front().end <= time) {
      const Slide s = slides_.front();
      slides_.erase(slides_.begin());
      now_ = s.end;
      line_ = s.line;
      timed_ = s.timed;
      vacant(*timed_->other, timed_->other_column);
      add({.act = Act::slide, .begin = s.begin, .end = s.end, .piece = s.actor, .square = *timed_->other});
      at(*tokens_[s.actor].on).reset();
      stand(s.actor, *timed_->other, s.end);
    }
  }

  void knock(std::optional<Tick> length) {
    const sim::Piece a = standing();
    const Square s = *tokens_[a].on;
    settle(a, now_);
    if (tokens_[a].touched) refuse(timed_->square_column, fmt::format("expected a piece that nobody holds; fingers are on {}", name(s)));
    if (length && *length < least_carry) refuse(timed_->column, fmt::format("expected a time of at least {} for a fall", time_text(least_carry)));
    at(s).reset();
    Token& t = tokens_[a];
    const Tick fall = length ? *length / 3 : usual_fall;
    add({.act = Act::raise, .begin = now_, .end = now_ + fall, .piece = a});
    t.left = s;
    t.on.reset();
    if (!length) {
      t.raised = story_.deeds.size() - 1;
      t.holder.reset();
      latest_.push_back(a);
      return;
    }
    add({.act = Act::carry, .begin = now_ + fall, .end = now_ + *length - fall, .piece = a, .square = s});
    add({.act = Act::lower, .begin = now_ + *length - fall, .end = now_ + *length, .piece = a, .square = s});
    stand(a, s, now_ + *length);
  }

  struct Slide {
    Tick begin;
    Tick end;
    sim::Piece actor;
    std::size_t line;
    const Timed* timed;
  };

  bool listed_;
  Story story_;
  std::vector<Token> tokens_;
  std::vector<sim::Piece> latest_;  // pieces that are up, the latest at the end
  std::array<std::optional<sim::Piece>, 64> squares_;
  std::array<std::optional<Tick>, 64> fingers_;
  std::vector<Slide> slides_;  // under way, the first to arrive in front
  Tick now_ = 0;
  std::size_t line_ = 0;
  const Timed* timed_ = nullptr;
};

}  // namespace

Result<Story> tell(const Scenario& scenario, const chess::Position& start, bool listed) {
  const std::vector<Moment> acts = moments(scenario);
  Teller teller(start, listed);
  try {
    for (const Moment& m : acts) teller.take(m);
    return teller.finish();
  } catch (const Refused& refused) {
    return tl::unexpected(located(scenario, refused.line, refused.column, refused.sentence));
  }
}

}  // namespace adoube::scenario
