// SPDX-License-Identifier: Apache-2.0
// Properties of the drop path, included in the body of adoube_scan for the proof: event_fifo (of four slots, with its own
// properties) and what joins it to the ledger; every other block is cut off and free to do what the assumptions allow (the
// ledger has a proof of its own). The other side of the assertions is kept here: what became of each confirmed edge.
logic fv_reset_q, fv_hushed_q;           // hushed: an epoch was written and its snapshot is not yet taken
logic [31:0] fv_confirmed_q, fv_taken_q, fv_hushed_count_q, fv_entered_q;  // edges so far, modulo 2^32
logic fv_lost, fv_hushed;
assign fv_hushed = epoch || fv_hushed_q;
assign fv_lost = confirmed && refused && !fv_hushed;

initial begin
  fv_reset_q = 1'b0;
  fv_hushed_q = 1'b0;
  fv_confirmed_q = 32'd0;
  fv_taken_q = 32'd0;
  fv_hushed_count_q = 32'd0;
  fv_entered_q = 32'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_hushed_q <= epoch || (fv_hushed_q && !resume);
  fv_confirmed_q <= fv_confirmed_q + {31'd0, confirmed};
  fv_taken_q <= fv_taken_q + {31'd0, confirmed && !refused};
  fv_hushed_count_q <= fv_hushed_count_q + {31'd0, confirmed && refused && fv_hushed};
  fv_entered_q <= fv_entered_q + {31'd0, ledger_enters};
  two_lost: cover (fv_entered_q == 32'd2 && resume);
end

always_comb begin
  // The world. A scan ends four clocks after its last channel; a composer at rest takes nothing out.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!confirmed && !scan_done && !epoch && !pop && !ledger_clear);
  assume (!confirmed || !scan_done);
  assume (!clean || !pop);

  // Before reset is over nothing has happened.
  if (!fv_reset_q) assert (!fv_hushed_q && {fv_confirmed_q, fv_taken_q, fv_hushed_count_q, fv_entered_q} == 128'd0);
  if (rst_ni) begin
    // Every confirmed edge has one fate: taken by the FIFO, entered in the ledger, or between an epoch and its snapshot,
    // which tells it.
    assert (!refused || confirmed);
    assert (ledger_enters == fv_lost);
    assert (fv_confirmed_q == fv_taken_q + fv_hushed_count_q + fv_entered_q);
    // Edges are taken again from an end of scan on at which none waits.
    if (resume) assert (dropping && empty && !confirmed && !pop);

    // What holds between clocks.
    assert (muted_q == fv_hushed_q && (!muted_q || dropping));
  end
end
