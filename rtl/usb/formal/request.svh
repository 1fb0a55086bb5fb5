// SPDX-License-Identifier: Apache-2.0
// Properties of usb_request, included in its body for the proof: any eight bytes, in any state of the device. What a request
// was is kept here as the bytes that were heard first.
logic fv_reset_q, fv_half_q;
logic [31:0] fv_first_q;
initial begin
  fv_reset_q = 1'b0;
  fv_half_q = 1'b0;
end
always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  if (half_i) begin
    fv_first_q <= heard_i;
    fv_half_q <= 1'b1;
  end
  address_set: cover (fv_half_q && set_address_o && value_o == 7'd5);
  register_read: cover (fv_half_q && read_o);
end
always_comb begin
  if (fv_half_q) begin
    // Every request has one answer, and that is a refusal unless it is known.
    assert ({2'd0, refuse_o} + {2'd0, answer_o} + {2'd0, silent_o} + {2'd0, read_o} + {2'd0, write_o} + {2'd0, store_o} == 3'd1);
    // What changes the device is accepted, and in the direction of the host's word.
    if (set_address_o || set_configuration_o || set_interface_o || set_halt_o != '0 || restart_o != '0) assert (silent_o && !fv_first_q[7]);
    if (set_address_o) assert (fv_first_q[15:0] == {SetAddress, 8'h00} && fv_first_q[31:23] == 9'd0 && value_o == fv_first_q[22:16]);
    if (set_halt_o != '0) assert ((set_halt_o & ~exists_i) == '0);
    // Registers are read and written by the vendor's requests alone, four bytes at a time.
    if (read_o) assert (fv_first_q == {16'd0, adoube_pkg::RequestReadRegister, 8'hC0} && length == 16'd4);
    if (write_o) assert (fv_first_q == {16'd0, adoube_pkg::RequestWriteRegister, 8'h40} && length == 16'd4);

    // What holds between clocks.
    if (asks_q == Address) assert (fv_first_q == {9'd0, detail_q, SetAddress, 8'h00});
    if (asks_q == Configure || asks_q == Set || asks_q == EndHalt || asks_q == Halt) assert (!fv_first_q[7]);
    if (asks_q == ReadRegister) assert (fv_first_q == {16'd0, adoube_pkg::RequestReadRegister, 8'hC0});
    if (asks_q == WriteRegister) assert (fv_first_q == {16'd0, adoube_pkg::RequestWriteRegister, 8'h40});
  end
end
