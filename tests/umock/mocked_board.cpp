// SPDX-License-Identifier: Apache-2.0
// A simulated board as a mocked device of umockdev, for programs outside; to be run under umockdev-wrapper.
//
//   mocked_board FILE.pgn      prints the test bed's folder, then obeys the lines of standard input:
//   plug, unplug    the board comes and goes; it keeps its power
//   play            waits until the game is over and told
// Each is answered by the same word when it is done. Simulated time goes on while a program waits for a transfer.
#include <fmt/format.h>
#include <glib-unix.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>

#include "rules/notation/pgn_reader.hpp"
#include "sim/hands/play.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/seam/host_bus.hpp"
#include "tests/umock/mocked_node.hpp"

namespace {

using namespace adoube;

class Bench {
 public:
  explicit Bench(const hands::Script& script) : kernel_(host_, script.changes), bus_(host_), end_(script.end + settle) {
    while (!bus_.connected() && kernel_.tick() < 200'000) kernel_.run_until(kernel_.now() + sim::bit_times_per_ms);
  }

  std::string root() const {
    gchar* folder = umockdev_testbed_get_root_dir(testbed_.get());
    std::string text = folder;
    g_free(folder);
    return text;
  }

  void obey(const std::string& word) {
    if (word == "play") {
      playing_ = true;
      return;
    }
    const bool in = word == "plug";
    kernel_.plug(in);
    // The host sees the pull-up within microseconds, and the node follows.
    kernel_.run_until(kernel_.now() + sim::bit_times_per_ms);
    if (in) {
      node_ = std::make_unique<test::MockedNode>(testbed_.get(), bus_, kernel_, ++number_);
    } else if (node_ != nullptr) {
      node_->follow_bus();  // and stays, to answer ENODEV to whoever has it open
    }
    done(word);
  }

  bool step() {
    if (playing_ && kernel_.tick() >= end_) {
      playing_ = false;
      done("play");
    }
    return node_ != nullptr && node_->step();
  }

 private:
  // Everything is told so long after the last contact, us.
  static constexpr Tick settle = 100'000;

  static void done(const std::string& word) {
    fmt::print("{}\n", word);
    std::fflush(stdout);
  }

  struct Unref {
    void operator()(UMockdevTestbed* testbed) const { g_object_unref(testbed); }
  };
  bus::Host host_;
  sim::Kernel kernel_;
  sim::HostBus bus_;
  std::unique_ptr<UMockdevTestbed, Unref> testbed_{umockdev_testbed_new()};
  unsigned number_ = 1;
  Tick end_;
  bool playing_ = false;
  std::unique_ptr<test::MockedNode> node_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1]);
  auto game = pgn::Reader(file).next();
  if (!game || !*game) return 2;
  const hands::Script script = hands::play(hands::score_of(**game), 1);
  Bench bench(script);
  fmt::print("{}\n", bench.root());
  std::fflush(stdout);

  GMainLoop* loop = g_main_loop_new(nullptr, FALSE);
  struct Both {
    Bench& bench;
    GMainLoop* loop;
  } both{bench, loop};
  g_unix_fd_add(0, static_cast<GIOCondition>(G_IO_IN | G_IO_HUP),
                [](gint, GIOCondition, gpointer data) -> gboolean {
                  auto* self = static_cast<Both*>(data);
                  if (std::string word; std::getline(std::cin, word)) {
                    self->bench.obey(word);
                  } else {
                    g_main_loop_quit(self->loop);
                  }
                  return TRUE;
                },
                &both);
  // Between two calls of programs: a frame if somebody waits for one, else a rest.
  g_timeout_add(1, [](gpointer data) -> gboolean {
    auto& of = static_cast<Both*>(data)->bench;
    for (int frames = 0; frames < 20 && of.step(); ++frames) {
      if (g_main_context_pending(nullptr) != FALSE) break;
    }
    return TRUE;
  }, &both);
  g_main_loop_run(loop);
  g_main_loop_unref(loop);
  return 0;
}
