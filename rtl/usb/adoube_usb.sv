// SPDX-License-Identifier: Apache-2.0
// Full-speed USB device core of the board: wires at 48 MHz on one side, the cut to rtl/scan at 12 MHz on the other.
// Enumerates, answers chapter 9 and the register requests of rtl/protocol.toml in hardware, and sends the scan side's
// packets on the event endpoint and its raw samples on the capture endpoint.
//
// Contract
// - clk12_i is clk48_i divided by four. Its phase need not be known (usb_cross.sv), only be late by less than
//   constraints/boards.toml takes off the paths from it. rst_ni is active low and released in step with
//   clk12_i. No vendor primitive is inside; dp_i and dn_i may come from pins or from their input registers.
// - Answers start 2 to 6.5 bit times after the host's SE0 at the plug, with or without one 48 MHz pin register each way;
//   a handshake or data packet of the host is awaited 16 to 18 bit times (measured by tests/rtl/usb).
// - Every output at the cut is a flop; no path leads from a cut input to a cut output without one.
// - sof_o flips at frames 0 and 1,024 only, at their good SOF or where one was due and lost (usb_frame.sv); sof_frame_o
//   holds the number from that clock on. From SE0's end at dp_i/dn_i to the flip: three clk48 samples, two clk12 flops and
//   one clk12, 3 to 4 bit times; with wires in step with clk12 (as in the simulator) always the same (tests/rtl/usb).
// - hello_o flips when a bus reset ends and when SET_CONFIGURATION is accepted.
// - pullup_o comes 51 ms after power-up and goes with vbus_i; without it address, configuration, halts and toggles are as
//   after a bus reset. Packets not acknowledged stay, through that and through suspend (usb_link.sv).
// - While the wires rest at J (or the pull-up is off) and the cut's inputs stand still, nothing changes over one bit time
//   once probe_quiet_o is high, but for the counters of rtl/leap.toml.
// Limits: no remote wake-up, one configuration, one interface, no OUT endpoint but 0 (outside test builds).
module adoube_usb #(
  parameter logic [6:0] TestPacketSize = 7'd0,  // of endpoint 0 in test builds; 0: as the protocol table says
  parameter logic       TestBuild      = 1'b0   // identity and configuration of the build for usbtest
) (
  input  logic        clk48_i,
  input  logic        clk12_i,
  input  logic        rst_ni,
  // wires
  input  logic        dp_i,
  input  logic        dn_i,
  output logic        dp_o,
  output logic        dn_o,
  output logic        oe_o,
  output logic        pullup_o,
  input  logic        vbus_i,          // 1 where the board cannot see it
  // packet port
  input  logic        offer_i,
  output logic        freeze_o,
  input  logic        frozen_i,
  input  logic [6:0]  pkt_len_i,
  output logic [6:0]  pkt_addr_o,
  input  logic [7:0]  pkt_data_i,
  output logic        free_o,
  // ring of raw samples
  input  logic [3:0]  capture_head_i,
  output logic [3:0]  capture_tail_o,
  output logic [8:0]  capture_addr_o,
  input  logic [7:0]  capture_data_i,
  // registers
  output logic        reg_req_o,
  output logic        reg_write_o,
  output logic [7:0]  reg_addr_o,
  output logic [31:0] reg_wdata_o,
  input  logic        reg_ack_i,
  input  logic        reg_refused_i,
  // bus
  output logic        sof_o,
  output logic [10:0] sof_frame_o,
  output logic        hello_o,
  // observation, not part of the cut
  output logic        suspended_o,
  output logic        probe_quiet_o
);
  localparam int Bulk      = adoube_pkg::TestBuildBulkEndpoint;  // and the next: the interrupt pair
  localparam int Endpoints = TestBuild ? Bulk + 2 : 3;           // numbers 0 to Endpoints - 1 in either direction
  localparam int Event     = adoube_pkg::UsbEventEndpoint;
  localparam int Capture   = adoube_pkg::UsbCaptureEndpoint;

  // ---- receive
  logic [7:0] front_byte;
  logic       front_first, front_good, front_byte_toggle, front_end_toggle, front_packet, front_se0, front_idle, front_rest;
  logic       tx_oe, attached;
  usb_front front (
    .clk48_i(clk48_i), .rst_ni(rst_ni), .dp_i(dp_i), .dn_i(dn_i), .mute_i(tx_oe || !attached),
    .byte_o(front_byte), .first_o(front_first), .good_o(front_good), .byte_toggle_o(front_byte_toggle), .end_toggle_o(front_end_toggle),
    .packet_o(front_packet), .se0_o(front_se0), .idle_o(front_idle), .rest_o(front_rest)
  );

  logic       rx_byte, rx_end, rx_packet, rx_se0, rx_idle, cross_rest;
  usb_cross crossing (
    .clk12_i(clk12_i), .rst_ni(rst_ni), .byte_toggle_i(front_byte_toggle),
    .end_toggle_i(front_end_toggle), .packet_i(front_packet), .se0_i(front_se0), .idle_i(front_idle),
    .byte_o(rx_byte), .end_o(rx_end), .packet_o(rx_packet),
    .se0_o(rx_se0), .idle_o(rx_idle), .rest_o(cross_rest)
  );

  logic        token, data, handshake, bad, content_valid, second, tx_take;
  logic [3:0]  pid;
  logic [10:0] field;
  logic [7:0]  content;
  logic [6:0]  count;
  usb_packet_rx packet_rx (
    .clk_i(clk12_i), .rst_ni(rst_ni), .byte_i(rx_byte), .data_i(front_byte), .first_i(front_first), .good_i(front_good),
    .end_i(rx_end), .take_i(tx_take),
    .token_o(token), .data_o(data), .handshake_o(handshake), .bad_o(bad), .pid_o(pid), .field_o(field),
    .content_valid_o(content_valid), .content_o(content), .second_o(second), .count_o(count)
  );

  logic reset, reset_end, suspended, link_rest;
  usb_link link (
    .clk_i(clk12_i), .rst_ni(rst_ni), .vbus_i(vbus_i), .idle_i(rx_idle), .se0_i(rx_se0), .attached_o(attached),
    .reset_o(reset), .reset_end_o(reset_end), .suspended_o(suspended), .rest_o(link_rest)
  );
  assign pullup_o    = attached;
  assign suspended_o = suspended;

  logic frame_rest;
  usb_frame frame (
    .clk_i(clk12_i), .rst_ni(rst_ni), .stop_i(reset || suspended), .start_i(token && pid == usb_pkg::PidSof),
    .number_i(field), .sof_o(sof_o), .frame_o(sof_frame_o), .rest_o(frame_rest)
  );

  // ---- transactions and endpoints
  // Vectors by endpoint number. Of pipes (usb_pipes.sv) there are two a number, {OUT, IN}; those of endpoint 0 are unused.
  logic                   setup_hear, out_hear, deaf, setup, in0_stall, control, configured, alternate, configure, ep0_rest, transaction_rest;
  logic [Endpoints-1:0]   out, in_start, in_done, in_toggle, in_more;
  logic [2*Endpoints-1:0] out_reply, in_reply;
  logic [8*Endpoints-1:0] in_byte;
  logic [6:0]             address;
  logic                   tx_start, tx_content, tx_more, tx_busy;
  logic [3:0]             tx_pid;
  logic [7:0]             tx_byte;

  usb_transaction #(.Endpoints(Endpoints)) transaction (
    .clk_i(clk12_i), .rst_ni(rst_ni), .reset_i(reset), .packet_i(rx_packet),
    .token_i(token), .data_i(data), .handshake_i(handshake), .bad_i(bad), .pid_i(pid), .field_i(field),
    .count_i(count), .address_i(address),
    .setup_hear_o(setup_hear), .out_hear_o(out_hear), .setup_deaf_i(deaf), .setup_o(setup), .out_o(out), .out_reply_i(out_reply),
    .in_start_o(in_start), .in_done_o(in_done), .in_reply_i(in_reply), .in_toggle_i(in_toggle),
    .in_more_i(in_more), .in_byte_i(in_byte), .in0_stall_o(in0_stall), .control_o(control),
    .tx_start_o(tx_start), .tx_pid_o(tx_pid), .tx_content_o(tx_content), .tx_more_o(tx_more), .tx_byte_o(tx_byte),
    .tx_busy_i(tx_busy), .rest_o(transaction_rest)
  );

  logic [2*Endpoints-1:0] exists, ready, done, halt_set, restart, toggle, halted;
  logic [4*Endpoints-1:0] reply;
  usb_pipes #(.Pipes(2*Endpoints)) pipes (
    .clk_i(clk12_i), .rst_ni(rst_ni), .exists_i(exists), .ready_i(ready), .done_i(done), .halt_set_i(halt_set),
    .restart_i(restart | {2*Endpoints{reset}}), .reply_o(reply), .toggle_o(toggle), .halted_o(halted)
  );

  logic       buffer_write;
  logic [8:0] buffer_address;
  logic [7:0] buffer_byte;
  logic [1:0] out0_reply, in0_reply;
  logic       in0_toggle, in0_more;
  logic [7:0] in0_byte;
  logic [1:0] answer_byte;
  usb_ep0 #(.Endpoints(Endpoints), .TestPacketSize(TestPacketSize), .TestBuild(TestBuild)) ep0 (
    .clk_i(clk12_i), .rst_ni(rst_ni), .reset_i(reset), .content_valid_i(content_valid), .content_i(content),
    .second_i(second), .count_i(count), .setup_hear_i(setup_hear), .out_hear_i(out_hear && control), .deaf_o(deaf), .setup_i(setup), .out_i(out[0]),
    .out_toggle_i(pid == usb_pkg::PidData1), .out_reply_o(out0_reply),
    .in_start_i(in_start[0]), .in_done_i(in_done[0]), .in_stall_i(in0_stall),
    .in_reply_o(in0_reply), .in_toggle_o(in0_toggle), .in_more_o(in0_more), .in_byte_o(in0_byte),
    .address_o(address), .configured_o(configured), .alternate_o(alternate), .configure_o(configure),
    .buffer_write_o(buffer_write), .buffer_address_o(buffer_address), .buffer_byte_i(buffer_byte),
    .exists_i(exists), .halted_i(halted), .halt_set_o(halt_set), .restart_o(restart),
    .reg_req_o(reg_req_o), .reg_write_o(reg_write_o), .reg_addr_o(reg_addr_o), .reg_wdata_o(reg_wdata_o),
    .reg_ack_i(reg_ack_i), .reg_refused_i(reg_refused_i), .answer_byte_o(answer_byte), .pkt_data_i(pkt_data_i), .rest_o(ep0_rest)
  );

  logic event_ready;
  usb_event_in event_in (
    .clk_i(clk12_i), .rst_ni(rst_ni), .start_i(in_start[Event]), .done_i(in_done[Event]), .ready_o(event_ready),
    .offer_i(offer_i), .freeze_o(freeze_o), .free_o(free_o)
  );
  // Of the packet, or behind it of the answer to a register read. After the 64th byte the count is 64, and none is wanted.
  if (TestPacketSize == 7'd0) begin : g_whole
    assign pkt_addr_o = {control, count[5:0]};
  end else begin : g_parts  // an answer may need more packets than one
    assign pkt_addr_o = {control, control ? {4'd0, answer_byte} : count[5:0]};
  end

  logic capture_ready;
  usb_capture_in capture_in (
    .clk_i(clk12_i), .rst_ni(rst_ni), .done_i(in_done[Capture]), .ready_o(capture_ready),
    .head_i(capture_head_i), .tail_o(capture_tail_o), .slot_o(capture_addr_o[8:6])
  );
  assign capture_addr_o[5:0] = count[5:0];

  logic       test_ready;
  logic [6:0] source_length;
  logic [7:0] source_byte;
  if (TestBuild) begin : g_test
    usb_test_functions test_functions (
      .clk_i(clk12_i), .content_valid_i(content_valid), .content_i(content), .write_i(buffer_write), .address_i(buffer_address), .byte_o(buffer_byte),
      .ready_o(test_ready), .source_length_o(source_length), .source_byte_o(source_byte)
    );
  end else begin : g_product
    assign {test_ready, source_length, source_byte, buffer_byte} = '0;
  end

  // Where each vector comes from. (Replies to OUT stand apart: that of endpoint 0 hangs on the packet just received.)
  assign out_reply = {reply[4*Endpoints-1:2*Endpoints+2], out0_reply};
  integer n;
  always_comb begin
    exists = '0;
    ready  = '0;
    done   = '0;
    for (n = 0; n < Endpoints; n = n + 1) begin
      done[n] = in_done[n];
      // OUT data with the other toggle are a repetition: acknowledged again, but not counted.
      done[Endpoints + n] = out[n] && out_reply[2*n +: 2] == usb_pkg::ReplyGood && (pid == usb_pkg::PidData1) == toggle[Endpoints + n];
    end
    exists[Event]   = configured && !alternate;
    exists[Capture] = configured && !alternate;
    ready[Event]    = event_ready;
    ready[Capture]  = capture_ready;

    in_reply  = reply[2*Endpoints-1:0];
    in_toggle = toggle[Endpoints-1:0];
    in_more   = '0;
    in_byte   = '0;
    in_reply[1:0]  = in0_reply;
    in_toggle[0]   = in0_toggle;
    in_more[0]     = in0_more;
    in_byte[7:0]   = in0_byte;
    in_more[Event]            = count != pkt_len_i;
    in_byte[8*Event +: 8]     = pkt_data_i;
    in_more[Capture]          = !count[6];
    in_byte[8*Capture +: 8]   = capture_data_i;
    for (n = Bulk; n < Endpoints; n = n + 1) begin
      exists[n]             = configured && alternate;
      exists[Endpoints + n] = configured && alternate;
      ready[n]              = test_ready;
      ready[Endpoints + n]  = test_ready;
      in_more[n]            = count != source_length;
      in_byte[8*n +: 8]     = source_byte;
    end
  end

  // ---- transmit
  usb_tx tx (
    .clk_i(clk12_i), .rst_ni(rst_ni), .start_i(tx_start), .stop_i(reset), .pid_i(tx_pid), .content_i(tx_content),
    .more_i(tx_more), .byte_i(tx_byte), .take_o(tx_take), .busy_o(tx_busy), .dp_o(dp_o), .dn_o(dn_o), .oe_o(tx_oe)
  );
  assign oe_o = tx_oe;

  // ---- the rest
  logic hello_q;
  always_ff @(posedge clk12_i) begin
    if (reset_end || configure) hello_q <= !hello_q;
    if (!rst_ni) hello_q <= 1'b0;
  end
  assign hello_o = hello_q;

  assign probe_quiet_o = front_rest && cross_rest && link_rest && frame_rest && transaction_rest && ep0_rest && !tx_busy;

  // The packet is closed long before its first byte is due (usb_event_in.sv), so nothing waits for the acknowledge.
  logic unused;
  assign unused = frozen_i ^ ^answer_byte ^ buffer_write ^ ^buffer_address ^ test_ready ^ ^source_length ^ ^source_byte ^ ^reply[2*Endpoints +: 2];
endmodule
