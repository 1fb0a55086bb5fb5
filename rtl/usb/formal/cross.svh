// SPDX-License-Identifier: Apache-2.0
// Properties of usb_cross, included in its body for the proof. A toggle flips in one of four places of a clock (`fv_*_place`);
// in the last, at the clock's edge, the first flop has the old value or the new one, whichever. The front end stands as its
// contract: five places at least from a byte to the end of its packet, and several clocks from that to the next byte.
(* anyseq *) logic fv_byte_flips, fv_end_flips;
(* anyseq *) logic [1:0] fv_byte_place, fv_end_place;
logic fv_reset_q;
logic fv_byte_q, fv_end_q;            // the toggles at the source
logic fv_byte, fv_end;
logic [3:0] fv_byte_age_q, fv_end_age_q;  // clocks since the last flip, up to 15
logic [1:0] fv_byte_at_q;             // its place
logic fv_byte_told_q, fv_end_told_q;  // it has come out as a pulse
logic [1:0] fv_packet_q, fv_se0_q, fv_idle_q;
assign fv_byte = fv_byte_q ^ fv_byte_flips;
assign fv_end = fv_end_q ^ fv_end_flips;
initial fv_reset_q = 1'b0;
always_ff @(posedge clk12_i) begin
  fv_reset_q <= 1'b1;
  fv_byte_q <= fv_byte;
  fv_end_q <= fv_end;
  fv_byte_age_q <= fv_byte_flips ? 4'd0 : fv_byte_age_q + {3'd0, fv_byte_age_q != 4'd15};
  fv_end_age_q <= fv_end_flips ? 4'd0 : fv_end_age_q + {3'd0, fv_end_age_q != 4'd15};
  if (fv_byte_flips) fv_byte_at_q <= fv_byte_place;
  fv_byte_told_q <= !fv_byte_flips && (fv_byte_told_q || byte_o);
  fv_end_told_q <= !fv_end_flips && (fv_end_told_q || end_o);
  fv_packet_q <= {fv_packet_q[0], packet_i};
  fv_se0_q <= {fv_se0_q[0], se0_i};
  fv_idle_q <= {fv_idle_q[0], idle_i};
  if (!rst_ni) begin
    fv_byte_q <= 1'b0;
    fv_end_q <= 1'b0;
    fv_byte_age_q <= 4'd15;
    fv_end_age_q <= 4'd15;
    fv_byte_told_q <= 1'b1;
    fv_end_told_q <= 1'b1;
    fv_packet_q <= 2'd0;
    fv_se0_q <= 2'd0;
    fv_idle_q <= 2'd0;
  end
  byte_then_end: cover (rst_ni && end_o && fv_byte_age_q == 4'd4);
end
always_comb begin
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!fv_byte_flips && !fv_end_flips && !byte_toggle_i && !end_toggle_i);
  assume (byte_toggle_i == fv_byte || (byte_toggle_i == fv_byte_q && fv_byte_place == 2'd3));
  assume (end_toggle_i == fv_end || (end_toggle_i == fv_end_q && fv_end_place == 2'd3));
  if (fv_byte_flips) assume (fv_byte_age_q >= 4'd6 && fv_end_age_q >= 4'd4 && !fv_end_flips);
  if (fv_end_flips) assume (fv_end_age_q >= 4'd6 && (fv_byte_age_q >= 4'd1 || fv_end_place > fv_byte_at_q));
  if (rst_ni) begin
    // Every flip is one pulse, three or four clocks later.
    if (byte_o) assert (!fv_byte_told_q && (fv_byte_age_q == 4'd1 || fv_byte_age_q == 4'd2));
    if (end_o) assert (!fv_end_told_q && (fv_end_age_q == 4'd1 || fv_end_age_q == 4'd2));
    if (fv_byte_age_q >= 4'd3) assert (fv_byte_told_q);
    if (fv_end_age_q >= 4'd3) assert (fv_end_told_q);
    // The end of a packet comes after its last byte.
    if (end_o) assert (fv_byte_told_q && !byte_o);
    // Levels come two clocks late, as long as flips do.
    assert (packet_o == fv_packet_q[1] && se0_o == fv_se0_q[1] && idle_o == fv_idle_q[1]);
  end
end
