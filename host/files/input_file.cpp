// SPDX-License-Identifier: Apache-2.0
#include "host/files/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <streambuf>
#include <system_error>
#include <utility>

namespace adoube::host {

class InputFile::Bytes final : public std::streambuf {
 public:
  Bytes(std::string name, int descriptor, std::function<bool()> stop)
      : name_(std::move(name)), descriptor_(descriptor), stop_(std::move(stop)) {}
  ~Bytes() override {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  std::optional<std::uint64_t> size() const {
    struct stat about{};
    if (::fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(about.st_size);
  }
  const std::optional<Error>& problem() const { return problem_; }

 private:
  int_type underflow() override {
    if (problem_ || !wait()) return traits_type::eof();
    ssize_t got = 0;
    do got = ::read(descriptor_, buffer_.data(), buffer_.size());
    while (got < 0 && errno == EINTR);
    if (got < 0) problem_ = Error{Cause::io, fmt::format("cannot read {}: {}", name_, std::generic_category().message(errno))};
    if (got <= 0) return traits_type::eof();
    setg(buffer_.data(), buffer_.data(), buffer_.data() + got);
    return traits_type::to_int_type(buffer_[0]);
  }

  // A read of a pipe is taken up again after a signal, so the wait for it must not be left to the read.
  bool wait() {
    constexpr int patience_ms = 200;
    while (true) {
      if (stop_()) {
        problem_ = Error{Cause::interrupted, fmt::format("interrupted while reading {}", name_)};
        return false;
      }
      pollfd wish{descriptor_, POLLIN, 0};
      if (::poll(&wish, 1, patience_ms) > 0) return true;
    }
  }

  std::string name_;
  int descriptor_;
  std::function<bool()> stop_;
  std::optional<Error> problem_;
  std::array<char, 1 << 18> buffer_;
};

InputFile::InputFile(std::unique_ptr<Bytes> bytes) : bytes_(std::move(bytes)), stream_(std::make_unique<std::istream>(bytes_.get())) {}
InputFile::InputFile(InputFile&&) noexcept = default;
InputFile::~InputFile() = default;

Result<InputFile> InputFile::open(const std::string& name, std::function<bool()> stop) {
  if (name == "-") return InputFile(std::make_unique<Bytes>("standard input", STDIN_FILENO, std::move(stop)));
  // A named pipe opens at once instead of when somebody writes, so that the wait for him can be stopped as any other.
  const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0 || ::fcntl(descriptor, F_SETFL, 0) != 0) return fail(Cause::io, fmt::format("cannot read {}: {}", name, std::generic_category().message(errno)));
  return InputFile(std::make_unique<Bytes>(name, descriptor, std::move(stop)));
}

std::istream& InputFile::stream() { return *stream_; }
std::optional<std::uint64_t> InputFile::size() const { return bytes_->size(); }
const std::optional<Error>& InputFile::problem() const { return bytes_->problem(); }

Result<std::string> read_whole(const std::string& name, std::size_t most, std::function<bool()> stop) {
  auto input = InputFile::open(name, std::move(stop));
  if (!input) return tl::unexpected(std::move(input.error()));
  std::string all;
  std::array<char, 1 << 16> part;
  while (input->stream().read(part.data(), part.size()), input->stream().gcount() > 0) {
    all.append(part.data(), static_cast<std::size_t>(input->stream().gcount()));
    if (all.size() > most) return fail(Cause::malformed, fmt::format("{} has more than {} bytes, which no such file has: name another", name, most));
  }
  if (input->problem()) return tl::unexpected(*input->problem());
  return all;
}

}  // namespace adoube::host
