// SPDX-License-Identifier: Apache-2.0
// Properties of the drop path, included in the body of adoube_scan for the proof: event_fifo (of four slots, with its own
// properties), drop_ledger and what joins them; every other block is cut off and free to do what the assumptions allow.
// The other side of the assertions is kept here: what became of each confirmed edge, and the onsets of a page in plain
// time of 34 bits, which is compared without modular arithmetic.
(* anyseq *) logic [33:0] fv_onset;

logic fv_reset_q, fv_hushed_q;           // hushed: an epoch was written and its snapshot is not yet taken
logic [31:0] fv_confirmed_q, fv_taken_q, fv_hushed_count_q, fv_told_q;  // edges so far, modulo 2^32
logic [31:0] fv_page_q;                  // edges on the open page
logic [32:0] fv_total_q;                 // edges ever on a page, up to 2^32
logic [33:0] fv_min_q, fv_max_q;
logic fv_lost, fv_first, fv_hushed;
assign fv_hushed = epoch || fv_hushed_q;
assign fv_lost = confirmed && refused && !fv_hushed;
assign fv_first = ledger_clear || fv_page_q == 32'd0;  // the next is the first of its page

initial begin
  fv_reset_q = 1'b0;
  fv_hushed_q = 1'b0;
  fv_confirmed_q = 32'd0;
  fv_taken_q = 32'd0;
  fv_hushed_count_q = 32'd0;
  fv_told_q = 32'd0;
  fv_page_q = 32'd0;
  fv_total_q = 33'd0;
end

always_ff @(posedge clk_i) begin
  fv_reset_q <= 1'b1;
  fv_hushed_q <= epoch || (fv_hushed_q && !resume);
  fv_confirmed_q <= fv_confirmed_q + {31'd0, confirmed};
  fv_taken_q <= fv_taken_q + {31'd0, confirmed && !refused};
  fv_hushed_count_q <= fv_hushed_count_q + {31'd0, confirmed && refused && fv_hushed};
  if (ledger_clear) fv_told_q <= fv_told_q + ledger_count;
  fv_page_q <= (ledger_clear ? 32'd0 : fv_page_q) + {31'd0, fv_lost};
  if (fv_lost && !fv_total_q[32]) fv_total_q <= fv_total_q + 33'd1;
  if (fv_lost && (fv_first || fv_onset < fv_min_q)) fv_min_q <= fv_onset;
  if (fv_lost && (fv_first || fv_onset > fv_max_q)) fv_max_q <= fv_onset;
  cover (ledger_clear && ledger_count == 32'd2 && !epoch);
end

always_comb begin
  // The world. A scan ends four clocks after its last channel; a composer at rest takes nothing out.
  assume (rst_ni == fv_reset_q);
  if (!rst_ni) assume (!confirmed && !scan_done && !epoch && !pop && !ledger_clear);
  assume (!confirmed || !scan_done);
  assume (!clean || !pop);
  // The onsets of a page lie within 2^31 us, and 2^32 edges are never on one.
  assume (event_new[42:11] == fv_onset[31:0]);
  if (fv_lost && !fv_first) begin
    assume (fv_onset < fv_min_q + 34'h0_8000_0000 && fv_max_q < fv_onset + 34'h0_8000_0000);
    assume (fv_onset < 34'h3_0000_0000 && fv_page_q != 32'hFFFF_FFFF);
  end
  if (fv_lost) assume (fv_onset < 34'h3_0000_0000);

  // Before reset is over nothing has happened.
  if (!fv_reset_q) assert (!fv_hushed_q && {fv_confirmed_q, fv_taken_q, fv_hushed_count_q, fv_told_q, fv_page_q, fv_total_q} == 193'd0);
  if (rst_ni) begin
    // Every confirmed edge has one fate: taken by the FIFO, on a page of the ledger, or between an epoch and its snapshot,
    // which tells it.
    assert (!refused || confirmed);
    assert (ledger_enters == fv_lost);
    assert (fv_confirmed_q == fv_taken_q + fv_hushed_count_q + fv_told_q + ledger_count);
    // A page has the edges refused since the page before: how many, and between which onsets.
    assert (ledger_count == fv_page_q && ledger_any == (fv_page_q != 32'd0));
    if (ledger_any) assert (ledger_min == fv_min_q[31:0] && ledger_max == fv_max_q[31:0]);
    assert (dropped == (fv_total_q[32] ? 32'hFFFF_FFFF : fv_total_q[31:0]));
    // Edges are taken again from an end of scan on at which none waits.
    if (resume) assert (dropping && empty && !confirmed && !pop);

    // What holds between clocks.
    assert (muted_q == fv_hushed_q && (!muted_q || dropping));
    if (fv_page_q != 32'd0) assert (fv_min_q <= fv_max_q && fv_max_q < fv_min_q + 34'h0_8000_0000 && fv_max_q < 34'h3_0000_0000);
  end
end
