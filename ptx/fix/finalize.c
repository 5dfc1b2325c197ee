/* SPDX-License-Identifier: MIT */
/* The passes, in order, from the output of GCC's nvptx compiler to text that a driver or ptxas
   accepts.  */
#include "ptx/ptx-int.h"
#include <stdlib.h>

static const ptx_kernel_options *
options_of (const ptx_finalize_options *o, const ptx_func *f)
{
  for (unsigned k = 0; k < o->nkernels; k++)
    if (f->entry && !strcmp (o->kernels[k].name, f->sym->name))
      return &o->kernels[k];
  return 0;
}

static bool
kernel (ptx_func *f, const ptx_kernel_options *k)
{
  bool ok = true;
  for (unsigned i = 0; i < k->nvalues; i++)
    ok &= ptx_fix_param (f, &k->values[i]);
  if (k->maxntid[0])
    ptx_set_directive (f, PTX_D_MAXNTID, k->maxntid, 3);
  if (k->reqntid[0])
    ptx_set_directive (f, PTX_D_REQNTID, k->reqntid, 3);
  if (k->minnctapersm)
    ptx_set_directive (f, PTX_D_MINNCTAPERSM, &k->minnctapersm, 1);
  if (k->maxnreg)
    ptx_set_directive (f, PTX_D_MAXNREG, &k->maxnreg, 1);
  if (k->cluster[0])
    {
      ptx_set_directive (f, PTX_D_EXPLICITCLUSTER, 0, 0);
      ptx_set_directive (f, PTX_D_REQNCTAPERCLUSTER, k->cluster, 3);
    }
  return ok;
}

static bool
finalize_function (ptx_func *f, const ptx_finalize_options *o)
{
  const ptx_kernel_options *k = options_of (o, f);
  unsigned n = k ? k->npointers : 0;
  if (k && !kernel (f, k))
    return false;
  ptx_pointer_param *pointers = calloc (n + 1, sizeof *pointers);
  if (!pointers)
    ptx_oom ();
  if (n)
    memcpy (pointers, k->pointers, n * sizeof *pointers);
  ptx_keep_readonly (f, pointers, n);
  bool ok = ptx_place_pragmas (f) && (o->contract || ptx_fix_rounding (f))
	    && (o->keep_masks || ptx_fix_masks (f))
	    && (o->keep_remainders || ptx_fix_remainders (f))
	    && (o->keep_tests || ptx_fix_tests (f)) && (o->keep_common || ptx_move_common (f))
	    && (o->keep_generic
		|| (ptx_use_wide (f, pointers, n)
		    && (o->keep_sums || (ptx_chain_sums (f, pointers, n) && ptx_share_rows (f)))
		    && ptx_infer_spaces (f, pointers, n)))
	    && (o->keep_repeats || ptx_drop_repeats (f)) && (o->keep_dead || ptx_drop_dead (f))
	    && (o->keep_common || ptx_join_starts (f)) && (o->keep_moves || ptx_drop_moves (f))
	    && (o->keep_dead || ptx_drop_dead (f)) && (o->keep_layout || ptx_fix_layout (f));
  free (pointers);
  return ok;
}

bool
ptx_finalize (ptx_module *m, const ptx_finalize_options *o)
{
  bool ok = ptx_link_archives (m, o->archives, o->narchives)
	    && (o->keep_unused || ptx_drop_unused (m)) && ptx_fix_video (m) && ptx_fix_offsets (m);
  for (ptx_item *i = m->first; i && ok; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      ok = finalize_function (i->func, o);
  ok = ok && ptx_fix_types (m) && ptx_fix_widths (m) && ptx_fix_waits (m, o->sm)
       && ptx_rename (m, o->renamings, o->nrenamings) && ptx_fix_order (m);
  for (ptx_item *i = m->first; i && ok; i = i->next)
    if (i->kind == PTX_I_FUNC && i->func->defined)
      ok = ptx_number_registers (i->func) && ptx_group_registers (i->func);
  ptx_set_target (m, o->isa, o->sm, o->feature);
  return ok;
}
