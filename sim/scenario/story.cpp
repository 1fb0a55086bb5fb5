// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/scenario/parse.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

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
      at(s) = story_.pieces.size();
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
    if (now_ < first_act && (m.timed.player || m.timed.act == Act::knock)) refuse(1, fmt::format("expected a time from {} on, when the board is surely open", time_text(first_act)));
    const Tick length = m.timed.length.value_or(row(m.timed.act).usual);
    story_.end = std::max(story_.end, now_ + length);
    switch (m.timed.act) {
      case Act::touch: touch(length); break;
      case Act::release: release(); break;
      case Act::lift: lift(); break;
      case Act::place: place(); break;
      case Act::slide: slide(length); break;
      case Act::press: story_.deeds.push_back({.kind = Deed::Kind::press, .begin = now_, .player = *m.timed.player}); break;
      case Act::adjust:
        story_.deeds.push_back({.kind = Deed::Kind::adjust, .begin = now_, .end = now_ + length, .player = *m.timed.player});
        break;
      case Act::knock: knock(m.timed.length); break;
      case Act::move:   // told as its parts
      case Act::fault:  // of the board, not of hands
      case Act::stall:
      case Act::reset:
      case Act::cable: break;
    }
  }

  Story finish() {
    arrive_until(story_.end);
    now_ = story_.end + 3 * usual_grip;
    for (Actor a = 0; a < tokens_.size(); ++a) settle(a, now_);
    for (int i = 0; i < 64; ++i) {
      if (const auto since = fingers_[static_cast<std::size_t>(i)]) finger(square(i), *since, story_.end);
    }
    return std::move(story_);
  }

 private:
  std::optional<Actor>& at(Square s) { return squares_[static_cast<std::size_t>(index(s))]; }
  [[noreturn]] void refuse(std::size_t column, std::string sentence) const { throw Refused{line_, column, std::move(sentence)}; }

  Square square_on_board() const {
    if (*timed_->square == Square::off) refuse(timed_->square_column, "expected a square of the board, not \"off\"");
    return *timed_->square;
  }

  // The piece that stands on the square of the act.
  Actor standing() {
    const Square s = square_on_board();
    if (!at(s)) refuse(timed_->square_column, fmt::format("expected a square with a piece on it; {} is empty then", name(s)));
    const Actor a = *at(s);
    if (tokens_[a].stood > now_) refuse(timed_->square_column, fmt::format("expected a piece at rest; that on {} still moves", name(s)));
    return a;
  }

  void let_go(Actor a, Tick at) {
    story_.deeds.push_back({.kind = Deed::Kind::let_go, .begin = at, .actor = a});
    tokens_[a].touched = false;
    tokens_[a].leaving = false;
    tokens_[a].free = at;
  }

  // The fingers that leave by themselves have left when something happens to the piece again.
  void settle(Actor a, Tick next) {
    const Token& t = tokens_[a];
    if (t.leaving) let_go(a, t.stood + std::min(usual_grip, std::max<Tick>((next - t.stood) / 3, 1)));
  }

  // Fingers are on the piece when it leaves its square.
  void grip_for(Actor a) {
    settle(a, now_);
    Token& t = tokens_[a];
    if (t.touched || listed_) return;
    const Tick room = std::max<Tick>(now_ - std::max(t.stood, t.free), 2);
    story_.deeds.push_back({.kind = Deed::Kind::grip, .begin = now_ - std::min(usual_grip, room / 2), .actor = a});
    t.touched = true;
  }

  void finger(Square s, Tick begin, Tick end) {
    story_.deeds.push_back({.kind = Deed::Kind::finger, .begin = begin, .end = end, .square = s});
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
    const Actor a = standing();
    settle(a, now_);
    Token& t = tokens_[a];
    if (t.touched) refuse(timed_->square_column, fmt::format("expected a square that is not touched; fingers are on {}", name(s)));
    story_.deeds.push_back({.kind = Deed::Kind::grip, .begin = now_, .actor = a});
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
      const Actor a = tokens_.size();
      story_.pieces.push_back(Square::off);
      Token t;
      t.colour = timed_->player;
      t.stood = now_ - usual_grip;
      tokens_.push_back(t);
      up(a, usual_rise);
      return;
    }
    const Actor a = standing();
    grip_for(a);
    at(*tokens_[a].on).reset();
    up(a, usual_rise);
  }

  void up(Actor a, Tick takes) {
    Token& t = tokens_[a];
    if (!t.on && !listed_) story_.deeds.push_back({.kind = Deed::Kind::grip, .begin = now_ - usual_grip, .actor = a}), t.touched = true;
    t.left = t.on.value_or(Square::off);
    t.on.reset();
    t.holder = timed_->player;
    t.raised = story_.deeds.size();
    latest_.push_back(a);
    story_.deeds.push_back({.kind = Deed::Kind::raise, .begin = now_, .end = now_ + takes, .actor = a});
  }

  // The lifted piece that the act means.
  Actor lifted() {
    const Square to = *timed_->square;
    const auto in_air = [&](auto&& fits) -> std::optional<Actor> {
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
    const Actor a = lifted();
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
      story_.deeds.push_back({.kind = Deed::Kind::grip, .begin = now_ - std::min(picking_up, total / 3), .actor = a});
      t.touched = true;
    }
    if (to == Square::off) {
      story_.deeds.push_back({.kind = Deed::Kind::aside, .begin = up_since, .end = now_, .actor = a});
      if (t.touched) let_go(a, now_);
    } else {
      vacant(to, timed_->square_column);
      story_.deeds.push_back({.kind = Deed::Kind::lower, .begin = now_ - std::min(usual_rise, total / 3), .end = now_, .actor = a,
                              .square = to, .carried_from = up_since});
      stand(a, to, now_);
    }
    t.raised.reset();
    t.holder.reset();
    std::erase(latest_, a);
  }

  void vacant(Square to, std::size_t column) {
    if (at(to)) refuse(column, fmt::format("expected an empty square; a piece stands on {} then", name(to)));
  }

  void stand(Actor a, Square s, Tick when) {
    Token& t = tokens_[a];
    at(s) = a;
    t.on = s;
    t.stood = when;
    t.leaving = t.touched && !timed_->held && !listed_;
  }

  // It keeps its square until it has arrived: only then must the other be empty, as a capture may slide as well.
  void slide(Tick length) {
    const Actor a = standing();
    if (*timed_->other == Square::off) refuse(timed_->other_column, "expected a square of the board, not \"off\"");
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
      story_.deeds.push_back({.kind = Deed::Kind::slide, .begin = s.begin, .end = s.end, .actor = s.actor, .square = *timed_->other});
      at(*tokens_[s.actor].on).reset();
      stand(s.actor, *timed_->other, s.end);
    }
  }

  void knock(std::optional<Tick> length) {
    const Actor a = standing();
    const Square s = *tokens_[a].on;
    settle(a, now_);
    if (tokens_[a].touched) refuse(timed_->square_column, fmt::format("expected a piece that nobody holds; fingers are on {}", name(s)));
    if (length && *length < least_carry) refuse(timed_->column, fmt::format("expected a time of at least {} for a fall", time_text(least_carry)));
    at(s).reset();
    Token& t = tokens_[a];
    const Tick fall = length ? *length / 3 : usual_fall;
    story_.deeds.push_back({.kind = Deed::Kind::raise, .begin = now_, .end = now_ + fall, .actor = a});
    t.left = s;
    t.on.reset();
    if (!length) {
      t.raised = story_.deeds.size() - 1;
      t.holder.reset();
      latest_.push_back(a);
      return;
    }
    story_.deeds.push_back({.kind = Deed::Kind::lower, .begin = now_ + *length - fall, .end = now_ + *length, .actor = a, .square = s,
                            .carried_from = now_ + fall});
    stand(a, s, now_ + *length);
  }

  struct Slide {
    Tick begin;
    Tick end;
    Actor actor;
    std::size_t line;
    const Timed* timed;
  };

  bool listed_;
  Story story_;
  std::vector<Token> tokens_;
  std::vector<Actor> latest_;  // pieces that are up, the latest at the end
  std::array<std::optional<Actor>, 64> squares_;
  std::array<std::optional<Tick>, 64> fingers_;
  std::vector<Slide> slides_;  // under way, the first to arrive in front
  Tick now_ = 0;
  std::size_t line_ = 0;
  const Timed* timed_ = nullptr;
};

// A move of one piece, from touch to release, is five equal parts: the hand rests a fifth before and after the way.
void add_parts(const Moment& m, std::vector<Moment>& out) {
  const Tick length = m.timed.length.value_or(row(Act::move).usual);
  const auto add = [&](Act act, Tick after, bool there) {
    Moment part = m;
    part.at = m.at + after;
    part.timed.act = act;
    part.timed.length.reset();
    part.timed.other.reset();
    if (there) {
      part.timed.square = m.timed.other;
      part.timed.square_column = m.timed.other_column;
    }
    out.push_back(part);
  };
  add(Act::touch, 0, false);
  add(Act::lift, length / 5, false);
  add(Act::place, length - length / 5, true);
  add(Act::release, length, true);
}

}  // namespace

std::vector<Moment> moments(const Scenario& scenario) {
  std::vector<Moment> out;
  Tick last = 0;
  for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
    const auto& statement = scenario.lines[i].statement;
    const Timed* timed = statement ? std::get_if<Timed>(&*statement) : nullptr;
    if (timed == nullptr) continue;
    last = timed->when.time + (timed->when.relative ? last : 0);
    const Moment moment{last, i + 1, *timed};
    if (timed->act == Act::move) add_parts(moment, out);
    else out.push_back(moment);
  }
  std::ranges::stable_sort(out, {}, &Moment::at);
  return out;
}

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
