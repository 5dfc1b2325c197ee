/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What plugin/sync offers: inferred synchronisation.  */
#ifndef PX_SYNC_H
#define PX_SYNC_H

#include "plugin/bridge/bridge.h"

/* plugin/sync/seen.cc: what was seen of kernel FN, accesses of kind KIND by PARM, is compared with F, its
   finished code, unless it does ALL.  */
void px_note_kernel (tree fn, bool all);
void px_note_seen (tree fn, tree parm, int kind);
void px_compare_seen (tree fn, struct ptx_func *f);

/* plugin/sync/emit.cc: what px_infer and px_select chose becomes instructions.  Needs
   SSA form; leaves variables to be renamed.
   False: an error was shown.  */
bool px_emit (function *, px_fn *, const px_places &);
bool px_back_edge (loop_p); /* can one stand there? */
/* A synchronisation, a ring's part, as explained to the user: what it is, and why that.  */
std::string px_sync_words (const px_fn *, const px_sync *);
std::string px_part_words (const px_fn *, const px_part *);

/* plugin/sync/sync.cc: inferred synchronisation, on functions after early inlining.  */
opt_pass *px_pass_sync (gcc::context *);
unsigned px_sync_count (tree fn); /* synchronisations inferred in it */

/* plugin/sync/scalar.cc: members of local structs become values.  */
void px_make_scalars (function *);

#endif
