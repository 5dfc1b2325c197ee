/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interface of plugin/sync: inferred synchronisation.  */
#ifndef PX_SYNC_H
#define PX_SYNC_H

#include "plugin/bridge/bridge.h"

/* plugin/sync/seen.cc: compares F, the finished code of kernel FN, with the accesses of kind
   KIND by PARM that were recorded before.  ALL: callees or asm may do any access.  */
void px_note_kernel (tree fn, bool all);
void px_note_seen (tree fn, tree parm, int kind);
void px_compare_seen (tree fn, struct ptx_func *f);

/* plugin/sync/emit.cc: emits instructions for the results of px_infer and px_select.  Needs SSA
   form; the caller must rename variables afterwards.  Returns false if it has reported an
   error.  */
bool px_emit (function *, px_fn *, const px_places &);
bool px_back_edge (loop_p); /* returns true if a barrier can stand on the back edge */
/* Descriptions of a synchronisation, of a ring's part: what it is, and its reason.  */
std::string px_sync_words (const px_fn *, const px_sync *);
std::string px_part_words (const px_fn *, const px_part *);

/* plugin/sync/sync.cc: inferred synchronisation, on functions after early inlining.  */
opt_pass *px_pass_sync (gcc::context *);
unsigned px_sync_count (tree fn); /* number of synchronisations inferred in it */

/* plugin/sync/scalar.cc: replaces members of local structs by values.  */
void px_make_scalars (function *);

#endif
