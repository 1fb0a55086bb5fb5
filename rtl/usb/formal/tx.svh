// SPDX-License-Identifier: Apache-2.0
// Properties of usb_tx, included in its body for the proof: what stands on the wires, and that it ends. The other side of
// the assertions is kept here: clocks since the start, since the last change of the wires, and of the end of packet.
logic fv_reset_q, fv_se0, fv_j, fv_k;
logic [4:0] fv_age_q;     // clocks since the start, up to 31
logic [3:0] fv_run_q;     // clocks before this one in which the wires were driven to the same level
logic [1:0] fv_se0_q;     // clocks of SE0 before this one
logic [6:0] fv_takes_q;
logic [1:0] fv_stuffs_q;  // stuffed bits of a handshake
assign fv_se0 = oe_o && !dp_o && !dn_o;
assign fv_j = dp_o && !dn_o;
assign fv_k = !dp_o && dn_o;

initial begin
  fv_reset_q = 1'b0;
  fv_age_q = 5'd31;
  fv_run_q = 4'd0;
  fv_se0_q = 2'd0;
  fv_takes_q = 7'd0;
  fv_stuffs_q = 2'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_age_q <= start_i ? 5'd1 : fv_age_q + {4'd0, fv_age_q != 5'd31};
  fv_run_q <= oe_q && oe_d && !fv_se0 && dp_d == dp_q && dn_d == dn_q ? fv_run_q + 4'd1 : 4'd0;
  fv_stuffs_q <= start_i ? 2'd0 : fv_stuffs_q + {1'b0, stuff && state_q != Idle && fv_stuffs_q != 2'd3};
  fv_se0_q <= fv_se0 ? fv_se0_q + 2'd1 : 2'd0;
  fv_takes_q <= start_i ? 7'd0 : fv_takes_q + {6'd0, take_o};
  if (!rst_ni || stop_i) begin
    fv_run_q <= 4'd0;
    fv_se0_q <= 2'd0;
    fv_age_q <= 5'd31;
    fv_takes_q <= 7'd0;
    fv_stuffs_q <= 2'd0;
  end
  sent: cover (fv_se0_q == 2'd2);
end

always_comb begin
  // The world: the contract of start, and at most 64 bytes of content.
  assume (rst_ni == fv_reset_q);
  if (start_i) assume (!busy_o);
  if (fv_takes_q >= 7'd64) assume (!more_i);

  if (rst_ni) begin
    // Idle wires are let go, and driven ones are J, K or SE0.
    if (!busy_o) assert (!oe_o && fv_j);
    if (oe_o) assert (!(dp_o && dn_o));
    // The first K stands on the wires in the second clock after the start, not earlier.
    if (fv_age_q == 5'd1) assert (!oe_o && busy_o);
    if (fv_age_q == 5'd2) assert (oe_o && fv_k);
    // Never more than six ones in a row, which is seven clocks of one level; SE0 lasts two clocks, the J after it one.
    assert (fv_run_q <= 4'd6);
    assert (fv_se0_q <= 2'd2);
    if (fv_se0) assert (fv_se0_q <= 2'd1 && state_q == Eop);
    if (fv_se0_q == 2'd2) assert (oe_o && fv_j && state_q == Idle);
    if (oe_o && state_q == Idle) assert (fv_se0_q == 2'd2);
    // A handshake is over within 23 clocks; content is taken only where it was announced.
    if (busy_o && !content_q) assert (fv_age_q <= 5'd23);
    if (take_o) assert (content_q && (state_q == Pid || state_q == Data));

    // What the states mean.
    assert (state_q != 3'b100 && (state_q == Idle || ones_q <= 3'd6));
    assert (fv_takes_q <= 7'd64 && fv_age_q != 5'd0);
    if (oe_o && !fv_se0 && fv_se0_q == 2'd0) assert (dn_o == !dp_o && fv_run_q == {1'b0, ones_q});
    if (state_q != Idle && state_q != Sync) assert (oe_o);
    if (state_q == Sync) assert ((bit_q == 3'd0) == !oe_o && ones_q == 3'd0 && (bit_q != 3'd0 || fv_j));
    if (!oe_o) assert (fv_j && fv_se0_q == 2'd0 && fv_run_q == 4'd0 && (state_q == Idle || (state_q == Sync && bit_q == 3'd0)));
    if (state_q == Eop) assert (bit_q <= 3'd2 && fv_se0_q == (bit_q == 3'd0 ? 2'd0 : bit_q[1:0] - 2'd1) && fv_se0 == (bit_q != 3'd0));
    if (state_q != Eop && state_q != Idle) assert (fv_se0_q == 2'd0);
    if (state_q == Eop && bit_q != 3'd0) assert (ones_q == 3'd0);
    if (state_q == Sync) assert (fv_age_q == {2'd0, bit_q} + 5'd1 && shift_q[7:4] == ~shift_q[3:0] && fv_stuffs_q == 2'd0);
    // Bit by bit a handshake gets older; a stuffed bit needs six before it.
    if (!content_q) assert (state_q != Data && state_q != Crc0 && state_q != Crc1);
    if (!content_q && (state_q == Pid || state_q == Eop)) begin
      assert (fv_age_q == {1'b0, state_q == Eop, bit_q} + 5'd9 + {3'd0, fv_stuffs_q});
      assert ({2'd0, fv_stuffs_q, 2'd0} + {3'd0, fv_stuffs_q, 1'b0} + {3'd0, ones_q} <= {2'd0, state_q == Eop, bit_q} + 6'd1);
    end
    if (!content_q && state_q == Eop) assert (fv_stuffs_q <= 2'd1);
    if (!content_q && state_q == Idle && oe_o) assert (fv_age_q <= 5'd22);
  end
end
