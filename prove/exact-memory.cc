/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What shared and global memory holds in a launch that is executed.

   The bytes that a thread has surely stored, and those that the launch says of what its pointers lead to, are numbers until
   somebody may write them in any other way.  Of atomic and strong accesses, copies and stores that may not be executed
   nothing is kept: what these leave, or find, is a matter of the schedule.  A load gives what the last store left.
   That it is the last one in each execution is what the order says, if there is no race: so if there is one, nothing
   is proved (ex_memory_holds).  */

#include <string.h>
#include "prove/exact.h"

enum
{
  MOST_BYTES = 1 << 24, /* of an object */
  MOST_WORD = 8		/* bytes of a number */
};

static bool
followed (const struct ex_order *o, int object)
{
  ptx_mod space = object > 0 ? o->k->object[object].space : (ptx_mod) PTX_NOMOD;
  return space == PTX_M_SHARED || (space == PTX_M_GLOBAL && !o->global_lost);
}

/* What the launch says that OBJECT holds, or NULL.  */
static const struct px_proof_data *
data_of (const struct pv_kernel *k, int object)
{
  const pv_object *v = &k->object[object];
  for (unsigned i = 0; i < k->sig->ndata && v->kind == PV_PARAMETER; i++)
    if (k->f->sig.params[k->sig->data[i].param]->sym == v->sym
	&& k->sig->data[i].offset == v->offset)
      return &k->sig->data[i];
  return NULL;
}

/* The bytes of OBJECT in the block of rank RANK.  */
static struct ex_contents *
contents_of (struct ex_order *o, unsigned rank, int object)
{
  std::vector<ex_contents> *all = &o->contents[rank];
  if (all->size () < o->k->object.size ())
    all->resize (o->k->object.size ());
  struct ex_contents *c = &(*all)[object];
  if (!c->begun)
    {
      const struct px_proof_data *d = data_of (o->k, object);
      c->begun = true;
      if (d && d->size <= MOST_BYTES)
	{
	  c->byte.assign (d->bytes, d->bytes + d->size);
	  c->known.assign (d->size, 1);
	}
    }
  return c;
}

static unsigned
rank_in (const struct ex_order *o, unsigned t, struct ex_value address)
{
  return o->k->object[address.base].space == PTX_M_SHARED ? ex_rank_of (o, t, address) : 0;
}

void
ex_start_memory (struct ex_order *o)
{
  o->contents.assign (o->cluster, std::vector<ex_contents> ());
  o->global_lost = o->recalled = false;
}

void
ex_start_cluster_memory (struct ex_order *o)
{
  for (std::vector<ex_contents> &of : o->contents)
    for (unsigned i = 1; i < of.size (); i++)
      if (o->k->object[i].space == PTX_M_SHARED)
	of[i] = ex_contents ();
      else
	{
	  /* The next cluster, or the next execution of this one, must not see it.  */
	  for (int64_t b = of[i].from; b < of[i].to; b++)
	    of[i].known[b] = 0;
	  of[i].from = of[i].to = 0;
	}
}

void
ex_lose_global (struct ex_order *o)
{
  o->global_lost = true;
}

void
ex_forget (struct ex_order *o, unsigned t, struct ex_value address, const struct ex_access *a)
{
  if (!o->remembers || a->kind == PV_READ)
    return;
  if (address.base <= 0)
    {
      /* It may be anywhere.  */
      ex_lose_global (o);
      for (std::vector<ex_contents> &of : o->contents)
	for (ex_contents &c : of)
	  c.known.assign (c.known.size (), 0);
      return;
    }
  if (!followed (o, address.base))
    return;
  if (!address.known || !a->width)
    {
      for (unsigned r = 0; r < o->cluster; r++)
	{
	  struct ex_contents *c = contents_of (o, r, address.base);
	  c->known.assign (c->known.size (), 0);
	}
      return;
    }
  struct ex_contents *c = contents_of (o, rank_in (o, t, address), address.base);
  for (int64_t b = address.v < 0 ? 0 : address.v;
       b < address.v + (int64_t) a->width && b < (int64_t) c->known.size (); b++)
    c->known[b] = 0;
}

/* Returns true if the instruction loads or stores in the weak model: what others do to the bytes at the same time is a race.  */
static bool
weak (const ptx_insn *i)
{
  ptx_mod sem = ptx_get (i, PTX_C_SEM);
  return sem == PTX_NOMOD || sem == PTX_M_WEAK;
}

void
ex_remember (const struct ex_place *p, const struct ex_insn *n)
{
  struct ex_order *o = p->memory;
  const ptx_insn *i = n->i;
  if (!o || i->op != PTX_OP_ST || i->nopnds < 2 || !weak (i))
    return;
  struct ex_value at = ex_address (p, &i->opnds[0]);
  unsigned bytes = n->bits / 8, many = ptx_vec (i);
  const ptx_opnd *from = &i->opnds[1];
  if (!followed (o, at.base) || !at.known || at.v < 0 || !bytes || bytes > MOST_WORD
      || at.v + (int64_t) bytes * many > MOST_BYTES || (many > 1 && from->kind != PTX_O_VEC))
    return;
  struct ex_contents *c = contents_of (o, rank_in (o, p->thread, at), at.base);
  size_t end = (size_t) at.v + (size_t) bytes * many;
  if (c->known.size () < end)
    {
      size_t room = end < 2 * c->known.size () ? 2 * c->known.size () : end;
      c->known.resize (room, 0);
      c->byte.resize (room, 0);
    }
  for (unsigned j = 0; j < many; j++)
    {
      struct ex_value v = ex_operand_of (p, many > 1 ? &from->sub[j] : from, n->bits);
      if (!v.known || v.base)
	continue;
      for (unsigned b = 0; b < bytes; b++)
	{
	  size_t to = (size_t) at.v + (size_t) j * bytes + b;
	  c->byte[to] = (uint8_t) ((uint64_t) v.v >> 8 * b);
	  c->known[to] = 1;
	}
    }
  if (c->from == c->to)
    c->from = at.v, c->to = (int64_t) end;
  c->from = at.v < c->from ? at.v : c->from;
  c->to = (int64_t) end > c->to ? (int64_t) end : c->to;
}

struct ex_value
ex_recall (const struct ex_place *p, const struct ex_insn *n, unsigned j)
{
  struct ex_order *o = p->memory;
  const ptx_insn *i = n->i;
  if (!o || !weak (i))
    return ex_anything ();
  struct ex_value at = ex_address (p, &i->opnds[1]);
  unsigned bytes = n->bits / 8;
  if (!followed (o, at.base) || !at.known || at.v < 0 || !bytes || bytes > MOST_WORD)
    return ex_anything ();
  /* .nc reads past what the launch has written, however it is ordered (9.7.9.8).  */
  const std::vector<ex_object> *of = &o->object[0];
  if (ptx_has (i, PTX_M_NC) && (size_t) at.base < of->size () && (*of)[at.base].wrote)
    return ex_anything ();
  struct ex_contents *c = contents_of (o, rank_in (o, p->thread, at), at.base);
  uint64_t v = 0;
  for (unsigned b = 0; b < bytes; b++)
    {
      size_t from = (size_t) at.v + (size_t) j * bytes + b;
      if (from >= c->known.size () || !c->known[from])
	return ex_anything ();
      v |= (uint64_t) c->byte[from] << 8 * b;
    }
  o->recalled = true;
  return ex_number (v, n->bits);
}

void
ex_memory_holds (struct ex_order *o)
{
  if (o->recalled)
    for (enum px_proof_property p : { PX_PROOF_SHARED, PX_PROOF_GLOBAL, PX_PROOF_BLOCKS })
      if (o->failed[p])
	ex_give_up (o, o->where[p], o->text[p]);
}
