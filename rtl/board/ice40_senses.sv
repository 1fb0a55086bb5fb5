// SPDX-License-Identifier: Apache-2.0
// The sixteen senses of a matrix on pins of an iCE40: the registers of their pads are the latch of a row.
//
// Contract: `row_o` is what the pins had at the end of the last clock with `latch_i`. Registered input (PIN_TYPE 00). The two
// pads of a tile share clocks and enable, so no other register of a pad stands beside a sense; nextpnr times the enable by
// the output's clock.
module ice40_senses (
  input  logic        clk12_i,
  input  logic        latch_i,
  inout  wire  [15:0] sense_i,
  output logic [15:0] row_o
);
  for (genvar i = 0; i < 16; i++) begin : g_sense
    SB_IO #(.PIN_TYPE(6'b0000_00)) u_pad (
      .PACKAGE_PIN(sense_i[i]),
      .LATCH_INPUT_VALUE(1'b0),
      .CLOCK_ENABLE(latch_i),
      .INPUT_CLK(clk12_i),
      .OUTPUT_CLK(clk12_i),
      .OUTPUT_ENABLE(1'b0),
      .D_OUT_0(1'b0),
      .D_OUT_1(1'b0),
      .D_IN_0(row_o[i]),
      .D_IN_1()
    );
  end
endmodule
