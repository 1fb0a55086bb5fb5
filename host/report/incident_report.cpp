// SPDX-License-Identifier: Apache-2.0
#include "host/report/incident_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/report/time_axis_svg.hpp"
#include "host/svg/board_svg.hpp"
#include "host/svg/xml_text.hpp"
#include "rules/article4/words/template.hpp"

namespace adoube::report {

namespace words = article4::words;
using article4::Clause;
using article4::Verdict;
using svg::xml_text;

namespace {

constexpr std::string_view kStyle = R"css(
@page { size: A4; margin: 15mm; }
body { font: 15px/1.45 "Liberation Serif", Georgia, "Times New Roman", serif; color: #111; background: #fff; max-width: 60em; margin: 0 auto; padding: 1em; }
h1 { font-size: 1.5em; margin: 0 0 .3em; }
h2 { font-size: 1.25em; margin: 1.2em 0 .2em; border-top: 2px solid #111; padding-top: .5em; }
h3 { font-size: 1em; margin: 1em 0 .25em; }
h3:first-child { margin-top: 0; }
p { margin: 0 0 .5em; }
.meta { color: #333; margin: 0 0 .8em; }
.verdict { display: inline-block; border: 1px solid #1d3f60; border-radius: 3px; padding: 0 .5em; font-weight: bold; }
.fault { border-color: #9b1c1c; color: #9b1c1c; }
.two { display: flex; gap: 1.6em; align-items: flex-start; }
.two > figure { flex: 0 0 22em; }
.two > div { flex: 1 1 0; min-width: 0; }
figure { margin: 0; }
figure > svg { width: 100%; height: auto; }
figcaption, .note { font-size: .85em; color: #444; }
.moves { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .9em; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .15em 1.6em .15em 0; border-bottom: 1px solid #ccc; }
td.n, th.n { text-align: right; }
td.dot { color: #2b6ca8; padding-right: .4em; }
ul { margin: .2em 0 .6em; padding-left: 1.2em; }
footer { border-top: 1px solid #111; margin-top: 1.6em; padding-top: .4em; font-size: .85em; color: #333; }
@media (max-width: 45em) { .two { display: block; } .two > figure { max-width: 24em; } }
@media print { body { font-size: 10.5pt; max-width: none; padding: 0; } .two > figure { flex-basis: 78mm; }
  section + section { break-before: page; } figure, table, .sentences { break-inside: avoid; } }
)css";

/// The number of an event on this page: its place among the events of the turn, from 1; 0 where it is none of them.
int number_of(const Incident& incident, std::uint32_t id) {
  const auto at = std::find_if(incident.events.begin(), incident.events.end(), [&](const Event& e) { return e.id == id; });
  return at == incident.events.end() ? 0 : static_cast<int>(at - incident.events.begin()) + 1;
}

bool is_evidence(const Incident& incident, std::uint32_t id) {
  return std::find(incident.evidence.events.begin(), incident.evidence.events.end(), id) != incident.evidence.events.end();
}

/// Microseconds as milliseconds with what is left of them: "1130", "-0.001".
std::string milliseconds(Tick us) {
  const Tick size = us < 0 ? -us : us;
  const std::string sign = us < 0 ? "-" : "";
  if (size % 1000 == 0) return fmt::format("{}{}", sign, size / 1000);
  return fmt::format("{}{}.{:03}", sign, size / 1000, size % 1000);
}

std::string move_list(const Incident& incident, const article4::MoveMask& moves) {
  return fmt::format("{}", fmt::join(words::san_list(incident.table, moves), ", "));
}

bool is_fault(Verdict verdict) {
  return verdict == Verdict::violation || verdict == Verdict::illegal_completed || verdict == Verdict::illegal_uncompleted ||
         verdict == Verdict::touch_out_of_turn || verdict == Verdict::irregular_touch;
}

class Page {
 public:
  Page(const Incident& incident, words::Language language, std::size_t place)
      : i_(incident), language_(language), labels_(words::labels(language)), place_(place) {}

  std::string section() const {
    const auto& j = i_.judgement;
    std::string out = fmt::format("<section>\n<h2>{}</h2>\n", xml_text(i_.title));
    out += fmt::format("<p class=\"meta\"><span class=\"verdict{}\">{}</span> {} · {}: {}, {}</p>\n", is_fault(j.verdict) ? " fault" : "",
                       xml_text(labels_.verdicts[static_cast<std::size_t>(j.verdict)]),
                       xml_text(labels_.certainties[static_cast<std::size_t>(j.certainty)]), xml_text(labels_.edition),
                       xml_text(words::text_name(i_.edition.text, language_)), xml_text(i_.edition.name.view()));
    out += "<div class=\"two\">\n<figure>\n" + board() + fmt::format("<figcaption>{} {}</figcaption>\n</figure>\n<div>\n", xml_text(to_move()), xml_text(labels_.board_note));
    out += fmt::format("<h3>{}</h3>\n<div class=\"sentences\">\n", xml_text(labels_.ruling));
    for (const std::string& sentence : words::say(j, i_.table, i_.edition, language_)) out += fmt::format("<p>{}</p>\n", xml_text(sentence));
    out += "</div>\n";
    if (!j.allowed.empty()) out += fmt::format("<h3>{}</h3>\n<p class=\"moves\">{}</p>\n", xml_text(labels_.allowed), xml_text(move_list(i_, j.allowed)));
    out += list(labels_.alternatives, alternatives());
    out += fmt::format("<h3>{} {}: {}</h3>\n<p>{}</p>\n", xml_text(labels_.clause), xml_text(words::number_or_key(j.clause, i_.edition)),
                       xml_text(words::title(j.clause, language_)), xml_text(words::rule(j.clause, language_)));
    out += own_readings();
    out += "</div>\n</div>\n";
    if (!i_.events.empty()) {
      out += fmt::format("<h3>{}</h3>\n<figure>\n{}</figure>\n", xml_text(labels_.time_axis), axis());
      out += fmt::format("<h3>{}</h3>\n{}<p class=\"note\">{}</p>\n", xml_text(labels_.events), table(), xml_text(labels_.evidence_note));
    }
    out += list(labels_.changes, chain());
    return out + "</section>\n";
  }

  std::vector<std::string> alternatives() const {
    std::vector<std::string> out;
    for (const article4::Reading& reading : i_.judgement.readings) {
      const std::string n = std::to_string(out.size() + 1);
      out.push_back(put(labels_.reading, n, reading.clause, words::moves_text(i_.table, reading.allowed, language_)));
    }
    return out;
  }

  std::vector<std::string> chain() const {
    std::vector<std::string> out;
    for (const article4::Constraint& c : i_.evidence.chain) {
      const std::string n = std::to_string(number_of(i_, c.event));
      if (!c.removed.empty()) out.push_back(put(labels_.takes_away, n, c.clause, words::moves_text(i_.table, c.removed, language_)));
      if (!c.restored.empty()) out.push_back(put(labels_.gives_back, n, c.clause, words::moves_text(i_.table, c.restored, language_)));
    }
    return out;
  }

  std::string to_move() const {
    const auto& w = words::book(language_).ruling;
    const std::size_t us = i_.judgement.mover == Colour::white ? 0 : 1;
    return words::filled(labels_.has_the_move, std::array{words::Value{"who", w.player[us]}, words::Value{"whom", w.player_within[us]}}) + '.';
  }

  std::string kind(const Event& e) const { return std::string(labels_.kinds[static_cast<std::size_t>(e.kind)]); }

 private:
  /// What the edition makes of the clause where it differs from the newest text, in whose words the clause is told.
  std::string own_readings() const {
    const article4::Edition newest = article4::edition("fide2023").value();
    std::string out;
    for (std::size_t place = 0; place < article4::switches().size(); ++place) {
      const bool differs = article4::value(i_.edition, place) != article4::value(newest, place);
      if (article4::switches()[place].clause != i_.judgement.clause || !differs) continue;
      out += fmt::format("<p>{}: {}</p>\n", xml_text(i_.edition.name.view()), xml_text(words::meaning(i_.edition, place, language_)));
    }
    return out;
  }

  std::string put(std::string_view sentence, std::string_view n, Clause clause, std::string_view moves) const {
    return words::filled(sentence, std::array{words::Value{"n", n}, words::Value{"clause", words::number_or_key(clause, i_.edition)},
                                              words::Value{"moves", moves}});
  }

  static std::string list(std::string_view head, const std::vector<std::string>& items) {
    if (items.empty()) return {};
    std::string out = fmt::format("<h3>{}</h3>\n<ul>\n", xml_text(head));
    for (const std::string& item : items) out += fmt::format("<li>{}</li>\n", xml_text(item));
    return out + "</ul>\n";
  }

  std::string board() const {
    const auto& j = i_.judgement;
    std::vector<svg::Mark> marks;
    const chess::Position& p = i_.table.position();
    if (p.in_check()) marks.push_back({p.king(p.side_to_move()), svg::MarkKind::check});
    for (std::size_t m = 0; m < i_.table.moves().size(); ++m) {
      if (j.allowed.has(m)) marks.push_back({i_.table.moves()[m].to(), svg::MarkKind::allowed});
    }
    const bool against = j.verdict == Verdict::violation && j.standing;
    if (against) {
      marks.push_back({i_.table.moves()[*j.standing].from(), svg::MarkKind::fault});
      marks.push_back({i_.table.moves()[*j.standing].to(), svg::MarkKind::fault});
    }
    for (std::size_t k = 0; k < i_.events.size(); ++k) {
      const Event& e = i_.events[k];
      if (e.square == Square::off || (e.kind != EventKind::touch && e.kind != EventKind::lift && e.kind != EventKind::place)) continue;
      const bool adjusted = j.flags.has(article4::Flag{article4::FlagWord::adjusted, e.square, Square::off});
      const bool foreign = e.actor && *e.actor != j.mover;
      marks.push_back({e.square, adjusted ? svg::MarkKind::adjusted : foreign ? svg::MarkKind::fault : svg::MarkKind::touched,
                       static_cast<int>(k) + 1});
    }
    std::sort(marks.begin(), marks.end(), [](const svg::Mark& a, const svg::Mark& b) {
      return std::tuple(a.square, a.kind, a.number) < std::tuple(b.square, b.kind, b.number);
    });
    marks.erase(std::unique(marks.begin(), marks.end(), [](const svg::Mark& a, const svg::Mark& b) {
      return a.square == b.square && a.kind == b.kind && a.number == b.number;
    }), marks.end());
    return svg::board(p, marks, {.below = j.mover, .id = fmt::format("board{}", place_), .title = to_move()}) + '\n';
  }

  std::string axis() const {
    std::vector<AxisRow> rows;
    for (std::size_t k = 0; k < i_.events.size(); ++k) {
      const Event& e = i_.events[k];
      AxisRow row;
      row.label = fmt::format("{} {} {}", k + 1, kind(e), place(e));
      row.when = e.when;
      if (e.duration) row.until = e.when.hi + *e.duration;
      if (e.until) row.until = *e.until;
      row.evidence = is_evidence(i_, e.id);
      rows.push_back(std::move(row));
    }
    return time_axis(rows, fmt::format("axis{}", place_), std::string(labels_.time_axis));
  }

  std::string place(const Event& e) const {
    const bool has_square = e.kind != EventKind::clock && e.kind != EventKind::adjust && e.kind != EventKind::claim;
    if (!has_square) return {};
    return e.square == Square::off ? std::string(labels_.outside) : name(e.square);
  }

  std::string player(const Event& e) const {
    if (!e.actor) return {};
    return std::string(words::book(language_).ruling.player_within[*e.actor == Colour::white ? 0 : 1]);
  }

  std::string table() const {
    std::string out = fmt::format("<table>\n<thead><tr><th class=\"n\">{}</th><th></th><th class=\"n\">{}</th><th>{}</th><th>{}</th><th>{}</th></tr></thead>\n<tbody>\n",
                                  xml_text(labels_.number), xml_text(fmt::format("{} (ms)", labels_.time)), xml_text(labels_.event), xml_text(labels_.square),
                                  xml_text(labels_.player));
    for (std::size_t k = 0; k < i_.events.size(); ++k) {
      const Event& e = i_.events[k];
      out += fmt::format("<tr><td class=\"n\">{}</td><td class=\"dot\">{}</td><td class=\"n\">{} – {}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", k + 1,
                         is_evidence(i_, e.id) ? "●" : "", milliseconds(e.when.lo), milliseconds(e.when.hi), xml_text(kind(e)),
                         xml_text(place(e)), xml_text(player(e)));
    }
    return out + "</tbody>\n</table>\n";
  }

  const Incident& i_;
  words::Language language_;
  const words::Labels& labels_;
  std::size_t place_;
};

}  // namespace

std::string incident_report(std::span<const Incident> incidents, const ReportStyle& style) {
  const words::Labels& labels = words::labels(style.language);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n"
      "<title>{}: {}</title>\n<style>{}</style>\n</head>\n<body>\n<h1>{}</h1>\n<p class=\"meta\">{}</p>\n",
      words::code(style.language), xml_text(labels.report), xml_text(style.title), kStyle, xml_text(labels.report), xml_text(style.title));
  for (std::size_t k = 0; k < incidents.size(); ++k) out += Page(incidents[k], style.language, k + 1).section();
  if (incidents.empty()) out += fmt::format("<p>{}</p>\n", xml_text(labels.no_incident));
  out += fmt::format("<footer>{}</footer>\n</body>\n</html>\n",
                     xml_text(words::filled(labels.printed_by, std::array{words::Value{"n", style.program}})));
  return out;
}

std::vector<std::string> incident_text(const Incident& incident, words::Language language) {
  const words::Labels& labels = words::labels(language);
  const Page page(incident, language, 1);
  std::vector<std::string> out;
  for (const std::string& sentence : words::say(incident.judgement, incident.table, incident.edition, language)) out.push_back(sentence);
  for (const std::string& line : page.alternatives()) out.push_back(fmt::format("{}: {}", labels.alternatives, line));
  std::string events;
  for (const std::uint32_t id : incident.evidence.events) {
    const int n = number_of(incident, id);
    const Event& e = incident.events[static_cast<std::size_t>(n - 1)];
    events += fmt::format("{}{} {}", events.empty() ? "" : ", ", n, page.kind(e));
    if (e.square != Square::off) events.append(1, ' ').append(name(e.square));
  }
  if (!events.empty()) out.push_back(fmt::format("{}: {}.", labels.evidence, events));
  for (const std::string& line : page.chain()) out.push_back(line);
  return out;
}

}  // namespace adoube::report
