// SPDX-License-Identifier: Apache-2.0
#include "host/cli/apart.hpp"

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace adoube::cli {
namespace {

std::string objection(const std::function<nlohmann::json()>& task) {
  const nlohmann::json told = apart(task);
  BOOST_TEST(told["outcome"] == "wrong");
  BOOST_TEST(told["objections"].size() == 1u);
  return told["objections"][0];
}

BOOST_AUTO_TEST_CASE(what_it_says_comes_whole) {
  const nlohmann::json big{{"outcome", "exact"}, {"text", std::string(300'000, 'x')}};
  BOOST_TEST(apart([&] { return big; }) == big);
  BOOST_TEST(cpu_of_children() > 0.0);
}

BOOST_AUTO_TEST_CASE(how_it_ended_is_told) {
  BOOST_TEST(objection([]() -> nlohmann::json { throw std::runtime_error("no such square"); }) == "the program failed: no such square");
  BOOST_TEST(objection([]() -> nlohmann::json {
               std::signal(SIGABRT, SIG_DFL);
               std::raise(SIGABRT);
               return {};
             }).starts_with("the program crashed: Aborted"));
  BOOST_TEST(objection([]() -> nlohmann::json { _exit(3); }) == "the program ended with 3 and without a word");
  BOOST_TEST(objection([]() -> nlohmann::json {
               std::raise(SIGXCPU);
               return {};
             }) == "the program was still at it after 120 s of processor time");
}

// Whoever ends a game says nothing about it.
BOOST_AUTO_TEST_CASE(a_signal_from_outside_is_no_fault_of_the_program) {
  for (const int signal : {SIGTERM, SIGKILL, SIGHUP}) {
    const nlohmann::json told = apart([&]() -> nlohmann::json {
      kill(getpid(), signal);
      return {};
    });
    BOOST_TEST(told == killed(signal));
    BOOST_TEST(told["outcome"] == "killed");
  }
}

// What only the child changed stays with it.
BOOST_AUTO_TEST_CASE(it_changes_nothing_here) {
  int number = 1;
  BOOST_TEST(apart([&]() -> nlohmann::json { return ++number; }) == 2);
  BOOST_TEST(number == 1);
}

}  // namespace
}  // namespace adoube::cli
