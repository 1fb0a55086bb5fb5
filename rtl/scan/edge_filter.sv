// SPDX-License-Identifier: Apache-2.0
// One sample of one channel: what becomes of the state of the edge filter, and the edge or chatter it makes.
// A departure from the confirmed level is stamped with its first sample and keeps that stamp however often the contact
// comes back. A later sample of a run of equal ones that finds it `hold` old ends it: as an edge if the run has the new
// level, as chatter if it has the old one. A departure `chatter_max_i` old is restless: it counts as chatter, its onset
// restarts (so that one bad contact cannot hold the horizon back), and the edge that ends it is late.
//
// Contract: combinational. All times are device time in microseconds, modulo 2^19: a departure is younger than
// chatter_max (30,000) plus the longest scan (250,126), so 19 bits name its tick without doubt. The state of a channel is
//   {level, last, pending, restless, bounced, onset[18:0], run[18:0]}:
// confirmed level; last sample; a departure is under way; it has outlived chatter_max; it has come back; its first sample;
// the first sample of the run of equal samples. At rest the first two are equal, the next three zero, and the stamps are
// what they were. `flags_o` is the next of all but the stamps, and these become the tick where they move.
// Times come inverted where they are taken from a stamp or a stamp from them, because iCE40 inverts no operand of an
// addition for nothing: `not_now_i` = ~now, `not_ripe_i` = ~(now - hold). `not_age_o` = ~(how long ago the departure
// began), while `aged_o`: one is under way that did not begin, nor restart, just now.
module edge_filter (
  input  logic [42:0] state_i,
  input  logic        raw_i,
  input  logic [18:0] not_now_i,
  input  logic [18:0] not_ripe_i,
  input  logic [14:0] chatter_max_i,
  output logic [4:0]  flags_o,
  output logic        onset_moves_o,
  output logic        run_moves_o,
  output logic        level_o,
  output logic        pending_o,
  output logic        aged_o,
  output logic [14:0] not_age_o,
  output logic        edge_o,
  output logic        edge_late_o,
  output logic        edge_bounced_o,
  output logic [18:0] edge_onset_o,
  output logic        chatter_o
);
  logic bounced, turns, unripe, young, fits, settles, tires;
  logic [18:0] not_age;
  logic level_was, last_was, pending_was, restless_was, bounced_was;
  logic [18:0] onset_was, run_was;
  assign {level_was, last_was, pending_was, restless_was, bounced_was, onset_was, run_was} = state_i;

  assign turns = raw_i != last_was;  // or departs, where nothing was pending
  assign bounced = bounced_was || (pending_was && turns);

  // hold - 1 - (age of the run) lies within -280,126 and 29,999 and is not negative while the run is too young.
`ifdef FAULT_HOLD_SHORT  // planted fault: one microsecond too early
  assign unripe = (run_was + not_ripe_i - 19'd1) >> 15 == 19'd0;
`else
  assign unripe = (run_was + not_ripe_i) >> 15 == 19'd0;
`endif
  assign settles = pending_was && !turns && !unripe;
  // chatter_max - age carries while the departure is younger.
  assign not_age = onset_was + not_now_i;
  assign young = ({1'b0, not_age[14:0]} + {1'b0, chatter_max_i}) >> 15 != 16'd0;
  assign fits = not_age[18:15] == 4'hF && young;
  assign tires = pending_was && !settles && !fits;

  assign level_o = settles ? raw_i : level_was;
  assign pending_o = (pending_was || turns) && !settles;
  assign flags_o = {level_o, raw_i, pending_o, pending_o && (restless_was || tires), pending_o && bounced};
`ifdef FAULT_ONSET_MOVES  // planted fault: the stamp follows the last bounce
  assign onset_moves_o = turns || tires;
`else
  assign onset_moves_o = (turns && !pending_was) || tires;
`endif
  assign run_moves_o = turns;
  assign aged_o = pending_was && !settles && !tires;
  assign not_age_o = not_age[14:0];

  assign edge_o = settles && raw_i != level_was;
`ifdef FAULT_NEVER_LATE  // planted fault: a restless edge passes for a clean one
  assign edge_late_o = 1'b0;
`else
  assign edge_late_o = restless_was;
`endif
  assign edge_bounced_o = bounced_was;
  assign edge_onset_o = onset_was;
  assign chatter_o = tires || (settles && raw_i == level_was);
endmodule
