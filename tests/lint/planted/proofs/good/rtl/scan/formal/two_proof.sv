// SPDX-License-Identifier: Apache-2.0
module two_proof (input logic a_i, output logic b_o);
  assign b_o = a_i;
endmodule
