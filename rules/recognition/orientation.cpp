// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/orientation.hpp"

#include <algorithm>

#include "rules/recognition/first_move.hpp"

namespace adoube::recognition {

Orientation::Orientation(const chess::Position& start, std::optional<bool> known)
    : start_(start), course_(start.pieces()), rotated_(known.value_or(false)), known_(known.has_value()),
      open_(!known && rotated(start.pieces()) == start.pieces()) {
  if (open_) early_.reserve(kEarly);
}

bool Orientation::begin(SquareSet occupied) {
  course_ = Course(occupied);
  if (!known_ && !open_) rotated_ = occupied != start_.pieces() && rotated(occupied) == start_.pieces();
  return seen(occupied) == start_.pieces();
}

bool Orientation::turns(const Event& e) {
  doubtful_ = false;
  if (!open_) return false;
  if (early_.size() == kEarly) {
    settle();
    return false;
  }
  early_.push_back(e);
  course_.take(e);
  // Black may move by mistake, but White does not press for him, nor answer.
  const bool press = e.kind == EventKind::clock && e.actor == start_.side_to_move();
  if (!press && (e.kind != EventKind::place || e.square == Square::off)) return false;
  const auto read = [&](const Course& course) {
    return std::max(first_move(start_, course, press), first_move(start_, course.steady(start_.pieces()), press));
  };
  const Reading turned = read(course_.turned()), straight = read(course_);
  if (turned == Reading::none && straight == Reading::none && press) {
    rotated_ = only_the_other_way(start_, course_.steady(start_.pieces()));
    doubtful_ = rotated_ && !course_.senses();  // they may have fallen
  } else {
    rotated_ = turned > straight;
    doubtful_ = turned == Reading::unclear && straight != Reading::clear;
  }
  return rotated_;
}

void Orientation::settle() {
  open_ = false;
  early_.clear();
}

}  // namespace adoube::recognition
