/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tensor copies in a launch that is executed.

   What is known of a map is what the record says of the copies by it, which px_launch checks: how many bytes a box has, and its form if
   there is a tile.  A load reads anything in the tensor, which is an object of its own; a store writes its box.  */

#include <stdlib.h>
#include <algorithm>
#include "prove/exact.h"
#include "runtime/image.h"

enum
{
  INTERLEAVED = 1, /* px's mode of maps that are: what their coordinates count is not followed */
  SWIZZLED = 128   /* bytes in which a swizzle exchanges chunks, at most */
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

/* What is known of a map: the bytes that its box has, and, if `given', the box itself; else, of a tile (element), its rows.  */
struct ex_map
{
  uint32_t param, offset, bytes, rank;
  uint32_t element, inner, swizzle;
  const struct px_proof_box *given;
};

/* Reads what is known of copies by the map at address ADDRESS to *M; returns false if the record has none.  */
static bool
read_map (const struct pv_kernel *k, struct ex_value address, bool store, struct ex_map *m)
{
  const struct px_map_use *found = NULL;
  const struct px_proof_signature *sig = k->sig;
  const pv_object *v = address.base > 0 ? &k->object[address.base] : NULL;
  if (!address.known || !v || v->kind != PV_VARIABLE || v->space != PTX_M_PARAM)
    return false;
  for (unsigned i = 0; i < sig->nmaps; i++)
    {
      const struct px_map_use *u = &sig->maps[i];
      if (u->argument >= k->f->sig.nparams || k->f->sig.params[u->argument]->sym != v->sym
	  || (int64_t) u->offset != address.v || (u->store != 0) != store)
	continue;
      /* A launch in which they differ is not admitted.  */
      if (!found || u->element)
	found = u;
    }
  if (!found)
    return false;
  *m = { found->argument, found->offset, found->bytes,	 found->rank,
	 found->element,  found->inner,	 found->swizzle, NULL };
  for (unsigned i = 0; i < sig->nboxes; i++)
    {
      const struct px_proof_box *b = &sig->boxes[i];
      if (b->param != m->param || b->offset != m->offset || b->rank != m->rank)
	continue;
      m->given = b;
      m->element = b->element;
      m->inner = b->size[0];
      m->swizzle = b->swizzle;
    }
  return true;
}

/* Returns true if a box at ADDRESS in shared memory has the bytes that follow it.  A swizzle exchanges chunks in each 128 of them,
   and without a tile it is not known.  */
static bool
in_order (const struct ex_run *x, const struct ex_map *u, struct ex_value address)
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
  struct ex_map u;
  unsigned mask = ptx_has (n->i, PTX_M_IM2COL) ? 4 : 3;
  if (!read_map (x->k, map, false, &u))
    {
      ex_give_up (x->o, n->stmt, "it is not known how many bytes the copy's box has");
      return;
    }
  if (!in_order (x, &u, to))
    {
      ex_give_up (x->o, n->stmt, "its bytes may not be those that follow its address");
      return;
    }
  tensor.base = tensor_of (x->k, u.param, u.offset);
  ex_bring_to_all (x, p, n, to, tensor, ex_address (p, &o[2]), u.bytes, mask);
}

/* ---- boxes that are stored ---- */

/* Returns true if two accesses to boxes conflict.  Reductions are atomic.  */
static bool
conflict (const struct ex_box *a, const struct ex_box *b)
{
  bool apart = a->object != b->object || (a->reads && b->reads);
  /* With rows in forms that are not known, the two, which have the same one, meet in none if they are farther apart than it has room.  */
  int64_t room = 1;
  for (unsigned d = 0; d < a->rank && d < b->rank && !apart; d++)
    if (d && a->rows)
      {
	room *= std::min (std::abs (a->at[d] - b->at[d]), a->rows) + 1;
	apart = room > a->rows;
      }
    else
      apart = a->at[d] + a->size[d] <= b->at[d] || b->at[d] + b->size[d] <= a->at[d];
  return !apart && !(a->reduces && b->reduces);
}

/* Returns true if thread T, which accesses B in the same cluster, knows that C is over.  A load is with the phase in which it
   completes.  Whether a load finds what a copy has stored is not followed.  */
static bool
box_over (struct ex_order *o, const struct ex_box *c, unsigned t, const struct ex_box *b)
{
  if (b->reads)
    return false;
  return c->reads ? ex_knows (o, t, ex_of_mbarrier (o, c->copy)) >= c->phase
		  : ex_copy_over (o, c->copy, t);
}

/* Thread T stores box B, or (B->reads) loads it.  */
static void
note_box (struct ex_run *x, unsigned t, const struct ex_box *b, const struct ex_insn *n)
{
  struct ex_order *o = x->o;
  for (const struct ex_box &c : o->box)
    {
      if (!conflict (b, &c) || (c.block == b->block && c.era != b->era))
	continue;
      if (c.block != b->block || !box_over (o, &c, t, b))
	{
	  const char *why = c.reads || b->reads ? "a box that is loaded meets one that is stored"
						: "boxes that are stored meet";
	  ex_fail (o, PX_PROOF_GLOBAL, PX_PROOF_WHY_BLOCK_PAIR, n->stmt, why);
	  ex_fail (o, PX_PROOF_BLOCKS, PX_PROOF_WHY_GRID_PAIR, n->stmt, why);
	}
    }
  x->steps -= (int64_t) o->box.size () / 16;
  o->box.push_back (*b);
  ex_note_box (o, b->object, b->reads);
}

/* Sets where B is, of map U at COORDINATE.  If that or its form is not known, it may be anywhere.  */
static void
place_box (const struct ex_place *p, const struct ex_insn *n, const ptx_opnd *coordinate,
	   const struct ex_map *u, struct ex_box *b)
{
  uint32_t row = u->inner * u->element;
  b->rank = 0;
  if (!coordinate || coordinate->n != u->rank || u->rank < 1 || u->rank > EX_MOST_RANK
      || u->swizzle == INTERLEAVED || ptx_has (n->i, PTX_M_IM2COL_NO_OFFS)
      || ptx_has (n->i, PTX_M_IM2COL) || !(u->given || (u->element && row && !(u->bytes % row))))
    return;
  b->rows = u->given ? 0 : u->bytes / row;
  for (unsigned d = 0; d < u->rank; d++)
    {
      struct ex_value v = ex_operand_of (p, &coordinate->sub[d], 32);
      if (!v.known || v.base)
	return;
      b->at[d] = (int32_t) v.v;
      b->size[d] = u->given ? u->given->size[d] : u->inner;
    }
  /* Of two dimensions the rows are all in the second one.  */
  if (b->rows && u->rank == 2)
    {
      b->size[1] = b->rows;
      b->rows = 0;
    }
  b->rank = u->rank;
}

bool
ex_note_loaded_box (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n, int m,
		    uint32_t phase)
{
  const ptx_opnd *o = n->i->opnds, *coordinate = o[1].n == 2 ? &o[1].sub[1] : NULL;
  struct ex_value map = ex_address (p, &o[1]);
  struct ex_map u, back;
  if (ptx_has (n->i, PTX_M_MULTICAST) || !read_map (x->k, map, false, &u) || !u.given
      || !read_map (x->k, map, true, &back))
    return false;
  struct ex_box b = ex_box ();
  b.object = tensor_of (x->k, u.param, u.offset);
  b.reads = true;
  b.copy = (uint32_t) m;
  b.phase = phase;
  b.block = x->o->block;
  b.era = x->o->era;
  place_box (p, n, coordinate, &u, &b);
  note_box (x, p->thread, &b, n);
  return true;
}

/* cp.async.bulk.tensor from shared memory, or a reduction.  */
void
ex_do_tensor_back (struct ex_run *x, const struct ex_place *p, const struct ex_insn *n)
{
  const ptx_opnd *o = n->i->opnds, *coordinate = o[0].n == 2 ? &o[0].sub[1] : NULL;
  struct ex_value from = ex_address (p, &o[1]);
  struct ex_map u;
  struct ex_thread *h = &x->thread[p->thread];
  if (!read_map (x->k, ex_address (p, &o[0]), true, &u))
    {
      ex_give_up (x->o, n->stmt, "it is not known which tensor the copy stores to");
      return;
    }
  if (!in_order (x, &u, from))
    {
      ex_give_up (x->o, n->stmt, "its bytes may not be those that follow its address");
      return;
    }
  struct ex_access a = { n,
			 PV_READ,
			 u.bytes,
			 0,
			 PTX_M_SHARED,
			 EX_UNTIL_WAIT,
			 ex_new_copy (x, p->thread, 1, &h->bulk_reads),
			 0,
			 true };
  ex_note (x->o, p->thread, from, &a);
  struct ex_box b = ex_box ();
  b.object = tensor_of (x->k, u.param, u.offset);
  b.reduces = n->i->op == PTX_OP_CP_REDUCE_ASYNC_BULK_TENSOR;
  b.copy = ex_new_copy (x, p->thread, 1, &h->bulks);
  b.block = x->o->block;
  b.era = x->o->era;
  place_box (p, n, coordinate, &u, &b);
  note_box (x, p->thread, &b, n);
}
