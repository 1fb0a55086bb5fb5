// SPDX-License-Identifier: Apache-2.0
// What the test build of the core adds for usbtest of the Linux kernel, in alternate setting 1: a bulk sink and source, an
// interrupt pair of the same kind, and a buffer of 512 bytes behind two vendor requests. Not in a product.
//
// Contract: the pipes are always ready; every packet taken is thrown away, every packet sent is 64 zeros. Buffer: a write
// takes the content two bytes ago (the last two of a packet are its CRC) in its clock, byte_o is the byte at address_i of the clock before.
module usb_test_functions (
  input  logic       clk_i,
  input  logic       content_valid_i,
  input  logic [7:0] content_i,
  input  logic       write_i,
  input  logic [8:0] address_i,
  output logic [7:0] byte_o,
  output logic       ready_o,
  output logic [6:0] source_length_o,
  output logic [7:0] source_byte_o
);

  logic [7:0] buffer [0:511];
  logic [7:0] byte_q, older_q, newer_q;
  always_ff @(posedge clk_i) begin
    if (content_valid_i) {older_q, newer_q} <= {newer_q, content_i};
    if (write_i) buffer[address_i] <= older_q;
    byte_q <= buffer[address_i];
  end

  assign byte_o          = byte_q;
  assign ready_o         = 1'b1;
  assign source_length_o = 7'd64;
  assign source_byte_o   = 8'd0;
endmodule
