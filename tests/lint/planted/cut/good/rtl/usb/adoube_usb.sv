module adoube_usb (
  input logic clk48_i, input logic clk12_i, input logic rst_ni, input logic offer_i, input logic frozen_i, input logic reg_ack_i,
  output logic freeze_o, output logic [6:0] pkt_addr_o, output logic free_o, output logic reg_req_o, output logic reg_write_o,
  output logic [7:0] reg_addr_o, output logic [31:0] reg_wdata_o, output logic sof_o, output logic [10:0] sof_frame_o,
  output logic hello_o, output logic [3:0] capture_tail_o, output logic [8:0] capture_addr_o, output logic dp_o
);
  always_ff @(posedge clk12_i or negedge rst_ni)
    if (!rst_ni) freeze_o <= 1'b0;
    else if (offer_i) freeze_o <= ~freeze_o;
  always_ff @(posedge clk12_i) begin
    pkt_addr_o <= pkt_addr_o + 7'd1;
    if (frozen_i) {free_o, reg_req_o, reg_write_o, sof_o, hello_o} <= 5'd7;
    reg_addr_o <= 8'd4;
    capture_tail_o <= capture_tail_o + 4'd1;
    capture_addr_o <= capture_addr_o + 9'd1;
    reg_wdata_o <= {32{reg_ack_i}};
    sof_frame_o <= sof_frame_o + 11'd1;
  end
  always_ff @(posedge clk48_i) dp_o <= ~dp_o;
endmodule
