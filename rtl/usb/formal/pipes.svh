// SPDX-License-Identifier: Apache-2.0
// Properties of usb_pipes, included in its body for the proof; its inputs are free.
logic fv_reset_q, fv_begun_q;
logic [Pipes-1:0] fv_toggle_q, fv_halted_q, fv_done_q, fv_set_q, fv_restart_q;
initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= fv_reset_q;
  fv_toggle_q <= toggle_q;
  fv_halted_q <= halted_q;
  fv_done_q <= done_i;
  fv_set_q <= halt_set_i;
  fv_restart_q <= restart_i;
  toggle_and_halt: cover (fv_begun_q && toggle_q[Pipes-1] && halted_q[0]);
end
integer fv_i;
always_comb begin
  assume (rst_ni == fv_reset_q);
  // A toggle moves with its own counted packet, or returns to DATA0; a halt ends with a restart alone.
  if (fv_begun_q) assert (toggle_q == ((fv_toggle_q ^ fv_done_q) & ~fv_restart_q));
  if (fv_begun_q) assert (halted_q == ((fv_halted_q | fv_set_q) & ~fv_restart_q));
  for (fv_i = 0; fv_i < Pipes; fv_i = fv_i + 1) begin
    assert ((reply_o[2*fv_i +: 2] == usb_pkg::ReplySilent) == !exists_i[fv_i]);
    if (reply_o[2*fv_i +: 2] == usb_pkg::ReplyGood) assert (ready_i[fv_i] && !halted_q[fv_i]);
    if (exists_i[fv_i] && halted_q[fv_i]) assert (reply_o[2*fv_i +: 2] == usb_pkg::ReplyStall);
  end
end
