// SPDX-License-Identifier: Apache-2.0
#include "host/editions/edition_file.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>

namespace adoube::host {
namespace {

using article4::Edition;
using article4::Editions;

Editions read(std::string_view text) {
  Editions editions;
  const auto done = read_editions(text, "test.toml", editions);
  BOOST_REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
  return editions;
}

BOOST_AUTO_TEST_CASE(the_example_of_the_tree_is_read) {
  Editions editions;
  const auto done = read_editions(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/host/editions/club.toml", editions);
  BOOST_REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
  const Edition club = *editions.find("club");
  BOOST_CHECK(club.claim_ends == article4::ClaimEnds::on_move);
  BOOST_CHECK_EQUAL(club.illegal_loses, 3);
  BOOST_CHECK_EQUAL(editions.find("club-blitz")->illegal_loses, 1);
  BOOST_CHECK_EQUAL(editions.find("club-rapid")->illegal_loses, 3);
  BOOST_CHECK_EQUAL(editions.find("club-rapid")->illegal_minutes, 1);  // of the base's own rate
  const Edition juniors = *editions.find("club-juniors");
  BOOST_CHECK_EQUAL(juniors.brush, 250'000);
  BOOST_CHECK(juniors.takebacks == article4::Takebacks::yes);
  BOOST_CHECK(juniors.claim_ends == article4::ClaimEnds::on_move);  // of its base
  BOOST_CHECK_EQUAL(juniors.name.view(), "club-juniors");
}

BOOST_AUTO_TEST_CASE(every_switch_can_be_set_to_each_of_its_values) {
  for (std::size_t place = 0; place < article4::switches().size(); ++place) {
    const article4::Switch& s = article4::switches()[place];
    const auto check = [&](const std::string& written, const std::string& value) {
      const Editions editions = read("[[edition]]\nname = \"x\"\nbase = \"fide2009\"\n" + std::string(s.name) + " = " + written + "\n");
      for (const char* name : {"x", "x-rapid", "x-blitz"}) BOOST_CHECK_EQUAL(article4::value(*editions.find(name), place), value);
    };
    for (const std::string_view word : s.values) check('"' + std::string(word) + '"', std::string(word));
    if (s.values.empty()) check(std::to_string(s.most), std::to_string(s.most));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_told_with_its_place) {
  const std::string head = "[[edition]]\nname = \"x\"\nbase = \"fide2023\"\n";
  const struct {
    std::string text;
    const char* place;
    const char* part;
  } faults[] = {
      {head + "rok_first = \"permits\"\n", "test.toml:4:1: ", "known are name, base, rapid, blitz, enforced"},
      {head + "rook_first = \"maybe\"\n", "test.toml:4:14: ", "\"rook_first\" has to be one of \"forbids\", \"permits\"."},
      {head + "rook_first = 1\n", "test.toml:4:14: ", "has to be one of"},
      {head + "rook_first = true\n", "test.toml:4:14: ", "has to be one of"},
      {head + "illegal_loses = 10\n", "test.toml:4:17: ", "a whole number from 0 to 9."},
      {head + "illegal_loses = -1\n", "test.toml:4:17: ", "a whole number from 0 to 9."},
      {head + "illegal_loses = 1.5\n", "test.toml:4:17: ", "a whole number from 0 to 9."},
      {head + "brush = \"long\"\n", "test.toml:4:9: ", "from 0 to 10000 ms."},
      {head + "[edition.blitz]\nname = \"y\"\n", "test.toml:5:1: ", "there is no switch \"name\"; known are enforced"},
      {head + "blitz = 1\n", "test.toml:4:9: ", "has to be a table"},
      {head + head, "test.toml:5:8: ", "there is already an edition \"x\""},
      {"[[edition]]\nbase = \"fide2023\"\n", "test.toml:1:1: ", "this edition has no \"name\""},
      {"[[edition]]\nname = \"x\"\n", "test.toml:1:1: ", "this edition has no \"base\""},
      {"[[edition]]\nname = 3\nbase = \"fide2023\"\n", "test.toml:2:8: ", "has to be a text in quotes"},
      {"[[edition]]\nname = \"x\"\nbase = \"fide2024\"\n", "test.toml:3:8: ", "known are fide2023, "},
      {"[[edition]]\nname = \"x\"\nbase = \"fide2023-blitz\"\n", "test.toml:3:8: ", "to start from"},
      {"[[edition]]\nname = \"uscf\"\nbase = \"fide2023\"\n", "test.toml:2:8: ", "there is already an edition"},
      {"[[edition]]\nname = \"a b\"\nbase = \"fide2023\"\n", "test.toml:2:8: ", "is no name for an edition"},
      {"[[edition]]\nname = \"\"\nbase = \"fide2023\"\n", "test.toml:2:8: ", "is no name for an edition"},
      {"[[edition]]\nname = \"" + std::string(42, 'x') + "\"\nbase = \"fide2023\"\n", "test.toml:2:8: ", "1 to 41 letters"},
      {"[[edition]]\nname = \"x-blitz\"\nbase = \"fide2023\"\n", "test.toml:2:8: ", "[edition.blitz]"},
      {"[edition]\nname = \"x\"\n", "test.toml:1:1: ", "[[edition]]"},
      {"edition = [1]\n", "test.toml:1:12: ", "[[edition]]"},
      {"profile = 1\n", "test.toml:1:1: ", "there is no \"profile\" here"},
      {"", "test.toml:1:1: ", "holds no [[edition]]"},
      {"[[edition]\n", "test.toml:1:11: ", "this is not TOML"},
      {head + "rook_first = \"permits\"\nrook_first = \"permits\"\n", "test.toml:5:", "cannot redefine existing string 'rook_first'"},
      {"\xff\xfe", "test.toml:1:", "this is not TOML"},
  };
  for (const auto& fault : faults) {
    Editions editions;
    const auto done = read_editions(fault.text, "test.toml", editions);
    BOOST_REQUIRE_MESSAGE(!done, fault.text);
    const std::string& message = done.error().message;
    BOOST_CHECK(done.error().cause == Cause::malformed);
    BOOST_CHECK_MESSAGE(message.starts_with(fault.place), message);
    BOOST_CHECK_MESSAGE(message.find(fault.part) != std::string::npos, message);
    BOOST_CHECK_MESSAGE(message.ends_with('.') && message.find('\n') == std::string::npos, message);
    BOOST_CHECK_EQUAL(editions.names().size(), article4::edition_names().size());  // all or nothing
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_an_io_error) {
  Editions editions;
  for (const char* path : {"/nowhere/editions.toml", "/"}) {
    const auto done = read_editions(std::filesystem::path(path), editions);
    BOOST_REQUIRE(!done);
    BOOST_CHECK(done.error().cause == Cause::io);
  }
}

}  // namespace
}  // namespace adoube::host
