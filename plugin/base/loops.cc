/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unrolls loops.

   Needs: a function in SSA form, with loops whose `unroll' says how far.
   Leaves: those loops as straight code, with SSA form and CFG updated.  */

#include "plugin/base/base.h"

unsigned
px_unroll_marked (function *f)
{
  opt_pass *p = make_pass_complete_unrolli (g);
  unsigned todo = p->execute (f);
  delete p;
  if (todo & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
  update_ssa (TODO_update_ssa);
  return todo;
}
