// SPDX-License-Identifier: Apache-2.0
#include "host/files/whole_file.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace adoube::host {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, gone at the end.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "whole-file.XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  std::size_t entries() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {})); }
  fs::path path;
};

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

BOOST_FIXTURE_TEST_CASE(a_new_file_appears_only_with_commit, Folder) {
  const fs::path target = path / "a";
  {
    auto file = WholeFile::create(target);
    BOOST_REQUIRE(file);
    BOOST_REQUIRE(file->write("half"));
    BOOST_CHECK(!fs::exists(target));
    BOOST_REQUIRE(file->write(std::string("\0 and half", 10)));
    BOOST_REQUIRE(file->commit());
    BOOST_CHECK_EQUAL(content(target), std::string("half\0 and half", 14));
  }
  BOOST_CHECK_EQUAL(entries(), 1U);
  const mode_t mask = ::umask(0);
  ::umask(mask);
  BOOST_CHECK_EQUAL(static_cast<unsigned>(fs::status(target).permissions()), 0666U & ~mask);
}

BOOST_FIXTURE_TEST_CASE(without_commit_all_is_as_it_was, Folder) {
  const fs::path target = path / "a";
  BOOST_REQUIRE(write_whole(target, "old"));
  {
    auto file = WholeFile::create(target);
    BOOST_REQUIRE(file && file->write("new"));
    BOOST_CHECK_EQUAL(content(target), "old");
    const WholeFile moved = std::move(*file);
    BOOST_CHECK_EQUAL(entries(), 2U);
  }
  BOOST_CHECK_EQUAL(content(target), "old");
  BOOST_CHECK_EQUAL(entries(), 1U);
}

BOOST_FIXTURE_TEST_CASE(a_file_that_is_replaced_keeps_its_permissions_and_its_links, Folder) {
  const fs::path target = path / "a", link = path / "b";
  BOOST_REQUIRE(write_whole(target, "old"));
  fs::permissions(target, fs::perms(0640));
  fs::create_symlink("a", link);
  BOOST_REQUIRE(write_whole(link, "new"));
  BOOST_CHECK_EQUAL(content(target), "new");
  BOOST_CHECK(fs::is_symlink(link));
  BOOST_CHECK_EQUAL(static_cast<unsigned>(fs::status(target).permissions()), 0640U);
  fs::create_symlink("later", path / "c");  // leads to nothing yet
  BOOST_REQUIRE(write_whole(path / "c", "made"));
  BOOST_CHECK_EQUAL(content(path / "later"), "made");
  BOOST_CHECK_EQUAL(entries(), 4U);
}

BOOST_FIXTURE_TEST_CASE(a_device_or_pipe_is_written_directly_and_stays, Folder) {
  const auto full = write_whole("/dev/full", "x");
  BOOST_REQUIRE(!full);
  BOOST_CHECK(full.error().cause == Cause::io);
  BOOST_CHECK_EQUAL(full.error().message, "cannot write /dev/full: No space left on device");
  BOOST_CHECK(fs::is_character_file("/dev/full"));
  BOOST_CHECK(write_whole("/dev/null", "x"));
  BOOST_CHECK(fs::is_character_file("/dev/null"));
  int pipe[2];
  BOOST_REQUIRE(::pipe(pipe) == 0);
  BOOST_CHECK(write_whole("/dev/fd/" + std::to_string(pipe[1]), "x"));  // a link that leads to no name
  char got = 0;
  BOOST_CHECK(::read(pipe[0], &got, 1) == 1 && got == 'x');
  ::close(pipe[0]);
  ::close(pipe[1]);
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_written_says_so_with_its_name, Folder) {
  const auto refused = [](const fs::path& target, const std::string& reason) {
    const auto file = WholeFile::create(target);
    BOOST_REQUIRE(!file);
    BOOST_CHECK(file.error().cause == Cause::io);
    BOOST_CHECK_EQUAL(file.error().message, "cannot write " + target.string() + ": " + reason);
  };
  refused(path / "nowhere" / "a", "No such file or directory");
  refused(path, "Is a directory");
  refused("", "No such file or directory");
  refused(path / std::string(300, 'x'), "File name too long");
  BOOST_REQUIRE(write_whole(path / "a", "old"));
  refused(path / "a" / "b", "Not a directory");
  BOOST_CHECK_EQUAL(entries(), 1U);
}

// Root may write everything, so a child asks as nobody.
BOOST_FIXTURE_TEST_CASE(a_file_that_may_not_be_written_is_left_alone, Folder) {
  const fs::path target = path / "a";
  BOOST_REQUIRE(write_whole(target, "old"));
  fs::permissions(target, fs::perms(0444));
  fs::permissions(path, fs::perms(0777));
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(2);
    const auto file = WholeFile::create(target);
    ::_exit(!file && file.error().message == "cannot write " + target.string() + ": Permission denied" ? 0 : 1);
  }
  int status = -1;
  BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
  BOOST_CHECK_EQUAL(status, 0);
  BOOST_CHECK_EQUAL(content(target), "old");
  BOOST_CHECK_EQUAL(entries(), 1U);
}

BOOST_AUTO_TEST_CASE(a_name_without_folder_is_here) {
  const Folder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path);
  BOOST_CHECK(write_whole("here", "x"));
  fs::current_path(before);
  BOOST_CHECK_EQUAL(content(folder.path / "here"), "x");
}

}  // namespace
}  // namespace adoube::host
