// SPDX-License-Identifier: Apache-2.0
// Properties of usb_link, included in its body for the proof; the wires do what they like. The other side of the assertions:
// how long they have been at J, and at SE0, and how long there has been power at the plug without a pull-up.
logic fv_reset_q;
logic [15:0] fv_j_q, fv_se0_q;   // clocks, up to what suspends or resets; of SE0 without the last clock
logic [20:0] fv_power_q;
logic fv_ends_q;                 // SE0 has ended
initial fv_reset_q = 1'b0;
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_j_q <= !attached_q || !idle_i ? 16'd0 : fv_j_q + {15'd0, fv_j_q != SuspendClocks};
  fv_se0_q <= !se0_q ? 16'd0 : fv_se0_q + {15'd0, fv_se0_q != ResetClocks};
  fv_power_q <= attached_q ? 21'd0 : fv_power_q + 21'd1;
  if (!rst_ni || !vbus_q[1]) begin
    fv_j_q <= 16'd0;
    fv_power_q <= 21'd0;
  end
  if (!rst_ni) fv_se0_q <= 16'd0;
  attaches: cover (rst_ni && attached_o);
  suspends: cover (rst_ni && suspended_o);
  resets: cover (rst_ni && reset_end_o);
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  assume (!(idle_i && se0_i));
  if (!attached_q) assume (!se0_i);
  if (!vbus_q[0] && vbus_q[1]) assume (!vbus_i);  // power that goes is gone for two clocks at least
  if (rst_ni) begin
    // A reset is 31 clocks of SE0, and lasts as long as they do; without a pull-up all is as in one.
    assert (reset_o == (!attached_o || fv_se0_q == ResetClocks));
    // Suspend is 36,000 clocks of J, and ends with the first that is none.
    assert (suspended_o == (attached_o && fv_j_q == SuspendClocks));
    // The pull-up comes seventeen times that after power, and goes with it.
    assert (fv_power_q <= {5'd0, SuspendClocks} * {16'd0, AttachRounds} + 21'd1);
    if (attached_o) assert (fv_power_q == 21'd0 || fv_power_q == {5'd0, SuspendClocks} * {16'd0, AttachRounds} + 21'd1);

    // What holds between clocks.
    assert (count_q < SuspendClocks && fv_j_q <= SuspendClocks && fv_se0_q <= ResetClocks && !(se0_q && fv_j_q != 16'd0));
    if (attached_q && !vbus_q[1]) assert (!vbus_q[0]);
    if (!attached_q && vbus_q[1]) assert (!se0_q);
    if (!attached_q) assert (rounds_q < AttachRounds && awake_q == (fv_power_q != 21'd0) && (fv_power_q == 21'd0 || (!reset_q && fv_se0_q == 16'd0)));
    if (!attached_q && fv_power_q == 21'd0) assert (rounds_q == 5'd0 && count_q == 16'd0);
    if (!attached_q && fv_power_q != 21'd0) assert (fv_power_q == {5'd0, SuspendClocks} * {16'd0, rounds_q} + {5'd0, count_q} + 21'd1);
    if (attached_q && awake_q && fv_j_q != 16'd0) assert (count_q == fv_j_q && !se0_q);
    if (attached_q && se0_q && fv_se0_q != ResetClocks) assert (awake_q && count_q == fv_se0_q);
    if (attached_q && fv_j_q == 16'd0 && !se0_q) assert (awake_q && count_q == 16'd0);
  end
end
