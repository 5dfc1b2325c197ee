/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What loads give of memory that the launch writes nowhere.

   Such memory holds the same from the beginning of the launch to its end, so what a load gives is a function of its
   address: threads with one address get one value, a loop that does not change the address does not change what is
   loaded, and two loads of one address give the same.  Which memory that is is known when a summary has found all writes; so a
   second one is made with this if it may show more.  */

#include "prove/prove-int.h"

/* Returns true if nobody writes to object O in the launch, as far as it is known yet.  */
static bool
unwritten (const struct pv_kernel *k, int o)
{
  return k->object[o].space == PTX_M_CONST
	 || ((unsigned) o < k->unwritten.size () && k->unwritten[o]);
}

px_dj_ref
pv_load (struct pv_kernel *k, const pv_state *s, const ptx_insn *i, unsigned n, unsigned bits)
{
  struct px_dj *A = k->A;
  ptx_mod space = ptx_space (i), sem = ptx_get (i, PTX_C_SEM);
  /* What is volatile or strong may be written by the host, too.  */
  if (i->op != PTX_OP_LD || i->nopnds < 2 || (sem && sem != PTX_M_WEAK) || ptx_has (i, PTX_M_CV)
      || bits < 8 || bits > 64)
    return 0;
  pv_value v = pv_address (k, s, &i->opnds[1]);
  ptx_mod in = v.base ? k->object[v.base].space : (ptx_mod) PTX_NOMOD;
  if (!v.ref || (in != PTX_M_GLOBAL && in != PTX_M_CONST) || (space && space != in))
    return 0;
  px_dj_ref offset = px_dj_bin (A, DJ_ADD, px_dj_cast (A, pv_signed (64), v.ref),
				px_dj_const (A, pv_signed (64), (int64_t) n * (bits / 8)));
  enum pv_level level = pv_level_of (k, offset);
  if (!unwritten (k, v.base))
    {
      k->loads_shared |= k->unwritten.empty () && level < PV_THREAD;
      return 0;
    }
  for (const pv_loaded &l : k->loaded)
    if (l.object == v.base && l.offset == offset && px_dj_type_of (A, l.value).bits == bits)
      return l.value;
  /* The value changes in the loops in which the address does.  */
  int loop = k->loop, outer = loop;
  while (outer > 0 && px_dj_fixed_in (A, offset, k->dj_loop[outer]))
    outer = k->g.loop[outer].parent;
  k->loop = outer;
  px_dj_ref value = pv_fresh (k, level, bits);
  k->loop = loop;
  k->loaded.push_back ({ v.base, offset, value });
  return value;
}

bool
pv_find_unwritten (struct pv_kernel *k)
{
  if (!k->loads_shared)
    return false;
  k->unwritten.assign (k->object.size (), 1);
  k->unwritten[0] = 0;
  for (int b : k->g.rpo)
    for (const pv_access &a : k->accesses[b])
      for (unsigned o = 1; o < k->object.size () && a.kind != PV_READ; o++)
	if (a.space != PTX_M_SHARED && pv_may_alias (k, a.object, (int) o))
	  k->unwritten[o] = 0;
  for (unsigned o = 1; o < k->object.size (); o++)
    if (k->object[o].space == PTX_M_GLOBAL && k->unwritten[o])
      return true;
  return false;
}
