// SPDX-License-Identifier: Apache-2.0
// What went in and out at the pins of the first netlist, clock by clock of 48 MHz (gates.cpp wrote it), before the same netlist in
// Icarus Verilog: +record=FILE. Ends with "equal" or at the first clock that differs.
`timescale 1ns / 1ps
module replay;
  reg         osc = 1'b0;
  reg  [17:0] in = 18'd0;
  reg  [31:0] leap = 32'd0;
  reg  [12:0] want;
  wire [12:0] got;
  reg  [1023:0] name;
  integer     record, read, clocks = 0;
  pins pins (
    .osc_i(osc), .sense_i(in[15:0]), .leap_i(leap), .dp_i(in[16]), .dn_i(in[17]),
    .strobe_o(got[8:0]), .dp_o(got[9]), .dn_o(got[10]), .oe_o(got[11]), .pullup_o(got[12]));
  initial begin
    if (!$value$plusargs("record=%s", name)) $fatal(1, "no +record=FILE");
    record = $fopen(name, "r");
    read = $fscanf(record, "%h %h %h", in, leap, want);
    while (read == 3) begin
      #5 osc = 1'b1;
      #5 osc = 1'b0;
      #5 if (got !== want) begin
        $display("clock %0d: %h, not %h", clocks, got, want);
        $finish;
      end
      clocks = clocks + 1;
      read = $fscanf(record, "%h %h %h", in, leap, want);
    end
    $display("%0d clocks equal", clocks);
    $finish;
  end
endmodule
