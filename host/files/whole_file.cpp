// SPDX-License-Identifier: Apache-2.0
#include "host/files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace adoube::host {
namespace {

tl::unexpected<Error> cannot_write(const std::filesystem::path& target, int reason) {
  return fail(Cause::io, fmt::format("cannot write {}: {}", target.string(), std::generic_category().message(reason)));
}

// A new file in a folder, under a name that nobody has; the kernel applies umask and the folder's own rules.
int open_beside(const std::filesystem::path& folder, std::filesystem::path& name) {
  constexpr int most = 100;
  for (int i = 0;; ++i) {
    name = folder / fmt::format(".adoube-{}-{}", ::getpid(), i);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST || i == most) return descriptor;
  }
}

// Where a chain of links ends, whether or not a file is there yet.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int most = 40;  // path_resolution(7)
  std::error_code error;
  for (int i = 0; i < most && std::filesystem::is_symlink(path, error); ++i) {
    const auto next = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = path.parent_path() / next;
  }
  return path;
}

}  // namespace

WholeFile::WholeFile(std::filesystem::path target, std::filesystem::path beside, std::FILE* file)
    : target_(std::move(target)), beside_(std::move(beside)), file_(file) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : target_(std::move(other.target_)), beside_(std::exchange(other.beside_, {})), file_(std::move(other.file_)) {}

WholeFile::~WholeFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

Result<WholeFile> WholeFile::create(const std::filesystem::path& name) {
  if (name.empty()) return cannot_write(name, ENOENT);
  struct stat there{};
  const bool exists = ::stat(name.c_str(), &there) == 0;
  if (!exists && errno != ENOENT) return cannot_write(name, errno);
  const bool direct = exists && !S_ISREG(there.st_mode);
  // Only where there is something to replace: the link of an open pipe (/dev/stdout, /dev/fd/63) leads to no name.
  const auto target = direct ? name : end_of_links(name);
  // To replace a file one only needs its folder; one that may not be written is left alone all the same.
  if (exists && !direct && ::access(target.c_str(), W_OK) != 0) return cannot_write(target, errno);
  std::filesystem::path beside;
  const int descriptor = direct ? ::open(target.c_str(), O_WRONLY | O_CLOEXEC) : open_beside(target.parent_path(), beside);
  if (descriptor < 0) return cannot_write(target, errno);
  WholeFile file(target, beside, ::fdopen(descriptor, "wb"));  // from here on its destructor tidies up
  if (file.file_ == nullptr || (exists && !direct && ::fchmod(descriptor, there.st_mode & 07777) != 0)) return cannot_write(target, errno);
  return file;
}

tl::unexpected<Error> WholeFile::failed(int reason) const { return cannot_write(target_, reason); }

Result<void> WholeFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) return failed(errno);
  return {};
}

Result<void> WholeFile::commit() {
  if (std::fflush(file_.get()) != 0) return failed(errno);
  if (!beside_.empty() && ::fsync(::fileno(file_.get())) != 0) return failed(errno);
  if (std::fclose(file_.release()) != 0) return failed(errno);
  if (!beside_.empty() && std::rename(beside_.c_str(), target_.c_str()) != 0) return failed(errno);
  beside_.clear();
  return {};
}

Result<void> spare_input(const std::filesystem::path& input, const std::filesystem::path& output) {
  std::error_code ignored;  // where either is not there, nothing is lost
  if (!std::filesystem::is_regular_file(output, ignored) || !std::filesystem::equivalent(input, output, ignored)) return {};
  return fail(Cause::usage, fmt::format("{} is the file that is read, and would be replaced; name another to write", output.string()));
}

Result<void> write_whole(const std::filesystem::path& target, std::string_view bytes) {
  auto file = WholeFile::create(target);
  if (!file) return tl::unexpected(std::move(file.error()));
  if (auto written = file->write(bytes); !written) return written;
  return file->commit();
}

}  // namespace adoube::host
