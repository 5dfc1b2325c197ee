/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What loads give: of memory that the launch writes nowhere, and of shared memory.

   The former holds the same from the beginning of the launch to its end, so what a load gives is a function of its
   address: threads with one address get one value, a loop that does not change the address does not change what is
   loaded, and two loads of one address give the same.  Which memory that is is known when a summary has found all writes; so a
   second one is made with this if it may show more.

   A load from shared memory by all threads of a block at one address gives all of them the same if nothing races: this is believed
   where convergence is not shown without it, and what follows counts only if it shows both.  */

#include "prove/prove-int.h"

/* What a load of BITS bits from shared memory gives, at an offset of LEVEL: one value of the block, or 0.  */
static px_dj_ref
load_shared (struct pv_kernel *k, enum pv_level level, unsigned bits)
{
  if (level == PV_THREAD)
    return 0;
  k->loads_uniform = true;
  if (k->doubted.empty () || k->doubted[k->block])
    return 0;
  k->believed.push_back (k->block);
  return pv_fresh (k, PV_BLOCK, bits);
}

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
  if (!v.ref || (in != PTX_M_GLOBAL && in != PTX_M_CONST && in != PTX_M_SHARED)
      || (space && space != in))
    return 0;
  px_dj_ref offset = px_dj_bin (A, DJ_ADD, px_dj_cast (A, pv_signed (64), v.ref),
				px_dj_const (A, pv_signed (64), (int64_t) n * (bits / 8)));
  enum pv_level level = pv_level_of (k, offset);
  if (in == PTX_M_SHARED)
    return load_shared (k, level, bits);
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

bool
pv_may_believe (const struct pv_kernel *k)
{
  bool may = k->loads_uniform && !k->result[PX_PROOF_CONVERGENCE].proved;
  for (int b : k->g.rpo)
    {
      may &= k->phase_ops[b].empty ();
      for (const pv_access &a : k->accesses[b])
	may &= !a.copy;
    }
  return may;
}

bool
pv_doubt (struct pv_kernel *k)
{
  bool more = false;
  std::vector<char> seen (k->g.block.size (), 0);
  for (int b : k->believed)
    if (!seen[b])
      {
	seen[b] = 1;
	if (!pv_convergent_at (k, b))
	  k->doubted[b] = more = true;
      }
  return more;
}
