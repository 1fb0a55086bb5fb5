module adoube_scan (
  input logic clk_i, input logic [15:0] sense_i,
  output logic offer_o, input logic freeze_i, output logic frozen_o, output logic [6:0] pkt_len_o,
  input logic [6:0] pkt_addr_i, output logic [7:0] pkt_data_o, input logic free_i,
  input logic reg_req_i, input logic reg_write_i, input logic [7:0] reg_addr_i, input logic [31:0] reg_wdata_i,
  output logic reg_ack_o, output logic reg_refused_o,
  output logic [3:0] capture_head_o, input logic [3:0] capture_tail_i, input logic [8:0] capture_addr_i,
  output logic [7:0] capture_data_o, output logic probe_late_o
);
  logic [7:0] memory [128];
  always_ff @(posedge clk_i) begin
    pkt_data_o <= memory[pkt_addr_i];
    memory[reg_addr_i[6:0]] <= sense_i[7:0] ^ reg_wdata_i[7:0];
    capture_head_o <= capture_tail_i;
    capture_data_o <= memory[capture_addr_i[6:0]];
    offer_o <= offer_o ^ free_i;
    frozen_o <= freeze_i;
    pkt_len_o <= 7'd8;
    reg_ack_o <= reg_req_i;
    reg_refused_o <= reg_write_i;
  end
  assign probe_late_o = freeze_i;  // observation is not part of the cut
endmodule
