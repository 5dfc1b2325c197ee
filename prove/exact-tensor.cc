/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor copies in a launch that is executed.

   What is known of a map is what the record says of the copies by it, which px_launch checks: how many bytes a box has, and its form if
   there is a tile.  A load reads anything in the tensor, which is an object of its own; a store writes its box.  */

#include "prove/exact.h"
#include "runtime/image.h"

enum
{
  SWIZZLED = 128 /* bytes in which a swizzle exchanges chunks, at most */
};

/* The object that is the tensor of the map in parameter PARAM, at OFFSET.  */
static int
tensor_of (struct pv_kernel *k, uint32_t param, uint32_t offset)
{
  pv_object t = pv_object ();
  t.kind = PV_TENSOR;
  t.space = PTX_M_GLOBAL;
  t.sym = k->f->sig.params[param]->sym;
  t.param = param;
  t.offset = offset;
  for (unsigned i = 1; i < k->object.size (); i++)
    if (k->object[i].kind == PV_TENSOR && k->object[i].param == param
	&& k->object[i].offset == offset)
      return (int) i;
  k->object.push_back (t);
  return (int) k->object.size () - 1;
}

/* What the record says of copies by the map at address MAP; NULL: nothing.  */
static const struct px_map_use *
map_use (const struct pv_kernel *k, struct ex_value map, bool store)
{
  const struct px_map_use *found = NULL;
  const pv_object *v = map.base > 0 ? &k->object[map.base] : NULL;
  if (!map.known || !v || v->kind != PV_VARIABLE || v->space != PTX_M_PARAM)
    return NULL;
  for (unsigned i = 0; i < k->sig->nmaps; i++)
    {
      const struct px_map_use *u = &k->sig->maps[i];
      if (u->argument >= k->f->sig.nparams || k->f->sig.params[u->argument]->sym != v->sym
	  || (int64_t) u->offset != map.v || (u->store != 0) != store)
	continue;
      /* A launch in which they differ is not admitted.  */
      if (!found || u->element)
	found = u;
    }
  return found;
}

/* Returns true if a box at ADDRESS in shared memory has the bytes that follow it.  A swizzle exchanges chunks in each 128 of them,
   and without a tile it is not known.  */
static bool
in_order (const struct ex_run *x, const struct px_map_use *u, struct ex_value address)
{
  return (u->element && !u->swizzle)
	 || (!(u->bytes % SWIZZLED) && address.base > 0 && !(address.v % SWIZZLED)
	     && !(ex_alignment (x->k, address.base) % SWIZZLED));
}

void
ex_do_tensor (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_opnd *o = n->i->opnds;
  struct ex_value to = ex_address (p, &o[0]), map = ex_address (p, &o[1]), tensor = ex_anything ();
  const struct px_map_use *u = map_use (x->k, map, false);
  unsigned mask = ptx_has (n->i, PTX_M_IM2COL) ? 4 : 3;
  if (!u)
    {
      ex_give_up (x->o, n->stmt, "it is not known how many bytes the copy's box has");
      return;
    }
  if (!in_order (x, u, to))
    {
      ex_give_up (x->o, n->stmt, "its bytes may not be those that follow its address");
      return;
    }
  tensor.base = tensor_of (x->k, u->argument, u->offset);
  ex_bring_to_all (x, p, n, to, tensor, ex_address (p, &o[2]), u->bytes, mask);
}

/* ---- boxes that are stored ---- */

/* Returns true if two accesses to boxes conflict.  Reductions are atomic.  */
static bool
conflict (const struct ex_box *a, const struct ex_box *b)
{
  bool apart = a->object != b->object;
  for (int d = 0; d < 2; d++)
    apart |= a->at[d] + a->size[d] <= b->at[d] || b->at[d] + b->size[d] <= a->at[d];
  return !apart && !(a->reduces && b->reduces);
}

/* Thread T stores box B.  */
static void
note_box (struct ex_run *x, unsigned t, const struct ex_box *b, const struct ex_insn *n)
{
  struct ex_order *o = x->o;
  for (const struct ex_box &c : o->box)
    {
      if (!conflict (b, &c) || (c.block == b->block && c.era != b->era))
	continue;
      if (c.block != b->block || !ex_copy_over (o, c.copy, t))
	{
	  ex_fail (o, PX_PROOF_GLOBAL, PX_PROOF_WHY_BLOCK_PAIR, n->stmt,
		   "boxes that are stored meet");
	  ex_fail (o, PX_PROOF_BLOCKS, PX_PROOF_WHY_GRID_PAIR, n->stmt,
		   "boxes that are stored meet");
	}
    }
  x->steps -= (int64_t) o->box.size () / 16;
  o->box.push_back (*b);
  ex_note_box (o, b->object);
}

/* cp.async.bulk.tensor from shared memory, or a reduction.  */
void
ex_do_tensor_back (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_opnd *o = n->i->opnds, *coordinate = o[0].n == 2 ? &o[0].sub[1] : NULL;
  struct ex_value from = ex_address (p, &o[1]);
  const struct px_map_use *u = map_use (x->k, ex_address (p, &o[0]), true);
  struct ex_thread *h = &x->thread[p->thread];
  /* Of other boxes the form is not known.  */
  if (!u || !u->element || u->rank != 2 || !u->inner || u->bytes % (u->inner * u->element)
      || !coordinate || coordinate->n != 2 || !in_order (x, u, from))
    {
      ex_give_up (x->o, n->stmt, "it is not known where the copy's box is");
      return;
    }
  struct ex_access a = { n,
			 PV_READ,
			 u->bytes,
			 0,
			 PTX_M_SHARED,
			 EX_UNTIL_WAIT,
			 ex_new_copy (x, p->thread, 1, &h->bulk_reads),
			 0,
			 true };
  ex_note (x->o, p->thread, from, &a);
  struct ex_box b = ex_box ();
  b.object = tensor_of (x->k, u->argument, u->offset);
  b.reduces = n->i->op == PTX_OP_CP_REDUCE_ASYNC_BULK_TENSOR;
  b.copy = ex_new_copy (x, p->thread, 1, &h->bulks);
  b.block = x->o->block;
  b.era = x->o->era;
  b.size[0] = u->inner;
  b.size[1] = u->bytes / (u->inner * u->element);
  for (unsigned d = 0; d < 2; d++)
    {
      struct ex_value v = ex_operand_of (p, &coordinate->sub[d], 32);
      if (!v.known || v.base)
	ex_give_up (x->o, n->stmt, "it is not known where the copy's box is");
      b.at[d] = (int32_t) v.v;
    }
  note_box (x, p->thread, &b, n);
}
