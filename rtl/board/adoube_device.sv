// SPDX-License-Identifier: Apache-2.0
// The device: both halves of the gateware, joined at the cut. No vendor's primitive stands in it.
//
// Contract: as rtl/scan/adoube_scan.sv and rtl/usb/adoube_usb.sv say; clk12_i = clk48_i / 4, every edge of it made by one of
// clk48_i. A board that cannot see VBUS ties `vbus_i` to 1.
module adoube_device #(
  parameter logic [1:0] Front = adoube_pkg::FrontParallel
) (
  input  logic        clk48_i,
  input  logic        clk12_i,
  input  logic        rst_ni,
  output logic [8:0]  strobe_o,
  output logic        latch_o,
  input  logic [15:0] row_i,
  output logic        shift_load_o,
  output logic        shift_clock_o,
  output logic        shift_data_o,
  input  logic        shift_data_i,
  input  logic        dp_i,
  input  logic        dn_i,
  output logic        dp_o,
  output logic        dn_o,
  output logic        oe_o,
  output logic        pullup_o,
  input  logic        vbus_i
);
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

  adoube_scan #(.Front(Front)) u_scan (
    .clk_i(clk12_i),
    .rst_ni,
    .strobe_o,
    .latch_o,
    .row_i,
    .shift_load_o,
    .shift_clock_o,
    .shift_data_o,
    .shift_data_i,
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
    .clk48_i,
    .clk12_i,
    .rst_ni,
    .dp_i,
    .dn_i,
    .dp_o,
    .dn_o,
    .oe_o,
    .pullup_o,
    .vbus_i,
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
