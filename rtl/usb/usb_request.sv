// SPDX-License-Identifier: Apache-2.0
// Reads the eight bytes of a SETUP packet and says what is to be done: chapter 9 of USB 2.0 and the register requests.
// Everything it does not know is refused.
//
// Contract: combinational. Exactly one of refuse_o, answer_o, silent_o, read_o, write_o, store_o is high. With answer_o the data
// stage carries size_o bytes from the ROM at offset_o, or one or two small bytes (value small_o). With silent_o there is no
// data stage, and the set_* outputs say what changes.
module usb_request #(
  parameter int   Endpoints = 1,
  parameter logic TestBuild = 1'b0,
  parameter int   SizeBits  = 9      // of a data stage
) (
  input  logic [63:0] setup_i,       // byte 0 in bits 7:0
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
  output logic [2*Endpoints-1:0] restart_o    // halt off, toggle to DATA0
);

  logic [7:0]  kind, request;
  logic [15:0] value, index, length;
  assign kind    = setup_i[7:0];
  assign request = setup_i[15:8];
  assign value   = setup_i[31:16];
  assign index   = setup_i[47:32];
  assign length  = setup_i[63:48];

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

  logic no_value, no_index, no_length, control_pipe;
  assign no_value     = value == 16'd0;
  assign no_index     = index == 16'd0;
  assign no_length    = length == 16'd0;
  assign control_pipe = {index[15:8], index[6:0]} == 15'd0;

  logic [2*Endpoints-1:0] named;  // the pipe that wIndex names, if it exists
  integer i;
  always_comb begin
    for (i = 0; i < Endpoints; i = i + 1) begin
      named[i]             = index == {12'h008, i[3:0]} && exists_i[i];
      named[Endpoints + i] = index == {12'h000, i[3:0]} && exists_i[Endpoints + i];
    end
  end

  localparam logic [31:0] TableBufferSize = adoube_pkg::TestBuildBufferSize, TableWrite = adoube_pkg::TestBuildWriteBufferRequest,
                          TableRead = adoube_pkg::TestBuildReadBufferRequest;
  localparam logic [15:0] BufferSize  = TableBufferSize[15:0];
  localparam logic [7:0]  WriteBuffer = TableWrite[7:0];
  localparam logic [7:0]  ReadBuffer  = TableRead[7:0];

  localparam logic [8:0] ConfigurationLength =
    TestBuild ? adoube_pkg::TestDescConfigurationLength : adoube_pkg::DescConfigurationLength;

  logic       known;     // a descriptor of that type and number
  logic [8:0] offset, size;
  always_comb begin
    known  = 1'b1;
    offset = adoube_pkg::DescDeviceOffset;
    size   = adoube_pkg::DescDeviceLength;
    case (value)
      16'h0100: ;
      16'h0200: begin offset = adoube_pkg::DescConfigurationOffset; size = ConfigurationLength;                 end
      16'h0300: begin offset = adoube_pkg::DescLanguageOffset;      size = adoube_pkg::DescLanguageLength;      end
      16'h0301: begin offset = adoube_pkg::DescManufacturerOffset;  size = adoube_pkg::DescManufacturerLength;  end
      16'h0302: begin offset = adoube_pkg::DescProductOffset;       size = adoube_pkg::DescProductLength;       end
      16'h0303: begin offset = adoube_pkg::DescSerialOffset;        size = adoube_pkg::DescSerialLength;        end
      16'h0F00: begin offset = adoube_pkg::DescStoreOffset;         size = adoube_pkg::DescStoreLength;         end
      default: known = 1'b0;
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
    offset_o            = 9'd0;
    size_o              = '0;
    size_o[1:0]         = 2'd2;
    small_o             = 1'b0;
    set_address_o       = 1'b0;
    set_configuration_o = 1'b0;
    set_interface_o     = 1'b0;
    set_halt_o          = '0;
    restart_o           = '0;
    case (kind)
      8'h80: begin
        case (request)
          GetStatus: begin
            answer  = no_value && no_index;
            small_o = 1'b1;  // self-powered, no remote wake-up
          end
          GetDescriptor: begin
            answer   = known;
            rom_o    = 1'b1;
            offset_o = offset;
            size_o[8:0] = size;
          end
          GetConfiguration: begin
            answer  = no_value && no_index;
            size_o[1:0] = 2'd1;
            small_o     = configured_i;
          end
          default: ;
        endcase
      end
      8'h81: begin
        case (request)
          GetStatus: answer = no_value && no_index && configured_i;
          GetInterface: begin
            answer      = no_value && no_index && configured_i;
            size_o[1:0] = 2'd1;
            small_o     = alternate_i;
          end
          default: ;
        endcase
      end
      8'h82: begin
        if (request == GetStatus) begin
          answer  = no_value && (control_pipe || named != '0);
          small_o = (named & halted_i) != '0;
        end
      end
      8'h00: begin
        case (request)
          SetAddress: begin
            silent        = value[15:7] == 9'd0 && no_index && no_length;
            set_address_o = silent;
          end
          SetConfiguration: begin
            silent              = value[15:1] == 15'd0 && no_index && no_length;
            set_configuration_o = silent;
            restart_o           = {2*Endpoints{silent}};
          end
          default: ;
        endcase
      end
      8'h01: begin
        if (request == SetInterface) begin
          silent          = (no_value || (TestBuild && value == 16'd1)) && no_index && no_length && configured_i;
          set_interface_o = silent;
          restart_o       = {2*Endpoints{silent}};
        end
      end
      8'h02: begin
        case (request)
          ClearFeature: begin
            silent    = no_value && no_length && (control_pipe || named != '0);
            restart_o = silent ? named : '0;
          end
          SetFeature: begin
            silent     = no_value && no_length && named != '0;
            set_halt_o = silent ? named : '0;
          end
          default: ;
        endcase
      end
      8'hC0: begin
        if (request == adoube_pkg::RequestMicrosoftSet) begin
          answer   = no_value && index == MicrosoftDescriptorIndex;
          rom_o    = 1'b1;
          offset_o = adoube_pkg::DescMicrosoftSetOffset;
          size_o[8:0] = adoube_pkg::DescMicrosoftSetLength;
        end
        read_o = request == adoube_pkg::RequestReadRegister && no_value && index[15:8] == 8'd0 && length == 16'd4;
      end
      8'h40: write_o = request == adoube_pkg::RequestWriteRegister && no_value && index[15:8] == 8'd0 && length == 16'd4;
      default: ;
    endcase
    if (TestBuild && no_value && no_index && length <= BufferSize) begin
      if (kind == 8'h40 && request == WriteBuffer) begin
        store_o = !no_length;
        silent  = no_length;
      end
      if (kind == 8'hC0 && request == ReadBuffer) begin
        answer   = 1'b1;
        recall_o = 1'b1;
        size_o   = setup_i[48 +: SizeBits];
      end
    end
  end

  // A question with room for nothing has no data stage (USB 2.0, 9.3.5).
  assign answer_o = answer && !no_length;
  assign silent_o = silent || (answer && no_length);
  assign refuse_o = !answer && !silent && !read_o && !write_o && !store_o;
endmodule
