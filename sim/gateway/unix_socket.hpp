// SPDX-License-Identifier: Apache-2.0
/// A Unix stream socket with a name in the file system, where one program at a time finds us.
#pragma once
#include <string>
#include <utility>

#include "rules/core/result.hpp"

namespace adoube::sim {

/// Closes a file descriptor with its end.
class OwnedDescriptor {
 public:
  OwnedDescriptor() = default;
  explicit OwnedDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~OwnedDescriptor();
  OwnedDescriptor(OwnedDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OwnedDescriptor& operator=(OwnedDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  /// -1: none.
  [[nodiscard]] int get() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

/// Takes the name of the socket away with its end.
class UnixSocket {
 public:
  /// Listens at `path`. A socket that somebody left there is taken over; who listens there sees a peer that connects and
  /// goes. Errors: busy (somebody listens there), usage (the name is too long, or something else has it), io.
  static Result<UnixSocket> listen(const std::string& path);
  UnixSocket(UnixSocket&&) noexcept = default;
  UnixSocket& operator=(UnixSocket&&) noexcept = default;
  ~UnixSocket();

  /// Waits so long for a program to connect: its non-blocking stream, or a descriptor without number. Error: io.
  Result<OwnedDescriptor> accept(int wait_ms);

 private:
  UnixSocket(std::string path, OwnedDescriptor listener) : path_(std::move(path)), listener_(std::move(listener)) {}
  std::string path_;
  OwnedDescriptor listener_;
};

}  // namespace adoube::sim
