// SPDX-License-Identifier: Apache-2.0
// One sample of one channel: the next state of the edge filter, and the edge or chatter it makes.
// A departure from the confirmed level is stamped with its first sample and keeps that stamp however often the contact
// comes back. A run of equal samples that is `hold_i` old ends it: as an edge if the run has the new level, as chatter
// if it has the old one. A departure `chatter_max_i` old is restless: it counts as chatter, its onset restarts (so that
// one bad contact cannot hold the horizon back), and the edge that ends it is late.
//
// Contract: combinational. All times are device time in microseconds, modulo 2^19: a departure is younger than
// chatter_max (30,000) plus the longest scan (250,126), so 19 bits name its tick without doubt. The state of a channel is
//   {level, last, pending, restless, bounced, onset[18:0], run[18:0]}:
// confirmed level; last sample; a departure is under way; it has outlived chatter_max; it has come back; its first sample;
// the first sample of the run of equal samples. At rest all but the first two are zero and those are equal, so that a
// board at rest has one image.
// `age_o` is how long ago the departure in `next_o` began (0 where none is pending); `edge_onset_o` is the stamp of
// the edge while `edge_o`.
module edge_filter (
  input  logic [42:0] state_i,
  input  logic        raw_i,
  input  logic [18:0] now_i,
  input  logic [14:0] hold_i,
  input  logic [14:0] chatter_max_i,
  output logic [42:0] next_o,
  output logic        level_o,
  output logic        pending_o,
  output logic [14:0] age_o,
  output logic        edge_o,
  output logic        edge_late_o,
  output logic        edge_bounced_o,
  output logic [18:0] edge_onset_o,
  output logic        chatter_o
);
  logic pending, bounced, departs, turns, settles, tires;
  logic [18:0] onset, run, onset_age, run_age;
  logic level_was, last_was, pending_was, restless_was, bounced_was;
  logic [18:0] onset_was, run_was;
  assign {level_was, last_was, pending_was, restless_was, bounced_was, onset_was, run_was} = state_i;

  assign departs = !pending_was && raw_i != level_was;
  assign turns = pending_was && raw_i != last_was;
  assign pending = pending_was || departs;
  assign bounced = bounced_was || turns;
`ifdef FAULT_ONSET_MOVES  // planted fault: the stamp follows the last bounce
  assign onset = departs || turns ? now_i : onset_was;
`else
  assign onset = departs ? now_i : onset_was;
`endif
  assign run = departs || turns ? now_i : run_was;
  assign onset_age = now_i - onset;
  assign run_age = now_i - run;
`ifdef FAULT_HOLD_SHORT  // planted fault: one microsecond too early
  assign settles = pending && run_age + 19'd1 >= {4'd0, hold_i};
`else
  assign settles = pending && run_age >= {4'd0, hold_i};
`endif
  assign tires = pending && !settles && onset_age >= {4'd0, chatter_max_i};

  assign level_o = settles ? raw_i : level_was;
  assign pending_o = pending && !settles;
  assign next_o = pending_o ? {level_was, raw_i, 1'b1, restless_was || tires, bounced, tires ? now_i : onset, run}
                            : {level_o, raw_i, 41'd0};
  assign age_o = pending_o && !tires ? onset_age[14:0] : 15'd0;

  assign edge_o = settles && raw_i != level_was;
`ifdef FAULT_NEVER_LATE  // planted fault: a restless edge passes for a clean one
  assign edge_late_o = 1'b0;
`else
  assign edge_late_o = restless_was;
`endif
  assign edge_bounced_o = bounced;
  assign edge_onset_o = onset;
  assign chatter_o = tires || (settles && raw_i == level_was);
endmodule
