/* SPDX-License-Identifier: MIT */
/* What a kernel has launched (nested.c).  */
#ifndef PX_NESTED_H
#define PX_NESTED_H

#include "emulator/run/engine.h"

/* A grid, or a copy or fill, that a kernel has requested; or memory for the parameters of
   one.  */
struct nested
{
  struct nested *next;
  px_emu_func *func; /* NULL: a copy or fill */
  unsigned grid[3], block[3], shared;
  uint64_t stream;
  struct kin *kin;     /* the sanitizer's: what it runs beside; or NULL */
  bool launched, tail; /* tail: after all others of its grid */
  bool fill;
  uint64_t dst, src, size; /* src: of a fill, the byte */
  size_t bytes;		   /* of AT, registered memory of the device */
  uint8_t *at;
};

/* Runs what the grids FIRST have launched, and these, in order, as HOW says; frees all.
   False: ERR says why not.  */
bool nested_run (px_emu *emu, struct nested *first, const px_emu_launch *how, px_emu_stats *stats,
		 px_emu_error *err);
void nested_drop (px_emu *emu, struct nested *first);
/* launch.c: one grid.  *NESTED: what it has launched.  */
bool run_grid (px_emu_func *f, const px_emu_launch *desc, px_emu_stats *stats, px_emu_error *err,
	       struct nested **nested);

#endif
