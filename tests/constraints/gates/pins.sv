// SPDX-License-Identifier: Apache-2.0
// The pins of a board (macro BOARD, and its name in capitals), with the two wires of the bus taken apart: what stands on them, and what the
// board drives. The pads of the bus stand below the top in the RTL, in it in the netlist (NETLIST), which is flat, and are plain
// registers in what icebox_vlog makes of a bitstream (BITSTREAM).
module pins (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  input  logic [15:0] sense_i,
  input  logic [31:0] leap_i,  // device time goes on by so many us; not in a clock in which clk12 rises
  input  logic        dp_i,
  input  logic        dn_i,
  output logic        dp_o,
  output logic        dn_o,
  output logic        oe_o,
  output logic        pullup_o
);
  wire dp, dn;
  assign dp = dp_i;
  assign dn = dn_i;
  wire [15:0] sense;
  assign sense = sense_i;
  // A front of shift registers has its wires in the places of strobes and senses: data, clock, load; data.
`ifdef ICEBREAKER
  icebreaker board (.osc_i, .rows_data_o(strobe_o[0]), .rows_clock_o(strobe_o[1]), .rows_latch_o(strobe_o[2]), .senses_clock_o(strobe_o[3]),
    .senses_load_o(strobe_o[4]), .senses_data_i(sense[0]), .usb_dp_io(dp), .usb_dn_io(dn), .usb_pullup_o(pullup_o));
  assign strobe_o[8:5] = 4'd0;
`elsif FOMU
  fomu board (.osc_i, .shift_data_o(strobe_o[0]), .shift_clock_o(strobe_o[1]), .shift_load_o(strobe_o[2]), .shift_data_i(sense[0]),
    .usb_dp_io(dp), .usb_dn_io(dn), .usb_pullup_o(pullup_o));
  assign strobe_o[8:3] = {4'd0, strobe_o[2:1]};
`else
  `BOARD board (.osc_i, .strobe_o, .sense_i(sense), .usb_dp_io(dp), .usb_dn_io(dn), .usb_pullup_o(pullup_o));
`endif
`ifdef BITSTREAM
  assign dp_o = board.usb_dp_io_level;
  assign dn_o = board.usb_dn_io_level;
  assign oe_o = board.usb_dp_io_drives && board.usb_dn_io_drives;
`elsif NETLIST
  `include "leap.vh"
  assign dp_o = board.\u_board.u_dp .level_q;
  assign dn_o = board.\u_board.u_dn .level_q;
  assign oe_o = board.\u_board.u_dp .drives_q && board.\u_board.u_dn .drives_q;
`else
  always @(posedge osc_i) if (leap_i != 32'd0) board.u_board.u_device.u_scan.u_walker.not_row_tick_q <= board.u_board.u_device.u_scan.u_walker.not_row_tick_q - leap_i;
  assign dp_o = board.u_board.u_dp.level_q;
  assign dn_o = board.u_board.u_dn.level_q;
  assign oe_o = board.u_board.u_dp.drives_q && board.u_board.u_dn.drives_q;
`endif
endmodule
