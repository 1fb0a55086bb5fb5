// SPDX-License-Identifier: Apache-2.0
// Properties of usb_capture_in, included in its body for the proof. The transaction machine stands as its contract: what
// is acknowledged was ready when it was sent (transaction.svh); the ring goes forward one packet at a time, up to eight.
logic fv_reset_q, fv_begun_q, fv_done_q;
logic [3:0] fv_head_q, fv_tail_q, fv_waiting;
assign fv_waiting = head_i - tail_q;
initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= fv_reset_q;
  fv_head_q <= head_i;
  fv_tail_q <= tail_q;
  fv_done_q <= done_i;
  full_ring: cover (fv_begun_q && tail_q == 4'd9 && fv_waiting == 4'd8);
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (head_i == 4'd0 && !done_i);
  if (fv_begun_q) assume (head_i == fv_head_q || (head_i == fv_head_q + 4'd1 && fv_head_q - fv_tail_q != 4'd8));
  else assume (head_i == 4'd0);
  if (done_i) assume (ready_o);
  if (rst_ni) assert (fv_waiting <= 4'd8);
  if (fv_begun_q) begin
    // The slot moves with the host's acknowledge alone, and to the next.
    assert (tail_q == fv_tail_q + {3'd0, fv_done_q});
    assert (ready_o == (fv_waiting != 4'd0));
  end
end
