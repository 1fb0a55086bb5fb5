// SPDX-License-Identifier: Apache-2.0
// Properties of usb_packet_rx, included in its body for the proof. Bytes and their times are free. The other side of the
// assertions is the CRC5 of USB 2.0, 8.3.5.1, bit by bit and most significant bit first, and a count of what was streamed.
logic fv_reset_q, fv_begun_q;  // begun: a packet; before, the registers are what reset made them
logic [6:0] fv_streamed_q;
logic [4:0] fv_crc;

function automatic logic [4:0] fv_crc5(input logic [10:0] field);
  integer i;
  fv_crc5 = 5'b11111;
  for (i = 0; i < 11; i = i + 1) fv_crc5 = {fv_crc5[3:0], 1'b0} ^ ((fv_crc5[4] ^ field[i]) ? 5'b00101 : 5'b00000);
  fv_crc5 = ~fv_crc5;
endfunction
assign fv_crc = fv_crc5(field_o);

initial begin
  fv_reset_q = 1'b0;
  fv_begun_q = 1'b0;
  fv_streamed_q = 7'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_begun_q <= rst_ni && (fv_begun_q || (byte_i && first_i));
  if (byte_i) fv_streamed_q <= first_i ? 7'd0 : fv_streamed_q + {6'd0, content_valid_o && fv_streamed_q != 7'd127};
  if (!rst_ni) fv_streamed_q <= 7'd0;
  cover (fv_reset_q && data_o && length_o == 7'd3);
end

always_comb begin
  // The world.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!byte_i && !end_i);
  assume (!(byte_i && end_i));

  if (rst_ni) begin
    // One verdict a packet, and none without its end.
    assert ({2'd0, token_o} + {2'd0, data_o} + {2'd0, handshake_o} + {2'd0, bad_o} == {2'd0, end_i});
    // The check nibble of the PID is its complement, or the packet is bad.
    if (token_o || data_o || handshake_o) assert (pid_q[7:4] == ~pid_q[3:0]);
    if (token_o) assert (pid_o == usb_pkg::PidOut || pid_o == usb_pkg::PidIn || pid_o == usb_pkg::PidSof || pid_o == usb_pkg::PidSetup);
    if (data_o) assert (pid_o == usb_pkg::PidData0 || pid_o == usb_pkg::PidData1);
    if (handshake_o) assert (pid_o == usb_pkg::PidAck || pid_o == usb_pkg::PidNak || pid_o == usb_pkg::PidStall);
    // A token is two bytes with the CRC5 of its eleven bits, which comes with its most significant bit first.
    if (token_o) assert (count_q == 7'd2 && newer_q[7:3] == {fv_crc[0], fv_crc[1], fv_crc[2], fv_crc[3], fv_crc[4]});
    // The content that was streamed is the packet's without its CRC, and never more than 64 bytes of one that is good.
    if (data_o) assert (length_o <= 7'd64 && fv_streamed_q == length_o);

    // What the registers mean.
    if (count_q <= 7'd1) assert (fv_streamed_q == 7'd0);
    if (count_q >= 7'd2 && count_q != 7'd127) assert (fv_streamed_q == count_q - 7'd2);
    if (count_q == 7'd127) assert (fv_streamed_q >= 7'd125);
    if (fv_begun_q && count_q == 7'd0) assert (crc5_q == 5'h1F);
    if (fv_begun_q && count_q == 7'd1) assert (crc5_q == crc5_next(5'h1F, newer_q));
    if (fv_begun_q && count_q == 7'd2) assert (crc5_q == crc5_next(crc5_next(5'h1F, older_q), newer_q));
    if (!fv_begun_q) assert (pid_q == 8'd0);
  end
end
