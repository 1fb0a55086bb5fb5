// SPDX-License-Identifier: Apache-2.0
// Properties of scan_registers, included in its body for the proof; its inputs are free. The proof of the composer takes
// settings that do not change: that is right as long as no smaller window is in force before the horizon is unsure.
logic fv_reset_q, fv_begun_q, fv_window_q;
logic [14:0] fv_chatter_max_q;
logic [17:0] fv_pause_q;
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
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  if (fv_begun_q && !fv_window_q) begin
    assert (chatter_max_o == fv_chatter_max_q);
    assert (pause_o == fv_pause_q);
  end
end
