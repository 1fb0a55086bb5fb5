// SPDX-License-Identifier: Apache-2.0
// Reads the eight bytes of a SETUP packet and says what is to be done: chapter 9 of USB 2.0 and the register requests.
// Everything it does not know is refused.
//
// Contract: half_i marks a clock in which heard_i holds the first four bytes (byte 0 in bits 7:0); what they ask for is kept
// from then on. The outputs are valid while heard_i holds the last four. Exactly one of refuse_o, answer_o, silent_o, read_o,
// write_o, store_o is high. With answer_o the data stage carries size_o bytes from the ROM at offset_o, or one or two small
// bytes (value small_o); with read_o the size of a register. With silent_o there is no data stage, and the set_* outputs say
// what changes.
module usb_request #(
  parameter int   Endpoints = 1,
  parameter logic TestBuild = 1'b0,
  parameter int   SizeBits  = 9      // of a data stage
) (
  input  logic        clk_i,
  input  logic        half_i,
  input  logic [31:0] heard_i,
  input  logic        configured_i,
  input  logic        alternate_i,
  input  logic [2*Endpoints-1:0] exists_i,    // {OUT, IN} pipes, numbered from endpoint 0
  input  logic [2*Endpoints-1:0] halted_i,
  output logic        refuse_o,
  output logic        answer_o,
  output logic        silent_o,
  output logic        read_o,
  output logic        write_o,
  output logic        store_o,       // OUT data for the buffer of the test build (wLength bytes)
  output logic        recall_o,      // with answer_o: from there
  output logic        rom_o,
  output logic [8:0]  offset_o,
  output logic [SizeBits-1:0] size_o,
  output logic        small_o,
  output logic        set_address_o,
  output logic        set_configuration_o,
  output logic        set_interface_o,
  output logic [2*Endpoints-1:0] set_halt_o,
  output logic [2*Endpoints-1:0] restart_o,   // halt off, toggle to DATA0
  output logic [6:0]  value_o                 // the device's address, or in bit 0 the configuration or setting
);

  logic [7:0]  kind, request;
  logic [15:0] value, index, length;
  assign {value, request, kind} = heard_i;  // the first half
  assign {length, index}        = heard_i;  // the second

  // Request codes, USB 2.0, table 9-4.
  localparam logic [7:0] GetStatus        = 8'd0;
  localparam logic [7:0] ClearFeature     = 8'd1;
  localparam logic [7:0] SetFeature       = 8'd3;
  localparam logic [7:0] SetAddress       = 8'd5;
  localparam logic [7:0] GetDescriptor    = 8'd6;
  localparam logic [7:0] GetConfiguration = 8'd8;
  localparam logic [7:0] SetConfiguration = 8'd9;
  localparam logic [7:0] GetInterface     = 8'd10;
  localparam logic [7:0] SetInterface     = 8'd11;
  // Microsoft OS 2.0 Descriptors, MS_OS_20_DESCRIPTOR_INDEX. WebUSB's request (GET_URL) is refused: there is no page.
  localparam logic [15:0] MicrosoftDescriptorIndex = 16'd7;

  localparam logic [31:0] TableBufferSize = adoube_pkg::TestBuildBufferSize, TableWrite = adoube_pkg::TestBuildWriteBufferRequest,
                          TableRead = adoube_pkg::TestBuildReadBufferRequest;
  localparam logic [15:0] BufferSize  = TableBufferSize[15:0];
  localparam logic [7:0]  WriteBuffer = TableWrite[7:0];
  localparam logic [7:0]  ReadBuffer  = TableRead[7:0];

  // ---- the first half: what is asked for
  localparam logic [3:0] Unknown         = 4'd0;
  localparam logic [3:0] DeviceStatus    = 4'd1;
  localparam logic [3:0] InterfaceStatus = 4'd2;
  localparam logic [3:0] EndpointStatus  = 4'd3;
  localparam logic [3:0] Configuration   = 4'd4;
  localparam logic [3:0] Setting         = 4'd5;
  localparam logic [3:0] Descriptor      = 4'd6;
  localparam logic [3:0] Address         = 4'd7;
  localparam logic [3:0] Configure       = 4'd8;
  localparam logic [3:0] Set             = 4'd9;
  localparam logic [3:0] EndHalt         = 4'd10;
  localparam logic [3:0] Halt            = 4'd11;
  localparam logic [3:0] ReadRegister    = 4'd12;
  localparam logic [3:0] WriteRegister   = 4'd13;
  localparam logic [3:0] Store           = 4'd14;
  localparam logic [3:0] Recall          = 4'd15;

  logic [3:0] asks_q, asks;
  logic [6:0] detail_q, detail;

  // wValue in seven bits: an address, configuration or setting as it is; of a descriptor the number of a string, or the
  // lowest bits of another type (table 9-5; 15 is the store of capabilities), which with Microsoft's set as 0 all differ.
  logic text;
  assign text   = value[10:8] == 3'd3;
  assign detail = {value[6:3], value[2] || text, value[1:0] | (text ? 2'd0 : value[9:8])};

  localparam logic [2:0] MicrosoftSet = 3'd0, Device = 3'd1, Whole = 3'd2, Capabilities = 3'd3,
                         Language = 3'd4, Manufacturer = 3'd5, Product = 3'd6, Serial = 3'd7;

  logic no_value, known;  // known: a descriptor of that type and number
  assign no_value = value == 16'd0;
  always_comb begin
    case (value)
      16'h0100, 16'h0200, 16'h0300, 16'h0301, 16'h0302, 16'h0303, 16'h0F00: known = 1'b1;
      default: known = 1'b0;
    endcase
  end

  always_comb begin
    asks = Unknown;
    case (kind)
      8'h80: begin
        if (request == GetStatus && no_value) asks = DeviceStatus;
        if (request == GetConfiguration && no_value) asks = Configuration;
        if (request == GetDescriptor && known) asks = Descriptor;
      end
      8'h81: begin
        if (request == GetStatus && no_value) asks = InterfaceStatus;
        if (request == GetInterface && no_value) asks = Setting;
      end
      8'h82: if (request == GetStatus && no_value) asks = EndpointStatus;
      8'h00: begin
        if (request == SetAddress && value[15:7] == 9'd0) asks = Address;
        if (request == SetConfiguration && value[15:1] == 15'd0) asks = Configure;
      end
      8'h01: if (request == SetInterface && (no_value || (TestBuild && value == 16'd1))) asks = Set;
      8'h02: begin
        if (request == ClearFeature && no_value) asks = EndHalt;
        if (request == SetFeature && no_value) asks = Halt;
      end
      8'hC0: begin
        if (request == adoube_pkg::RequestReadRegister && no_value) asks = ReadRegister;
        if (request == adoube_pkg::RequestMicrosoftSet && no_value) asks = Descriptor;
        if (TestBuild && request == ReadBuffer && no_value) asks = Recall;
      end
      8'h40: begin
        if (request == adoube_pkg::RequestWriteRegister && no_value) asks = WriteRegister;
        if (TestBuild && request == WriteBuffer && no_value) asks = Store;
      end
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (half_i) begin
      asks_q   <= asks;
      detail_q <= detail;
    end
  end

  // ---- the second half: whether it is answered, and how
  logic no_index, no_length, register, control_pipe;
  assign no_index     = index == 16'd0;
  assign no_length    = length == 16'd0;
  assign register     = index[15:8] == 8'd0 && length == 16'd4;
  assign control_pipe = {index[15:8], index[6:0]} == 15'd0;

  logic [2*Endpoints-1:0] named;  // the pipe that wIndex names, if it exists
  integer i;
  always_comb begin
    for (i = 0; i < Endpoints; i = i + 1) begin
      named[i]             = index == {12'h008, i[3:0]} && exists_i[i];
      named[Endpoints + i] = index == {12'h000, i[3:0]} && exists_i[Endpoints + i];
    end
  end

  localparam logic [8:0] ConfigurationLength =
    TestBuild ? adoube_pkg::TestDescConfigurationLength : adoube_pkg::DescConfigurationLength;

  logic [8:0] size;
  always_comb begin
    case (detail_q[2:0])
      Device:       begin offset_o = adoube_pkg::DescDeviceOffset;        size = adoube_pkg::DescDeviceLength;       end
      Whole:        begin offset_o = adoube_pkg::DescConfigurationOffset; size = ConfigurationLength;                end
      Capabilities: begin offset_o = adoube_pkg::DescStoreOffset;         size = adoube_pkg::DescStoreLength;        end
      Language:     begin offset_o = adoube_pkg::DescLanguageOffset;      size = adoube_pkg::DescLanguageLength;     end
      Manufacturer: begin offset_o = adoube_pkg::DescManufacturerOffset;  size = adoube_pkg::DescManufacturerLength; end
      Product:      begin offset_o = adoube_pkg::DescProductOffset;       size = adoube_pkg::DescProductLength;      end
      Serial:       begin offset_o = adoube_pkg::DescSerialOffset;        size = adoube_pkg::DescSerialLength;       end
      default:      begin offset_o = adoube_pkg::DescMicrosoftSetOffset;  size = adoube_pkg::DescMicrosoftSetLength; end
    endcase
  end

  logic answer, silent;
  always_comb begin
    answer              = 1'b0;
    silent              = 1'b0;
    read_o              = 1'b0;
    write_o             = 1'b0;
    store_o             = 1'b0;
    recall_o            = 1'b0;
    rom_o               = 1'b0;
    size_o              = '0;
    size_o[1:0]         = 2'd2;
    small_o             = 1'b0;
    set_address_o       = 1'b0;
    set_configuration_o = 1'b0;
    set_interface_o     = 1'b0;
    set_halt_o          = '0;
    restart_o           = '0;
    case (asks_q)
      DeviceStatus: begin
        answer  = no_index;
        small_o = 1'b1;  // self-powered, no remote wake-up
      end
      InterfaceStatus: answer = no_index && configured_i;
      EndpointStatus: begin
        answer  = control_pipe || named != '0;
        small_o = (named & halted_i) != '0;
      end
      Configuration: begin
        answer      = no_index;
        size_o[1:0] = 2'd1;
        small_o     = configured_i;
      end
      Setting: begin
        answer      = no_index && configured_i;
        size_o[1:0] = 2'd1;
        small_o     = alternate_i;
      end
      Descriptor: begin
        answer      = detail_q[2:0] != MicrosoftSet || index == MicrosoftDescriptorIndex;
        rom_o       = 1'b1;
        size_o[8:0] = size;
      end
      Address: begin
        silent        = no_index && no_length;
`ifdef FAULT_REFUSED_SETS  // planted fault: a request with a data stage is refused, and yet has its effect
        set_address_o = 1'b1;
`else
        set_address_o = silent;
`endif
      end
      Configure: begin
        silent              = no_index && no_length;
        set_configuration_o = silent;
        restart_o           = {2*Endpoints{silent}};
      end
      Set: begin
        silent          = no_index && no_length && configured_i;
        set_interface_o = silent;
        restart_o       = {2*Endpoints{silent}};
      end
      EndHalt: begin
        silent    = no_length && (control_pipe || named != '0);
        restart_o = silent ? named : '0;
      end
      Halt: begin
        silent     = no_length && named != '0;
        set_halt_o = silent ? named : '0;
      end
      ReadRegister: begin
        read_o      = register;
        size_o[2:0] = 3'd4;
      end
      WriteRegister: write_o = register;
      Store: begin
        store_o = TestBuild && no_index && length <= BufferSize && !no_length;
        silent  = TestBuild && no_index && no_length;
      end
      Recall: begin
        answer   = TestBuild && no_index && length <= BufferSize;
        recall_o = answer;
        size_o   = length[SizeBits-1:0];
      end
      default: ;
    endcase
  end

  // A question with room for nothing has no data stage (USB 2.0, 9.3.5).
  assign answer_o = answer && !no_length;
  assign silent_o = silent || (answer && no_length);
  assign refuse_o = !answer && !silent && !read_o && !write_o && !store_o;
  assign value_o  = detail_q;
`ifdef FORMAL_REQUEST
`include "rtl/usb/formal/request.svh"
`endif
endmodule
