// SPDX-License-Identifier: Apache-2.0
#include "host/files/input_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace adoube::host {
namespace {

namespace fs = std::filesystem;

std::string all(InputFile& file) { return {std::istreambuf_iterator<char>(file.stream()), {}}; }
constexpr auto never = [] { return false; };

// A file of its own for each test, gone at the end.
struct File {
  explicit File(const std::string& content) {
    std::string name = (fs::temp_directory_path() / "input-file.XXXXXX").string();
    ::close(::mkstemp(name.data()));
    path = name;
    std::ofstream(path, std::ios::binary) << content;
  }
  ~File() { fs::remove(path); }
  fs::path path;
};

BOOST_AUTO_TEST_CASE(a_file_is_read_to_its_end) {
  const std::string content = std::string(700'000, 'x') + '\0' + "end";  // longer than any buffer
  const File file(content);
  auto input = InputFile::open(file.path.string(), never);
  BOOST_REQUIRE(input);
  BOOST_CHECK(input->size() == content.size());
  InputFile moved = std::move(*input);
  BOOST_CHECK(all(moved) == content);
  BOOST_CHECK(!moved.problem());
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_refused_with_its_name) {
  const auto input = InputFile::open("no-such-file.pgn", never);
  BOOST_REQUIRE(!input);
  BOOST_CHECK(input.error().cause == Cause::io);
  BOOST_CHECK_EQUAL(input.error().message, "cannot read no-such-file.pgn: No such file or directory");
}

BOOST_AUTO_TEST_CASE(a_file_is_read_whole_up_to_a_limit) {
  const std::string content(300'000, 'x');
  const File file(content);
  BOOST_CHECK(read_whole(file.path.string(), content.size(), never).value() == content);
  for (const std::string& name : {file.path.string(), std::string("/dev/zero")}) {
    const auto cut = read_whole(name, content.size() - 1, never);
    BOOST_REQUIRE(!cut);
    BOOST_CHECK(cut.error().cause == Cause::malformed);
    BOOST_CHECK_EQUAL(cut.error().message, name + " has more than 299999 bytes, which no such file has: name another");
  }
  BOOST_CHECK(read_whole("/", 10, never).error().cause == Cause::io);
  BOOST_CHECK(read_whole("no-such-file", 10, never).error().cause == Cause::io);
  BOOST_CHECK(read_whole(file.path.string(), 10, [] { return true; }).error().cause == Cause::interrupted);
}

BOOST_AUTO_TEST_CASE(a_read_that_fails_is_a_problem_and_no_end) {
  auto input = InputFile::open("/", never);
  BOOST_REQUIRE(input);
  BOOST_CHECK(!input->size());
  BOOST_CHECK_EQUAL(all(*input), "");
  BOOST_REQUIRE(input->problem());
  BOOST_CHECK(input->problem()->cause == Cause::io);
  BOOST_CHECK_EQUAL(input->problem()->message, "cannot read /: Is a directory");
}

BOOST_AUTO_TEST_CASE(a_named_pipe_is_waited_for_until_somebody_writes_or_the_wish_to_stop) {
  const File file("");
  fs::remove(file.path);
  BOOST_REQUIRE(::mkfifo(file.path.c_str(), 0600) == 0);
  int asked = 0;
  auto silent = InputFile::open(file.path.string(), [&asked] { return ++asked > 2; });
  BOOST_REQUIRE(silent);
  BOOST_CHECK_EQUAL(all(*silent), "");
  BOOST_REQUIRE(silent->problem());
  BOOST_CHECK(silent->problem()->cause == Cause::interrupted);
  auto input = InputFile::open(file.path.string(), never);
  BOOST_REQUIRE(input);
  BOOST_CHECK(!input->size());
  std::jthread writer([&file] { std::ofstream(file.path) << std::string(700'000, 'x'); });
  BOOST_CHECK_EQUAL(all(*input).size(), 700'000U);
  BOOST_CHECK(!input->problem());
}

BOOST_AUTO_TEST_CASE(a_wish_to_stop_ends_the_stream_and_says_so) {
  const File file(std::string(700'000, 'x'));
  int reads = 0;
  auto input = InputFile::open(file.path.string(), [&reads] { return ++reads > 1; });
  BOOST_REQUIRE(input);
  const std::string text = all(*input);
  BOOST_CHECK(!text.empty() && text.size() < 700'000);
  BOOST_REQUIRE(input->problem());
  BOOST_CHECK(input->problem()->cause == Cause::interrupted);
}

}  // namespace
}  // namespace adoube::host
