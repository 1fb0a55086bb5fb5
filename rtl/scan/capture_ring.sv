// SPDX-License-Identifier: Apache-2.0
// Raw samples for the host: the rows as the walker latched them, before the filter, in packets of three scans. A packet
// is the header byte and three records of 21: tick of the first slot, presence and touch of each row, auxiliary row.
//
// Contract: a ring of eight packets in one block RAM; packet n stands in slot n % 8. `head_o` counts packets that are
// complete, `tail_i` those the host has (both modulo 16, the tail never beyond the head): a packet from tail to head is
// still. A scan is taken whole or not at all: `on_i` and room in the ring are asked for at its first slot. `data_o` is
// the byte at `address_i` ({slot, index}) of the clock before. Nothing moves while no scan is taken.
module capture_ring (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        on_i,
  input  logic        row_valid_i,
  input  logic [15:0] row_i,
  input  logic [3:0]  row_slot_i,
  input  logic [31:0] row_tick_i,
  output logic [3:0]  head_o,
  input  logic [3:0]  tail_i,
  input  logic [8:0]  address_i,
  output logic [7:0]  data_o
);
  // What of a row goes into the ring next. A row after the first has no tick; the auxiliary row has no touch.
  // Nothing is what flops hold before reset: the headers are never written over.
  localparam logic [2:0] Nothing = 3'd0;
  localparam logic [2:0] Presence = 3'd2;
  localparam logic [2:0] Touch = 3'd3;
  localparam logic [2:0] Tick = 3'd4;  // to 7: byte by byte
  localparam logic [3:0] LastSlot = 4'(adoube_pkg::ScanSlots - 32'd1);
  localparam logic [7:0] Header = 8'({adoube_pkg::PacketCapture, 4'(adoube_pkg::ProtocolVersion)});

  logic [2:0] part_q, part_d;
  logic taking_q, first, full, writes;
  logic [3:0] head_q;
  logic [5:0] index_q;
  logic [7:0] data_q, byte_new;

  assign first = row_slot_i == 4'd0;
  assign full = head_q == (tail_i ^ 4'd8);
  assign writes = part_q[2:1] != 2'd0;

  always_comb begin
    part_d = part_q;
    if (row_valid_i) begin
      if (first) part_d = on_i && !full ? Tick : Nothing;
`ifdef FAULT_SCAN_TORN  // planted fault: switching off leaves half a scan
      else if (taking_q && on_i) part_d = Presence;
`else
      else if (taking_q) part_d = Presence;
`endif
    end else if (writes) begin
      unique case (part_q)
        3'd7: part_d = Presence;
        Touch: part_d = Nothing;
        Presence: part_d = row_slot_i == LastSlot ? Nothing : Touch;
        default: part_d = part_q + 3'd1;
      endcase
    end
    unique case (part_q)
`ifdef FAULT_SIDES_SWAPPED  // planted fault: touch in the place of presence
      Presence: byte_new = row_i[15:8];
`else
      Presence: byte_new = row_i[7:0];
`endif
      Touch: byte_new = row_i[15:8];
      default: byte_new = row_tick_i[{part_q[1:0], 3'd0} +: 8];
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      part_q <= Nothing;
      taking_q <= 1'b0;
      head_q <= 4'd0;
      index_q <= 6'd1;
    end else begin
      part_q <= part_d;
      if (row_valid_i && first) taking_q <= on_i && !full;
      if (writes) begin
        // The header stands since power-up.
        index_q <= index_q == 6'd63 ? 6'd1 : index_q + 6'd1;
        if (index_q == 6'd63) head_q <= head_q + 4'd1;
      end
    end
  end

  (* no_rw_check *) logic [7:0] bytes [512];
  initial for (int unsigned i = 0; i < 512; i++) bytes[i] = i[5:0] == 6'd0 ? Header : 8'd0;
  always_ff @(posedge clk_i) begin
    if (writes) bytes[{head_q[2:0], index_q}] <= byte_new;
    data_q <= bytes[address_i];
  end
  assign head_o = head_q;
  assign data_o = data_q;
`ifdef FORMAL_CAPTURE
`include "rtl/scan/formal/capture_ring.svh"
`endif
endmodule
