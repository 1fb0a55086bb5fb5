// SPDX-License-Identifier: Apache-2.0
/// A list that never allocates.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace adoube {

/// At most `N` values in place. What happens when it is full is the caller's to define: `push` says so and changes nothing.
template <class T, std::size_t N>
class FixedList {
 public:
  static constexpr std::size_t capacity() { return N; }
  constexpr bool push(const T& value) {
    if (full()) return false;
    values_[size_++] = value;
    return true;
  }
  constexpr void pop_back() { --size_; }
  constexpr void clear() { size_ = 0; }
  /// Removes one value; those behind it move up.
  constexpr void erase(std::size_t i) {
    std::move(begin() + i + 1, end(), begin() + i);
    --size_;
  }
  template <class Condition>
  constexpr void erase_if(Condition condition) {
    size_ = static_cast<std::size_t>(std::remove_if(begin(), end(), condition) - begin());
  }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == N; }
  constexpr T& operator[](std::size_t i) { return values_[i]; }
  constexpr const T& operator[](std::size_t i) const { return values_[i]; }
  constexpr T* begin() { return values_.data(); }
  constexpr T* end() { return values_.data() + size_; }
  constexpr const T* begin() const { return values_.data(); }
  constexpr const T* end() const { return values_.data() + size_; }
  constexpr const T* data() const { return values_.data(); }
  constexpr T& back() { return values_[size_ - 1]; }
  constexpr const T& back() const { return values_[size_ - 1]; }
  friend constexpr bool operator==(const FixedList& a, const FixedList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<T, N> values_{};
  std::size_t size_ = 0;
};

}  // namespace adoube
