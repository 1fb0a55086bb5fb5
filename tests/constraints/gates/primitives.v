// SPDX-License-Identifier: Apache-2.0
// What the board tops use of an iCE40 beside its fabric, as the iCE40 Technology Library describes it, for the simulation of
// netlists, of bitstreams, and of the RTL they were made from.

// The oscillator's pin brings the clock that the PLL would make of it. LOCK comes a while after power-up.
module pll (
  input  clock,
  output core,
  output global_buffer,
  output lock
);
  reg [6:0] count_q = 7'd0;
  always @(posedge clock) if (!count_q[6]) count_q <= count_q + 7'd1;
  assign lock = count_q[6];
  assign core = clock;
  assign global_buffer = clock;
endmodule

`define PLL(name, reference) \
module name #( \
  parameter FEEDBACK_PATH = "SIMPLE", \
  parameter DELAY_ADJUSTMENT_MODE_FEEDBACK = "FIXED", \
  parameter DELAY_ADJUSTMENT_MODE_RELATIVE = "FIXED", \
  parameter PLLOUT_SELECT = "GENCLK", \
  parameter [1:0] SHIFTREG_DIV_MODE = 0, \
  parameter [3:0] FDA_FEEDBACK = 0, \
  parameter [3:0] FDA_RELATIVE = 0, \
  parameter [3:0] DIVR = 0, \
  parameter [6:0] DIVF = 0, \
  parameter [2:0] DIVQ = 0, \
  parameter [2:0] FILTER_RANGE = 0, \
  parameter ENABLE_ICEGATE = 0, \
  parameter TEST_MODE = 0 \
) ( \
  input        reference, \
  output       PLLOUTCORE, \
  output       PLLOUTGLOBAL, \
  input        EXTFEEDBACK, \
  input  [7:0] DYNAMICDELAY, \
  output       LOCK, \
  input        BYPASS, \
  input        RESETB, \
  input        LATCHINPUTVALUE, \
  output       SDO, \
  input        SDI, \
  input        SCLK \
); \
  pll clock (.clock(reference), .core(PLLOUTCORE), .global_buffer(PLLOUTGLOBAL), .lock(LOCK)); \
  assign SDO = 1'b0; \
endmodule

`PLL(SB_PLL40_PAD, PACKAGEPIN)
`PLL(SB_PLL40_CORE, REFERENCECLK)

module SB_GB (
  input  USER_SIGNAL_TO_GLOBAL_BUFFER,
  output GLOBAL_BUFFER_OUTPUT
);
  assign GLOBAL_BUFFER_OUTPUT = USER_SIGNAL_TO_GLOBAL_BUFFER;
endmodule

// A pad with input register and, PIN_TYPE 1101_00, output and enable registers. It does not drive PACKAGE_PIN: the test
// reads `level_q` and `drives_q` and brings what stands on the wires.
module SB_IO #(
  parameter [5:0] PIN_TYPE = 0,
  parameter [0:0] PULLUP = 0,
  parameter [0:0] NEG_TRIGGER = 0,
  parameter IO_STANDARD = "SB_LVCMOS"
) (
  inout  PACKAGE_PIN,
  input  LATCH_INPUT_VALUE,
  input  CLOCK_ENABLE,
  input  INPUT_CLK,
  input  OUTPUT_CLK,
  input  OUTPUT_ENABLE,
  input  D_OUT_0,
  input  D_OUT_1,
  output D_IN_0,
  output D_IN_1
);
  reg in_q = 1'b0;
  reg level_q = 1'b0;
  reg drives_q = 1'b0;
  always @(posedge INPUT_CLK) if (CLOCK_ENABLE) in_q <= PACKAGE_PIN;
  generate
    if (PIN_TYPE[1:0] != 2'b00) begin : g_input
      initial $fatal(1, "SB_IO: only registered inputs are modelled");
    end
    if (PIN_TYPE[5:2] == 4'b1101) begin : g_output
      always @(posedge OUTPUT_CLK) begin
        level_q <= D_OUT_0;
        drives_q <= OUTPUT_ENABLE;
      end
    end else if (PIN_TYPE[5:2] != 4'b0000) begin : g_unknown
      initial $fatal(1, "SB_IO: this output is not modelled");
    end
  endgenerate
  assign D_IN_0 = in_q;
  assign D_IN_1 = 1'b0;
endmodule
