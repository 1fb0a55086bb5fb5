// SPDX-License-Identifier: Apache-2.0
// The control endpoint: takes SETUP, answers chapter 9 from ROM and flops and the register requests over the cut's
// register bus, and keeps address and configuration.
//
// Contract: setup_i always wins and aborts what was under way; no byte of the aborted request appears again, and a SETUP
// that breaks changes nothing. While the register bus is busy IN and OUT get NAK; reg_addr_o, reg_write_o and reg_wdata_o
// stand still from the flip of reg_req_o until the acknowledge (a request that comes earlier waits). What was heard last is a
// request not decoded yet, or reg_wdata_o: content that comes on top of it is not heard, and its packet then gets NAK, or
// (deaf_o) no answer where it is a SETUP, so that the host repeats it. That takes an access longer than the 80 clocks in
// which a host can follow up. Data sent are counted only when the host has acknowledged them (base_q, left_q), until
// then the same bytes are sent again. SET_ADDRESS takes effect with the acknowledge of its status stage, everything else
// before its status stage.
module usb_ep0 #(
  parameter int         Endpoints      = 1,
  parameter logic [6:0] TestPacketSize = 7'd0,  // of endpoint 0 in test builds; 0: as the protocol table says
  parameter logic       TestBuild      = 1'b0
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        reset_i,
  input  logic        content_valid_i,
  input  logic [7:0]  content_i,
  input  logic        second_i,      // it has two bytes before it
  input  logic [6:0]  count_i,       // content heard but for its last two bytes, or sent
  input  logic        setup_hear_i,
  input  logic        out_hear_i,
  output logic        deaf_o,        // not all content of the packet under way was heard: setup_i may not come
  input  logic        setup_i,
  input  logic        out_i,
  input  logic        out_toggle_i,
  output logic [1:0]  out_reply_o,
  input  logic        in_start_i,
  input  logic        in_done_i,
  input  logic        in_stall_i,
  output logic [1:0]  in_reply_o,
  output logic        in_toggle_o,
  output logic        in_more_o,
  output logic [7:0]  in_byte_o,
  // state of the device
  output logic [6:0]  address_o,
  output logic        configured_o,
  output logic        alternate_o,   // setting of the interface
  output logic        configure_o,   // one clock: SET_CONFIGURATION was accepted
  input  logic [2*Endpoints-1:0] exists_i,    // {OUT, IN} pipes
  input  logic [2*Endpoints-1:0] halted_i,
  output logic [2*Endpoints-1:0] halt_set_o,  // one clock each
  output logic [2*Endpoints-1:0] restart_o,
  // buffer of the test build (usb_test_functions.sv)
  output logic        buffer_write_o,
  output logic [8:0]  buffer_address_o,
  input  logic [7:0]  buffer_byte_i,
  // register bus of the cut
  output logic        reg_req_o,
  output logic        reg_write_o,
  output logic [7:0]  reg_addr_o,
  output logic [31:0] reg_wdata_o,
  input  logic        reg_ack_i,
  input  logic        reg_refused_i,
  output logic [1:0]  answer_byte_o,
  input  logic [7:0]  pkt_data_i,    // byte answer_byte_o of a register read
  output logic        rest_o         // observation: nothing happens before the next packet
);

  localparam logic [31:0] TablePacketSize = adoube_pkg::UsbPacketSize;
  localparam logic [6:0]  PacketSize = TestPacketSize != 7'd0 ? TestPacketSize : TablePacketSize[6:0];

  localparam int PacketBits = $clog2(PacketSize);  // a power of two
  localparam int SizeBits = TestBuild ? 10 : 9;  // the test build's buffer has 512 bytes
  localparam logic [SizeBits-1:0] WholePacket = {{SizeBits-7{1'b0}}, PacketSize};

  localparam logic [2:0] Stalled   = 3'd0;
  localparam logic [2:0] Decode    = 3'd1;  // wait for the register bus, then one clock
  localparam logic [2:0] DataIn    = 3'd2;
  localparam logic [2:0] DataOut   = 3'd3;
  localparam logic [2:0] WaitRead  = 3'd4;
  localparam logic [2:0] WaitWrite = 3'd5;
  localparam logic [2:0] StatusIn  = 3'd6;
  localparam logic [2:0] Done      = 3'd7;  // or the host's status stage is due

  (* fsm_encoding = "none" *) logic [2:0] state_q;
  logic [2:0] state_d;
  logic [31:0] heard_q;                     // the four bytes heard last: index and length of SETUP, or a value to write
  logic        toggle_q, toggle_d;          // of the next data packet, either direction
  logic [8:0]  base_q, base_d;
  logic [SizeBits-1:0] left_q, left_d;
  logic        exact_q, exact_d;            // the data stage fills wLength: no short packet ends it
  logic        rom_q, rom_d, register_q, register_d, small_q, small_d, buffer_q, buffer_d;
  logic        readdress_q, readdress_d;
  logic [6:0]  address_q, address_d;
  logic        configured_q, configured_d, alternate_q, alternate_d;
  logic        req_q, req_d, write_q, write_d;
  logic [7:0]  addr_q, addr_d;

  logic        refuse, answer, silent, read, write, store, recall, rom, brief;
  logic [6:0]  value;
  logic [8:0]  offset;
  logic [SizeBits-1:0] size;
  logic        set_address, set_configuration, set_interface;
  logic [2*Endpoints-1:0] set_halt, restart;

  // The two bytes of the CRC behind the wanted ones are not heard, and nothing while what was heard last is needed.
  logic busy, hear, room, half, needed, deaf_q;
  assign busy   = req_q != reg_ack_i;
  assign needed = (busy && write_q) || state_q == Decode;
  assign room   = !second_i || !count_i[1] || (setup_hear_i && !count_i[2]);
  assign hear   = content_valid_i && room && (setup_hear_i ? !needed : out_hear_i && state_q == DataOut);
  assign half   = content_valid_i && setup_hear_i && !needed && count_i[2:0] == 3'd2;  // the fifth byte

  usb_request #(.Endpoints(Endpoints), .TestBuild(TestBuild), .SizeBits(SizeBits)) decoder (
    .clk_i(clk_i), .half_i(half), .heard_i(heard_q),
    .configured_i(configured_q), .alternate_i(alternate_q), .exists_i(exists_i), .halted_i(halted_i),
    .refuse_o(refuse), .answer_o(answer), .silent_o(silent), .read_o(read), .write_o(write),
    .store_o(store), .recall_o(recall),
    .rom_o(rom), .offset_o(offset), .size_o(size), .small_o(brief),
    .set_address_o(set_address), .set_configuration_o(set_configuration), .set_interface_o(set_interface),
    .set_halt_o(set_halt), .restart_o(restart), .value_o(value)
  );

  logic [8:0] at;  // of the byte that the transmitter takes next
  assign at = base_q + {2'd0, count_i};
  logic [7:0] rom_byte;
  usb_descriptors #(.TestPacketSize(TestPacketSize), .TestBuild(TestBuild)) descriptors (
    .clk_i(clk_i), .address_i(at), .byte_o(rom_byte)
  );

  logic go, last, filled, hears, more;
  logic [SizeBits-1:0] beyond;
  assign go          = state_q == Decode && !busy;
  // wLength, by what there is to say: a carry out of this sum says that it is more.
  assign {more, beyond} = {1'b0, heard_q[16 +: SizeBits]} + {1'b0, ~size};
  assign filled      = !more && heard_q[31:16+SizeBits] == '0;
  assign last        = left_q[SizeBits-1:PacketBits] == '0;
  assign hears       = TestBuild && buffer_q && state_q == DataOut && out_hear_i;

  // Bytes of the next packet of an OUT data stage.
  logic [6:0] out_wanted;
  always_comb begin
    out_wanted = 7'd4;
    if (TestBuild && buffer_q) out_wanted = left_q < WholePacket ? left_q[6:0] : PacketSize;
  end

  always_comb begin
    state_d      = state_q;
    toggle_d     = toggle_q;
    base_d       = base_q;
    left_d       = left_q;
    exact_d      = exact_q;
    rom_d        = rom_q;
    register_d   = register_q;
    small_d      = small_q;
    readdress_d  = readdress_q;
    address_d    = address_q;
    configured_d = configured_q;
    alternate_d  = alternate_q;
    buffer_d     = buffer_q;
    req_d        = req_q;
    write_d      = write_q;
    addr_d       = addr_q;

    case (state_q)
      Decode: begin
        if (go) begin
          toggle_d    = 1'b1;
          base_d      = rom ? offset : 9'd0;
          rom_d       = rom;
          register_d  = read;
          small_d     = brief;
          left_d      = filled || store ? heard_q[16 +: SizeBits] : size;
          exact_d     = filled;
          buffer_d    = store || recall;
          readdress_d = set_address;
          if (set_configuration) configured_d = value[0];
          if (set_configuration || set_interface) alternate_d = TestBuild && set_interface && value[0];
          if (set_address) addr_d = {1'b0, value};  // value may be overwritten by a SETUP that breaks
          if (read || write) begin
            addr_d  = heard_q[7:0];
            write_d = write;
          end
          if (read) begin
            state_d = WaitRead;
            req_d   = !req_q;
          end else if (write || store) begin
            state_d = DataOut;
          end else if (answer) begin
            state_d = DataIn;
          end else if (silent) begin
            state_d = StatusIn;
          end else begin
            state_d = Stalled;
          end
        end
      end
      WaitRead: begin
        if (!busy) state_d = reg_refused_i ? Stalled : DataIn;
      end
      DataIn: begin
`ifdef FAULT_COUNTED_UNHEARD  // planted fault: data count as sent without the host's acknowledge
        if (in_done_i || in_start_i) begin
`else
        if (in_done_i) begin
`endif
          base_d   = base_q + {2'd0, PacketSize};
          left_d   = left_q - WholePacket;
          toggle_d = !toggle_q;
          if (last || (exact_q && left_q == WholePacket)) state_d = Done;
        end
        if (out_i && count_i == 7'd0) state_d = Done;  // the host ends the data stage, perhaps early
      end
      DataOut: begin
        // With the other toggle it is a repetition: acknowledged and thrown away.
        if (out_i && !deaf_q && out_toggle_i == toggle_q && count_i == out_wanted) begin
          toggle_d = !toggle_q;
          if (TestBuild && buffer_q) begin
            base_d = base_q + {2'd0, PacketSize};
            left_d = left_q - {{SizeBits-7{1'b0}}, out_wanted};
            if (left_d == '0) state_d = StatusIn;
          end else begin
            req_d   = !req_q;
            state_d = WaitWrite;
          end
        end
      end
      WaitWrite: begin
        if (!busy) state_d = reg_refused_i ? Stalled : StatusIn;
      end
      StatusIn: begin
        if (in_done_i) begin
          state_d     = Done;
          readdress_d = 1'b0;
          if (readdress_q) address_d = addr_q[6:0];
        end
      end
      default: ;
    endcase

    // Once refused, refused until the next SETUP (USB 2.0, 8.5.3.4).
    if (in_stall_i || (out_i && out_reply_o == usb_pkg::ReplyStall)) state_d = Stalled;
`ifdef FAULT_SETUP_LATE  // planted fault: a SETUP is not heard while the register bus is busy
    if (setup_i && !busy) state_d = Decode;
`else
    if (setup_i) state_d = Decode;
`endif
  end

  always_ff @(posedge clk_i) begin
    if (hear) heard_q <= {content_i, heard_q[31:8]};
    deaf_q       <= (setup_hear_i || out_hear_i) && (deaf_q || (content_valid_i && needed));
    state_q      <= state_d;
    toggle_q     <= toggle_d;
    base_q       <= base_d;
    left_q       <= left_d;
    exact_q      <= exact_d;
    rom_q        <= rom_d;
    register_q   <= register_d;
    small_q      <= small_d;
    readdress_q  <= readdress_d;
    address_q    <= address_d;
    configured_q <= configured_d;
    alternate_q  <= alternate_d;
    buffer_q     <= buffer_d;
    req_q        <= req_d;
    write_q      <= write_d;
    addr_q       <= addr_d;
    if (!rst_ni || reset_i) begin
      state_q      <= Stalled;
      readdress_q  <= 1'b0;
      address_q    <= 7'd0;
      configured_q <= 1'b0;
      alternate_q  <= 1'b0;
    end
    if (!rst_ni) begin
      heard_q    <= 32'd0;
      deaf_q     <= 1'b0;
      toggle_q   <= 1'b0;
      base_q     <= 9'd0;
      left_q     <= '0;
      exact_q    <= 1'b0;
      rom_q      <= 1'b0;
      register_q <= 1'b0;
      small_q    <= 1'b0;
      buffer_q   <= 1'b0;
      req_q      <= 1'b0;
      write_q    <= 1'b0;
      addr_q     <= 8'd0;
    end
  end

  always_comb begin
    out_reply_o = usb_pkg::ReplyStall;
    case (state_q)
      Decode, WaitRead: out_reply_o = usb_pkg::ReplyNak;
      DataIn, Done:     if (count_i == 7'd0) out_reply_o = usb_pkg::ReplyGood;  // status stage, perhaps once more
      DataOut: begin
        if (deaf_q) out_reply_o = usb_pkg::ReplyNak;
        else if (out_toggle_i != toggle_q || count_i == out_wanted) out_reply_o = usb_pkg::ReplyGood;
      end
      WaitWrite:        out_reply_o = out_toggle_i != toggle_q ? usb_pkg::ReplyGood : usb_pkg::ReplyNak;
      // Our ACK of the last data was lost.
      StatusIn:         if (out_toggle_i != toggle_q && (TestBuild && buffer_q || write_q && !toggle_q)) out_reply_o = usb_pkg::ReplyGood;
      default: ;
    endcase
  end

  always_comb begin
    case (state_q)
      Decode, WaitRead, WaitWrite: in_reply_o = usb_pkg::ReplyNak;
      DataIn, StatusIn:            in_reply_o = usb_pkg::ReplyGood;
      default:                     in_reply_o = usb_pkg::ReplyStall;
    endcase
    if (TestBuild && buffer_q) in_byte_o = buffer_byte_i;
    else if (rom_q) in_byte_o = rom_byte;
    else if (register_q) in_byte_o = pkt_data_i;
    else in_byte_o = {7'd0, small_q && !count_i[0]};
  end

  assign in_toggle_o  = state_q == StatusIn || toggle_q;
  assign in_more_o    = state_q == DataIn && (last ? count_i[PacketBits-1:0] != left_q[PacketBits-1:0] : !count_i[PacketBits]);
  assign deaf_o       = deaf_q;
  assign address_o    = address_q;
  assign configured_o = configured_q;
  assign alternate_o  = alternate_q;
  assign configure_o  = go && set_configuration;
  assign halt_set_o   = go ? set_halt : '0;
  assign restart_o    = go ? restart : '0;
  // What is longer than the data stage is not taken, and must not run round into what was.
  assign buffer_write_o   = hears && content_valid_i && second_i && out_toggle_i == toggle_q && count_i < out_wanted;
  assign buffer_address_o = at;

  assign reg_req_o    = req_q;
  assign reg_write_o  = write_q;
  assign reg_addr_o   = addr_q;
  assign reg_wdata_o  = heard_q;
  assign answer_byte_o = at[1:0];
  assign rest_o       = state_q != Decode && state_q != WaitRead && state_q != WaitWrite && !busy;

  // The refusal is the case that is left, that data start to be sent moves nothing, and of a sum only the carry counts.
  logic unused;
  assign unused = refuse ^ in_start_i ^ ^beyond;
`ifdef FORMAL_EP0
`include "rtl/usb/formal/ep0.svh"
`endif
endmodule
