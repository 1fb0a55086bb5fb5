// SPDX-License-Identifier: Apache-2.0
// Descriptor ROM in one block RAM of 512 bytes, so that its contents (the serial number) can be replaced in a routed
// bitstream. The test build has its own identity and configuration.
//
// Contract: byte_o is the byte at address_i of the clock before.
module usb_descriptors #(
  parameter logic [6:0] TestPacketSize = 7'd0,
  parameter logic       TestBuild      = 1'b0
) (
  input  logic       clk_i,
  input  logic [8:0] address_i,
  output logic [7:0] byte_o
);

  localparam int Bytes     = adoube_pkg::DescBytes;
  localparam int TestBytes = adoube_pkg::TestDescBytes;

  logic [7:0] rom [0:511];
  integer i;
  initial begin
    for (i = 0; i < 512; i = i + 1) rom[i] = 8'd0;
    if (TestBuild) begin
      for (i = 0; i < TestBytes; i = i + 1) rom[i] = adoube_pkg::TestDescRom[8*i +: 8];
    end else begin
      for (i = 0; i < Bytes; i = i + 1) rom[i] = adoube_pkg::DescRom[8*i +: 8];
    end
    if (TestPacketSize != 7'd0) rom[7] = {1'b0, TestPacketSize};  // bMaxPacketSize0
  end

  logic [7:0] byte_q;
  always_ff @(posedge clk_i) byte_q <= rom[address_i];
  assign byte_o = byte_q;
endmodule
