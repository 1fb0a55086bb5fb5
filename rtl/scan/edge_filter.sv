// SPDX-License-Identifier: Apache-2.0
// One sample of one channel: the next state of the edge filter, and the edge or chatter it makes.
// A departure from the confirmed level is stamped with its first sample and keeps that stamp however often the contact
// comes back. A run of equal samples that is `hold_i` old ends it: as an edge if the run has the new level, as chatter
// if it has the old one. A departure `chatter_max_i` old is restless: it counts as chatter, its onset restarts (so that
// one bad contact cannot hold the horizon back), and the edge that ends it is late.
//
// Contract: combinational. All times are device time in microseconds, modulo 2^19; a departure is younger than that.
// `age_o` is how long ago the departure in `next_o` began (0 where none is pending), `edge_onset_o` the stamp of the
// edge while `edge_o`.
module edge_filter (
  input  scan_pkg::channel_t state_i,
  input  logic               raw_i,
  input  logic [18:0]        now_i,
  input  logic [14:0]        hold_i,
  input  logic [14:0]        chatter_max_i,
  output scan_pkg::channel_t next_o,
  output logic [14:0]        age_o,
  output logic               edge_o,
  output logic               edge_late_o,
  output logic               edge_bounced_o,
  output logic [18:0]        edge_onset_o,
  output logic               chatter_o
);
  logic pending, bounced, departs, turns, settles, tires;
  logic [18:0] onset, run, onset_age, run_age;

  assign departs = !state_i.pending && raw_i != state_i.level;
  assign turns = state_i.pending && raw_i != state_i.last;
  assign pending = state_i.pending || departs;
  assign bounced = state_i.bounced || turns;
`ifdef FAULT_ONSET_MOVES  // planted fault: the stamp follows the last bounce
  assign onset = departs || turns ? now_i : state_i.onset;
`else
  assign onset = departs ? now_i : state_i.onset;
`endif
  assign run = departs || turns ? now_i : state_i.run;
  assign onset_age = now_i - onset;
  assign run_age = now_i - run;
`ifdef FAULT_HOLD_SHORT  // planted fault: one microsecond too early
  assign settles = pending && run_age + 19'd1 >= {4'd0, hold_i};
`else
  assign settles = pending && run_age >= {4'd0, hold_i};
`endif
  assign tires = pending && !settles && onset_age >= {4'd0, chatter_max_i};

  always_comb begin
    next_o = state_i;
    next_o.last = raw_i;
    age_o = 15'd0;
    if (settles) begin
      next_o.level = raw_i;
      next_o.pending = 1'b0;
      next_o.restless = 1'b0;
      next_o.bounced = 1'b0;
      next_o.onset = 19'd0;
      next_o.run = 19'd0;
    end else if (pending) begin
      next_o.pending = 1'b1;
      next_o.bounced = bounced;
      next_o.run = run;
      next_o.onset = tires ? now_i : onset;
      next_o.restless = state_i.restless || tires;
      age_o = tires ? 15'd0 : onset_age[14:0];
    end
  end

  assign edge_o = settles && raw_i != state_i.level;
`ifdef FAULT_NEVER_LATE  // planted fault: a restless edge passes for a clean one
  assign edge_late_o = 1'b0;
`else
  assign edge_late_o = state_i.restless;
`endif
  assign edge_bounced_o = bounced;
  assign edge_onset_o = onset;
  assign chatter_o = tires || (settles && raw_i == state_i.level);
endmodule
