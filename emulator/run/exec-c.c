/* SPDX-License-Identifier: MIT */
/* exec.inc for one instruction set; the flags are in Makefile.inc.  */
#define SECTION "px_ops_c"
#include "emulator/run/exec.inc"
#define TILE tile_c
#include "emulator/run/tile.inc"
#define SCAN scan_c
#include "emulator/run/scan.inc"
#include "emulator/run/approx.inc"
#include "emulator/run/texture.inc"
ANCHOR (exec_c)
