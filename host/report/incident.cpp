// SPDX-License-Identifier: Apache-2.0
#include "host/report/incident.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/notation/fen.hpp"

namespace adoube::report {

using article4::Verdict;
using recognition::Judged;

namespace {

std::string title_of(const std::string& title, const Judged& judged) {
  const chess::Position& p = judged.table.position();
  return fmt::format("{}, {}{}", title, p.fullmove_number(), p.side_to_move() == Colour::white ? "." : "...");
}

}  // namespace

bool notable(const article4::Judgement& j) {
  switch (j.verdict) {
    case Verdict::move_made:
    case Verdict::move_completed:
    case Verdict::game_over: return j.certainty != article4::Certainty::certain || j.flags.has(article4::FlagWord::suspect_4_1);
    case Verdict::free: return j.certainty == article4::Certainty::arbiter;
    default: return true;
  }
}

void Incidents::keep(const Judged& judged) {
  const int ply = judged.judgement.ply;
  std::erase_if(incidents_, [&](const Incident& i) { return i.judgement.ply == ply; });
  incidents_.push_back(
      {title_of(title_, judged), judged.table, judged.judgement, judged.edition, judged.events(), judged.evidence()});
}

void Incidents::on_judgement(const Judged& judged) {
  if (!judged.judgement.final) return;
  if (notable(judged.judgement)) {
    keep(judged);
  } else {  // decided otherwise in the end
    std::erase_if(incidents_, [&](const Incident& i) { return i.judgement.ply == judged.judgement.ply; });
  }
}

Result<std::vector<Incident>> incidents(const recognition::Case& c, const article4::Editions& editions, const std::string& edition_name) {
  if (!c.unsupported.empty()) {
    return fail(Cause::malformed, fmt::format("{}: this case needs a sensor or a link, not the rules alone ({})", c.id, fmt::join(c.unsupported, ", ")));
  }
  const auto edition = editions.find(edition_name.empty() ? c.profile : edition_name);
  if (!edition) return tl::unexpected(edition.error());
  const auto position = fen::parse(c.fen);
  if (!position) return fail(position.error().cause, fmt::format("{}: {}", c.id, position.error().message));
  Incidents found(c.id);
  recognition::Recogniser recogniser(*position, *edition, found);
  for (const Event& event : recognition::events_of(c)) recogniser.feed(event);
  found.keep(recogniser.judged());
  return found.take();
}

}  // namespace adoube::report
