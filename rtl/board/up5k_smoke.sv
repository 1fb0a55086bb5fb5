// SPDX-License-Identifier: Apache-2.0
// The whole board on an iCE40 UP5K-SG48, the slowest chip it is meant for: placed and routed to see that it fits and
// keeps its clocks. All matrix lines are pins (nine strobes, sixteen senses); there is no product with these pins.
//
// Contract: osc_i is 12 MHz from a crystal. clk48 is the PLL's, clk12 = clk48 / 4 comes out of a flop; both run on
// global buffers. clk12 therefore rises a few nanoseconds after the clk48 edge that made it, so a path from clk12 to
// clk48 has 20.8 ns less that delay, and what crosses to clk12 must be held for more than one clk48 period (it is: a
// toggle, and bytes that stand still round it). D+ and D- pass the registers of their pads at 48 MHz, one clock each way;
// those of the senses are the latch of a row.
// Reset: released synchronously to clk12, 255 clk12 periods after the PLL has locked.
module up5k_smoke (
  input  logic        osc_i,
  output logic [8:0]  strobe_o,
  inout  wire  [15:0] sense_i,
  inout  wire         usb_dp_io,
  inout  wire         usb_dn_io,
  output logic        usb_pullup_o
);
  // Clocks. The two nets are named in constraints/up5k_smoke.pcf and looked for by name in the report.
  logic clk48, clk12, clk12_fabric, pll_locked;
  logic [1:0] divider_q;

  SB_PLL40_PAD #(
    .FEEDBACK_PATH("SIMPLE"),
    .PLLOUT_SELECT("GENCLK"),
    .DIVR(4'd0),
    .DIVF(7'd63),
    .DIVQ(3'd4),
    .FILTER_RANGE(3'd1)
  ) u_pll (
    .PACKAGEPIN(osc_i),
    .PLLOUTCORE(),
    .PLLOUTGLOBAL(clk48),
    .EXTFEEDBACK(1'b0),
    .DYNAMICDELAY(8'd0),
    .LOCK(pll_locked),
    .BYPASS(1'b0),
    .RESETB(1'b1),
    .LATCHINPUTVALUE(1'b0),
    .SDO(),
    .SDI(1'b0),
    .SCLK(1'b0)
  );

  always_ff @(posedge clk48) divider_q <= divider_q + 2'd1;
  assign clk12_fabric = divider_q[1];
  SB_GB u_clk12 (.USER_SIGNAL_TO_GLOBAL_BUFFER(clk12_fabric), .GLOBAL_BUFFER_OUTPUT(clk12));

  // Reset. LOCK is looked at by one clock only.
  logic [1:0] locked_q;
  logic [7:0] reset_count_q;
  logic       rst_n_q;

  initial begin
    reset_count_q = 8'd0;
    rst_n_q       = 1'b0;
  end

  always_ff @(posedge clk12) begin
    locked_q <= {locked_q[0], pll_locked};
    if (!locked_q[1]) begin
      reset_count_q <= 8'd0;
      rst_n_q       <= 1'b0;
    end else if (reset_count_q == 8'd255) begin
      rst_n_q       <= 1'b1;
    end else begin
      reset_count_q <= reset_count_q + 8'd1;
    end
  end

  // Pads of D+ and D-: registered input (00), registered output with registered enable (1101).
  logic dp_in, dn_in, dp_out, dn_out, drive;

  SB_IO #(.PIN_TYPE(6'b1101_00)) u_dp (
    .PACKAGE_PIN(usb_dp_io),
    .LATCH_INPUT_VALUE(1'b0),
    .CLOCK_ENABLE(1'b1),
    .INPUT_CLK(clk48),
    .OUTPUT_CLK(clk48),
    .OUTPUT_ENABLE(drive),
    .D_OUT_0(dp_out),
    .D_OUT_1(1'b0),
    .D_IN_0(dp_in),
    .D_IN_1()
  );

  SB_IO #(.PIN_TYPE(6'b1101_00)) u_dn (
    .PACKAGE_PIN(usb_dn_io),
    .LATCH_INPUT_VALUE(1'b0),
    .CLOCK_ENABLE(1'b1),
    .INPUT_CLK(clk48),
    .OUTPUT_CLK(clk48),
    .OUTPUT_ENABLE(drive),
    .D_OUT_0(dn_out),
    .D_OUT_1(1'b0),
    .D_IN_0(dn_in),
    .D_IN_1()
  );

  // Pads of the senses: registered input (00). The two of a tile share clocks and enable; nextpnr times the enable by the
  // output's clock.
  logic        latch;
  logic [15:0] row;

  for (genvar i = 0; i < 16; i++) begin : g_sense
    SB_IO #(.PIN_TYPE(6'b0000_00)) u_pad (
      .PACKAGE_PIN(sense_i[i]),
      .LATCH_INPUT_VALUE(1'b0),
      .CLOCK_ENABLE(latch),
      .INPUT_CLK(clk12),
      .OUTPUT_CLK(clk12),
      .OUTPUT_ENABLE(1'b0),
      .D_OUT_0(1'b0),
      .D_OUT_1(1'b0),
      .D_IN_0(row[i]),
      .D_IN_1()
    );
  end

  // The two halves, joined at the cut.
  logic        offer, freeze, frozen, free;
  logic [6:0]  pkt_len;
  logic [6:0]  pkt_addr;
  logic [7:0]  pkt_data;
  logic        reg_req, reg_write, reg_ack, reg_refused;
  logic [7:0]  reg_addr;
  logic [31:0] reg_wdata;
  logic        sof, hello;
  logic [10:0] sof_frame;
  logic [3:0]  capture_head, capture_tail;
  logic [8:0]  capture_addr;
  logic [7:0]  capture_data;

  adoube_scan u_scan (
    .clk_i(clk12),
    .rst_ni(rst_n_q),
    .strobe_o,
    .latch_o(latch),
    .row_i(row),
    .offer_o(offer),
    .freeze_i(freeze),
    .frozen_o(frozen),
    .pkt_len_o(pkt_len),
    .pkt_addr_i(pkt_addr),
    .pkt_data_o(pkt_data),
    .free_i(free),
    .reg_req_i(reg_req),
    .reg_write_i(reg_write),
    .reg_addr_i(reg_addr),
    .reg_wdata_i(reg_wdata),
    .reg_ack_o(reg_ack),
    .reg_refused_o(reg_refused),
    .sof_i(sof),
    .sof_frame_i(sof_frame),
    .hello_i(hello),
    .capture_head_o(capture_head),
    .capture_tail_i(capture_tail),
    .capture_addr_i(capture_addr),
    .capture_data_o(capture_data),
    // Observation is for simulation and proofs; nothing of it is built here.
    .probe_edge_o(),
    .probe_channel_o(),
    .probe_level_o(),
    .probe_late_o(),
    .probe_bounced_o(),
    .probe_onset_o(),
    .probe_refused_o(),
    .probe_scan_start_o()
  );

  adoube_usb u_usb (
    .clk48_i(clk48),
    .clk12_i(clk12),
    .rst_ni(rst_n_q),
    .dp_i(dp_in),
    .dn_i(dn_in),
    .dp_o(dp_out),
    .dn_o(dn_out),
    .oe_o(drive),
    .pullup_o(usb_pullup_o),
    .vbus_i(1'b1),  // the board cannot see it
    .offer_i(offer),
    .freeze_o(freeze),
    .frozen_i(frozen),
    .pkt_len_i(pkt_len),
    .pkt_addr_o(pkt_addr),
    .pkt_data_i(pkt_data),
    .free_o(free),
    .capture_head_i(capture_head),
    .capture_tail_o(capture_tail),
    .capture_addr_o(capture_addr),
    .capture_data_i(capture_data),
    .reg_req_o(reg_req),
    .reg_write_o(reg_write),
    .reg_addr_o(reg_addr),
    .reg_wdata_o(reg_wdata),
    .reg_ack_i(reg_ack),
    .reg_refused_i(reg_refused),
    .sof_o(sof),
    .sof_frame_o(sof_frame),
    .hello_o(hello),
    .suspended_o(),
    .probe_quiet_o()
  );
endmodule
