// SPDX-License-Identifier: Apache-2.0
/// Incidents as one page of HTML: self-contained, for screen and A4 paper.
#pragma once
#include <span>
#include <string>

#include "host/report/incident.hpp"
#include "rules/article4/words/words.hpp"

namespace adoube::report {

struct ReportStyle {
  article4::words::Language language = article4::words::Language::english;
  std::string title;    ///< what the page is about, plain text: the file or case
  std::string program;  ///< for the footer: "adoube 0.1.0"
};

/// The page; equal input gives equal bytes, and it loads nothing from anywhere. All text from outside is escaped.
std::string incident_report(std::span<const Incident> incidents, const ReportStyle& style);

/// "White has the move" and so on: the sentences and lists of a ruling, as text for a terminal.
std::vector<std::string> incident_text(const Incident& incident, article4::words::Language language);

}  // namespace adoube::report
