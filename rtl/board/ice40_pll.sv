// SPDX-License-Identifier: Apache-2.0
// 48 MHz on a global buffer, out of the oscillator of a board with an iCE40.
//
// Contract: osc_i * (DivF + 1) / 16 = 48 MHz, so DivF is 63 for 12 MHz and 47 for 16 MHz; the VCO runs at 768 MHz. FromPad:
// the PLL takes the pad of osc_i for itself (pin 35 of a UP5K-SG48); otherwise osc_i comes in through the fabric (its pin 20;
// B2 of an LP8K-CM81, J3 of an HX8K-CT256). clk48_o stands still or runs at any frequency until locked_o.
module ice40_pll #(
  parameter logic       FromPad = 1'b0,
  parameter logic [6:0] DivF    = 7'd63
) (
  input  logic osc_i,
  output logic clk48_o,
  output logic locked_o
);
  if (FromPad) begin : g_pad
    SB_PLL40_PAD #(
      .FEEDBACK_PATH("SIMPLE"),
      .PLLOUT_SELECT("GENCLK"),
      .DIVR(4'd0),
      .DIVF(DivF),
      .DIVQ(3'd4),
      .FILTER_RANGE(3'd1)
    ) u_pll (
      .PACKAGEPIN(osc_i),
      .PLLOUTCORE(),
      .PLLOUTGLOBAL(clk48_o),
      .EXTFEEDBACK(1'b0),
      .DYNAMICDELAY(8'd0),
      .LOCK(locked_o),
      .BYPASS(1'b0),
      .RESETB(1'b1),
      .LATCHINPUTVALUE(1'b0),
      .SDO(),
      .SDI(1'b0),
      .SCLK(1'b0)
    );
  end else begin : g_core
    SB_PLL40_CORE #(
      .FEEDBACK_PATH("SIMPLE"),
      .PLLOUT_SELECT("GENCLK"),
      .DIVR(4'd0),
      .DIVF(DivF),
      .DIVQ(3'd4),
      .FILTER_RANGE(3'd1)
    ) u_pll (
      .REFERENCECLK(osc_i),
      .PLLOUTCORE(),
      .PLLOUTGLOBAL(clk48_o),
      .EXTFEEDBACK(1'b0),
      .DYNAMICDELAY(8'd0),
      .LOCK(locked_o),
      .BYPASS(1'b0),
      .RESETB(1'b1),
      .LATCHINPUTVALUE(1'b0),
      .SDO(),
      .SDI(1'b0),
      .SCLK(1'b0)
    );
  end
endmodule
