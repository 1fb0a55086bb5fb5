// SPDX-License-Identifier: Apache-2.0
// The pins of the smoke top, with the two wires of the bus taken apart: what stands on them, and what the board drives.
module pins (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  input  logic [15:0] sense_i,
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
  up5k_smoke board (.osc_i, .strobe_o, .sense_i(sense), .usb_dp_io(dp), .usb_dn_io(dn), .usb_pullup_o(pullup_o));
  // The pads stand below the top in the RTL, and in it in the netlist, which is flat.
`ifdef NETLIST
  assign dp_o = board.\u_board.u_dp .level_q;
  assign dn_o = board.\u_board.u_dn .level_q;
  assign oe_o = board.\u_board.u_dp .drives_q && board.\u_board.u_dn .drives_q;
`else
  assign dp_o = board.u_board.u_dp.level_q;
  assign dn_o = board.u_board.u_dn.level_q;
  assign oe_o = board.u_board.u_dp.drives_q && board.u_board.u_dn.drives_q;
`endif
endmodule
