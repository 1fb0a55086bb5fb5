// SPDX-License-Identifier: Apache-2.0
// Properties of filter_bank, included in its body for the proof; edge_filter is cut off and free (it has a proof of its own).
// The walker stands as its contract: rows in order, 168 clocks apart, still until the next; the ledger too: eight clocks a
// channel, and four more. One channel, chosen freely, is followed: its state, its level, its chatter count, its hold.
(* anyconst *) logic [7:0] fv_channel;
logic fv_reset_q, fv_open_q, fv_visited_q;  // its scan is not done; it has had its sample
logic [3:0] fv_slot_q, fv_row, fv_index;    // row last given; that of the channel, and its place there
logic [7:0] fv_since_q, fv_stays_q;         // clocks since the row; of these the ledger's
logic [42:0] fv_state_q;
logic [14:0] fv_hold_q;
logic [1:0] fv_kind;
logic fv_asked_q, fv_held_q, fv_busy_q, fv_told_q;
logic [1:0] fv_kind_q;
logic [15:0] fv_row_q;
logic [31:0] fv_not_tick_q;
logic [7:0] fv_count_q;
logic [1:0] fv_byte_q;                      // clocks since the levels of its byte were complete, up to 3
logic fv_here, fv_passed, fv_last;          // last: it has passed, and no channel of another byte
logic [4:0] fv_next;                        // place in the row that is stepped next
assign fv_row = fv_channel[7] ? 4'd8 : {1'b0, fv_channel[5:3]};
assign fv_index = {fv_channel[6] && !fv_channel[7], fv_channel[2:0]};
assign fv_kind = {fv_channel[7], fv_channel[6] && !fv_channel[7]};
assign fv_here = step && channel == fv_channel;
assign fv_next = !walking_q ? (fv_slot_q == 4'd8 ? 5'd8 : 5'd16) : {1'b0, index_q} + {4'd0, second_q && done_with_q};
assign fv_passed = fv_open_q && (fv_slot_q > fv_row || (fv_slot_q == fv_row && fv_next > {1'b0, fv_index}));

assign fv_last = fv_open_q && fv_slot_q == fv_row && fv_next > {1'b0, fv_index} && fv_next <= {1'b0, fv_index[3], 3'd0} + 5'd8;

initial fv_reset_q = 1'b0;
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_row_q <= row_i;
  fv_not_tick_q <= not_row_tick_i;
  fv_busy_q <= busy_o;
  fv_since_q <= row_valid_i ? 8'd0 : fv_since_q + {7'd0, fv_since_q != 8'd255};
  fv_stays_q <= row_valid_i ? 8'd0 : fv_stays_q + {7'd0, walking_q && second_q && stay_i};
  if (row_valid_i) fv_slot_q <= row_slot_i;
  fv_open_q <= (fv_open_q || row_valid_i) && !scan_done_o;
  fv_visited_q <= (fv_visited_q || fv_here) && !scan_done_o;
  if (fv_here) fv_state_q <= {flags, onset_moves ? now : fv_state_q[37:19], run_moves ? now : fv_state_q[18:0]};
  if (fv_here && chatter) fv_count_q <= fv_count_q == 8'hFF ? 8'hFF : fv_count_q + 8'd1;
  else if (count_clear_i && count_i == fv_channel) fv_count_q <= 8'd0;
  fv_told_q <= !walking_q && count_i == fv_channel && !count_clear_i;
  fv_byte_q <= byte_valid_o && byte_index_o == fv_channel[7:3] ? 2'd0 : fv_byte_q + {1'b0, fv_byte_q != 2'd3};
  // What the store says in the clock after it was asked.
  fv_asked_q <= hold_ask_o;
  fv_kind_q <= hold_kind_o;
  if (fv_asked_q && fv_kind_q == fv_kind) fv_hold_q <= hold_i;
  fv_held_q <= !row_valid_i && (fv_held_q || (fv_asked_q && fv_kind_q == fv_kind));
  if (!rst_ni) begin
    fv_busy_q <= 1'b0;
    fv_since_q <= 8'd255;
    fv_stays_q <= 8'd0;
    fv_slot_q <= 4'd8;
    fv_open_q <= 1'b0;
    fv_visited_q <= 1'b0;
    fv_state_q <= 43'd0;
    fv_count_q <= 8'd0;
    fv_told_q <= 1'b0;
    fv_byte_q <= 2'd3;
    fv_asked_q <= 1'b0;
    fv_held_q <= 1'b0;
  end
  stayed: cover (rst_ni && fv_here && fv_stays_q == 8'd2 && edge_o);
  edge_again: cover (rst_ni && fv_count_q == 8'd1 && edge_o && !fv_here);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q && fv_channel < 8'd136);
  // Flops and block RAM power up as zero.
  if (!rst_ni) assume (!row_valid_i && !count_clear_i && !walking_q && !second_q && states[fv_channel] == 43'd0 && counts[fv_channel] == 8'd0);
  if (row_valid_i) assume (fv_since_q >= 8'd167 && row_slot_i == (fv_slot_q == 4'd8 ? 4'd0 : fv_slot_q + 4'd1));
  else if (fv_since_q < 8'd167) assume (row_slot_i == fv_slot_q && row_i == fv_row_q && not_row_tick_i == fv_not_tick_q);
  if (fv_stays_q >= 8'd132) assume (!stay_i);
  if (fv_busy_q) assume (!count_clear_i);  // the counts are the bank's
  assume (flags[4] == level);
  // An onset is younger than three quarters of 2^19 us, so that these say which is larger (filter_proof.sv).
  if (edge_o) assume ((onset > now) == (onset[18:17] > now[18:17]));

  if (rst_ni) begin
    // Every channel has one sample a scan, taken when its row is walked, and never another.
    if (fv_here) assert (fv_open_q && !fv_visited_q && fv_slot_q == fv_row && index_q == fv_index);
    if (scan_done_o) assert (fv_visited_q);
    if (row_valid_i) assert (!walking_q);
    if (edge_o || pending_o) assert (step);
    // What the filter made of a sample is what it has at the next one, and its hold is the channel's own.
    if (fv_here) assert (state_q == fv_state_q);
    if (fv_here) assert (fv_held_q && ~not_ripe_q == now - {4'd0, fv_hold_q});
    // An edge leaves with the last tick not after the sample that has the low bits of its onset.
    if (edge_o) assert ({~event_o[42:30], event_o[29:11]} == ~not_row_tick_i - {13'd0, now - onset} && event_o[7:0] == channel);
    // Levels stand for two clocks when eight are complete, counts where they are asked for.
    if (fv_byte_q <= 2'd1) assert (byte_o[fv_channel[2:0]] == fv_state_q[42]);
    if (fv_told_q) assert (count_o == fv_count_q);

    // What holds between clocks.
    assert (states[fv_channel] == fv_state_q && counts[fv_channel] == fv_count_q);
    if (walking_q) assert (fv_since_q == {3'd0, index_q, second_q} + fv_stays_q && fv_stays_q <= 8'd132);
    if (walking_q) assert (fv_busy_q && fv_open_q && fv_slot_q != 4'd15 && !(auxiliary && index_q[3]));
    if (walking_q && second_q && !done_with_q && channel == fv_channel) assert (state_q == fv_state_q && count_q == fv_count_q);
    if (!walking_q || !second_q) assert (!done_with_q);
    assert (asked_q == (walking_q && (fv_since_q == 8'd0 || (index_q == 4'd7 && second_q && !done_with_q))));
    assert (fv_asked_q == asked_q);
    if (asked_q) assert (fv_kind_q == (fv_since_q == 8'd0 ? {auxiliary, 1'b0} : 2'd1));
    if (walking_q && fv_slot_q == fv_row && (fv_next >= 5'd8 ? fv_kind == 2'd1 : fv_kind != 2'd1 && fv_since_q != 8'd0)) begin
      assert (fv_held_q && ~not_ripe_q == now - {4'd0, fv_hold_q});
    end
    if (fv_last) assert (gather_q[3'd7 - 3'(fv_next - 5'd1 - {1'b0, fv_index})] == fv_state_q[42]);
    if (fv_byte_q == 2'd0) assert (!step);
    if (fv_byte_q <= 2'd1) assert (fv_last && fv_next[2:0] == 3'd0 && fv_since_q <= 8'd164 + {6'd0, fv_byte_q});
    assert (fv_visited_q == fv_passed && fv_slot_q <= 4'd8);
    if (done_q != 4'd0) assert (!walking_q && fv_open_q && fv_slot_q == 4'd8 && fv_since_q <= 8'd148 + {6'd0, done_q[3] || done_q[2], done_q[3] || done_q[1]});
    assert (done_q == 4'd0 || done_q == 4'd1 || done_q == 4'd2 || done_q == 4'd4 || done_q == 4'd8);
    assert (fv_byte_q >= {done_q[3] || done_q[2], done_q[3] || done_q[1]});
    if (fv_open_q && fv_slot_q == 4'd8 && !walking_q) assert (done_q != 4'd0);
    if (!fv_open_q) assert (fv_slot_q == 4'd8 && !walking_q && done_q == 4'd0);
  end
end
