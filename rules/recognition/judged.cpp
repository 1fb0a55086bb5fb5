// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/judged.hpp"

namespace adoube::recognition {

std::vector<Event> Judged::events() const {
  std::vector<Event> out;
  for (const Seen& s : window) {
    if (s.owner == owner) out.push_back(s.event);
  }
  return out;
}

article4::Evidence Judged::evidence() const { return article4::evidence(table, edition, options, events()); }

article4::Ruling Judged::ruling() const {
  article4::Ruling r = article4::ruling(judgement, table, edition);
  r.evidence = evidence().events;
  return r;
}

}  // namespace adoube::recognition
