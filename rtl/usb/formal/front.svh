// SPDX-License-Identifier: Apache-2.0
// Properties of usb_front, included in its body for the proof; usb_check has a proof of its own. In two steps, as the block is made:
// the wires become bits, then bits become bytes. The wires are assumed to be what a bus makes: runs of a level that last four samples a
// bit, the whole run up to one sample more or less (crossings, clocks, jitter of hubs), and SE0. What a run says, and what bits say, stands here in the words of USB 2.0, 7.1.8, 7.1.9 and 8.2.
logic fv_reset_q;
// The wires two clocks ago. The line is where they differ last: it turns when both have turned.
logic [1:0] fv_dp_q, fv_dn_q;
logic fv_line, fv_line_q, fv_se0;
// The line turns; it is at J since SE0 or our own packet ended; this is its first run since; a later one. (In the clock of the first
// edge the old phase may read a bit: a zero too much before SYNC, which has more than it needs.)
logic fv_changes, fv_rest_q, fv_lead_q, fv_run_q;
logic fv_fresh_q;                     // no bit was read of this run
logic [5:0] fv_age_q;                 // samples of this run, modulo 64
logic [3:0] fv_read_q;                // bits read of it, modulo 16
logic [3:0] fv_low_q;                 // samples of SE0 so far, up to 15
// The bits.
logic [2:0] fv_zeros_q, fv_ones_q;    // zeros in a row while no packet is under way; ones in a row, of a packet or after a violation
logic fv_in_q, fv_broken_q, fv_some_q;  // in a packet; waiting after a violation; it has a whole byte
logic [2:0] fv_bits_q;                // bits behind the last whole byte
logic [7:0] fv_last_q;                // the last eight bits of data
logic fv_stuffing, fv_data, fv_whole, fv_over, fv_well;
logic fv_byte_toggle_q, fv_end_toggle_q, fv_told_q, fv_ended_q, fv_first_told_q;
logic [7:0] fv_byte_q;
logic [7:0] fv_stood_q;               // byte_o and first_o a clock ago; and where the wires stood then
logic fv_stood_first_q, fv_idle_q, fv_up_q;
assign fv_line = fv_dp_q[1] != fv_dn_q[1] ? fv_dp_q[1] : fv_line_q;
assign fv_se0 = !fv_dp_q[1] && !fv_dn_q[1];
assign fv_changes = fv_line != fv_line_q;
assign fv_stuffing = fv_ones_q == 3'd6;
assign fv_data = sample_q && fv_in_q && !fv_stuffing;
assign fv_whole = fv_data && fv_bits_q == 3'd7;
assign fv_over = mute_q || left_se0_q;
assign fv_well = !mute_q && left_se0_q && fv_in_q && fv_some_q && fv_bits_q <= 3'd1;

initial begin
  fv_reset_q = 1'b0;
end
always_ff @(posedge clk48_i) begin
  fv_reset_q <= 1'b1;
  fv_dp_q <= {fv_dp_q[0], dp_i};
  fv_dn_q <= {fv_dn_q[0], dn_i};
  fv_line_q <= fv_line;
  fv_up_q <= rst_n_q;
  fv_stood_q <= byte_o;
  fv_stood_first_q <= first_o;
  fv_idle_q <= !rst_n_q || (fv_dp_q[1] && !fv_dn_q[1]);
  // 7.1.7.1: the level of a bit against that of the bit before.
  fv_age_q <= fv_changes ? 6'd1 : fv_age_q + 6'd1;
  fv_rest_q <= fv_line && (mute_q || left_se0 || fv_rest_q);
  fv_lead_q <= !mute_q && !left_se0 && fv_low_q == 4'd0 && (fv_changes ? fv_rest_q : fv_lead_q);
  fv_run_q <= !mute_q && !left_se0 && fv_low_q == 4'd0 && (fv_run_q || (fv_changes && fv_lead_q));
  fv_read_q <= fv_changes ? 4'd0 : fv_read_q + {3'd0, sample};
  fv_fresh_q <= fv_changes || (fv_fresh_q && !sample);
  fv_low_q <= fv_se0 && !mute_q ? fv_low_q + {3'd0, fv_low_q != 4'd15} : 4'd0;
  // 8.2: SYNC is seven zeros and a one, of which hubs may eat the first ones; 7.1.9: behind six ones stands a zero that is no data.
  if (fv_data) begin
    fv_last_q <= {value_q, fv_last_q[7:1]};
    fv_bits_q <= fv_bits_q + 3'd1;
    if (fv_bits_q == 3'd7) fv_some_q <= 1'b1;
  end
  if (fv_over) begin
    fv_in_q <= 1'b0;
    fv_broken_q <= 1'b0;
    fv_zeros_q <= 3'd0;
    fv_ones_q <= 3'd0;
  end else if (sample_q) begin
    fv_ones_q <= value_q ? fv_ones_q + 3'd1 : 3'd0;
    if (fv_in_q && fv_stuffing && value_q) begin
      fv_in_q <= 1'b0;
      fv_broken_q <= 1'b1;
      fv_ones_q <= 3'd0;
    end else if (fv_broken_q && value_q && fv_ones_q == 3'd7) begin
      fv_broken_q <= 1'b0;
      fv_zeros_q <= 3'd0;
    end else if (!fv_in_q && !fv_broken_q) begin
      fv_zeros_q <= value_q ? 3'd0 : fv_zeros_q + {2'd0, fv_zeros_q != 3'd7};
      fv_ones_q <= 3'd0;
      if (value_q && fv_zeros_q >= 3'd5) begin
        fv_in_q <= 1'b1;
        fv_ones_q <= 3'd1;
        fv_bits_q <= 3'd0;
        fv_last_q <= shift_q;  // whatever stands there
        fv_some_q <= 1'b0;
      end
    end
  end
  // What is told of them.
  fv_byte_toggle_q <= byte_toggle_o;
  fv_end_toggle_q <= end_toggle_o;
  fv_told_q <= fv_whole;
  fv_ended_q <= fv_well;
  if (fv_whole) begin
    fv_byte_q <= {value_q, fv_last_q[7:1]};
    fv_first_told_q <= !fv_some_q;
  end
  if (!rst_n_q) begin
    fv_dp_q <= 2'b11;
    fv_dn_q <= 2'b00;
    fv_line_q <= 1'b1;
    fv_rest_q <= 1'b1;
    fv_lead_q <= 1'b0;
    fv_run_q <= 1'b0;
    fv_age_q <= 6'd1;
    fv_read_q <= 4'd0;
    fv_low_q <= 4'd0;
    fv_in_q <= 1'b0;
    fv_broken_q <= 1'b0;
    fv_zeros_q <= 3'd0;
    fv_ones_q <= 3'd0;
    fv_byte_toggle_q <= 1'b0;
    fv_end_toggle_q <= 1'b0;
    fv_told_q <= 1'b0;
    fv_ended_q <= 1'b0;
  end
  two_bits: cover (rst_n_q && fv_run_q && sample && value);
  synced: cover (rst_n_q && fv_in_q);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q && (fv_reset_q || !rst_n_q));
  if (rst_n_q && (fv_lead_q || fv_run_q) && fv_changes) assume (fv_age_q[1:0] != 2'd2 && (!fv_fresh_q || fv_age_q == 6'd3));

  if (rst_n_q) begin
    // Each run of n bits, of 4 n - 1 to 4 n + 1 samples, is read n times: a zero where it begins, then ones.
    if (fv_run_q && sample) assert (value == !fv_fresh_q && fv_age_q[1:0] == 2'd2);
    if (fv_run_q && fv_changes) assert (fv_read_q == 4'((fv_age_q + 6'd1) >> 2));
    // SE0 is what lasts for three samples.
    assert (left_se0 == (fv_low_q >= 4'd3 && !fv_se0));
    // Eight bits of data are a byte, the first of a packet or not; it is told once, and stands until the next.
    assert ((byte_toggle_o != fv_byte_toggle_q) == fv_told_q);
    if (fv_told_q) assert (byte_o == fv_byte_q && first_o == fv_first_told_q);
    if (fv_up_q && !fv_told_q) assert (byte_o == fv_stood_q && first_o == fv_stood_first_q);
    assert (idle_o == fv_idle_q);
    // A packet that ends behind a whole byte, or a bit more, ended well: nothing else does.
    assert ((end_toggle_o != fv_end_toggle_q) == fv_ended_q);
    assert (packet_o == fv_in_q);
    // What usb_check is promised.
    assert (taken == fv_data && (!fv_data || (bit_q == fv_bits_q && fresh_q == !fv_some_q)));
    if (fv_data) assert (shift_q == fv_last_q);

    // What holds between clocks.
    assert (dp_q == fv_dp_q && dn_q == fv_dn_q && line_last_q == fv_line_q);
    assert (state_q == (fv_in_q ? Packet : fv_broken_q ? Dead : Hunt) && !(fv_in_q && fv_broken_q));
    assert (run_q == (fv_in_q || fv_broken_q ? fv_ones_q : fv_zeros_q));
    if (fv_in_q) assert (stuffed_q == fv_stuffing && bit_q == fv_bits_q && fresh_q == !fv_some_q && last_q == (fv_bits_q == 3'd7) && shift_q == fv_last_q);
    if (!fv_in_q && !fv_broken_q) assert (fv_ones_q == 3'd0);
    assert (se0_count_q == (fv_low_q >= 4'd2 ? 2'd2 : fv_low_q[1:0]) && se0_q == (fv_low_q >= 4'd3));
    if (fv_rest_q) assert (level_q && line_last_q);
    if (fv_run_q) assert (fv_read_q == 4'((fv_age_q + 6'd1) >> 2) && level_q == (line_last_q ^ fv_fresh_q));
    if (fv_lead_q && !fv_fresh_q) assert (level_q == line_last_q);
    if (fv_lead_q || fv_run_q) assert (phase_q == fv_age_q[1:0] - 2'd1 && se0_last_q == (fv_low_q != 4'd0));
    if ((fv_lead_q || fv_run_q) && fv_fresh_q) assert (fv_age_q >= 6'd1 && fv_age_q <= 6'd2);
  end
end
