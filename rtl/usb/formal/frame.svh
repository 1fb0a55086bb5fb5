// SPDX-License-Identifier: Apache-2.0
// Properties of usb_frame, included in its body for the proof; starts of frame come when they like. The other side of the
// assertions: the frame under way in plain words, and clocks since it began or should have.
logic fv_reset_q, fv_running_q;
logic fv_told_q;                // the frame under way was filled in, and sof_o flipped for it
logic [10:0] fv_number_q;
logic [13:0] fv_clocks_q;
logic fv_missing, fv_flips, fv_flips_q, fv_sof_q;
logic [10:0] fv_next;
assign fv_missing = fv_running_q && fv_clocks_q == FrameClocks + LateClocks - 14'd1;
assign fv_next = fv_number_q + 11'd1;
assign fv_flips = start_i ? number_i[9:0] == 10'd0 && !(fv_told_q && number_i == fv_number_q) : fv_missing && fv_next[9:0] == 10'd0;
initial fv_reset_q = 1'b0;
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_flips_q <= rst_ni && fv_flips;
  fv_sof_q <= sof_o;
  if (start_i) begin
    fv_running_q <= 1'b1;
    fv_told_q <= 1'b0;
    fv_number_q <= number_i;
    fv_clocks_q <= 14'd0;
  end else if (fv_missing) begin
    fv_told_q <= fv_next[9:0] == 10'd0;
    fv_number_q <= fv_next;
    fv_clocks_q <= LateClocks;  // it should have begun so long ago
  end else begin
    fv_clocks_q <= fv_clocks_q + 14'd1;
  end
  if (!rst_ni || stop_i) fv_running_q <= 1'b0;
  if (!rst_ni) begin
    fv_told_q <= 1'b0;
    fv_number_q <= 11'd0;
    fv_flips_q <= 1'b0;
  end
  told: cover (rst_ni && fv_flips_q && !fv_told_q && frame_o == 11'd1024);
  filled_in: cover (rst_ni && fv_flips_q && fv_told_q);
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!start_i && !sof_o);
  if (rst_ni) begin
    assert (frame_o == fv_number_q);
    // sof_o flips for frames 0 and 1,024, once each, whether their start came or not.
    assert ((sof_o != fv_sof_q) == fv_flips_q);
    // What holds between clocks.
    assert (running_q == fv_running_q && filled_q == fv_told_q);
    if (fv_running_q) assert (count_q == fv_clocks_q && fv_clocks_q <= FrameClocks + LateClocks - 14'd1);
    if (fv_told_q) assert (fv_number_q[9:0] == 10'd0);
  end
end
