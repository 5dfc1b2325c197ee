/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/opt offers: passes that change no result, only how fast it comes.  */
#ifndef PX_OPT_H
#define PX_OPT_H

#include "plugin/front/front.h"

/* plugin/opt/unroll.cc: loops of constant trip count become straight code.  */
enum
{
  /* The size of a function after all unrolling, in GCC's estimate of instructions.  */
  PX_MOST_FUNCTION = 32768
};
/* The same, as the gate of a pass that -fplugin-arg-px-without may name.  */
bool px_wanted_p (function *);
opt_pass *px_pass_unroll (gcc::context *);
opt_pass *px_pass_settle (gcc::context *);
void px_fold_copies (function *); /* constants and addresses in copies, which GCC's early passes
				     have not seen */
HOST_WIDE_INT px_size_of_function (function *); /* in GCC's estimate of instructions */
HOST_WIDE_INT
px_copied_size (loop_p); /* of one turn, without inner loops; 0: it is not to be copied */
/* The number with which a turn of the loop ends is not computed from another one by GCC.  */
void px_keep_counter (loop_p);

/* plugin/opt/exits.cc: loops that are left at one place.  */
opt_pass *px_pass_exits (gcc::context *);

/* plugin/opt/partial.cc: several turns of a loop become one.  */
opt_pass *px_pass_partial (gcc::context *);
/* Loops of constant trip count make as many turns at a time as their `unroll' says.  Needs:
   collectives without their marks (px_unroll_placed).  */
void px_unroll_parts (function *);
/* How often the loop goes back to its head; 0: that is not constant, or it is left at several
   places.  */
int px_ways_back (loop_p);

/* plugin/opt/range.cc: special registers are small and not negative.  */
opt_pass *px_pass_range (gcc::context *);
bool px_not_negative_p (tree t,
			int depth = 0); /* T, a number, is not negative, as its computation shows */

/* plugin/opt/quotients.cc: of sums with a multiple of the divisor.  */
opt_pass *px_pass_quotients (gcc::context *);

/* plugin/opt/local.cc: local arrays, and what keeps them in memory.  */
struct px_array_use
{
  tree array; /* the variable */
  gimple *s;  /* an access of it, or what takes its address */
  tree index; /* that is not constant; NULL: its address goes where nobody follows */
};
/* All uses of local arrays of F that are not at a constant place.  */
std::vector<px_array_use> px_array_uses (function *f);
void px_warn_local (function *f); /* -fplugin-arg-px-warn-local */

/* plugin/opt/index.cc: constants out of indices.  */
opt_pass *px_pass_index (gcc::context *);

/* plugin/opt/vectors.cc: loads of neighbours become loads of vectors.  */
opt_pass *px_pass_vectors (gcc::context *);

#endif
