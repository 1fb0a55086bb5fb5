// SPDX-License-Identifier: Apache-2.0
// Types shared by the blocks of the scan side.
package scan_pkg;
  // A stamp is the low 19 bits of device time. The oldest departure in the bank is younger than chatter_max (30,000 us)
  // plus the longest scan (250,126 us), so 19 bits name it without doubt.
  localparam int unsigned StampBits = 19;

  // What the bank remembers of one channel. At rest everything but `level` and `last` is zero and both are equal, so
  // that a board at rest has one image.
  typedef struct packed {
    logic                 level;     // confirmed level
    logic                 last;      // the last sample
    logic                 pending;   // a departure from `level` is under way
    logic                 restless;  // ... and has outlived chatter_max at least once
    logic                 bounced;   // ... and has come back at least once
    logic [StampBits-1:0] onset;     // first sample of the departure, or of its restart
    logic [StampBits-1:0] run;       // first sample of the run of equal samples
  } channel_t;

  // A confirmed edge, as it waits in the FIFO.
  typedef struct packed {
    logic [31:0] onset;
    logic        late;
    logic        bounced;
    logic        level;
    logic [7:0]  channel;
  } edge_t;
endpackage
