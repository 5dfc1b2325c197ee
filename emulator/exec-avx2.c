/* SPDX-License-Identifier: MIT */
/* exec.inc for one instruction set; the flags are in Makefile.inc.  */
#define SECTION "px_ops_avx2"
#include "emulator/exec.inc"
#define TILE tile_avx2
#include "emulator/tile.inc"
#define SCAN scan_avx2
#include "emulator/scan.inc"
ANCHOR (exec_avx2)
