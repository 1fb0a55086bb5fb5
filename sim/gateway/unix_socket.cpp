// SPDX-License-Identifier: Apache-2.0
#include "sim/gateway/unix_socket.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace adoube::sim {
namespace {

OwnedDescriptor stream(int flags) { return OwnedDescriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0)); }

const sockaddr* general(const sockaddr_un& address) { return reinterpret_cast<const sockaddr*>(&address); }

// Somebody listens there, nobody does any more (false), or it cannot be told.
Result<bool> listened_at(const std::string& path, const sockaddr_un& address) {
  const OwnedDescriptor probe = stream(SOCK_NONBLOCK);
  // EAGAIN: there are more who wait to be taken than the listener has room for.
  if (connect(probe.get(), general(address), sizeof address) == 0 || errno == EAGAIN) return true;
  if (errno == ECONNREFUSED || errno == ENOENT) return false;
  return fail(Cause::io, fmt::format("cannot tell who listens at {}: {}", path, std::strerror(errno)));
}

}  // namespace

OwnedDescriptor::~OwnedDescriptor() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<UnixSocket> UnixSocket::listen(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    return fail(Cause::usage, fmt::format("the name of a socket has 1 to {} bytes; choose another path", sizeof address.sun_path - 1));
  }
  path.copy(address.sun_path, path.size());

  struct stat found {};
  if (lstat(path.c_str(), &found) == 0) {
    if (!S_ISSOCK(found.st_mode)) return fail(Cause::usage, path + " is there and is no socket; choose another path");
    const auto listened = listened_at(path, address);
    if (!listened) return tl::unexpected(listened.error());
    if (*listened) return fail(Cause::busy, "another program listens at " + path + "; end it or choose another path");
    unlink(path.c_str());
  }
  OwnedDescriptor listener = stream(SOCK_NONBLOCK);
  if (listener.get() < 0 || bind(listener.get(), general(address), sizeof address) != 0 || ::listen(listener.get(), 1) != 0) {
    return fail(Cause::io, fmt::format("cannot listen at {}: {}", path, std::strerror(errno)));
  }
  return UnixSocket(path, std::move(listener));
}

UnixSocket::~UnixSocket() {
  if (listener_.get() >= 0) unlink(path_.c_str());
}

Result<OwnedDescriptor> UnixSocket::accept(int wait_ms) {
  pollfd set{listener_.get(), POLLIN, 0};
  if (poll(&set, 1, wait_ms) <= 0) return OwnedDescriptor();
  OwnedDescriptor peer(accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (peer.get() < 0 && errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) {
    return fail(Cause::io, fmt::format("nobody can connect at {}: {}", path_, std::strerror(errno)));
  }
  return peer;
}

}  // namespace adoube::sim
