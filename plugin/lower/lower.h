/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/lower offers: the passes that make PTX of what px adds to C.  */
#ifndef PX_LOWER_H
#define PX_LOWER_H

#include "plugin/check/check.h"

/* plugin/lower/lower.cc: px_id and the other intrinsics that depend on the code
   perspective become inline PTX; convergence is protected; markers go.  */
opt_pass *px_pass_lower (gcc::context *);
opt_pass *px_pass_unmark (gcc::context *);

/* plugin/lower/intrin.cc: intrinsics become inline PTX.  */
void px_set_unit (gimple *call); /* from the region it stands in; and SHAPE */
/* The tensor copies of kernel FN whose maps are its arguments.  */
struct px_map_rec
{
  unsigned argument, offset, rank, bytes;
  bool store;
  px_fragment tile; /* if it has an element */
  location_t loc;
};
const std::vector<px_map_rec> &px_map_uses (tree fn);
opt_pass *px_pass_intrin (gcc::context *);

/* plugin/lower/shared.cc: __shared arrays get their place in the block's shared memory:
   first (after "pxguard") each becomes memory at an address that only px knows,
   then (after early inlining) that address gets its offset.  */
opt_pass *px_pass_expose (gcc::context *);
opt_pass *px_pass_layout (gcc::context *);
/* What is at bytes AT to AT + BYTES of shared memory, whose start is a multiple of ALIGN: a
   __shared array, the frame of CALLEE, whose body is in another unit, or, if both are NULL,
   px's own mbarriers.  BYTES is 0 of an array that is sized at launch.  */
struct px_shared_part
{
  tree array, callee;
  int64_t at, align;
  uint64_t bytes;
};
std::vector<px_shared_part> px_shared_parts (tree fn); /* once all functions are laid out: of the
							    block that runs kernel FN */
uint64_t px_shared_bytes (tree fn);		       /* once laid out: of its frame */
unsigned px_shared_dynamic (tree fn);		       /* alignment of the array sized at
						   launch, 0 if there is none */

/* plugin/lower/elements.cc: px_count, px_row, px_col.  */
/* Lower what only asks about a fragment's type; TID gives the thread's number.  */
bool px_lower_fragment_query (gimple_stmt_iterator *, tree (*tid) (void *), void *);

/* plugin/lower/frag.cc: fragments become registers of PTX.  */
opt_pass *px_pass_frag (gcc::context *);
/* The registers of a fragment: PREFIX0 to PREFIXn, of a type of PTX.  */
struct px_registers
{
  std::string prefix;
  const char *type;
  unsigned count;
};
const std::vector<px_registers> &px_fragment_registers (); /* of the unit */

/* plugin/lower/print.cc: printf on the device.  */
bool px_lower_print (gimple_stmt_iterator *, gcall *); /* returns false for other calls */

/* plugin/lower/strong.cc: atomic loads and stores, and volatile ones, are strong to PTX.  */
void px_make_strong (function *);

/* plugin/lower/vars.cc: where variables are, for the debugger.  */
void px_note_variables (tree); /* of a device function; or a variable of the device */
opt_pass *px_pass_vars (gcc::context *);

#endif
