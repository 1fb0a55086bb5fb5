// SPDX-License-Identifier: Apache-2.0
// Properties of usb_event_in, included in its body for the proof. The transaction machine stands as its contract: it starts
// only what is ready, and what is done was started (transaction.svh); the scan side offers a packet only after the one
// before was freed.
logic fv_reset_q, fv_begun_q;  // begun: the registers have been through a reset
logic fv_offer_q, fv_freeze_q, fv_free_q, fv_start_q, fv_done_q;
logic fv_waits, fv_waits_q;    // a packet was offered and has not been freed
assign fv_waits = fv_waits_q || offer_i != fv_offer_q;
initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= fv_reset_q;
  fv_offer_q <= offer_i;
  fv_waits_q <= rst_ni && fv_waits && !done_i;
  fv_freeze_q <= freeze_q;
  fv_free_q <= free_q;
  fv_start_q <= start_i && !held_q;
  fv_done_q <= done_i;
  second_freed: cover (fv_begun_q && done_i && free_q);
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!offer_i && !start_i && !done_i);
  if (start_i) assume (ready_o && !done_i);
  if (done_i) assume (held_q);
  if (fv_reset_q && offer_i != fv_offer_q) assume (fv_offer_q == fv_free_q);
  if (fv_reset_q) begin
    // A packet is frozen once, by its first IN token, and freed once, by the host's acknowledge; in between it waits.
    assert (held_q == (freeze_q != free_q));
    if (held_q) assert (ready_o);
    assert (ready_o == fv_waits);
    if (fv_begun_q) assert ((freeze_q != fv_freeze_q) == fv_start_q);
    if (fv_begun_q) assert ((free_q != fv_free_q) == fv_done_q);
  end
end
