// SPDX-License-Identifier: Apache-2.0
// Properties of packet_composer, included in its body for the proof. The FIFO stands here as its contract (event_fifo
// proves it): one edge, chosen freely, is followed through it; the other edges are only known to be what any edge is.
// The matrix stands as what filter and horizon promise: onsets not older than chatter_max + a scan, none below the
// horizon of the last complete scan. For the solver's sake time lies between 2^17 and 2^18 us from an origin; chatter_max
// is any allowed one. There are three proofs. In the first the settings stand and there is no pause. In the second (FORMAL_UNSURE) there
// is one of any length, or a setting has changed: then the composer takes a window that no departure can outlive, an onset is at
// most 30,000 us and a scan with the longest pause old, and time lies between 2^20 and 2^21 us. In the third (FORMAL_CROSSING) it goes
// from the one to the other and back, as often as it likes: into the wide window at any time, out of it only where nothing waits
// and no packet holds edges that are still open, which horizon and scan_registers prove. No onset lies before what was the
// earliest possible one at any time before.
localparam logic [31:0] FvPeriod = adoube_pkg::ScanSlots * SlotUs;
`ifdef FORMAL_CROSSING
`define FV_WIDE
(* anyseq *) logic fv_unsure;
logic fv_unsure_q, fv_clean_q;
`elsif FORMAL_UNSURE
`define FV_WIDE
localparam logic fv_unsure = 1'b1;
`else
localparam logic fv_unsure = 1'b0;
`endif
`ifdef FV_WIDE
localparam logic [31:0] FvBegins = 32'd1048576;
localparam logic [31:0] FvOldest = adoube_pkg::ScanChatterLimitUs + adoube_pkg::ScanPauseMaxUs + FvPeriod;
`else
localparam logic [31:0] FvBegins = 32'd131072;
localparam logic [31:0] FvOldest = adoube_pkg::ScanChatterLimitUs + FvPeriod;
`endif
localparam logic [31:0] FvFirst = FvBegins - FvOldest;  // no onset is earlier
(* anyseq *) logic fv_push, fv_pick;
(* anyseq *) logic [31:0] fv_onset;
(* anyseq *) logic [15:0] fv_step;
(* anyconst *) logic [14:0] fv_chatter_max;

logic [31:0] largest_q;
assign largest_q = ~not_largest_q;
logic [31:0] fv_now_q, fv_said_q, fv_oldest, fv_settled_q, fv_most;  // fv_most: how old an onset may be
logic fv_reset_q, fv_inside_q, fv_quiet_q, fv_quiet2_q, fv_followed_q, fv_kept_q, fv_emptied_q;
logic [8:0] fv_count_q, fv_before_q;
logic [31:0] fv_x_q, fv_x_at_q;  // onset of the followed edge, and when it was confirmed
logic [42:0] fv_head_q;
logic [2:0] fv_since_push_q, fv_x_age_q;  // clocks since the last push, and since that of the followed edge
logic [1:0] fv_since_pop_q;
logic [3:0] fv_pops_q, fv_ask_q;
logic fv_gives, fv_promises, fv_free_q, fv_freeze_q;
logic [31:0] fv_promise;

logic [3:0] fv_ask_most;  // clocks since the bus asked, by state
assign fv_ask_most = state_q == Open ? (edges_q == 4'd0 ? 4'd0 : 4'd3) : state_q == Record ? 4'd1 : state_q == Offset ? 4'd2 :
                     state_q == Close ? 4'd4 : state_q == Horizon ? 4'd5 : state_q == Header ? 4'd6 :
                     state_q == BaseLow ? 4'd7 : state_q == BaseHigh ? 4'd8 : state_q == Frozen ? 4'd9 : 4'd0;
assign fv_gives = pop_o && fv_count_q != 9'd0;
assign fv_most = fv_unsure ? FvOldest : {17'd0, fv_chatter_max} + FvPeriod;
`ifdef FORMAL_CROSSING
logic [31:0] fv_oldest_q;  // a clock ago
assign fv_oldest = fv_now_q - fv_most > fv_oldest_q ? fv_now_q - fv_most : fv_oldest_q;
initial fv_oldest_q = 32'd0;
always_ff @(posedge clk_i) begin
  fv_oldest_q <= fv_oldest;
  fv_unsure_q <= fv_unsure;
  fv_clean_q <= clean_o && empty_i && !fv_push;
  begins: cover (rst_ni && fv_inside_q && fv_unsure && !fv_unsure_q);
  ends: cover (rst_ni && fv_followed_q && !fv_unsure && fv_unsure_q);
end
always_comb if (fv_reset_q) assume (fv_unsure || !fv_unsure_q || fv_clean_q);
always_comb assert (rst_ni ? fv_oldest_q <= fv_now_q : fv_oldest_q == 32'd0);
`else
assign fv_oldest = fv_now_q - fv_most;
`endif
// What this clock promises: the base of a packet of fields as it is chosen, or the horizon of a packet of edges.
assign fv_promises = (state_q == Idle && state_d == Number && type_d != adoube_pkg::PacketEvent) || (state_q == Close && promise_d);
assign fv_promise = state_q != Close ? ~not_base_d : edges_q == 4'd0 ? ~not_base_d + 32'd32768 : base_q + {16'd0, data_o};

initial begin
  fv_reset_q = 1'b0;
  fv_inside_q = 1'b0;
  fv_followed_q = 1'b0;
  fv_quiet_q = 1'b0;
  fv_quiet2_q = 1'b0;
  fv_kept_q = 1'b0;
  fv_emptied_q = 1'b0;
  fv_count_q = 9'd0;
  fv_since_push_q = 3'd7;
  fv_x_age_q = 3'd7;
  fv_since_pop_q = 2'd3;
  fv_pops_q = 4'd0;
  fv_ask_q = 4'd0;
  fv_said_q = 32'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_now_q <= fv_now_q + {16'd0, fv_step};
  fv_settled_q <= settled_i;
  fv_free_q <= free_i;
  fv_freeze_q <= freeze_i;
  fv_head_q <= head_i;
  fv_kept_q <= rst_ni && seen_i && !pop_o;
  fv_emptied_q <= rst_ni && epoch_i && ready_i;
  fv_quiet_q <= rst_ni && fv_count_q != 9'd0 && !pop_o && !epoch_i;
  fv_quiet2_q <= fv_quiet_q && !pop_o && !epoch_i;
  fv_count_q <= epoch_i ? 9'd0 : fv_count_q + {8'd0, fv_push} - {8'd0, fv_gives};
  fv_since_push_q <= fv_push ? 3'd0 : fv_since_push_q == 3'd7 ? 3'd7 : fv_since_push_q + 3'd1;
  fv_since_pop_q <= pop_o ? 2'd0 : fv_since_pop_q == 2'd3 ? 2'd3 : fv_since_pop_q + 2'd1;
  if (fv_x_age_q != 3'd7) fv_x_age_q <= fv_x_age_q + 3'd1;
  if (epoch_i) begin
    fv_inside_q <= 1'b0;
  end else if (fv_push && fv_pick && !fv_followed_q) begin
    fv_inside_q <= 1'b1;
    fv_followed_q <= 1'b1;
    fv_before_q <= fv_count_q - {8'd0, fv_gives};
    fv_x_q <= fv_onset;
    fv_x_at_q <= fv_now_q;
    fv_x_age_q <= 3'd0;
  end else if (fv_inside_q && fv_gives) begin
    fv_inside_q <= fv_before_q != 9'd0;
    fv_before_q <= fv_before_q - 9'd1;
  end
  if (fv_promises && fv_promise > fv_said_q) fv_said_q <= fv_promise;
  fv_pops_q <= state_q == Number ? 4'd0 : fv_pops_q + {3'd0, pop_o};
  fv_ask_q <= offered && freeze ? fv_ask_q + {3'd0, fv_ask_q != 4'd15} : 4'd0;
  two_edges: cover (state_q == Frozen && edges_only && edges_q == 4'd2);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  assume (chatter_max_i == fv_chatter_max && unsure_i == fv_unsure);
  assume (fv_chatter_max <= 15'd30000);
  assume (fv_now_q >= FvBegins && fv_now_q < 32'd2 * FvBegins);
  assume (settled_i <= fv_now_q + 32'd1);
  if (!rst_ni) assume (!fv_push && !hello_i && !heartbeat_i && !snapshot_i && !epoch_i && offer_q == free_i && freeze_i == frozen_q);
  assume (!fv_push || (fv_onset <= fv_now_q && fv_onset >= fv_oldest && fv_onset >= settled_i && fv_since_push_q != 3'd0));
  assume (!epoch_i || changed_i);
  assume (!fv_push || (fv_count_q <= 9'd255 && !epoch_i));
  // The FIFO, by its contract.
  assume (empty_i == (fv_count_q == 9'd0));
  assume (!seen_i || !empty_i);
  assume (!ready_i || seen_i);
  assume (!fv_quiet_q || seen_i);
  assume (!fv_quiet2_q || ready_i);
  if (!fv_quiet_q) assume (!seen_i);
  if (!fv_quiet2_q) assume (!ready_i);
  if (fv_kept_q) assume (head_i == fv_head_q);
  if (seen_i) begin
    assume (onset <= fv_now_q && onset >= FvFirst);
    // What is before the followed edge was confirmed before it.
    if (fv_inside_q) assume (fv_before_q == 9'd0 ? onset == fv_x_q : onset <= fv_x_at_q);
  end
  // The bus.
  if (fv_reset_q) begin
    assume (free_i == fv_free_q || (state_q == Frozen && offer_q != fv_free_q));
    assume (freeze_i == fv_freeze_q || (offered && state_q != Frozen && fv_freeze_q == frozen_q));
  end
end


always_comb begin
  // The horizon of the matrix moves at the end of a scan only, four clocks after its last edge, and never back.
  if (fv_reset_q) assume (settled_i == fv_settled_q || (settled_i > fv_settled_q && fv_since_push_q >= 3'd4));

  // Before reset is over nothing has happened.
  if (!fv_reset_q) begin
    assert (fv_count_q == 9'd0 && !fv_inside_q && fv_pops_q == 4'd0 && fv_ask_q == 4'd0 && fv_said_q == 32'd0 && !fv_kept_q);
    assert (fv_since_push_q == 3'd7 && fv_since_pop_q == 2'd3 && !fv_quiet_q && !fv_quiet2_q && !fv_emptied_q);
    // Flops power up as zero.
    assume (!offer_q && !frozen_q && state_q == Idle && edges_q == 4'd0 && settled_i == 32'd0 && put_off_q == 4'd0);
    assume (!hello_q && !heartbeat_q && !report_q && !snapshot_q && !owed_q && largest_q == 32'd0 && base_q == 32'd0);
  end
  if (rst_ni) begin
    // No promise passes an edge that waits, nor one that is still to come.
    if (fv_inside_q) assert (fv_said_q <= fv_x_q);
    if (fv_push) assert (fv_said_q <= fv_onset);
    if (fv_inside_q && fv_promises) assert (fv_promise <= fv_x_q);
    // Every edge taken from the FIFO is one record of the packet, with its onset to the microsecond.
    if (pop_o) begin
      assert (ready_i || fv_emptied_q);  // event_fifo assumes this
      assert (state_q == Offset && ahead[31:16] == 16'd0 && edges_q < MostEdges);
      assert (base_q + {16'd0, data_o} == onset && write_o == 2'b11);
    end
    if (state_q == Header && edges_only) assert (data_o[15:8] == {4'd0, fv_pops_q} + 8'd1);
    // What is frozen stays, and is answered in time.
    if (state_q == Wait || state_q == Frozen) assert (write_o == 2'b00 || word_o[5]);
    assert (fv_ask_q <= fv_ask_most);  // 8 clocks at most, and the flip is seen in the ninth

    // What holds between clocks.
    assert (state_q <= Frozen);
    // An edge the FIFO does not show yet came in after the last end of scan, or one was taken out just now; the latter
    // not where a packet of no edges is begun or closed.
    if (fv_quiet_q) assert (fv_since_pop_q >= 2'd1 && fv_count_q != 9'd0);
    if (fv_quiet2_q) assert (fv_since_pop_q >= 2'd2 && fv_quiet_q);
    if (fv_inside_q) begin
      assert (fv_followed_q && fv_since_push_q <= fv_x_age_q);
      if (fv_x_age_q <= 3'd3) assert (settled_i <= fv_x_q);
      if (fv_x_age_q >= 3'd1 && fv_since_pop_q >= 2'd1) assert (fv_quiet_q);
      if (fv_x_age_q >= 3'd2 && fv_since_pop_q >= 2'd2) assert (fv_quiet2_q);
    end
    if (edges_q == 4'd0 || heading || state_q == Frozen) assert (fv_since_pop_q == 2'd3 || state_q == Header);
    if (state_q == Header || state_q == Horizon) assert (fv_since_pop_q >= 2'd2);
    if (state_q == Close) assert (fv_since_pop_q >= 2'd1);
    assert (fv_said_q <= settled_i || fv_said_q <= fv_oldest);
    assert (largest_q <= fv_now_q);
    if (ready_i || owed_q || edges_q != 4'd0) assert (largest_q >= FvFirst);
    if (edges_q != 4'd0) assert (base_q <= fv_now_q);
    if (state_q == Record) assert (seen_i && ready_i);
    if (state_q == Offset && fv_inside_q) assert (seen_i);
    if (state_q == Record || state_q == Offset) begin
      assert (fv_kept_q && fv_since_pop_q == 2'd3);  // the head is the one that was chosen
      assert (onset - base_q < 32'd65536 && onset <= fv_now_q && onset >= FvFirst);
      if (edges_q == 4'd0) assert (onset - base_q == 32'd32768);
    end
    if (fv_inside_q) begin
      assert (fv_before_q < fv_count_q && fv_x_at_q <= fv_now_q && largest_q <= fv_x_at_q);
      assert (fv_x_q <= fv_x_at_q && fv_x_q >= fv_x_at_q - fv_most);
    end
    assert (edges_q <= MostEdges && (edges_q == fv_pops_q || state_q == Number || edges_q == 4'd0));
    if (state_q == Open || state_q == Record || state_q == Offset || state_q == Close || state_q == Horizon) assert (edges_only);
    if (state_q == Address || state_q == Byte) assert (!edges_only);
    if (state_q == Open || state_q == Record || state_q == Offset || state_q == Close || state_q == Horizon || (state_q == Header && edges_only)) assert (edges_q == fv_pops_q);
    if (state_q == Record || state_q == Offset) assert (edges_q < MostEdges);
    if (edges_q != 4'd0 && state_q != Frozen) assert (offered);
    if (state_q == Close || state_q == Horizon || (heading && edges_only)) assert (offered && freeze);
    if (state_q == Wait) assert (offered && edges_q == 4'd0);
    if (state_q == Idle || state_q == Number || composing) assert (!offered && !freeze && edges_q == 4'd0);
    if (!offered && state_q != Frozen) assert (!freeze);
    if (state_q == Frozen) assert (!freeze);
  end
end
