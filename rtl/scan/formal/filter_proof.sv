// SPDX-License-Identifier: Apache-2.0
// Proof of edge_filter: one channel, any contact, any time between samples, settings that change at will.
// The other side of every assertion is kept in plain time of 24 bits and knows nothing of the filter's stamps: the first
// sample that differed since the channel was last quiet, and the first of the run of equal samples.
module filter_proof (
  input logic        clk_i,
  input logic        raw_i,
  input logic [17:0] step_i,        // us since the sample before
  input logic [14:0] hold_i,
  input logic [14:0] chatter_max_i
);
`ifdef FORMAL
  logic [42:0] state_q, state_d;
  logic [23:0] now_q, now;
  logic level, pending, aged, edge_now, late, bounced, chatter, onset_moves, run_moves;
  logic [4:0] flags;
  logic [14:0] not_age;
  logic [18:0] stamp;
  assign now = now_q + {6'd0, step_i};
  edge_filter u_filter (
    .state_i(state_q), .raw_i, .not_now_i(~now[18:0]), .not_ripe_i(~(now[18:0] - {4'd0, hold_i})), .chatter_max_i,
    .flags_o(flags), .onset_moves_o(onset_moves), .run_moves_o(run_moves), .level_o(level), .pending_o(pending),
    .aged_o(aged), .not_age_o(not_age), .edge_o(edge_now), .edge_late_o(late), .edge_bounced_o(bounced),
    .edge_onset_o(stamp), .chatter_o(chatter));
  assign state_d = {flags, onset_moves ? now[18:0] : state_q[37:19], run_moves ? now[18:0] : state_q[18:0]};

  // What happened, in plain time.
  logic level_q, last_q, away_q, back_q, restless_q;  // away: differed since last quiet; back: and returned since
  logic [23:0] first_q, run_q, first, run, age;
  logic away, starts, turns, settled, tired;
  assign starts = !away_q && raw_i != level_q;
  assign turns = away_q && raw_i != last_q;
  assign away = away_q || starts;
  assign first = starts ? now : first_q;
  assign run = starts || turns ? now : run_q;
  assign age = now - first;
  assign settled = away_q && !turns && now - run >= {9'd0, hold_i};
  assign tired = away && !settled && now - first >= {9'd0, chatter_max_i};

  initial begin
    state_q = 43'd0;
    level_q = 1'b0;
    last_q = 1'b0;
    away_q = 1'b0;
    back_q = 1'b0;
    restless_q = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    state_q <= state_d;
    now_q <= now;
    last_q <= raw_i;
    level_q <= settled ? raw_i : level_q;
    away_q <= away && !settled;
    back_q <= away && !settled && (back_q || turns);
    restless_q <= !settled && (restless_q || tired);
    first_q <= tired ? now : first;
    run_q <= run;
  end

  always_comb begin
    assume (step_i != 18'd0 && step_i <= 18'd250126);
    assume (chatter_max_i <= 15'd30000 && {1'b0, hold_i} + 16'd252 <= {1'b0, chatter_max_i});

    // The onset of an edge is the first sample that differed; the edge leaves at the first sample but one of the run of
    // the new level at which that is `hold` old, and at no other; what ends the other way, or lasts too long, is chatter.
    assert (edge_now == (settled && raw_i != level_q));
    assert (chatter == (tired || (settled && raw_i == level_q)));
    if (edge_now) begin
      assert (stamp == first[18:0]);
      assert (now - first < 24'd524288);  // so 19 bits name the tick
      assert (late == restless_q);
      assert (bounced == (back_q || turns));
      assert (now - run >= {9'd0, hold_i});
    end
    assert (level == (edge_now ? raw_i : level_q));
    // The horizon hears of every departure under way, with its age.
    assert (pending == (away && !settled));
    assert (aged == (pending && !tired && now != first));
    if (aged) assert (not_age == ~age[14:0]);
    if (pending && !tired) assert (now - first < 24'd30000);
    // The quarters of 2^19 tell whether the stamp has the larger bits, as filter_bank takes it.
    if (edge_now) assert ((stamp > now[18:0]) == (stamp[18:17] > now[18:17]));

    // What the state remembers, so that the above holds from any state reached.
    assert (state_q[42] == level_q && state_q[41] == (away_q ? last_q : level_q));
    assert (state_q[40] == away_q && state_q[39] == restless_q && state_q[38] == back_q);
    if (away_q) begin
      assert (state_q[37:19] == first_q[18:0] && state_q[18:0] == run_q[18:0]);
      assert (now_q - first_q < 24'd30000 && now_q - run_q < 24'd30000);
    end else begin
      assert (state_q[40:38] == 3'd0);
      assert (last_q == level_q);
    end
  end
  always_ff @(posedge clk_i) begin
    bounced_edge: cover (edge_now && bounced && !late);
    late_edge: cover (edge_now && late);
    returned: cover (chatter && !tired);
  end
`else
  logic unused;
  assign unused = ^{clk_i, raw_i, step_i, hold_i, chatter_max_i};
`endif
endmodule
