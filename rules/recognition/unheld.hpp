// SPDX-License-Identifier: Apache-2.0
/// Changes of the squares that no hand explains: bystanders that fall and are set up again, squares that flicker, a piece
/// whose arrival is seen before its departure.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "rules/core/event.hpp"
#include "rules/core/fixed_list.hpp"

namespace adoube::recognition {

class Ownership;

/// Stands between the board and the turns, and keeps back what is nobody's doing. With contacts that is a piece that leaves
/// its square although no hand was there, what hands do to set it up again, and a piece that comes to an empty square without
/// a hand. Presence alone does not show hands: there only a piece that comes while nobody holds one.
class Unheld {
 public:
  Unheld() {
    came_.fill(kLongAgo);
    left_ = stood_ = came_;
  }
  /// What hands did, in order: the event, or nothing where it is kept back, or with it what was kept back before and is now
  /// explained. `hands`: as they were before. `may_return`: pieces may come back from outside the board, as players take
  /// captures back. Valid until the next call.
  std::span<const Event> take(const Event& e, const Ownership& hands, bool may_return);
  /// Follows the hands while nobody plays.
  void follow(const Event& e);
  /// The board senses contacts, as one tells that was seen; or as is known otherwise.
  bool senses() const { return contacts_; }
  void feel() { contacts_ = true; }

  /// Squares that are empty, or occupied, and nobody's hand did it.
  SquareSet fallen() const { return fallen_; }
  SquareSet appeared() const { return appeared_; }
  /// Squares that were so and stand right again, since the last time this was asked.
  SquareSet restored();
  /// Of all of them those that came and went without a hand three times and more in this game: their sensor, not a bystander.
  SquareSet unsteady() const { return unsteady_; }
  /// A hand took a piece from there, or set it down, and the sensor does not show it: until it does it reads what nobody did.
  void misread(Square s, bool occupied, const Event& shown);
  /// Such squares.
  SquareSet unread() const { return unread_ & (fallen_ | appeared_); }
  /// The squares are taken as they are.
  void clear();

 private:
  /// Slowest scan of a board that shows an arrival before the departure.
  static constexpr Tick kSlowScan = 300'000;
  static constexpr int kFlickers = 3;
  /// Shortest time in which a piece is knocked over and set up again; a shorter one is the sensor's.
  static constexpr Tick kLay = 200'000;
  /// Longest time for which the hand that sets a piece up is not felt yet although the piece stands.
  static constexpr Tick kSettingUp = 500'000;

  void pass(const Event& e) { out_.push(e); }
  const Event& kept(Square s) const { return kept_[static_cast<std::size_t>(s)]; }
  void fall(const Event& e);
  void settle(const Event& e);
  /// It came and went, or went and came, and no hand was felt that set it up.
  void flicker(Square s);
  bool sets_up(const Event& touch) const;
  /// What appeared there was moved, and whose hand was there moved it.
  void explain(Square s);
  bool by_a_hand(const Event& lift) const;
  void touch(const Event& e, const Ownership& hands);
  void release(const Event& e);
  void lift(const Event& e, const Ownership& hands);
  void place(const Event& e, const Ownership& hands, bool may_return);

  FixedList<Event, 3> out_;
  std::array<Event, 64> kept_{};            // the change of a fallen or appeared square
  std::array<Event, 64> hidden_touch_{};    // that began a contact of `hidden_`
  std::array<Tick, 64> came_;               // when a hand last came to the square for a piece there
  std::array<Tick, 64> left_;               // and when it was seen to leave it
  std::array<Tick, 64> stood_;              // when a piece last came there
  std::array<Tick, 64> stands_since_{};     // of `unfelt_`
  std::array<std::uint8_t, 64> flickers_{};
  bool contacts_ = false;                   // the board senses contacts
  SquareSet touched_ = 0;                   // hands are there
  SquareSet set_down_ = 0;                  // a piece came there in the latest contact
  SquareSet fallen_ = 0;
  SquareSet appeared_ = 0;
  SquareSet set_up_ = 0;                    // again, while others still lie: a hand there is not playing
  SquareSet unfelt_ = 0;                    // set up again, and the hand that did it has not been felt
  SquareSet hidden_ = 0;                    // contacts that began on a square of these
  SquareSet unread_ = 0;
  SquareSet restored_ = 0;
  SquareSet unsteady_ = 0;
};

}  // namespace adoube::recognition
