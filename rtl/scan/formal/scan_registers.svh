// SPDX-License-Identifier: Apache-2.0
// Properties of scan_registers, included in its body for the proof. The bus stands as its contract: an access is still until
// its acknowledge; all else is free, what the store holds too. The proof of the composer takes settings that do not change
// while it is sure: that is right as long as no other window is in force before the horizon is unsure.
logic fv_reset_q, fv_begun_q, fv_window_q;
logic fv_req_q, fv_write_q, fv_ack_q, fv_refused_q, fv_changed_q;
logic fv_wrote_q;  // the access under way has written into the store
logic [7:0] fv_addr_q;
logic [31:0] fv_wdata_q;
logic [14:0] fv_chatter_max_q;
logic [17:0] fv_pause_q;
logic fv_capture_q;
initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= fv_reset_q;
  fv_window_q <= window_o;
  fv_chatter_max_q <= chatter_max_o;
  fv_pause_q <= pause_o;
  fv_capture_q <= capture_o;
  fv_req_q <= req_i;
  fv_write_q <= write_i;
  fv_addr_q <= addr_i;
  fv_wdata_q <= wdata_i;
  fv_ack_q <= ack_q;
  fv_refused_q <= refused_q;
  fv_changed_q <= changed_o;
  fv_wrote_q <= rst_ni && ack_d == ack_q && (fv_wrote_q || (store_write && !held && (step_q == Write || step_q == Derive)));
  accepted: cover (fv_begun_q && fv_changed_q && fv_addr_q == 8'd4);
  refused: cover (fv_begun_q && ack_q != fv_ack_q && refused_o && fv_write_q && fv_addr_q == 8'd4);
  answered: cover (fv_begun_q && ack_q != fv_ack_q && !refused_o && !fv_write_q);
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!req_i);
  if (fv_begun_q && fv_req_q != ack_q) assume (req_i == fv_req_q && write_i == fv_write_q && addr_i == fv_addr_q && wdata_i == fv_wdata_q);
  if (answer_done_i) assume (answer_o);
  if (fv_begun_q) begin
    // A setting moves in the clock after a write of it was found good, the window only with a word before.
    if (!fv_window_q) assert (chatter_max_o == fv_chatter_max_q && pause_o == fv_pause_q);
    if (chatter_max_o != fv_chatter_max_q || pause_o != fv_pause_q || capture_o != fv_capture_q) begin
      assert (fv_write_q && fv_req_q != ack_q && !refused_q);
    end
    // Only what was asked is acknowledged; what is refused has written nothing, and what was written is told once complete.
    if (ack_q != fv_ack_q) assert (fv_req_q != fv_ack_q && ack_q == fv_req_q);
    if (ack_q != fv_ack_q && refused_q) assert (!fv_changed_q);
    if (ack_q != fv_ack_q && !refused_q && fv_write_q) assert (fv_changed_q);
    if (fv_changed_q) assert (ack_q != fv_ack_q && fv_write_q && !refused_q);
  end
  if (rst_ni && !fv_begun_q) assert (step_q == Rest && !ack_q && !refused_q && !fv_wrote_q);
  if (rst_ni) begin
    if (ack_d != ack_q && refused_d) assert (!fv_wrote_q && !store_write || stamping || ledger_busy_i);
    // What the steps mean.
    assert (step_q <= Read);
    if (step_q != Rest) assert (fv_req_q != ack_q && !refused_q);
    if (step_q == Check || step_q == Write || step_q == Derive) assert (fv_write_q);
    if (step_q == Copy || step_q == Read) assert (!fv_write_q);
    if (step_q != Write && step_q != Derive) assert (!fv_wrote_q);
  end
end
